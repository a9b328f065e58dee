/** What a hand of mahjong came to: the winning hand, its fan down to every number, and who pays whom and why. */

import { number, signed, t } from "@app/lib/i18n";
import { Laid, meldWord, Tile } from "@app/table/mahjong/tile";
import { fanWord, inOrder, tileWord } from "@app/table/mahjong/tiles";
import { changeOf, Sum } from "@app/table/sum";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/mahjong/state" */
/** @import { SeatView, Win } from "@app/table/mahjong/types" */
/** @import { Result } from "@app/table/types" */

/** From so many fan on the title is shouted. */
const SPECIAL = 6;

/** @param {Store} store @param {Result} result */
export function headline(store, result) {
  const wins = /** @type {Win[]} */ (result.facts.wins ?? []);
  const [first] = wins;
  if (!first) return t("mahjong.drawn_game");
  const names = wins.map(({ seat }) => store.nameOf(seat)).join(t("table.comma"));
  if (wins.length > 1) return t(`mahjong.won_${wins.length}`, { names });
  const title = first.fan >= SPECIAL ? first.items[0] : null;
  const how = title
    ? fanWord(title[0])
    : t(first.from === null ? "mahjong.self_drawn" : "mahjong.by_discard");
  return t("mahjong.won", { names, how, n: first.fan });
}

/**
 * Nobody plays for a draw here: the wall ran out, or others paid each other.
 * @param {Result} result @param {Result["outcomes"][number]} outcome
 */
export const outcomeWord = (result, outcome) =>
  outcome === "draw" ? t(result.facts.exhausted ? "mahjong.nobody_pays" : "mahjong.untouched") : null;

/** @param {{store: Store, result: Result, order: number[]}} props */
export function Account({ store, result, order }) {
  if (result.ending !== "played") return null;
  const wins = /** @type {Win[]} */ (result.facts.wins ?? []);
  return html`${wins.map((win) => html`<${Winning} key=${win.seat} store=${store} win=${win} limit=${result.facts.limit} many=${wins.length > 1} />`)}
    ${!wins.length && html`<p class="mj-drawn">${t("mahjong.drawn_why")}</p>`}
    ${order.map((at) => html`<${Line} key=${at} store=${store} result=${result} at=${at} />`)}`;
}

/** One win: its tiles, its patterns, the sum, who pays. @param {{store: Store, win: Win, limit: number, many: boolean}} props */
function Winning({ store, win, limit, many }) {
  const seat = /** @type {SeatView} */ (store.mj.view.value?.seats[win.seat]);
  const { room } = store.boot;
  const sum = win.items.reduce((total, [, fan]) => total + fan, 0);
  const unit = 2 ** win.fan;
  const concealed = inOrder((seat.tiles ?? []).filter((tile) => tile !== win.tile));
  return html`<section class="mj-win" aria-label=${store.nameOf(win.seat)}>
    ${many && html`<h3>${store.nameOf(win.seat)}</h3>`}
    <div class="mj-shown" role="img" aria-label=${[...concealed, win.tile].map(tileWord).join(" ")}>
      <span class="mj-shown-tiles">${concealed.map((tile) => html`<${Tile} key=${tile} tile=${tile} />`)}</span>
      <span class="mj-shown-win"><${Tile} tile=${win.tile} /></span>
      ${seat.melds.length > 0 && html`<ul class="mj-melds">${seat.melds.map((meld, i) => html`<${Laid} key=${i} meld=${meld} word=${meldWord(meld, (kind) => t(`mahjong.meld.${kind}`))} />`)}</ul>`}
    </div>
    <div class="mj-sum">
      <dl class="mj-fans">${win.items.map(([id, fan]) => html`<div key=${id}><dt>${fanWord(id)}</dt><dd class="num">${t("mahjong.fan_n", { n: fan })}</dd></div>`)}</dl>
      <p class="mj-total">
        <b class="num">${t("mahjong.fan_n", { n: win.fan })}</b>
        <span class="num">${room.currency === null ? `2^${win.fan} = ${number(unit)}` : `${number(room.coef_n)} × 2^${win.fan} = ${number(room.coef_n * unit)}`}</span>
        ${sum > win.fan && html`<small>${t("mahjong.capped", { sum, n: limit })}</small>`}
        ${win.items.length === 1 && win.fan >= SPECIAL && html`<small>${t("mahjong.special")}</small>`}
      </p>
    </div>
    <p class="mj-pays">${pays(store, win)}</p>
  </section>`;
}

/** "老周点炮，付 1 份". @param {Store} store @param {Win} win */
export function pays(store, win) {
  const [first] = win.shares;
  if (win.cause && first) return t(`mahjong.pays.${win.cause}`, { name: store.nameOf(first[0]) });
  if (win.from === null) return t("mahjong.pays.self_drawn");
  return t("mahjong.pays.discard", { name: store.nameOf(win.from), tile: tileWord(win.tile) });
}

/** @param {{store: Store, result: Result, at: number}} props */
function Line({ store, result, at }) {
  const { room } = store.boot;
  const settled = store.settled.value;
  const change = changeOf(store, result, at);
  const wins = /** @type {Win[]} */ (result.facts.wins ?? []);
  const won = wins.find(({ seat }) => seat === at);
  const from = wins.some((win) => win.from === at);
  return html`<div class=${`result-line ${at === store.seat.value ? "is-me" : ""}`}>
    <span class="result-name">${store.nameOf(at)}</span>
    <span class="result-role">
      ${won && html`<span class="tag tag-gold">${t(won.from === null ? "mahjong.self_drawn" : "mahjong.act.win")}</span>`}
      ${from && html`<span class="tag tag-warn">${t(wins[0]?.cause === "robbed" ? "mahjong.robbed" : "mahjong.fed")}</span>`}
    </span>
    <span class="result-why num">${why(result, at, room, settled?.rake[at] ?? null, change ?? null)}</span>
    <${Sum} change=${change} />
  </div>`;
}

/**
 * "−8 × 10 · 服务费 −2": units, what one is worth, the fee, and whether means set a limit.
 * @param {Result} result @param {number} at @param {{coef_n: number, currency: string | null}} room
 * @param {number | null} rake @param {number | null} change null until the ledger has moved
 */
export function why(result, at, room, rake, change) {
  const units = result.points[at] ?? 0;
  if (room.currency === null) return units ? t("mahjong.units", { n: signed(units) }) : "";
  const sum = units * room.coef_n;
  const words = units ? [`${signed(units)} × ${number(room.coef_n)} = ${signed(sum)}`] : [];
  if (change !== null && change + (rake ?? 0) !== sum) words.push(t("result.limited"));
  if (rake) words.push(t("result.fee", { n: `−${number(rake)}` }));
  return words.join(" · ");
}
