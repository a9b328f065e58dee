/** Thirteen Water as the table asks for it (`Game`). */

import { t } from "@app/lib/i18n";
import { offers, press, whyNot } from "@app/table/thirteen/actions";
import { Board, Hand, Ribbon, Types } from "@app/table/thirteen/arrange";
import { compare, halt } from "@app/table/thirteen/compare";
import { hinted } from "@app/table/thirteen/place";
import { Account, headline } from "@app/table/thirteen/result";
import { Bar, doneFor, Moved, StateTags, seatWords, worth } from "@app/table/thirteen/seats";
import { Show } from "@app/table/thirteen/show";
import { state } from "@app/table/thirteen/state";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Link } from "@app/table/link" */
/** @import { Game, HandEvent } from "@app/table/types" */

/** Around the table before the deal, at my board while I arrange, everybody's rows at all other times. @param {Store} store */
function layout(store) {
  const phase = store.view.value?.phase;
  if (!phase || phase === "opening") return "seats";
  return store.arranging.value ? "board" : "show";
}

/** @param {{store: Store, link: Link}} props */
function Felt({ store, link }) {
  switch (layout(store)) {
    case "board":
      return html`<${Ribbon} store=${store} /><${Board} store=${store} link=${link} /><${Types} store=${store} />`;
    case "show":
      return html`<${Show} store=${store} />`;
    default:
      return html`<p class="cloth13" aria-hidden="true"><b>${t("mode.thirteen")}</b><span>${worth(store)}</span></p>`;
  }
}

/** What the events say. @type {Game["voices"]} */
const voices = {
  dealt: (voice) => voice.polite(t("say.dealt", { n: voice.store.hand.value.length })),
  locked(voice, event, name) {
    if (event.seat === voice.store.seat.value && event.auto) voice.assertive(t("thirteen.done_for"));
    voice.polite(t("thirteen.say.ready", { name }));
  },
  over(voice, event) {
    if (event.result.ending !== "played") voice.polite(t("say.over", { who: t("result.void") }));
  },
};

/** @param {HandEvent} event @returns {string | null} */
function keyOf(event) {
  if (event.kind === "fled") return "escape";
  if (event.kind !== "over" || event.result.ending !== "played") return null;
  const { homerun, pairs } = event.result.facts;
  if (homerun !== null) return "homerun";
  return pairs.some((/** @type {{shot_by: number | null}} */ pair) => pair.shot_by !== null)
    ? "shoot"
    : "compare";
}

/** @type {Game} */
export const game = {
  turns: new Set(["arrange"]),
  usual: { open: 5_000, arrange: 30_000 },
  alarm: 10,
  cloth: "felt-wood",
  state,
  layout,
  held: (/** @type {Store} */ store) => (store.arranging.value ? store.tray.value : store.hand.value),

  Bar,
  Felt,
  Hand,
  StateTags,
  Account,
  Moved,
  seatWords,
  headline,
  doneFor,
  whyNot,

  offers,
  press,
  hinted,
  ended(store, voice, sound) {
    compare(store, voice, sound, {
      done() {
        if (store.view.value?.phase === "over") store.resultShown.value = true;
      },
    });
  },
  retell: (store, voice, speed) => compare(store, voice, null, { speed }),
  still: halt,
  telling: (store) => store.reveal.value !== null,
  voices,
  soundOf: ({ kind }) =>
    kind === "dealt" ? "deal" : kind === "locked" ? "play" : kind === "over" ? "message" : null,
  keyOf,
};
