/** What lies on the felt of Dou Dizhu: each seat's last word or play, the laizi just turned, the cards nobody got. */

import { t } from "@app/lib/i18n";
import { Card, Index } from "@app/table/card";
import { rankOf } from "@app/table/cards";
import { wildOf } from "@app/table/doudizhu/modes";
import { arrange, asPlay } from "@app/table/doudizhu/patterns";
import { sampleOf } from "@app/table/doudizhu/stakes";
import { playWord, readingWord, wildWord } from "@app/table/doudizhu/words";
import { sideOf } from "@app/table/seats";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Laid, SeatView, View } from "@app/table/types" */

/** A play of more cards is laid closer. */
const LONG = 8;

/** All of it. @param {{store: Store}} props */
export const Felt = ({ store }) =>
  html`<${Plays} store=${store} /><${Turned} store=${store} />${!store.resultShown.value && html`<${Rest} store=${store} />`}`;

/** The words for what was said in the bidding. @type {Record<string, string>} */
const SAID = { call: "call", pass: "no_call", rob: "rob", no_rob: "no_rob" };
const BIDDING = new Set(["bid", "call", "rob"]);

/** What a seat said in the bidding, in words; null before it spoke. @param {SeatView} seat */
function saidBy({ call }) {
  if (call === null) return null;
  if (typeof call === "number") return call ? t("said.bid", { n: call }) : t("said.no_call");
  return t(`said.${SAID[call]}`);
}

/** Each seat's last word in the bidding, or its last play of the trick, before the seat itself. @param {{store: Store}} props */
export function Plays({ store }) {
  const view = store.view.value;
  if (!view) return null;
  const me = store.seat.value ?? 0;
  return html`${view.seats.map((seat, at) => {
    const side = sideOf(at, me, view.seats.length);
    const word = BIDDING.has(view.phase) ? saidBy(seat) : seat.last === "pass" ? t("said.pass") : null;
    if (word) return html`<p class=${`laid laid-${side} laid-pass`} data-laid=${at} key=${at}>${word}</p>`;
    if (!seat.last || seat.last === "pass") return null;
    return html`<${Play} key=${`${at}-${seat.plays}`} store=${store} view=${view} at=${at} laid=${seat.last} side=${side} />`;
  })}`;
}

/** A play as it lies there: each laizi with the rank it stands for, and then the play's name, which it could else not be read from. @param {{store: Store, view: View, at: number, laid: Laid, side: string}} props */
function Play({ store, view, at, laid, side }) {
  const rules = store.rules.value;
  const cards = arrange(laid.cards, laid, rules);
  const helped = cards.some(({ card, as }) => as !== rankOf(card));
  const best = view.lead?.seat === at;
  const long = laid.cards.length > LONG;
  return html`<div
    class=${`laid laid-${side} laid-${laid.type} ${long ? "laid-long" : ""} ${best ? "is-best" : ""}`}
    data-laid=${at}
    role="img"
    aria-label=${`${store.nameOf(at)}：${playWord({ ...laid, ...asPlay(laid, rules) })}`}
  >
    ${cards.map(
      ({ card, as }) =>
        html`<${Card} key=${card} card=${card} wild=${store.wildOf(card)} as=${as === rankOf(card) ? null : as} />`,
    )}
    ${helped && html`<span class="laid-name">${readingWord(asPlay(laid, rules))}</span>`}
  </div>`;
}

/** The laizi that were just turned, large enough to be seen from the next table. @param {{store: Store}} props */
export function Turned({ store }) {
  const wilds = store.turned.value;
  const { mode } = store.boot.room;
  if (!wilds) return null;
  // The earth's follow the heaven's, which everybody knows by then.
  const fresh = wilds.length > 1 ? wilds.slice(1) : wilds;
  return html`<div class="turned" aria-hidden="true">
    ${fresh.map((rank) => {
      const wild = wildOf(mode, wilds, rank);
      return html`<figure key=${rank}>
        <${Card} card=${sampleOf(rank)} wild=${wild} />
        <figcaption>${wildWord(wild, rank)}</figcaption>
      </figure>`;
    })}
  </div>`;
}

/** The cards nobody got, once the hand is over. @param {{store: Store}} props */
export function Rest({ store }) {
  const rest = store.view.value?.rest;
  if (!rest?.length) return null;
  return html`<p class="rest" role="img" aria-label=${`${t("table.rest", { n: rest.length })} ${rest.map(cardWord).join(" ")}`}>
    <span>${t("table.rest", { n: rest.length })}</span>
    ${rest.map((card) => html`<${Index} key=${card} card=${card} wild=${store.wildOf(card)} />`)}
  </p>`;
}

/** What the table waits for, in one line. @param {Store} store @returns {string | null} */
export function waiting(store) {
  const view = store.view.value;
  if (!view) return null;
  if (view.phase === "deal") return view.deal > 1 ? redeal(store, view.deal) : t("phase.deal");
  if (view.phase === "double") return t("state.choosing");
  const fresh = BIDDING.has(view.phase) && view.seats.every((seat) => seat.call === null);
  if (fresh && view.first !== null) {
    const shown = view.seats[view.first]?.show;
    return t(shown ? "phase.first_shown" : "phase.first", { name: store.nameOf(view.first) });
  }
  return null;
}

/** Nobody called: a new deal, in some modes one of so many. @param {Store} store @param {number} deal */
export function redeal(store, deal) {
  const { deals } = store.mode;
  return deals ? t("phase.redeal_of", { n: deal, of: deals }) : t("phase.redeal");
}
