/** Reads deals as the rules make them from standard input and makes each again with the browser's code. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { commitmentOf, dealOf, shapeOf } from "@app/replay/shuffle";

const cases = JSON.parse(await text(process.stdin));
for (const one of cases) {
  const shape = shapeOf(one.mode, one.players);
  assert.ok(shape, `${one.mode} for ${one.players}`);
  assert.deepStrictEqual(await dealOf(shape, one.players, one.seed, one.nonces, one.number), one.deal);
  assert.equal(await commitmentOf(one.seed), one.commitment);
}
assert.equal(shapeOf("huanle", 5), null);
console.log(cases.length);
