/** The card tracker (shop): how many cards of each rank its owner has not seen, from what his own view shows him. */

import { t } from "@app/lib/i18n";
import { countRanks, RANKS } from "@app/table/cards";
import { rankWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { View } from "@app/table/types" */

const DECK = 54;

/**
 * Per rank, high to low, how many cards the viewer has not seen: neither held, nor laid, nor open before him.
 * @param {View} view @param {readonly number[]} hand the own cards @param {number} decks
 * @returns {{rank: number, left: number}[]}
 */
export function unseen(view, hand, decks) {
  const open = view.seats.flatMap((seat) => [...seat.played, ...(seat.cards ?? [])]);
  const seen = new Set([...hand, ...open, ...(view.hole ?? [])]);
  const left = Array.from({ length: decks * DECK }, (_, card) => card).filter((card) => !seen.has(card));
  const counts = countRanks(left);
  return [...RANKS].map((_, rank) => ({ rank, left: counts.get(rank) ?? 0 })).reverse();
}

/** A button, and behind it the counts; only for whoever has the prop on this hand. @param {{store: Store}} props */
export function Tracker({ store }) {
  const view = store.view.value;
  const me = store.seat.value;
  if (!view || me === null || view.phase === "opening" || !store.effectsOf(me).includes("tracker"))
    return null;
  const open = store.open.value === "tracker";
  return html`<div class="tracker">
    <button
      type="button"
      class="icon-btn"
      aria-label=${t("prop.tracker")}
      aria-expanded=${open}
      onClick=${() => {
        store.open.value = open ? null : "tracker";
      }}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-counter" /></svg>
    </button>
    ${open && html`<${Counts} view=${view} hand=${store.hand.value} decks=${store.mode.decks} />`}
  </div>`;
}

/** @param {{view: View, hand: readonly number[], decks: number}} props */
const Counts = ({ view, hand, decks }) => html`<div class="panel pop">
  <h2>${t("prop.unseen")}</h2>
  <ul class="tracker-counts">
    ${unseen(view, hand, decks).map(
      ({ rank, left }) =>
        html`<li key=${rank} class=${left ? "" : "is-out"} aria-label=${t("prop.unseen_of", { rank: rankWord(rank), n: left })}>
          <span aria-hidden="true">${rankWord(rank)}</span><b class="num" aria-hidden="true">${left}</b>
        </li>`,
    )}
  </ul>
</div>`;
