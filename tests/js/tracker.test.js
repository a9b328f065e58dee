/** The card tracker counts what its owner has not seen, and a card seen in two places once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { unseen } from "@app/table/doudizhu/tracker";

const seat = (played = [], cards = null) => ({ played, cards });
const left = (view, hand, decks = 1) =>
  Object.fromEntries(unseen(view, hand, decks).map((one) => [one.rank, one.left]));

test("before anything is seen every card is left", () => {
  const counts = left({ seats: [seat(), seat()], hole: null }, []);
  assert.deepEqual([counts[0], counts[12], counts[13], counts[14]], [4, 4, 1, 1]);
  assert.equal(left({ seats: [], hole: null }, [], 2)[0], 8);
});

test("own cards, laid cards, open hands and the hole cards are seen, each once", () => {
  const view = { seats: [seat([0, 1]), seat([4], [8, 9])], hole: [0, 52] };
  const counts = left(view, [2, 53]);
  assert.deepEqual([counts[0], counts[1], counts[2], counts[13], counts[14]], [1, 3, 2, 0, 0]);
});
