/** Reads deals of tiles as the rules make them from standard input and makes each again with the browser's code. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { dealsTiles, tilesOf } from "@app/replay/shuffle";

const cases = JSON.parse(await text(process.stdin));
for (const { seed, nonces, kept, dealt } of cases) {
  assert.deepStrictEqual(await tilesOf(4, seed, nonces, kept), dealt);
}
assert.ok(dealsTiles("guangdong-3", 4));
assert.ok(!dealsTiles("guangdong-3", 3));
console.log(cases.length);
