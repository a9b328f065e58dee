/** Pictures of cards, from the sprite the page carries. */

import { faceOf } from "@app/table/cards";
import { html } from "htm/preact";

/** A whole card. @param {{card: number}} props */
export const Card = ({ card }) =>
  html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true"><use href=${`#card-${faceOf(card)}`} /></svg>`;

/** Only the index of a card, for places where a whole one would be too small to read. @param {{card: number}} props */
export const Index = ({ card }) =>
  html`<svg class="card index" viewBox="0 0 46 98" aria-hidden="true">
    <use href=${`#card-${faceOf(card)}`} width="100" height="140" />
  </svg>`;

/** A card face down. @param {{landlord?: boolean}} props */
export const Back = ({ landlord = false }) =>
  html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true">
    <use href=${landlord ? "#back-landlord" : "#back"} />
  </svg>`;
