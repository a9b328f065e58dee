/**
 * What a set of cards is in a one-deck game, and whether it beats the table (rules P1 to P14, C1 to C5).
 *
 * The server alone decides; this copy lights 出牌 before a click and names the reason when it stays dark.
 */

import { countRanks } from "@app/table/cards";

/** @typedef {{type: string, rank: number, len: number, size: number}} Play `len` counts the links of a chain */
/** @typedef {{type: string, rank: number, len: number, cards: number[]}} Lead the play to beat, as in the view */

/** The ace: chains end here, twos and jokers never stand in one (P6 to P9). */
const LAST_LINK = 11;
const SMALL_JOKER = 13;
const BIG_JOKER = 14;

/** @param {string} type @param {number} rank @param {number} len @param {number} size @returns {Play} */
const play = (type, rank, len, size) => ({ type, rank, len, size });

/**
 * Every play that exactly these cards are; none when they are no pattern. Several only for planes, whose wings may
 * be taken for links (P9b).
 * @param {readonly number[]} cards @returns {Play[]}
 */
export function readings(cards) {
  const counts = countRanks(cards);
  return [...plain(cards.length, counts), ...chains(cards.length, counts), ...planes(cards.length, counts)];
}

/** Plays without a chain. @param {number} size @param {Map<number, number>} counts @returns {Play[]} */
function plain(size, counts) {
  /** Ranks by how often they stand here, most frequent first: 3-1 is a trio with a single. */
  const groups = [...counts].sort((a, b) => b[1] - a[1]);
  const shape = groups.map(([, count]) => count).join("");
  const main = groups[0]?.[0] ?? 0;
  switch (shape) {
    case "1":
      return [play("solo", main, 1, size)];
    case "2":
      return [play("pair", main, 1, size)];
    case "3":
      return [play("trio", main, 1, size)];
    case "31":
      return [play("trio_solo", main, 1, size)];
    case "32":
      return [play("trio_pair", main, 1, size)];
    case "4":
      return [play("bomb", main, 4, size)];
    case "411":
    case "42":
      return [play("quad_solo", main, 1, size)];
    case "422":
      return [play("quad_pair", main, 1, size)];
    case "11":
      return counts.has(SMALL_JOKER) && counts.has(BIG_JOKER) ? [play("rocket", BIG_JOKER, 2, size)] : [];
    default:
      return [];
  }
}

/** Chains of equal groups (P6 to P8). @param {number} size @param {Map<number, number>} counts @returns {Play[]} */
function chains(size, counts) {
  const ranks = [...counts.keys()];
  const high = Math.max(...ranks);
  if (high > LAST_LINK || high - Math.min(...ranks) !== ranks.length - 1) return [];
  for (const [type, width, shortest] of /** @type {const} */ ([
    ["chain_solo", 1, 5],
    ["chain_pair", 2, 3],
    ["chain_trio", 3, 2],
  ])) {
    if (ranks.length >= shortest && ranks.every((rank) => counts.get(rank) === width)) {
      return [play(type, high, ranks.length, size)];
    }
  }
  return [];
}

/** Planes with wings (P9, P10). @param {number} size @param {Map<number, number>} counts @returns {Play[]} */
function planes(size, counts) {
  const found = [];
  for (const [type, wing] of /** @type {const} */ ([
    ["plane_solo", 1],
    ["plane_pair", 2],
  ])) {
    const len = size / (3 + wing);
    if (!Number.isInteger(len) || len < 2) continue;
    for (let high = LAST_LINK; high >= len - 1; high--) {
      const links = Array.from({ length: len }, (_, i) => high - i);
      if (!links.every((rank) => counts.get(rank) === 3)) continue;
      const wings = [...counts].filter(([rank]) => !links.includes(rank)).map(([, count]) => count);
      const fits = wing === 1 ? wings.every((count) => count < 4) : wings.every((count) => count === 2);
      if (fits) found.push(play(type, high, len, size));
    }
  }
  return found;
}

/**
 * Whether `play` may follow `lead` (C1 to C5).
 * @param {Play} play @param {{type: string, rank: number, len: number, size: number}} lead
 */
export function beats(play, lead) {
  if (lead.type === "rocket") return false;
  if (play.type === "rocket") return true;
  if (play.type === "bomb") return lead.type !== "bomb" || play.rank > lead.rank;
  return play.type === lead.type && play.len === lead.len && play.size === lead.size && play.rank > lead.rank;
}

/**
 * The play these cards make against `lead`, or the code of the refusal (protocol section 5).
 * @param {readonly number[]} cards @param {Lead | null} lead null when leading
 * @returns {{play: Play | null, code: string | null}}
 */
export function judge(cards, lead) {
  const all = readings(cards);
  if (!all.length) return { play: null, code: "no_pattern" };
  /** Without wings before with wings, then the highest: what the server assumes when nothing is named (P9b). */
  const ordered = [...all].sort((a, b) => Number(isPlane(a)) - Number(isPlane(b)) || b.rank - a.rank);
  if (!lead) return { play: ordered[0] ?? null, code: null };
  const against = { ...lead, size: lead.cards.length };
  const best = ordered.filter((reading) => beats(reading, against)).sort((a, b) => b.rank - a.rank)[0];
  return best ? { play: best, code: null } : { play: null, code: weakness(all, against) };
}

/** @param {Play[]} all @param {Play} lead @returns {string} */
function weakness(all, lead) {
  if (lead.type === "rocket" || all.some((reading) => reading.type === "bomb")) return "too_weak";
  const same = all.filter((reading) => reading.type === lead.type);
  if (!same.length) return "wrong_type";
  return same.some((reading) => reading.size === lead.size) ? "too_weak" : "wrong_count";
}

/** @param {Play} reading */
const isPlane = (reading) => reading.type.startsWith("plane");
