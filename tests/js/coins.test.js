import assert from "node:assert/strict";
import { test } from "node:test";
import { payments } from "@app/table/coins";

/** How many coins go from whom to whom. @param {number[]} points */
function ways(points) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const { from, to } of payments(points)) found[`${from}-${to}`] = (found[`${from}-${to}`] ?? 0) + 1;
  return found;
}

test("coins go from who lost to who won, more of them the more was lost", () => {
  assert.deepEqual(ways([12, -12]), { "1-0": 9 });
  assert.deepEqual(ways([180, -60, -120]), { "1-0": 5, "2-0": 9 });
  assert.deepEqual(ways([36, -12, -12, -12]), { "1-0": 9, "2-0": 9, "3-0": 9 });
});

test("whoever won more gets more of each loser's coins", () => {
  assert.deepEqual(ways([-9, 6, 3]), { "0-1": 6, "0-2": 3 });
  assert.deepEqual(ways([20, -21, 1]), { "1-0": 9 });
});

test("the least loss is seen too, and where nobody lost nothing flies", () => {
  assert.deepEqual(ways([1_001, -1, -1_000]), { "1-0": 1, "2-0": 9 });
  assert.deepEqual(payments([0, 0, 0, 0]), []);
  assert.deepEqual(payments([]), []);
});
