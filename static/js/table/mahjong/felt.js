/** The middle of a mahjong table: winds, wall and round, and around them everybody's river, upright. */

import { t } from "@app/lib/i18n";
import { Tile } from "@app/table/mahjong/tile";
import { faceOf, tileWord, windWord } from "@app/table/mahjong/tiles";
import { sideOf } from "@app/table/seats";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/mahjong/state" */
/** @import { SeatView, View } from "@app/table/mahjong/types" */

/** From so many discards on a river has longer rows. */
const LONG = 18;

/** @param {{store: Store}} props */
export function Felt({ store }) {
  const view = store.mj.view.value;
  if (!view || view.phase === "opening") {
    return html`<p class="mj-cloth" aria-hidden="true"><b>${t("mahjong.name")}</b><span>${t("mahjong.at_least", { n: store.minimum.value })}</span>${view?.hand === 1 && html`<span>${t("mahjong.places_drawn")}</span>`}</p>`;
  }
  const me = store.seat.value ?? 0;
  return html`<div class="mj-board">
    ${view.seats.map((seat, at) => html`<${River} key=${at} store=${store} view=${view} seat=${seat} at=${at} side=${sideOf(at, me, view.seats.length)} />`)}
    <${Middle} store=${store} view=${view} me=${me} />
  </div>`;
}

/** @param {{store: Store, view: View, seat: SeatView, at: number, side: string}} props */
function River({ store, view, seat, at, side }) {
  const { river } = seat;
  const last = view.last === at ? river.length - 1 : -1;
  const won = view.result?.facts.wins?.find((/** @type {{from: number}} */ win) => win.from === at);
  return html`<ol class=${`mj-river mj-${side} ${river.length > LONG ? "is-long" : ""}`} data-river=${at} aria-label=${t("mahjong.river", { name: store.nameOf(at) })}>
    ${river.map(
      ({ tile, drawn }, i) => html`<li
        key=${tile}
        role="img"
        aria-label=${drawn ? t("mahjong.tossed", { tile: tileWord(tile) }) : tileWord(tile)}
        class=${`${i === last ? "is-last" : ""} ${drawn ? "is-drawn" : ""} ${store.marked.value === faceOf(tile) ? "is-marked" : ""} ${won?.tile === tile ? "is-won" : ""}`}
      ><${Tile} tile=${tile} /></li>`,
    )}
  </ol>`;
}

/** Round, wall, the four winds with the light on whose turn it is, and the newest tile by its name. @param {{store: Store, view: View, me: number}} props */
function Middle({ store, view, me }) {
  const count = view.seats.length;
  return html`<div class="mj-middle">
    ${view.seats.map(
      (seat, at) =>
        html`<b key=${at} class=${`mj-wind mj-wind-${sideOf(at, me, count)} ${view.turn === at ? "is-turn" : ""} ${view.dealer === at ? "is-dealer" : ""}`} aria-label=${`${store.nameOf(at)} ${windWord(seat.wind ?? 0)}`} role="img">${windWord(seat.wind ?? 0)}</b>`,
    )}
    <p class="mj-round">${t("mahjong.round", { wind: windWord(view.round_wind) })}</p>
    <p class="mj-wall"><small>${t("mahjong.wall")}</small> <b class="num">${view.wall}</b></p>
    <p class="mj-said">${said(store, view)}</p>
  </div>`;
}

/** What just happened, in a word: the newest tile, or what the table waits for. @param {Store} store @param {View} view */
function said(store, view) {
  if (view.phase === "over") return t("mahjong.hand_no", { n: view.hand });
  if (view.adding) return t("mahjong.adds", { tile: tileWord(view.adding.tile) });
  const tile = view.last === null ? undefined : view.seats[view.last]?.river.at(-1)?.tile;
  const waits = view.decisions.some((open) => open.kind === "claim");
  if (tile !== undefined && waits) return `${tileWord(tile)} …`;
  if (view.turn !== null && view.turn !== store.seat.value) return t("mahjong.thinking");
  return view.again
    ? t("mahjong.again", { hand: view.hand, n: view.again })
    : t("mahjong.hand_no", { n: view.hand });
}
