/** The middle of the table: what was played last, the hole cards, and the multiplier told as a sum. */

import { number, t } from "@app/lib/i18n";
import { Back, Card, Index } from "@app/table/card";
import { layOut } from "@app/table/cards";
import { sideOf } from "@app/table/seats";
import { useLeft } from "@app/table/timer";
import { cardWord, playWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Multiplier, View } from "@app/table/types" */

/** From so many seconds on the table says how long a seat is still kept. */
const KEPT_SHOWN = 60;
/** A play of more cards is laid closer. */
const LONG = 8;

/** The words for what was said in the bidding. @type {Record<string, string>} */
const SAID = { call: "call", pass: "no_call", rob: "rob", no_rob: "no_rob" };

/** Each seat's last word in the bidding, or its last play of the trick, before the seat itself. @param {{store: Store}} props */
export function Plays({ store }) {
  const view = store.view.value;
  if (!view) return null;
  const me = store.seat.value ?? 0;
  const bidding = view.phase === "call" || view.phase === "rob";
  return html`${view.seats.map((seat, at) => {
    const side = sideOf(at, me, view.seats.length);
    const word = bidding && seat.call ? t(`said.${SAID[seat.call]}`) : null;
    if (word) return html`<p class=${`laid laid-${side} laid-pass`} data-laid=${at} key=${at}>${word}</p>`;
    if (!seat.last) return null;
    if (seat.last === "pass")
      return html`<p class=${`laid laid-${side} laid-pass`} data-laid=${at} key=${at}>${t("said.pass")}</p>`;
    const best = view.lead?.seat === at;
    return html`<div
      class=${`laid laid-${side} laid-${seat.last.type} ${seat.last.cards.length > LONG ? "laid-long" : ""} ${best ? "is-best" : ""}`}
      key=${`${at}-${seat.plays}`}
      data-laid=${at}
      role="img"
      aria-label=${`${store.nameOf(at)}：${playWord(seat.last)}`}
    >
      ${layOut(seat.last.cards).map((card) => html`<${Card} key=${card} card=${card} />`)}
    </div>`;
  })}`;
}

/** One line in the middle: what the table waits for. @param {{store: Store}} props */
export function Waiting({ store }) {
  const text = waitingFor(store);
  const seats = store.table.value.seats;
  const until = store.view.value || store.seat.value === null ? null : seats[store.seat.value]?.until;
  return html`${text ? html`<p class="tbl-wait">${text}</p>` : null}
    ${until ? html`<${Kept} store=${store} until=${until} />` : null}`;
}

/** How much longer the seat is kept, once it is not long any more. @param {{store: Store, until: number}} props */
function Kept({ store, until }) {
  const seconds = Math.ceil(useLeft(store, until) / 1000);
  if (seconds > KEPT_SHOWN) return null;
  const alone = store.table.value.seats.filter((seat) => seat?.player).length === 1;
  return html`<p class="tbl-kept" role="timer">${t(alone ? "phase.kept_alone" : "phase.kept", { n: seconds })}</p>`;
}

/** @param {Store} store @returns {string | null} */
function waitingFor(store) {
  const view = store.view.value;
  if (!view) {
    const missing = store.table.value.seats.filter((seat) => !seat?.ready).length;
    return missing ? t("phase.waiting", { n: missing }) : t("phase.starting");
  }
  if (view.phase === "opening") return t("phase.opening");
  if (view.phase === "deal") return t(view.deal > 1 ? "phase.redeal" : "phase.deal");
  if (view.phase === "double") return t("state.choosing");
  if (view.phase === "call" && view.first !== null && view.seats.every((seat) => seat.call === null)) {
    return t("phase.first", { name: store.nameOf(view.first) });
  }
  return null;
}

/** The hole cards in the top bar: backs until the landlord is known. @param {{store: Store}} props */
export function Hole({ store }) {
  const view = store.view.value;
  if (!view || view.phase === "opening") return null;
  const hole = view.hole;
  return html`<span class="hole" role="img" aria-label=${hole ? `${t("table.hole")} ${hole.map(cardWord).join(" ")}` : t("table.hole_hidden")}>
    ${
      hole
        ? hole.map((card) => html`<${Index} key=${card} card=${card} />`)
        : [0, 1, 2].map((i) => html`<${Back} key=${i} />`)
    }
  </span>`;
}

/** Base and multiplier; a tap opens the sum behind it. @param {{store: Store}} props */
export function Stakes({ store }) {
  const view = store.view.value;
  const { room } = store.boot;
  const open = store.open.value === "formula";
  const total = view ? view.multiplier.total : room.initial;
  return html`<div class="stakes">
    <button
      type="button"
      class="stakes-button"
      aria-expanded=${open}
      onClick=${() => {
        store.open.value = open ? null : "formula";
      }}
    >
      <span class="stakes-base">${t("table.base")} <b class="num">${number(room.coef_n)}</b></span>
      <span class="stakes-times num" key=${total}>×${number(total)}</span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 8h.01" /></svg>
    </button>
    ${
      open &&
      html`<div class="panel pop">
      <p class="num">${formula(view?.multiplier ?? startOf(room.initial))}</p>
      ${view && html`<${Pledge} view=${view} />`}
    </div>`
    }
  </div>`;
}

/** What the server is bound to since before the deal, and the seed once the hand is over. @param {{view: View}} props */
function Pledge({ view }) {
  return html`<dl class="pledge">
      <dt>${t("proof.commitment")}</dt><dd>${view.commitment}</dd>
      ${view.seed && html`<dt>${t("proof.seed")}</dt><dd>${view.seed}</dd>`}
    </dl>
    <a class="link" href="/help/fairness/" target="_blank" rel="noopener">${t("proof.how")}</a>`;
}

/** @param {number} initial @returns {Multiplier} */
const startOf = (initial) => ({ initial, rob: 1, show: 1, bomb: 1, spring: 1, total: initial });

/**
 * "初始 15 · 抢地主 ×4 · 炸弹 ×2 = 120": only what multiplied is named.
 * @param {Multiplier} multiplier @param {string | null} [spring] the kind of spring
 */
export function formula(multiplier, spring = null) {
  const parts = [t("result.initial", { n: multiplier.initial })];
  for (const name of /** @type {const} */ (["rob", "show", "bomb"])) {
    if (multiplier[name] > 1) parts.push(t(`result.${name}`, { n: multiplier[name] }));
  }
  if (multiplier.spring > 1) {
    parts.push(t(spring === "anti" ? "result.anti" : "result.spring", { n: multiplier.spring }));
  }
  return `${parts.join(" · ")} = ${number(multiplier.total)}`;
}
