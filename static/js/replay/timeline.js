/**
 * A finished hand as a line of moments: what each viewer's table looked like after each frame.
 *
 * Views are made by the reducer that live play uses. Moment 0 is the first snapshot, moment i what frame i - 1 left.
 */

import { applyFrame } from "@app/table/reducer";

/** @import { HandEvent, View, Decision, Name, Settled } from "@app/table/types" */

/** @typedef {{at: number, seq: number, kind: string, seat: number | null}} Head what entered the log, or "time" */
/** @typedef {{e: HandEvent[], d: Decision[]}} Told */
/**
 * @typedef {{
 *   hand: string, game: string, mode: string, started: number, ended: number, void: boolean,
 *   names: Name[], room: Record<string, any>, currency: "beans" | "coins" | null, settled: Settled | null,
 *   proof: {shuffle: number, commitment: string, seed: string, nonces: string[], first: number | null},
 *   frames: Head[],
 *   told: Record<string, {view: View, frames: (Told | null)[]}>,
 * }} Replay the answer of /api/games/replays/<id>/ (docs/protocol.md 6)
 */
/** @typedef {{moment: number, kind: string}} Key */

/** The viewer without a seat. */
export const WATCH = "watch";

export class Timeline {
  /** @param {Replay} replay @param {(event: HandEvent) => string | null} [keyOf] which moments are worth going to (`Game.keyOf`) */
  constructor(replay, keyOf = () => null) {
    this.replay = replay;
    /** The last moment. */
    this.end = replay.frames.length;
    /** The moments at which stepping stops: after every entry somebody saw, and after what time turned up before it. */
    this.stops = stopsOf(replay);
    this.keys = keysOf(replay, keyOf);
    /** @type {Map<string, View[]>} */
    this.views = new Map();
  }

  /** What a viewer saw at a moment. @param {string} viewer "0", "1", … or "watch" @param {number} moment @returns {View} */
  view(viewer, moment) {
    let views = this.views.get(viewer);
    if (!views) {
      views = fold(told(this.replay, viewer));
      this.views.set(viewer, views);
    }
    return /** @type {View} */ (views[moment]);
  }

  /**
   * The same with every hand open: each seat's cards as that seat saw them.
   * @param {string} viewer @param {number} moment @returns {View}
   */
  open(viewer, moment) {
    const view = this.view(viewer, moment);
    const own = view.seats.map((_, seat) => this.view(String(seat), moment));
    const seats = view.seats.map((seat, i) => {
      const known = /** @type {any} */ (own[i]?.seats[i] ?? seat);
      const { cards, rows, special, tiles, melds } = known;
      return {
        ...seat,
        cards: cards ?? seat.cards,
        ...(rows === undefined ? {} : { rows, special }),
        ...(melds === undefined ? {} : { tiles, melds }),
      };
    });
    const hole = view.hole ?? own.find((one) => one.hole)?.hole ?? null;
    return { ...view, seats, hole };
  }

  /** What happened on the way to a moment, as a viewer was told. @param {string} viewer @param {number} moment @returns {HandEvent[]} */
  events(viewer, moment) {
    return moment > 0 ? (told(this.replay, viewer).frames[moment - 1]?.e ?? []) : [];
  }

  /** When a moment was, on the server's clock. @param {number} moment */
  at(moment) {
    return moment > 0 ? /** @type {Head} */ (this.replay.frames[moment - 1]).at : this.replay.started;
  }

  /** The stop after or before a moment, or the nearest end. @param {number} moment @param {1 | -1} way */
  step(moment, way) {
    const stop =
      way > 0 ? this.stops.find((one) => one > moment) : this.stops.findLast((one) => one < moment);
    return stop ?? (way > 0 ? this.end : 0);
  }

  /** How many stops lie behind a moment, its own counted. @param {number} moment */
  count(moment) {
    return this.stops.filter((stop) => stop > 0 && stop <= moment).length;
  }
}

/** @param {Replay} replay @param {string} viewer */
const told = (replay, viewer) => /** @type {Replay["told"][string]} */ (replay.told[viewer]);

/** @param {{view: View, frames: (Told | null)[]}} told @returns {View[]} */
function fold({ view, frames }) {
  const views = [view];
  for (const frame of frames) {
    const last = /** @type {View} */ (views.at(-1));
    views.push(frame ? applyFrame(last, frame) : last);
  }
  return views;
}

/** What everybody at the table was told in frame i. @param {Replay} replay @param {number} i */
const publicly = (replay, i) => told(replay, WATCH).frames[i]?.e ?? [];

/** @param {Replay} replay @returns {number[]} */
function stopsOf(replay) {
  const stops = [0];
  replay.frames.forEach((head, i) => {
    const next = replay.frames[i + 1];
    const seen = publicly(replay, i).length > 0;
    if (head.kind === "time" ? next?.kind !== "time" : seen) stops.push(i + 1);
  });
  if (stops.at(-1) !== replay.frames.length) stops.push(replay.frames.length);
  return stops;
}

/** The moments worth going to. @param {Replay} replay @param {(event: HandEvent) => string | null} keyOf @returns {Key[]} */
function keysOf(replay, keyOf) {
  return replay.frames.flatMap((_, i) =>
    publicly(replay, i).flatMap((event) => {
      const kind = keyOf(event);
      return kind ? [{ moment: i + 1, kind }] : [];
    }),
  );
}
