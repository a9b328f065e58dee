/**
 * Reads a replay and what it is to be compared with as one JSON object from standard input; says how many states were
 * compared, or which one differs (exit 1).
 *
 * `live`: per viewer the frames a live socket got. Every live state must be met by the replay in order, and every
 * state the replay has after an entry must have been seen live; time may turn up several cards at once, live.
 * `views`: per viewer and number of frame the view that the rules give at that moment.
 */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { Timeline } from "@app/replay/timeline";
import { applyFrame } from "@app/table/reducer";

const { live, views, replay } = JSON.parse(await text(process.stdin));
const timeline = new Timeline(replay);
let compared = 0;

/** @param {any[]} frames */
function statesOf(frames) {
  const states = [];
  let view = null;
  for (const frame of frames) {
    if (frame.t === "snap") view = frame.view;
    else if (frame.t === "ev") view = applyFrame(view, frame);
    else continue;
    states.push(view);
  }
  return states;
}

/** Whether all of `few` are met in `many`, in that order; else the first that is not. @param {any[]} few @param {any[]} many */
function missing(few, many) {
  const texts = many.map((one) => JSON.stringify(sorted(one)));
  let at = 0;
  for (const [i, one] of few.entries()) {
    const wanted = JSON.stringify(sorted(one));
    while (at < texts.length && texts[at] !== wanted) at += 1;
    if (at === texts.length) return i;
    compared += 1;
  }
  return null;
}

/** The same value with its keys in one order. @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

try {
  for (const [viewer, frames] of Object.entries(live ?? {})) {
    const seen = statesOf(/** @type {any[]} */ (frames));
    const told = replay.frames.map((/** @type {any} */ _, /** @type {number} */ i) =>
      timeline.view(viewer, i + 1),
    );
    const entries = told.filter(
      (/** @type {any} */ _, /** @type {number} */ i) => replay.frames[i].kind !== "time",
    );
    assert.equal(missing(seen, [timeline.view(viewer, 0), ...told]), null, `live states of ${viewer}`);
    assert.equal(missing(entries, seen), null, `states of the replay for ${viewer}`);
    assert.deepStrictEqual(told.at(-1), seen.at(-1));
  }
  for (const [viewer, moments] of Object.entries(views ?? {}))
    for (const [i, view] of Object.entries(/** @type {Record<string, any>} */ (moments))) {
      assert.deepStrictEqual(timeline.view(viewer, Number(i) + 1), view, `viewer ${viewer} after frame ${i}`);
      compared += 1;
    }
} catch (error) {
  console.log(/** @type {Error} */ (error).message);
  process.exit(1);
}
console.log(compared);
