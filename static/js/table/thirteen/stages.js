/** The compare, stage by stage: what is shown after what, for how long, and what each seat has by then. Pure. */

import { ROWS } from "@app/table/thirteen/rows";

/** @import { Rules } from "@app/table/thirteen/rows" */
/** @import { Result } from "@app/table/types" */

/**
 * `row`: everybody's front, middle or back turns over; `shoot`: `seat` shoots `on`; `homerun`: `seat` has shot everybody;
 * `special`: `seat` shows its special hand; `sum`: what it all comes to.
 * @typedef {{kind: "down" | "row" | "shoot" | "homerun" | "special" | "sum", ms: number, row: number, seat: number, on: number}} Stage
 */
/** @typedef {{a: number, b: number, rows: number[], raw: number, shot_by: number | null, final: number}} Pair */

/** How long each is shown (1.2), in ms. */
const LENGTH = { down: 600, row: 2_000, shoot: 1_500, homerun: 3_000, special: 1_500, sum: 1_200 };

/** @param {Stage["kind"]} kind @param {Partial<Stage>} [more] @returns {Stage} */
const stage = (kind, more = {}) => ({ kind, ms: LENGTH[kind], row: -1, seat: -1, on: -1, ...more });

/** @param {Result} result @returns {Stage[]} */
export function stagesOf(result) {
  const { pairs, homerun, specials } = result.facts;
  const shots = /** @type {Pair[]} */ (pairs).filter((pair) => pair.shot_by !== null);
  const compared = specials.filter((/** @type {string | null} */ key) => !key).length > 1;
  return [
    stage("down"),
    ...(compared || shots.length ? ROWS.map((_, row) => stage("row", { row })) : []),
    ...shots.map(({ a, b, shot_by }) => stage("shoot", { seat: shot_by ?? a, on: shot_by === a ? b : a })),
    ...(homerun === null ? [] : [stage("homerun", { seat: homerun })]),
    ...specials.flatMap((/** @type {string | null} */ key, /** @type {number} */ seat) =>
      key ? [stage("special", { seat })] : [],
    ),
    stage("sum"),
  ];
}

/** What has been shown up to a stage, itself included. @param {Stage[] | null} stages null: everything @param {number} at */
export function shownBy(stages, at) {
  const past = stages?.slice(0, at + 1);
  const has = (/** @type {(one: Stage) => boolean} */ test) => !past || past.some(test);
  return {
    /** @param {number} row */
    row: (row) => has((one) => one.kind === "row" && one.row === row) || has((one) => one.kind === "sum"),
    /** @param {number} by @param {number} on */
    shoot: (by, on) => has((one) => one.kind === "shoot" && one.seat === by && one.on === on),
    homerun: has((one) => one.kind === "homerun"),
    /** @param {number} seat */
    special: (seat) => has((one) => one.kind === "special" && one.seat === seat),
    sum: has((one) => one.kind === "sum"),
  };
}

/** @typedef {ReturnType<typeof shownBy>} Shown */

/** A pair seen by one of its seats. @param {Pair} pair @param {number} seat */
export const seenBy = ({ a, rows, raw, final }, seat) => {
  const sign = a === seat ? 1 : -1;
  return { rows: rows.map((points) => sign * points || 0), raw: sign * raw || 0, final: sign * final || 0 };
};

/** The pair of two seats. @param {Result} result @param {number} one @param {number} other @returns {Pair} */
export const pairOf = (result, one, other) =>
  result.facts.pairs.find(
    (/** @type {Pair} */ { a, b }) => (a === one && b === other) || (a === other && b === one),
  );

/**
 * What a seat has against another one as far as it has been shown.
 * @param {Result} result @param {number} seat @param {number} other @param {Shown} shown @param {Rules} rules
 * @returns {{rows: (number | null)[], shot: number | null, times: number, final: number}} `times`: by what the rows' sum
 *   is multiplied so far; `shot`: who shot, as far as that is known
 */
export function against(result, seat, other, shown, rules) {
  const pair = pairOf(result, seat, other);
  const { rows, raw, final } = seenBy(pair, seat);
  if (rows.length === 0) {
    const { specials } = result.facts;
    const told = [seat, other].every((one) => !specials[one] || shown.special(one));
    return { rows: [null, null, null], shot: null, times: 1, final: told ? final : 0 };
  }
  const told = rows.map((points, row) => (shown.row(row) ? points : null));
  const by = pair.shot_by;
  const shot = by !== null && shown.shoot(by, by === seat ? other : seat) ? by : null;
  const whole = raw === 0 ? 1 : final / raw;
  // A home run doubles what the shot has doubled; until it is shown the shot alone counts.
  const run = result.facts.homerun;
  const again = run === seat || run === other ? (rules.homerun ?? 1) : 1;
  const times = shot === null ? 1 : shown.homerun ? whole : whole / again;
  const sum = told.reduce((/** @type {number} */ total, points) => total + (points ?? 0), 0);
  return { rows: told, shot, times, final: sum * times };
}

/** What a seat has against everybody as far as it has been shown. @param {Result} result @param {number} seat @param {Shown} shown @param {Rules} rules */
export function totalOf(result, seat, shown, rules) {
  if (shown.sum) return /** @type {number} */ (result.points[seat]);
  return result.outcomes.reduce(
    (total, _, other) => (other === seat ? total : total + against(result, seat, other, shown, rules).final),
    0,
  );
}

/** What a seat won or lost with one row against everybody, before any multiplication. @param {Result} result @param {number} seat @param {number} row */
export const rowTotal = (result, seat, row) =>
  /** @type {Pair[]} */ (result.facts.pairs)
    .filter(({ a, b }) => a === seat || b === seat)
    .reduce((total, pair) => total + (seenBy(pair, seat).rows[row] ?? 0), 0);
