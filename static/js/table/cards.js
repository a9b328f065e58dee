/** Cards as the wire has them: integers, rank * 4 + suit, 52 and 53 the jokers, a second deck 54 higher. */

/** One letter a rank, low to high: T is ten, B the small joker, R the big one. */
export const RANKS = "3456789TJQKA2BR";

const SMALL_JOKER = 52;
const DECK = 54;

/** @param {number} card @returns {number} 0 (a three) to 14 (the big joker) */
export function rankOf(card) {
  const face = card % DECK;
  return face < SMALL_JOKER ? face >> 2 : face - SMALL_JOKER + 13;
}

/** @param {number} card @returns {number | null} 0 spade, 1 heart, 2 club, 3 diamond; null for a joker */
export function suitOf(card) {
  const face = card % DECK;
  return face < SMALL_JOKER ? face & 3 : null;
}

/** The number of the picture in the sprite. @param {number} card */
export const faceOf = (card) => card % DECK;

/**
 * The order in which the server lists a hand: high rank first, then spade before heart before club before diamond.
 * @param {Iterable<number>} cards @returns {number[]}
 */
export function sortCards(cards) {
  return [...cards].sort((a, b) => rankOf(b) - rankOf(a) || a - b);
}

/** How many cards there are of each rank. @param {Iterable<number>} cards @returns {Map<number, number>} */
export function countRanks(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return counts;
}

/**
 * The order in which a play is laid down: what it is named for first, what hangs on it after.
 * @param {readonly number[]} cards @returns {number[]}
 */
export function layOut(cards) {
  const counts = countRanks(cards);
  const weight = (/** @type {number} */ card) => Math.min(counts.get(rankOf(card)) ?? 0, 4);
  return sortCards(cards).sort((a, b) => weight(b) - weight(a));
}
