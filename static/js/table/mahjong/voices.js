/** What the events of mahjong say and sound like, and which are worth going to in a replay. */

import { t } from "@app/lib/i18n";
import { pay } from "@app/table/coins";
import { meldWord } from "@app/table/mahjong/tile";
import { faceWord, tileWord } from "@app/table/mahjong/tiles";

/** @import { Announcer } from "@app/table/announce" */
/** @import { Store } from "@app/table/mahjong/state" */
/** @import { Win } from "@app/table/mahjong/types" */
/** @import { Game, HandEvent } from "@app/table/types" */
/** @import { Sound, SoundName } from "@app/lib/sound" */

/** @typedef {Announcer & {store: Store}} Voice */

/** The hands lie open for so long before the numbers come (ms). */
const SHOWN = 1_900;
/** And before they are paid for. */
const OPENED = 800;

/** @type {Game["voices"]} */
export const voices = {
  dealt(/** @type {Voice} */ voice, event) {
    voice.polite(t("mahjong.say.dealt", { name: voice.store.nameOf(event.dealer) }));
  },
  drawn(/** @type {Voice} */ voice, event) {
    if (event.tile !== undefined) voice.polite(t("mahjong.say.drawn", { tile: tileWord(event.tile) }));
  },
  discard(/** @type {Voice} */ voice, event, name) {
    voice.polite(
      t("mahjong.say.discard", {
        name,
        tile: tileWord(event.tile),
        n: voice.store.mj.view.value?.wall ?? 0,
      }),
    );
  },
  adding(/** @type {Voice} */ voice, event, name) {
    voice.bubble(event.seat, t("mahjong.act.kong"), "big");
    voice.polite(t("mahjong.say.adding", { name, tile: tileWord(event.tile) }));
  },
  meld(/** @type {Voice} */ voice, event, name) {
    const { kind } = event.meld;
    if (kind === "added") return;
    voice.bubble(event.seat, t(`mahjong.act.${kind === "chow" || kind === "pung" ? kind : "kong"}`), "big");
    voice.polite(
      t("mahjong.say.meld", { name, meld: meldWord(event.meld, (one) => t(`mahjong.meld.${one}`)) }),
    );
  },
  locked(/** @type {Voice} */ voice, event) {
    voice.assertive(t("mahjong.say.locked", { tiles: event.faces.map(faceWord).join(" ") }));
  },
  liable(/** @type {Voice} */ voice, event) {
    const { store } = voice;
    voice.polite(
      t("mahjong.say.liable", { payer: store.nameOf(event.payer), payee: store.nameOf(event.payee) }),
    );
  },
  win(/** @type {Voice} */ voice, event) {
    for (const win of /** @type {Win[]} */ (event.wins)) {
      const word = t(win.from === null ? "mahjong.self_drawn" : "mahjong.act.win");
      voice.bubble(win.seat, word, "big");
    }
  },
};

/** @param {HandEvent} event @returns {SoundName | null} */
export function soundOf(event) {
  switch (event.kind) {
    case "dealt":
      return "deal";
    case "drawn":
      return event.tile === undefined ? null : "tile";
    case "discard":
      return "discard";
    case "meld":
      return event.meld.kind === "chow" || event.meld.kind === "pung" ? "pung" : "kong";
    default:
      return null;
  }
}

/** @param {HandEvent} event @returns {string | null} */
export function keyOf(event) {
  if (event.kind === "fled") return "escape";
  if (event.kind === "win") return "win";
  if (event.kind === "liable") return "liable";
  return event.kind === "meld" && !["chow", "pung"].includes(event.meld.kind) ? "kong" : null;
}

/**
 * All hands are open for a while, and paid for, then the numbers come.
 * @param {Store} store @param {unknown} _ @param {Sound | null} sound
 */
export function ended(store, _, sound) {
  const result = store.view.value?.result;
  if (result?.ending !== "played") {
    store.resultShown.value = true;
    return;
  }
  store.showing.value = true;
  pay(store, sound, OPENED);
  setTimeout(() => {
    if (!store.showing.value) return;
    store.showing.value = false;
    if (store.view.value?.phase === "over") store.resultShown.value = true;
  }, SHOWN);
}
