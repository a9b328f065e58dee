import assert from "node:assert/strict";
import { test } from "node:test";
import { look, PAUSE } from "@app/lib/remind";

const MINUTE = 60_000;

/** Look every half minute from `from` to `to` (minutes); the minutes told. */
function play(kept, from, to, every) {
  const told = [];
  let stretch = kept;
  for (let now = from * MINUTE; now <= to * MINUTE; now += MINUTE / 2) {
    const found = look(stretch, now, every);
    stretch = found.stretch;
    if (found.due !== null) told.push(found.due);
  }
  return { stretch, told };
}

test("a reminder comes after each hour of play, once", () => {
  assert.deepEqual(play(null, 0, 190, 60).told, [60, 120, 180]);
});

test("a short pause is play, a long one begins anew", () => {
  const { stretch } = play(null, 0, 50, 60);
  assert.deepEqual(play(stretch, 50 + PAUSE / MINUTE - 1, 62, 60).told, [60]);
  assert.deepEqual(play(stretch, 50 + PAUSE / MINUTE, 75, 60).told, []);
});

test("what another tab has told is not told again, and a clock set back begins anew", () => {
  const { stretch } = play(null, 0, 61, 60);
  assert.deepEqual(play(stretch, 61, 100, 60).told, []);
  assert.equal(look(stretch, 0, 60).stretch.start, 0);
  assert.equal(look(stretch, 0, 60).stretch.told, 0);
});
