/** What a person does with cards and rows: taps, drags, types, suggestions, and hands the whole in. */

import { t } from "@app/lib/i18n";
import { empty, exchange, lay, unlaid, without } from "@app/table/thirteen/board";
import { SIZES, sorted, swapped } from "@app/table/thirteen/rows";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Link } from "@app/table/link" */
/** @import { RowName, Rows } from "@app/table/thirteen/rows" */

/** Two taps on a laid card so close together (ms) take it back. */
const TWICE = 300;

/** Says why something is not possible. @param {Link} link @param {string} words */
const refuse = (link, words) => link.explain({ code: "", text: words });

/** Lays cards into a row, or says why not. @param {Store} store @param {Link} link @param {readonly number[]} cards @param {RowName} to */
export function layInto(store, link, cards, to) {
  const moved = lay(store.rows.value, store.hand.value, cards, to);
  if ("rows" in moved) return store.set(moved.rows);
  const left = SIZES[to] - without(store.rows.value, cards)[to].length;
  const row = t(`thirteen.row.${to}`);
  return refuse(link, left > 0 ? t("thirteen.room_for", { row, n: left }) : t("thirteen.row_full", { row }));
}

/** The raised cards go into a row. @param {Store} store @param {Link} link @param {RowName} to */
export function sendTo(store, link, to) {
  if (!store.arranging.value || store.held.value) return;
  const cards = [...store.raised.value];
  if (cards.length) layInto(store, link, cards, to);
  else refuse(link, t("thirteen.raise_first"));
}

/** @param {Store} store @param {readonly number[]} cards */
export const takeBack = (store, cards) => store.set(without(store.rows.value, cards));

/** When which laid card was tapped last. */
const last = { card: -1, at: Number.NEGATIVE_INFINITY };

/**
 * A tap on a laid card: chooses it, exchanges it with the one that was chosen before, or, the second time at once,
 * takes it back.
 * @param {Store} store @param {Link} link @param {number} card @param {number} time ms
 */
export function tapLaid(store, link, card, time) {
  const twice = last.card === card && time - last.at < TWICE;
  Object.assign(last, { card, at: twice ? Number.NEGATIVE_INFINITY : time });
  if (twice) return takeBack(store, [card]);
  const up = [...store.raised.value];
  const [one] = up;
  const row = store.rowOf(card);
  if (one === undefined) store.raise([card]);
  else if (one === card && up.length === 1) store.raise([]);
  else if (up.length > 1) layInto(store, link, up, /** @type {RowName} */ (row));
  else if (store.rowOf(one) === row) store.raise([card]);
  else store.set(exchange(store.rows.value, one, card));
  return undefined;
}

/** Cards of the hand were raised: one of them and a chosen laid card change places. @param {Store} store @param {number[]} cards */
export function raise(store, cards) {
  const laid = [...store.raised.value].filter((card) => store.rowOf(card));
  const [one] = laid;
  const [other] = cards;
  if (one !== undefined && other !== undefined && laid.length === 1 && cards.length === 1)
    store.set(exchange(store.rows.value, one, other));
  else store.raise(cards);
}

/** The cards that go along when one of them is dragged. @param {Store} store @param {number} card */
const along = (store, card) => (store.raised.value.has(card) ? [...store.raised.value] : [card]);

/**
 * Where a point of the window lies on the table.
 * @param {{x: number, y: number}} at @returns {{row: RowName | null, card: number | null, hand: boolean}}
 */
function under({ x, y }) {
  const found = document.elementsFromPoint(x, y);
  const card = /** @type {HTMLElement | undefined} */ (found.find((one) => one.matches(".laid13")));
  const row = /** @type {HTMLElement | undefined} */ (found.find((one) => one.matches("[data-row]")));
  return {
    row: /** @type {RowName | null} */ (row?.dataset.row ?? null),
    card: card ? Number(card.dataset.card) : null,
    hand: found.some((one) => one.matches(".tbl-hand")),
  };
}

/** What happens to cards under a finger (`Drag` of the hand). @param {Store} store @param {Link} link @returns {import("@app/table/hand").Drag} */
export const dragOf = (store, link) => ({
  take(card, { x, y }) {
    store.drag.value = { cards: along(store, card), x, y, over: null };
  },
  move({ x, y }) {
    const now = store.drag.value;
    if (now) store.drag.value = { ...now, x, y, over: under({ x, y }).row };
  },
  drop(at) {
    const now = store.drag.value;
    store.drag.value = null;
    if (!now) return;
    const { row, card, hand } = under(at);
    const [one] = now.cards;
    if (row && now.cards.length === 1 && one !== undefined) {
      const full = store.rows.value[row].length === SIZES[row];
      if (card !== null && card !== one && full && store.rowOf(one) !== row)
        return store.set(exchange(store.rows.value, one, card));
    }
    if (row) return layInto(store, link, now.cards, row);
    if (hand) takeBack(store, now.cards);
  },
  cancel() {
    store.drag.value = null;
  },
});

/** @param {Store} store @param {RowName} name */
export const clearRow = (store, name) => takeBack(store, store.rows.value[name]);

/** @param {Store} store */
export const clear = (store) => store.set(empty());

/** Middle and back change places. @param {Store} store */
export const swap = (store) => store.set(swapped(store.rows.value));

/** Lays the next suggestion; the first time they are fetched. @param {Store} store @param {Link} link */
export function suggest(store, link) {
  const open = store.decision.value;
  if (open?.kind !== "arrange" || store.held.value) return;
  const advice = store.advice.value;
  if (advice?.of !== open.id) return link.hints(open.id);
  const at = (advice.at + 1) % advice.list.length;
  const next = advice.list[at];
  store.advice.value = { ...advice, at };
  if (next) store.set(next.rows);
}

/** The suggestions have come: the first one is laid. @param {Store} store @param {{d: number, plays: any[]}} frame */
export function hinted(store, { d, plays }) {
  const list = plays
    .filter(({ kind }) => kind === "submit")
    .map(({ name, front, middle, back }) => ({ name, rows: { front, middle, back } }));
  const [first] = list;
  if (!first) return;
  store.advice.value = { of: d, list, at: 0 };
  store.set(first.rows);
}

/** Hands the rows in, or says why not. @param {Store} store @param {Link} link */
export function submit(store, link) {
  if (!store.arranging.value) return;
  if (!store.whole.value) return refuse(link, t("thirteen.unlaid", { n: store.tray.value.length }));
  if (store.foul.value && !store.turned.value) {
    if (store.rules.value.foul_mode !== "penalty") return refuse(link, t("thirteen.foul_refused"));
    if (!store.warned.value) {
      store.warned.value = true;
      return refuse(link, t("thirteen.foul_again"));
    }
  }
  link.answer({
    kind: "submit",
    ...store.rows.value,
    ...(store.special.value ? { special: false } : {}),
  });
}

/** How the cards of a special hand are laid for the others to look at. @param {string} key @param {readonly number[]} hand @returns {Rows} */
function layOfSpecial(key, hand) {
  const order = /tong_hua|cou_yi_se/.test(key) ? "suit" : /dui|tiao$|zha|chong/.test(key) ? "number" : "rank";
  const cards = sorted(hand, order);
  return { back: cards.slice(0, 5), middle: cards.slice(5, 10), front: cards.slice(10) };
}

/** Declares the special hand; what is laid already stays as it is. @param {Store} store @param {Link} link */
export function declare(store, link) {
  const key = store.special.value;
  if (!key) return;
  const laid = store.whole.value && unlaid(store.rows.value, store.hand.value).length === 0;
  const rows = laid ? store.rows.value : layOfSpecial(key, store.hand.value);
  link.answer({ kind: "submit", ...rows, special: true });
}
