import assert from "node:assert/strict";
import { test } from "node:test";
import { RANKS } from "@app/table/cards";
import { judge, readings } from "@app/table/doudizhu/patterns";
import { EXAMPLES } from "./examples.js";

/** Cards by their ranks, each rank's suits in order. @param {string} text @returns {number[]} */
export function cards(text) {
  const seen = new Map();
  return [...text].map((letter) => {
    const suit = seen.get(letter) ?? 0;
    seen.set(letter, suit + 1);
    const rank = RANKS.indexOf(letter);
    return rank < 13 ? rank * 4 + suit : 52 + rank - 13;
  });
}

/** @param {string} text @returns {import("@app/table/doudizhu/patterns").Lead} */
function lead(text) {
  const { play } = judge(cards(text), null);
  assert.ok(play);
  return { type: play.type, rank: play.rank, len: play.len, cards: cards(text) };
}

/** @param {{type: string, rank: number, len: number}} play */
const told = ({ type, rank, len }) => `${type} len ${len} rank ${RANKS[rank]}`;

for (const [number, before, text, result, rule] of EXAMPLES) {
  test(`example ${number} (${rule}): ${text} on ${before} is ${result}`, () => {
    const hand = cards(text);
    if (before === "lead") {
      const expected = result === "illegal" ? [] : result.split("; ");
      assert.deepEqual(readings(hand).map(told).sort(), expected.toSorted());
      assert.equal(judge(hand, null).code, expected.length ? null : "no_pattern");
      return;
    }
    const { play, code } = judge(hand, lead(before));
    if (result === "does not beat") {
      assert.equal(play, null);
      assert.ok(code);
      return;
    }
    assert.equal(code, null);
    // Where several readings beat the table the highest is taken (P9b).
    assert.equal(told(play), result.replace("beats: ", "").split("; ").at(-1));
  });
}

test("a lead that may be read with or without wings is read without (P9b)", () => {
  assert.equal(judge(cards("333444555666"), null).play?.type, "chain_trio");
});

test("each way to fall short has its own code", () => {
  const pair = lead("99");
  assert.equal(judge(cards("T"), pair).code, "wrong_type");
  assert.equal(judge(cards("88"), pair).code, "too_weak");
  assert.equal(judge(cards("78"), pair).code, "no_pattern");
  assert.equal(judge(cards("34567"), lead("456789")).code, "wrong_count");
  assert.equal(judge(cards("3333"), lead("4444")).code, "too_weak");
  assert.equal(judge(cards("3"), lead("BR")).code, "too_weak");
  assert.equal(judge(cards("2222"), lead("BR")).code, "too_weak");
});
