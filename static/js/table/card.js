/** Pictures of cards, from the sprite the page carries. */

import { faceOf, RANKS } from "@app/table/cards";
import { html } from "htm/preact";

/** What a mark on a card says of it: one laizi, or the one of heaven or of earth; null for a card like any other. */
/** @typedef {"laizi" | "heaven" | "earth" | null} Wild */

/** The mark of a laizi, laid over its card. @param {Wild} wild */
const mark = (wild) => wild && html`<use href=${`#wild-${wild}`} />`;

/**
 * A whole card. A laizi carries its mark, and beside other cards the rank it stands for.
 * @param {{card: number, wild?: Wild, as?: number | null}} props
 */
export const Card = ({ card, wild = null, as = null }) =>
  html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true" data-wild=${wild ?? undefined}>
    <use href=${`#card-${faceOf(card)}`} />${mark(wild)}${as === null ? null : stands(as)}
  </svg>`;

/** "= 7", at the foot of a laizi that stands for a seven. @param {number} rank */
const stands = (rank) => html`<g class="stands">
  <rect x="4.4" y="98" width="40" height="37" rx="6" />
  <path d="M9 112.5h9M9 120.5h9" />
  <use href=${`#c-${RANKS[rank]}`} transform="translate(22 101.5) scale(.7)" stroke-width="6.4" />
</g>`;

/** Only the index of a card, for places where a whole one would be too small to read. @param {{card: number, wild?: Wild}} props */
export const Index = ({ card, wild = null }) =>
  html`<svg class="card index" viewBox="0 0 46 98" aria-hidden="true" data-wild=${wild ?? undefined}>
    <svg width="100" height="140" viewBox="0 0 100 140"><use href=${`#card-${faceOf(card)}`} />${mark(wild)}</svg>
  </svg>`;

/** The backs that the reader of this page has put on (shop), in place of the house's. */
const worn = globalThis.document?.getElementById?.("table")?.dataset?.back;

/** A card face down; the landlord's are marked for everybody. @param {{landlord?: boolean}} props */
export const Back = ({ landlord = false }) =>
  html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true">
    <use href=${landlord ? "#back-landlord" : worn ? `#back-${worn}` : "#back"} />
  </svg>`;
