/** The hand types that can be laid from some cards, for the type buttons. Pure. */

import { rankOf, sorted, strength, suitOf } from "@app/table/thirteen/rows";

/** @import { Rules } from "@app/table/thirteen/rows" */

/** The buttons, as they stand: weak types first. */
export const KINDS = [
  "pair",
  "two_pair",
  "trips",
  "straight",
  "flush",
  "full_house",
  "quads",
  "straight_flush",
];
/** How many cards each is made of; what a row needs besides is left to its owner. @type {Record<string, number>} */
export const NEEDS = {
  pair: 2,
  two_pair: 4,
  trips: 3,
  straight: 5,
  flush: 5,
  full_house: 5,
  quads: 4,
  straight_flush: 5,
};
/** So many candidates are worth cycling through. */
const MOST = 12;
/** Five ranks in sequence from each top, A below 2 too. */
const RUNS = [14, 5, 13, 12, 11, 10, 9, 8, 7, 6].map((top) =>
  Array.from({ length: 5 }, (_, i) => (top - i === 1 ? 14 : top - i)),
);

/**
 * Candidates for a type, the strongest first, no two of them equally strong. Suits that the other cards want more are
 * spared.
 * @param {string} kind @param {readonly number[]} cards @param {Rules} rules @returns {number[][]}
 */
export function candidates(kind, cards, rules) {
  const found = FIND[kind]?.(sorted(cards, "rank")) ?? [];
  if (NEEDS[kind] === 5) {
    found.sort((a, b) => strength(b, rules) - strength(a, rules));
    const seen = new Set();
    return found
      .filter((one) => {
        const value = strength(one, rules);
        return !seen.has(value) && seen.add(value);
      })
      .slice(0, MOST);
  }
  return found.slice(0, MOST);
}

/** Which types the cards hold. @param {readonly number[]} cards @param {Rules} rules @returns {Set<string>} */
export const present = (cards, rules) =>
  new Set(KINDS.filter((kind) => candidates(kind, cards, rules).length > 0));

/** The cards of each rank, high ranks first. @param {readonly number[]} cards @returns {number[][]} */
function byRank(cards) {
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  for (const card of cards) groups.set(rankOf(card), [...(groups.get(rankOf(card)) ?? []), card]);
  return [...groups.values()];
}

/** The first `count` cards of every rank that has so many. @param {readonly number[]} cards @param {number} count */
const groups = (cards, count) =>
  byRank(cards).flatMap((group) => (group.length >= count ? [group.slice(0, count)] : []));

/** @param {readonly number[]} cards @returns {number[][]} */
const suits = (cards) => [0, 1, 2, 3].map((suit) => cards.filter((card) => suitOf(card) === suit));

/** One card of each rank of a run, of the suit that is left over most. @param {readonly number[]} cards @returns {number[][]} */
function runs(cards) {
  const many = suits(cards).map((suit) => suit.length);
  const spare = (/** @type {number} */ card) => many[suitOf(card)] ?? 0;
  const ranks = new Map(
    byRank(cards).map((group) => [
      rankOf(/** @type {number} */ (group[0])),
      group.toSorted((a, b) => spare(a) - spare(b)),
    ]),
  );
  return RUNS.flatMap((run) => {
    const picked = run.flatMap((rank) => ranks.get(rank)?.slice(0, 1) ?? []);
    return picked.length === 5 ? [picked] : [];
  });
}

/** A run that is no flush: the same, or with one card of another suit; none where there is no such card. @param {number[]} run @param {readonly number[]} cards @returns {number[][]} */
function mixed(run, cards) {
  const [first = 0] = run;
  if (run.some((card) => suitOf(card) !== suitOf(first))) return [run];
  for (const card of run) {
    const other = cards.find((one) => rankOf(one) === rankOf(card) && one !== card);
    if (other !== undefined) return [run.map((one) => (one === card ? other : one))];
  }
  return [];
}

/** Every way to take `count` of the cards, in order. @param {readonly number[]} cards @param {number} count @returns {number[][]} */
function choose(cards, count) {
  if (count === 0) return [[]];
  return cards.flatMap((card, i) => choose(cards.slice(i + 1), count - 1).map((rest) => [card, ...rest]));
}

/** @type {Record<string, (cards: number[]) => number[][]>} */
const FIND = {
  pair: (cards) => groups(cards, 2),
  trips: (cards) => groups(cards, 3),
  quads: (cards) => groups(cards, 4),
  two_pair: (cards) =>
    choose(
      groups(cards, 2).map((_, i) => i),
      2,
    ).map((two) => two.flatMap((i) => groups(cards, 2)[i] ?? [])),
  straight: (cards) => runs(cards).flatMap((run) => mixed(run, cards)),
  flush: (cards) =>
    suits(cards)
      .flatMap((suit) => choose(suit, 5))
      .filter((five) => runs(five).length === 0),
  full_house: (cards) =>
    groups(cards, 3).flatMap((three) =>
      groups(cards, 2)
        .filter((two) => rankOf(/** @type {number} */ (two[0])) !== rankOf(/** @type {number} */ (three[0])))
        .map((two) => [...three, ...two]),
    ),
  straight_flush: (cards) => suits(cards).flatMap(runs),
};
