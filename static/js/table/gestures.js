/**
 * What a pointer on the own hand means: a tap, a sweep across cards, or a swipe that is none of our business.
 *
 * Pure: points go in, the set of raised cards comes out. The set is committed on release, so that a sweep can be
 * taken back by moving back, and a pointer that the system takes away changes nothing.
 */

/** Below this distance (px) and time (ms) the finger tapped, whatever else it did. */
const SLIP = 8;
const TAP = 250;

/** @typedef {{x: number, y: number, t: number}} Point */

export class Stroke {
  /**
   * @param {Point} start
   * @param {number} card the place in the hand where it starts
   * @param {ReadonlySet<number>} raised places that stand raised now
   * @param {(x: number) => number} along the place of the same row at x
   */
  constructor(start, card, raised, along) {
    this.start = start;
    this.card = card;
    this.before = raised;
    this.along = along;
    /** @type {"open" | "sweep" | "swipe"} */
    this.kind = "open";
    this.end = card;
    /** Whether the sweep has reached another card. */
    this.wandered = false;
  }

  /** @param {Point} point @returns {Set<number>} the raised places to show meanwhile */
  move(point) {
    const across = Math.abs(point.x - this.start.x);
    const down = Math.abs(point.y - this.start.y);
    if (this.kind === "open" && Math.max(across, down) >= SLIP) this.kind = across > down ? "sweep" : "swipe";
    if (this.kind === "sweep") this.end = this.along(point.x);
    this.wandered ||= this.end !== this.card;
    return this.shown();
  }

  /** @param {Point} point @returns {Set<number>} the raised places from now on */
  release(point) {
    const shown = this.move(point);
    const slip = Math.hypot(point.x - this.start.x, point.y - this.start.y);
    const tapped = slip < SLIP && point.t - this.start.t < TAP && !this.wandered;
    return tapped ? this.turned() : shown;
  }

  /** The pointer was taken away. @returns {Set<number>} */
  cancel() {
    return new Set(this.before);
  }

  /** What letting go now would leave; a sweep that came back to its first card is taken back. */
  shown() {
    const back = this.wandered && this.end === this.card;
    return this.kind === "swipe" || back ? this.cancel() : this.turned();
  }

  /** All cards of the run as the first one becomes. @returns {Set<number>} */
  turned() {
    const set = new Set(this.before);
    const lower = set.has(this.card);
    for (let i = Math.min(this.card, this.end); i <= Math.max(this.card, this.end); i++) {
      if (lower) set.delete(i);
      else set.add(i);
    }
    return set;
  }
}
