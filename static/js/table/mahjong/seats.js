/** What mahjong shows at a seat, in the top bar, and of what the system did. */

import { number, t } from "@app/lib/i18n";
import { Laid, meldWord, Standing, Tile } from "@app/table/mahjong/tile";
import { fanWord, inOrder, tileWord, windWord } from "@app/table/mahjong/tiles";
import { Pledge } from "@app/table/pledge";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/mahjong/state" */
/** @import { SeatView, View } from "@app/table/mahjong/types" */
/** @import { Move } from "@app/table/types" */

/** The seat's wind; the dealer's says so. @param {{store: Store, seat: SeatView, at: number}} props */
export function RoleTags({ store, seat, at }) {
  if (seat.wind === null) return null;
  const dealer = store.mj.view.value?.dealer === at;
  return html`<span class=${`tag tag-wind ${dealer ? "tag-landlord" : ""}`}>${windWord(seat.wind)}${dealer && ` ${t("mahjong.dealer")}`}</span>`;
}

/** Who pays for whose self-draw. @param {{store: Store, at: number}} props */
export function StateTags({ store, at }) {
  const view = store.mj.view.value;
  const pays = view?.liable.filter(({ payer }) => payer === at) ?? [];
  return pays.map(
    ({ payee, cause }) =>
      html`<span class="tag tag-warn" key=${cause}>${t("mahjong.liable.tag", { name: store.nameOf(payee) })}</span>`,
  );
}

/** What a seat holds: its tiles from behind, open at the end, and its sets. @param {{store: Store, seat: SeatView}} props */
export function Stack({ store, seat }) {
  const view = /** @type {View} */ (store.mj.view.value);
  const at = view.seats.indexOf(seat);
  const drawn = view.turn === at && view.drawn !== null;
  return html`<div class="mj-stack">
    <div class=${`mj-back ${seat.tiles ? "is-open" : ""}`} role="img" aria-label=${seat.tiles ? seat.tiles.map(tileWord).join(" ") : t("mahjong.holds", { n: seat.count })}>
      ${
        seat.tiles
          ? standing(seat.tiles, drawn ? (view.drawn?.tile ?? null) : null).map(
              (tile) => html`<${Tile} key=${tile} tile=${tile} />`,
            )
          : Array.from(
              { length: seat.count },
              (_, i) =>
                html`<span key=${i} class=${drawn && i === seat.count - 1 ? "is-drawn" : ""}><${Standing} /></span>`,
            )
      }
    </div>
    ${
      seat.melds.length > 0 &&
      html`<ul class="mj-melds">${seat.melds.map((meld, i) => html`<${Laid} key=${i} meld=${meld} word=${meldWord(meld, (kind) => t(`mahjong.meld.${kind}`))} />`)}</ul>`
    }
  </div>`;
}

/** @param {readonly number[]} tiles @param {number | null} drawn */
function standing(tiles, drawn) {
  const rest = inOrder(tiles.filter((tile) => tile !== drawn));
  return drawn === null ? rest : [...rest, drawn];
}

/** "东 庄", "13 张". @param {Store} store @param {number} at @returns {string[]} */
export function seatWords(store, at) {
  const view = store.mj.view.value;
  const seat = view?.seats[at];
  if (!view || !seat || seat.wind === null) return [];
  return [
    windWord(seat.wind),
    ...(view.dealer === at ? [t("mahjong.dealer")] : []),
    t("mahjong.holds", { n: seat.count }),
    ...seat.melds.map((meld) => meldWord(meld, (kind) => t(`mahjong.meld.${kind}`))),
  ];
}

/** The least fan and what it is worth; a tap opens the room's fan table. @param {{store: Store}} props */
export function Bar({ store }) {
  const { room } = store.boot;
  const view = store.mj.view.value;
  const open = store.open.value === "formula";
  return html`<div class="stakes">
    <button type="button" class="stakes-button" aria-expanded=${open} onClick=${() => {
      store.open.value = open ? null : "formula";
    }}>
      <b class="mj-least">${t("mahjong.at_least", { n: store.minimum.value })}</b>
      <span class="stakes-base">${t("table.base")} <b class="num">${number(room.coef_n)}</b></span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 8h.01" /></svg>
    </button>
    ${
      open &&
      html`<div class="panel pop mj-terms">
      <p>${t("mahjong.terms", { n: number(room.coef_n), fee: number(room.rake) })}</p>
      ${view && html`<${FanTable} view=${view} /><${Pledge} view=${view} />`}
    </div>`
    }
  </div>`;
}

/** Every pattern of the room, the dearest first. @param {{view: View}} props */
function FanTable({ view }) {
  const rows = Object.entries(view.rules.fans)
    .flatMap(([id, fan]) => (fan === null ? [] : [/** @type {[string, number]} */ ([id, fan])]))
    .sort(([, one], [, other]) => other - one);
  return html`<p class="pop-terms">${t("mahjong.limit", { n: view.rules.limit })}</p>
    <dl class="mj-fans">${rows.map(([id, fan]) => html`<div key=${id}><dt>${fanWord(id)}</dt><dd class="num">${fan}</dd></div>`)}</dl>`;
}

/** "期间托管出了 2 手". @param {Move[]} moves */
export const doneFor = (moves) => t("away.plays", { n: moves.length });

/** One of the moves that the system made. @param {{move: Move}} props */
export function Moved({ move }) {
  if (move.kind === "discard" || move.kind === "adding") {
    return html`<span class="missed-word">${t(`mahjong.did.${move.kind}`)}</span>
      <span class="mj-moved" role="img" aria-label=${tileWord(move.tile)}><${Tile} tile=${move.tile} /></span>`;
  }
  return html`<span class="missed-word">${move.kind === "answer" ? t(`mahjong.act.${move.choice}`) : t(`mahjong.did.${move.kind}`)}</span>`;
}
