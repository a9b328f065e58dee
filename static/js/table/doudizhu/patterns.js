/**
 * What a set of cards may be, and what beats what, in every mode (rules 1.7 to 1.11).
 *
 * The server alone decides; this copy lights 出牌 before a click, names the reason when it stays dark, and lists the
 * readings among which a player may choose. It follows `games/rules/doudizhu/patterns.py` rule by rule.
 */

import { countRanks, rankOf } from "@app/table/cards";

/**
 * @typedef {{type: string, rank: number, len: number, size: number, bomb: string}} Play `len` counts the ranks of the
 *   main part, of a bomb its cards; `bomb` is "soft", "hard" or "pure" where there are laizi
 */
/** @typedef {{type: string, rank: number, len: number, cards: number[]}} Lead the play to beat, as in the view */
/** @typedef {{decks: number, wilds: readonly number[], longBombs: boolean}} Rules */
/** @typedef {{type: string, unit: number, shortest: number, longest: number, wing: number, wings: number}} Form */

/** The ace: chains end here, twos and jokers never stand in one (P6 to P9). */
const ACE = 11;
const TWO = 12;
const SMALL_JOKER = 13;
const BIG_JOKER = 14;

/** One deck without laizi. @type {Rules} */
export const ONE_DECK = { decks: 1, wilds: [], longBombs: false };

const BOMBS = new Set(["bomb", "rocket", "sky"]);
/** The order of bombs of one length where there are laizi (L7, T5). @type {Record<string, number>} */
const CLASSES = { "": 0, soft: 1, hard: 2, pure: 3 };

/** @param {string} type @param {number} unit @param {number} shortest @param {number} longest @param {number} wing @param {number} wings @returns {Form} */
const form = (type, unit, shortest = 1, longest = 1, wing = 0, wings = 0) => ({
  type,
  unit,
  shortest,
  longest,
  wing,
  wings,
});

/** The patterns other than bombs, by the number of decks. @type {Record<number, Form[]>} */
const FORMS = {
  1: [
    form("solo", 1),
    form("pair", 2),
    form("trio", 3),
    form("trio_solo", 3, 1, 1, 1, 1),
    form("trio_pair", 3, 1, 1, 2, 1),
    form("chain_solo", 1, 5, 12),
    form("chain_pair", 2, 3, 10),
    form("chain_trio", 3, 2, 6),
    form("plane_solo", 3, 2, 5, 1, 1),
    form("plane_pair", 3, 2, 4, 2, 1),
    form("quad_solo", 4, 1, 1, 1, 2),
    form("quad_pair", 4, 1, 1, 2, 2),
  ],
  2: [
    form("solo", 1),
    form("pair", 2),
    form("trio", 3),
    form("trio_pair", 3, 1, 1, 2, 1),
    form("chain_solo", 1, 5, 12),
    form("chain_pair", 2, 3, 12),
    form("chain_trio", 3, 2, 11),
    form("plane_pair", 3, 2, 6, 2, 1),
  ],
};
const WINGED = new Set(["trio_solo", "trio_pair", "plane_solo", "plane_pair", "quad_solo", "quad_pair"]);

/** Cards in the longest bomb (P13, D10, L6, T2). @param {Rules} rules */
const longestBomb = (rules) => (rules.longBombs ? 12 : 4 * rules.decks);

/** @param {string} type @param {number} rank @param {number} len @param {number} size @param {string} [bomb] @returns {Play} */
const play = (type, rank, len, size, bomb = "") => ({ type, rank, len, size, bomb });

/** How many cards a pattern of so many ranks has. @param {Form} of @param {number} length */
const sizeOf = (of, length) => length * (of.unit + of.wing * of.wings);

/** The ranks of a main part, lowest first. @param {number} top @param {number} length */
const span = (top, length) => Array.from({ length }, (_, i) => top - length + 1 + i);

/**
 * Everything these cards may be; empty when they are nothing. Several for planes whose wings may be links (P9b), and
 * where laizi may stand for more than one rank (L1b).
 * @param {readonly number[]} cards @param {Rules} [rules] @returns {Play[]}
 */
export function readings(cards, rules = ONE_DECK) {
  if (!cards.length) return [];
  const natural = new Map();
  const wild = new Map();
  for (const [rank, count] of countRanks(cards))
    (rules.wilds.includes(rank) ? wild : natural).set(rank, count);
  if (!natural.size) return onlyWilds(wild, rules);
  const laizi = sum(wild.values());
  const found = bombs(natural, laizi, rules);
  for (const of of FORMS[rules.decks] ?? []) {
    for (let length = of.shortest; length <= of.longest; length++) {
      if (sizeOf(of, length) === cards.length) found.push(...mains(of, length, natural, laizi));
    }
  }
  return found;
}

/** @param {Iterable<number>} numbers */
function sum(numbers) {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}

/** Laizi without another card are themselves, or a pure bomb (L2, L5, T3, T4, T6, T7). @param {Map<number, number>} wild @param {Rules} rules @returns {Play[]} */
function onlyWilds(wild, rules) {
  const total = sum(wild.values());
  const top = Math.max(...wild.keys());
  if (total === 2 && wild.get(SMALL_JOKER) === 1 && wild.get(BIG_JOKER) === 1)
    return [play("rocket", BIG_JOKER, 2, 2)];
  if (total >= 4) return total <= longestBomb(rules) ? [play("bomb", top, total, total, "pure")] : [];
  if (wild.size > 1) return [];
  return [play(/** @type {string} */ (["solo", "pair", "trio"][total - 1]), top, 1, total)];
}

/** Rocket, sky and bombs of one rank (P13, P14, D9, D10, L3, L4, T2). @param {Map<number, number>} natural @param {number} laizi @param {Rules} rules @returns {Play[]} */
function bombs(natural, laizi, rules) {
  const { decks } = rules;
  const found = [];
  const jokers = natural.size === 2 && natural.get(SMALL_JOKER) === decks && natural.get(BIG_JOKER) === decks;
  if (!laizi && jokers) found.push(play(decks === 1 ? "rocket" : "sky", BIG_JOKER, 2 * decks, 2 * decks));
  const [rank = BIG_JOKER] = natural.keys();
  const size = sum(natural.values()) + laizi;
  if (natural.size === 1 && rank <= TWO && size >= 4 && size <= longestBomb(rules)) {
    found.push(play("bomb", rank, size, size, !rules.wilds.length ? "" : laizi ? "soft" : "hard"));
  }
  return found;
}

/** The readings as `of` of `length` ranks, lowest first; laizi fill what natural cards leave open (L1). @param {Form} of @param {number} length @param {Map<number, number>} natural @param {number} laizi @returns {Play[]} */
function mains(of, length, natural, laizi) {
  const found = [];
  const highest = of.longest > 1 ? ACE : BIG_JOKER;
  for (let top = length - 1; top <= highest; top++) {
    const main = span(top, length);
    const held = main.map((rank) => natural.get(rank) ?? 0);
    const lacking = sum(held.map((count) => Math.max(0, of.unit - count)));
    // L1a: a laizi is never a joker; P9d, P10a, D8c: no wing has a main rank
    if (lacking > laizi || (lacking && top > TWO) || held.some((count) => count > of.unit)) continue;
    const wings = [...natural].filter(([rank]) => !main.includes(rank));
    if (!of.wing && wings.length) continue;
    if (of.wing === 1 && wings.some(([, count]) => count > 3)) continue; // P9e
    if (of.wing === 2 && !arePairs(wings, of.wings * length, laizi - lacking)) continue;
    found.push(play(of.type, top, length, sizeOf(of, length)));
  }
  return found;
}

/** Whether the wings are so many pairs of different ranks (P5, P10, P12, D6a, D8). @param {[number, number][]} wings @param {number} pairs @param {number} laizi */
function arePairs(wings, pairs, laizi) {
  if (wings.some(([rank, count]) => count > 2 || (count === 1 && rank > TWO))) return false;
  return wings.length <= pairs && wings.filter(([, count]) => count === 1).length <= laizi;
}

/** How bombs compare: rocket or sky, then length, class (T5, L7) and rank; all else lies below every bomb. @param {Play} of @param {Rules} rules */
function strength(of, rules) {
  if (!BOMBS.has(of.type)) return [0, 0, 0];
  if (of.type !== "bomb") return [2 * longestBomb(rules), 0, 0];
  return [of.len, CLASSES[of.bomb] ?? 0, of.rank];
}

/**
 * Whether `one` may follow `lead` (C1 to C5, D9 to D12, L7, L8, T5, T6). Wings never count.
 * @param {Play} one @param {Play} lead @param {Rules} [rules]
 */
export function beats(one, lead, rules = ONE_DECK) {
  if (BOMBS.has(one.type)) {
    const mine = strength(one, rules);
    const other = strength(lead, rules);
    const at = mine.findIndex((value, i) => value !== other[i]);
    return at >= 0 && /** @type {number} */ (mine[at]) > /** @type {number} */ (other[at]);
  }
  return one.type === lead.type && one.size === lead.size && one.rank > lead.rank;
}

/** The class of a bomb on the table: what it is made of tells it. @param {Lead} lead @param {Rules} rules @returns {Play} */
export function asPlay(lead, rules) {
  const size = lead.cards.length;
  if (lead.type !== "bomb" || !rules.wilds.length) return play(lead.type, lead.rank, lead.len, size);
  const wild = lead.cards.filter((card) => rules.wilds.includes(rankOf(card))).length;
  return play("bomb", lead.rank, lead.len, size, wild === size ? "pure" : wild ? "soft" : "hard");
}

/** The order in which a leader's readings are preferred: bombs, then without wings, then the highest (P9b, L1b). @param {Play} a @param {Play} b */
const forLeader = (a, b) =>
  Number(BOMBS.has(b.type)) - Number(BOMBS.has(a.type)) ||
  Number(WINGED.has(a.type)) - Number(WINGED.has(b.type)) ||
  b.rank - a.rank;

/** A follower's: the weakest kind that beats, then the highest (P9b, L1b). @param {Play} a @param {Play} b */
const forFollower = (a, b) => Number(BOMBS.has(a.type)) - Number(BOMBS.has(b.type)) || b.rank - a.rank;

/**
 * The plays these cards may make against `lead`, the server's default first, or the code of the refusal (protocol
 * section 5).
 * @param {readonly number[]} cards @param {Lead | null} lead null when leading @param {Rules} [rules]
 * @returns {{play: Play | null, plays: Play[], code: string | null}}
 */
export function judge(cards, lead, rules = ONE_DECK) {
  const all = readings(cards, rules);
  if (!all.length) return { play: null, plays: [], code: "no_pattern" };
  const against = lead && asPlay(lead, rules);
  const plays = against
    ? all.filter((reading) => beats(reading, against, rules)).sort(forFollower)
    : all.sort(forLeader);
  const [best] = plays;
  return best
    ? { play: best, plays, code: null }
    : { play: null, plays, code: weakness(all, /** @type {Play} */ (against)) };
}

/** @param {Play[]} all @param {Play} lead @returns {string} */
function weakness(all, lead) {
  const unbeaten = lead.type === "rocket" || lead.type === "sky"; // no other pattern would do either
  if (
    unbeaten ||
    all.some((one) => BOMBS.has(one.type) || (one.type === lead.type && one.size === lead.size))
  )
    return "too_weak";
  return all.some((one) => one.type === lead.type) ? "wrong_count" : "wrong_type";
}

/**
 * The cards of a play in the order in which it is told, each with the rank it stands for: the main part from high to
 * low, then what hangs on it. A laizi beside other cards fills what the natural cards leave open.
 * @param {readonly number[]} cards @param {Pick<Play, "type" | "rank" | "len">} of @param {Rules} [rules]
 * @returns {{card: number, as: number}[]}
 */
export function arrange(cards, of, rules = ONE_DECK) {
  const sorted = [...cards].sort((a, b) => rankOf(b) - rankOf(a) || a - b);
  const isWild = (/** @type {number} */ card) => rules.wilds.includes(rankOf(card));
  const wild = sorted.filter(isWild);
  const natural = sorted.filter((card) => !isWild(card));
  const itself = (/** @type {number} */ card) => ({ card, as: rankOf(card) });
  const shape = FORMS[rules.decks]?.find((one) => one.type === of.type);
  if (!natural.length) return sorted.map(itself);
  if (!shape) return [...natural.map(itself), ...wild.map((card) => ({ card, as: of.rank }))];
  const main = span(of.rank, of.len).reverse();
  const told = main.flatMap((rank) => {
    const mine = take(natural, shape.unit, (card) => rankOf(card) === rank);
    const filled = wild.splice(0, shape.unit - mine.length);
    return [...mine.map(itself), ...filled.map((card) => ({ card, as: rank }))];
  });
  return [...told, ...wingsOf(natural, wild, shape, main)];
}

/** Takes up to `most` of the cards that fit out of `from`. @param {number[]} from @param {number} most @param {(card: number) => boolean} fits */
function take(from, most, fits) {
  const taken = from.filter(fits).slice(0, most);
  for (const card of taken) from.splice(from.indexOf(card), 1);
  return taken;
}

/**
 * The wings. A laizi first completes a pair beside its other half; those that are left are themselves where that is
 * allowed, else any rank that is (P9d, P9e, P10a).
 * @param {number[]} natural @param {number[]} wild @param {Form} shape @param {number[]} main the ranks of the main part
 */
function wingsOf(natural, wild, shape, main) {
  /** @type {{card: number, as: number}[]} */
  const told = [];
  for (const [rank, count] of countRanks(natural)) {
    const mine = [...take(natural, count, (card) => rankOf(card) === rank)];
    if (shape.wing === 2 && count === 1) mine.push(...wild.splice(0, 1));
    told.push(...mine.map((card) => ({ card, as: rank })));
  }
  while (wild.length) {
    const cards = wild.splice(0, shape.wing);
    const most = shape.wing === 2 ? 0 : 2;
    const allowed = (/** @type {number} */ rank) =>
      rank <= TWO && !main.includes(rank) && told.filter((one) => one.as === rank).length <= most;
    const own = cards.map(rankOf).find(allowed);
    const as =
      own ??
      span(TWO, TWO + 1)
        .reverse()
        .find(allowed) ??
      TWO;
    told.push(...cards.map((card) => ({ card, as })));
  }
  return told;
}
