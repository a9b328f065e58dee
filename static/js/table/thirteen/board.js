/**
 * An arrangement in the making: three rows and what is not laid yet. Pure: every move gives new rows, or a reason.
 */

import { candidates, NEEDS } from "@app/table/thirteen/finder";
import { layOut, ROWS, SIZES } from "@app/table/thirteen/rows";

/** @import { RowName, Rows, Rules } from "@app/table/thirteen/rows" */

/** @typedef {{rows: Rows} | {code: "no_room"}} Moved */
/** @typedef {{kind: string, at: number, before: Rows, after: Rows}} Cycle the last type button: what was laid, and from what */

/** @returns {Rows} */
export const empty = () => ({ front: [], middle: [], back: [] });

/** Where a card lies, null in the hand. @param {Rows} rows @param {number} card */
export const rowOf = (rows, card) => ROWS.find((name) => rows[name].includes(card)) ?? null;

/** @param {Rows} rows @param {readonly number[]} hand */
export const unlaid = (rows, hand) => hand.filter((card) => !rowOf(rows, card));

/** @param {Rows} rows @param {RowName} name */
export const isFull = (rows, name) => rows[name].length === SIZES[name];

/** @param {Rows} rows */
export const isWhole = (rows) => ROWS.every((name) => isFull(rows, name));

/** Each full row as it should be looked at. @param {Rows} rows @returns {Rows} */
export const tidy = (rows) =>
  /** @type {Rows} */ (map((name) => (isFull(rows, name) ? layOut(rows[name]) : rows[name])));

/** @param {(name: RowName) => number[]} make */
const map = (make) => Object.fromEntries(ROWS.map((name) => [name, make(name)]));

/** Rows without some cards. @param {Rows} rows @param {readonly number[]} cards @returns {Rows} */
export const without = (rows, cards) =>
  /** @type {Rows} */ (map((name) => rows[name].filter((card) => !cards.includes(card))));

/**
 * Lays cards into a row. When what is left fits the one row that has room, it falls in by itself.
 * @param {Rows} rows @param {readonly number[]} hand @param {readonly number[]} cards @param {RowName} to @returns {Moved}
 */
export function lay(rows, hand, cards, to) {
  const rest = without(rows, cards);
  if (rest[to].length + cards.length > SIZES[to]) return { code: "no_room" };
  const next = { ...rest, [to]: [...rest[to], ...cards] };
  return { rows: filled(next, hand) };
}

/** @param {Rows} rows @param {readonly number[]} hand @returns {Rows} */
function filled(rows, hand) {
  const open = ROWS.filter((name) => !isFull(rows, name));
  const [last] = open;
  if (open.length !== 1 || !last || rows[last].length > 0) return rows;
  return { ...rows, [last]: unlaid(rows, hand) };
}

/** Two cards change places, wherever they lie. @param {Rows} rows @param {number} one @param {number} other @returns {Rows} */
export function exchange(rows, one, other) {
  const turn = (/** @type {number} */ card) => (card === one ? other : card === other ? one : card);
  return /** @type {Rows} */ (map((name) => rows[name].map(turn)));
}

/**
 * Lays the next candidate of a type into the best row for it: the highest row with nothing in it that takes the type.
 * Pressed again it takes the candidate back and lays the next one.
 * @param {Rows} rows @param {readonly number[]} hand @param {string} kind @param {Rules} rules @param {Cycle | null} last
 * @returns {Cycle | null} null where the cards do not hold it
 */
export function layType(rows, hand, kind, rules, last) {
  const again = last && last.kind === kind && same(last.after, rows);
  const before = again ? last.before : rows;
  const found = candidates(kind, unlaid(before, hand), rules);
  const to = rowFor(before, kind);
  if (!found.length || !to) return null;
  const at = again ? (last.at + 1) % found.length : 0;
  const moved = lay(before, hand, /** @type {number[]} */ (found[at]), to);
  return "rows" in moved ? { kind, at, before, after: moved.rows } : null;
}

/** The row that a type button fills, null where there is none. @param {Rows} rows @param {string} kind @returns {RowName | null} */
export function rowFor(rows, kind) {
  const need = NEEDS[kind] ?? 5;
  const fits = (/** @type {RowName} */ name) =>
    rows[name].length === 0 &&
    need <= SIZES[name] &&
    (name !== "front" || kind === "pair" || kind === "trips");
  return ROWS.toReversed().find(fits) ?? null;
}

/** @param {Rows} one @param {Rows} other */
const same = (one, other) =>
  ROWS.every((name) => one[name].toSorted().join() === other[name].toSorted().join());

/** Whether some rows are an arrangement of the hand, or the beginning of one: what was kept may be of another hand. @param {any} rows @param {readonly number[]} hand @returns {rows is Rows} */
export function fits(rows, hand) {
  const laid = ROWS.flatMap((name) => (Array.isArray(rows?.[name]) ? rows[name] : [null]));
  return (
    laid.every((card) => hand.includes(card)) &&
    new Set(laid).size === laid.length &&
    ROWS.every((name) => rows[name].length <= SIZES[name])
  );
}
