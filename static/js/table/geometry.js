/** Where the cards of the own hand lie, in CSS pixels, and which card a sweep has reached. Pure: no page is looked at. */

/** @typedef {{x: number, y: number}} Spot the upper left corner of a card */
/** @typedef {{width: number, height: number, step: number, spots: Spot[], total: {width: number, height: number}}} Layout */

/** A thinner strip than this cannot be hit with a finger: the hand goes to two rows. */
const THINNEST = 26;
/** The greatest part of a card that stays uncovered, so that a small hand still looks like a hand. */
const LOOSEST = 0.72;
/** How much of the upper row stays free above the lower one: its index must be whole. */
const ROW = 0.62;
/** On a phone held across there is no height for that: the rank alone stays free, suits tell nothing here. */
const RANK = 0.44;
/** How far a raised card stands out. */
export const RAISE = 12;
/** A hand this small stays in one row even in portrait. */
const FEW = 6;

/**
 * The width of a card of the own hand.
 * @param {{width: number, height: number}} screen
 */
export function cardWidth({ width, height }) {
  if (isPortrait({ width, height })) return 64;
  if (width >= 1000 && height >= 560) return 96;
  return width >= 800 ? 60 : 56;
}

/** A phone held upright; a tall window on a large screen is none. @param {{width: number, height: number}} screen */
export const isPortrait = ({ width, height }) => width < height && width < 700;

/**
 * Lays out `count` cards in `room` pixels.
 * @param {number} count @param {number} room @param {{width: number, height: number}} screen @returns {Layout}
 */
export function layout(count, room, screen) {
  const width = cardWidth(screen);
  const height = Math.round(width * 1.4);
  const portrait = isPortrait(screen);
  const oneRow = step(count, room, width);
  const rows = (portrait && count > FEW) || (count > FEW && oneRow < THINNEST) ? 2 : 1;
  const top = rows === 2 ? Math.ceil(count / 2) : 0;
  const across = rows === 2 ? step(top, room, width) : oneRow;
  const drop = Math.round(height * (portrait || screen.height >= 560 ? ROW : RANK));
  const spots = Array.from({ length: count }, (_, i) => {
    const upper = i < top;
    const length = upper ? top : count - top;
    const place = upper ? i : i - top;
    const start = (room - width - across * (length - 1)) / 2;
    return { x: start + across * place, y: RAISE + (upper || rows === 1 ? 0 : drop) };
  });
  // Portrait keeps the height of two rows for the whole hand, so that nothing above it ever moves.
  const deep = rows === 2 || portrait;
  if (deep && rows === 1) for (const spot of spots) spot.y += drop;
  return {
    width,
    height,
    step: across,
    spots,
    total: { width: room, height: RAISE + height + (deep ? drop : 0) },
  };
}

/** @param {number} count @param {number} room @param {number} width */
const step = (count, room, width) =>
  count > 1 ? Math.min(LOOSEST * width, (room - width) / (count - 1)) : LOOSEST * width;

/**
 * The card of the same row as card `from` whose strip holds `x`, the nearest one beyond the row's ends: a sweep
 * may leave the hand and goes on.
 * @param {Layout} place @param {number} from @param {number} x
 */
export function cardAlong(place, from, x) {
  const row = place.spots[from]?.y;
  const members = place.spots.flatMap((spot, i) => (spot.y === row ? [i] : []));
  const reached = members.filter((i) => /** @type {Spot} */ (place.spots[i]).x <= x);
  return reached.at(-1) ?? members[0] ?? from;
}
