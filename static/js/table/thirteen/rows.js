/**
 * What a row is and which of two rows is higher, as games/rules/thirteen/rows.py says (rules 1.3 to 1.5). Pure.
 *
 * A strength is one number: the type, then five places of four bits for what decides inside it, the largest group
 * first. A front row leaves the last two places empty, so that it compares with a middle row as far as it has cards.
 */

/** @typedef {"front" | "middle" | "back"} RowName */
/** @typedef {Record<RowName, number[]>} Rows */
/** @typedef {{wheel?: string, row_bonus?: boolean, [name: string]: any}} Rules the switches of a room */

/** @type {RowName[]} */
export const ROWS = ["front", "middle", "back"];
/** @type {Record<RowName, number>} */
export const SIZES = { front: 3, middle: 5, back: 5 };

/** The types from low to high, by their names on the wire. */
export const TYPES = [
  "high",
  "pair",
  "two_pair",
  "trips",
  "straight",
  "flush",
  "full_house",
  "quads",
  "straight_flush",
];
const ACE = 14;
const STRAIGHT = 4;
const FLUSH = 5;
const STRAIGHT_FLUSH = 8;

/** The sizes of the groups of one rank, and the type they make. @type {Record<string, number>} */
const SHAPES = { 11111: 0, 111: 0, 2111: 1, 21: 1, 221: 2, 311: 3, 3: 3, 32: 6, 41: 7 };

/** 2 is the lowest rank here and A, 14, the highest. @param {number} card */
export const rankOf = (card) => (card < 48 ? (card >> 2) + 3 : 2);

/** 0 spades, 1 hearts, 2 clubs, 3 diamonds. @param {number} card */
export const suitOf = (card) => card & 3;

/** How many cards there are of each rank, as pairs of rank and number, the largest group first. @param {readonly number[]} cards */
function groupsOf(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
}

/** The top rank of five ranks in sequence, 5 for A2345, null for others. @param {readonly number[]} cards */
function straightTop(cards) {
  const ranks = cards.map(rankOf).sort((a, b) => a - b);
  if (/** @type {number} */ (ranks[4]) - /** @type {number} */ (ranks[0]) === 4) return ranks[4] ?? null;
  return ranks.join() === `2,3,4,5,${ACE}` ? 5 : null;
}

/** The strength of a full row of three or five cards. @param {readonly number[]} cards @param {Rules} [rules] */
export function strength(cards, rules = {}) {
  const groups = groupsOf(cards);
  let type = SHAPES[groups.map(([, count]) => count).join("")] ?? 0;
  let places = groups.flatMap(([rank, count]) => Array.from({ length: count }, () => rank));
  if (cards.length === 5 && groups.length === 5) {
    const flush = cards.every((card) => suitOf(card) === suitOf(/** @type {number} */ (cards[0])));
    const top = straightTop(cards);
    if (flush) type = FLUSH;
    if (top !== null) {
      type = flush ? STRAIGHT_FLUSH : STRAIGHT;
      // A2345 stands just below TJQKA, or below all others (D1).
      const key = top === 5 ? (rules.wheel === "lowest" ? 10 : 2 * ACE - 1) : 2 * top;
      places = [key >> 4, key & 15];
    }
  }
  return Array.from({ length: 5 }, (_, i) => places[i] ?? 0).reduce((value, rank) => value * 16 + rank, type);
}

/** The type of a strength, by its name. @param {number} value */
export const typeOf = (value) => /** @type {string} */ (TYPES[Math.floor(value / 16 ** 5)]);

/** The ranks that decide in a row, the deciding one first. @param {readonly number[]} cards */
export const deciding = (cards) => groupsOf(cards).map(([rank]) => rank);

/**
 * Which rows break front ≤ middle ≤ back, of those that are full: the lower one of each pair is named (1.5).
 * @param {Rows} rows @param {Rules} rules @returns {{front: boolean, middle: boolean}}
 */
export function disorder(rows, rules) {
  const full = (/** @type {RowName} */ name) => rows[name].length === SIZES[name];
  const above = (/** @type {RowName} */ low, /** @type {RowName} */ high) =>
    full(low) && full(high) && strength(rows[low], rules) > strength(rows[high], rules);
  return { front: above("front", "middle"), middle: above("middle", "back") };
}

/** Whether three full rows are a foul (相公). @param {Rows} rows @param {Rules} rules */
export function isFoul(rows, rules) {
  const { front, middle } = disorder(rows, rules);
  return front || middle;
}

/** The rows with middle and back exchanged. @param {Rows} rows @returns {Rows} */
export const swapped = ({ front, middle, back }) => ({ front, middle: back, back: middle });

/** What the winner of a row takes for it instead of 1 (1.6). @type {Record<string, number>} */
const BONUS = {
  "front trips": 3,
  "middle full_house": 2,
  "middle quads": 8,
  "middle straight_flush": 10,
  "back quads": 4,
  "back straight_flush": 5,
};

/** @param {RowName} name @param {number} value a strength @param {Rules} rules */
export const rowPoints = (name, value, rules) =>
  rules.row_bonus === false ? 1 : (BONUS[`${name} ${typeOf(value)}`] ?? 1);

/** The order in which a row is laid: what it is named for first; a straight from its top. @param {readonly number[]} cards */
export function layOut(cards) {
  const groups = new Map(groupsOf(cards));
  const wheel = cards.length === 5 && groups.size === 5 && straightTop(cards) === 5;
  const height = (/** @type {number} */ card) => (wheel && rankOf(card) === ACE ? 1 : rankOf(card));
  return [...cards].sort(
    (a, b) =>
      (groups.get(rankOf(b)) ?? 0) - (groups.get(rankOf(a)) ?? 0) ||
      height(b) - height(a) ||
      suitOf(a) - suitOf(b),
  );
}

/** The three orders of a hand (1.10). @type {Record<"rank" | "suit" | "number", (a: number, b: number) => number>} */
const BY = {
  rank: (a, b) => rankOf(b) - rankOf(a) || suitOf(a) - suitOf(b),
  suit: (a, b) => suitOf(a) - suitOf(b) || rankOf(b) - rankOf(a),
  number: () => 0,
};

/** @typedef {keyof typeof BY} Order */
/** @type {Order[]} */
export const ORDERS = ["rank", "suit", "number"];

/** @param {readonly number[]} cards @param {Order} order @returns {number[]} */
export const sorted = (cards, order) => (order === "number" ? byNumber(cards) : [...cards].sort(BY[order]));

/** Quads, trips, pairs, singles; inside high to low (1.10). @param {readonly number[]} cards */
function byNumber(cards) {
  const groups = new Map(groupsOf(cards));
  const size = (/** @type {number} */ card) => groups.get(rankOf(card)) ?? 0;
  return [...cards].sort((a, b) => size(b) - size(a) || BY.rank(a, b));
}
