/** Pictures of tiles, from the sprite the page carries. */

import { faceOf, tileWord } from "@app/table/mahjong/tiles";
import { html } from "htm/preact";

/** @import { Meld } from "@app/table/mahjong/types" */

/** A tile from its face. @param {{tile: number}} props */
export const Tile = ({ tile }) => html`<${Face} face=${faceOf(tile)} />`;

/** @param {{face: number}} props */
export const Face = ({ face }) =>
  html`<svg class="tile" viewBox="0 0 64 90" aria-hidden="true"><use href=${`#tile-${face}`} /></svg>`;

/** A tile lying face down. */
export const Hidden = () =>
  html`<svg class="tile" viewBox="0 0 64 90" aria-hidden="true"><use href="#tile-back" /></svg>`;

/** A tile of somebody else, seen from behind. */
export const Standing = () =>
  html`<svg class="tile" viewBox="0 0 64 90" aria-hidden="true"><use href="#tile-standing" /></svg>`;

/**
 * A set. The claimed tile lies lower, a concealed kong shows its outer tiles, or, to others, none.
 * @param {{meld: Meld, word: string}} props `word` says what it is
 */
export const Laid = ({
  meld,
  word,
}) => html`<li class="meld" role="img" aria-label=${word} data-kind=${meld.kind}>
  ${(meld.tiles ?? [null, null, null, null]).map((tile, i) => {
    const shut = tile === null || (meld.kind === "concealed" && (i === 0 || i === 3));
    return html`<span key=${i} class=${tile !== null && tile === meld.taken ? "is-taken" : ""}>${shut ? html`<${Hidden} />` : html`<${Tile} tile=${tile} />`}</span>`;
  })}
</li>`;

/** "碰 三万 三万 三万". @param {Meld} meld @param {(kind: string) => string} name */
export const meldWord = (meld, name) => [name(meld.kind), ...(meld.tiles ?? []).map(tileWord)].join(" ");
