/** The modes as the table needs to know them: which questions are asked, which cards there are. */

/**
 * @typedef {{
 *   show: boolean, points: boolean, doubling: boolean, decks: number, hole: number, openHole: boolean, early: number,
 *   longBombs: boolean, deals: number | null,
 * }} Mode `show`: hands may be opened (K9); `points`: seats bid by points (K1); `early`: so many cards long an open
 *   hand counts four times; `openHole`: everybody sees the hole cards; `deals`: so many without a call end the hand (K3)
 */

/** @type {Mode} */
const HUANLE = {
  show: true,
  points: false,
  doubling: true,
  decks: 1,
  hole: 3,
  openHole: true,
  early: 8,
  longBombs: false,
  deals: null,
};
const POINTS = { ...HUANLE, show: false, points: true, doubling: false };

/** @type {Record<string, Mode>} */
const MODES = {
  huanle: HUANLE,
  "huanle-laizi": HUANLE,
  "huanle-tiandi": { ...HUANLE, longBombs: true },
  huopin: { ...HUANLE, doubling: false },
  classic: POINTS,
  siren: { ...POINTS, decks: 2, hole: 8, openHole: false, deals: 3 },
};

/** A mode by its code, for so many seats. @param {string} code @param {number} seats @returns {Mode} */
export function modeOf(code, seats) {
  const mode = MODES[code] ?? HUANLE;
  return seats === 2 ? { ...mode, early: 10 } : mode;
}

/** @import { Wild } from "@app/table/card" */

/**
 * @param {string} mode @param {readonly number[]} wilds the ranks turned so far, in that order @param {number} rank
 * @returns {Wild}
 */
export function wildOf(mode, wilds, rank) {
  const at = wilds.indexOf(rank);
  if (at < 0) return null;
  if (mode !== "huanle-tiandi") return "laizi";
  return at === 0 ? "heaven" : "earth";
}
