/**
 * Reads positions as JSON lines from standard input, `{rules, cards, lead, readings, plays, code}`, and holds the
 * browser's patterns against what the rules said of each; then tells each play's cards by the rank they stand for.
 * Says on standard output how many there were; exits 1 with the first that differs.
 */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { arrange, judge, readings } from "@app/table/doudizhu/patterns";

/** @param {any} play */
const told = ({ type, rank, len, size, bomb }) => `${type} ${rank} ${len} ${size} ${bomb}`;
/** @param {any[]} plays */
const all = (plays) => plays.map(told).sort();

/** What stands for what must itself be the play, without any laizi. @param {any} play @param {{card: number, as: number}[]} cards */
function spelled(play, cards) {
  if (["bomb", "rocket", "sky"].includes(play.type)) return;
  const seen = new Map();
  const natural = cards.map(({ as }) => {
    const copy = seen.get(as) ?? 0;
    seen.set(as, copy + 1);
    return (as < 13 ? as * 4 + (copy % 4) : 52 + as - 13) + 54 * Math.floor(copy / (as < 13 ? 4 : 1));
  });
  const found = readings(natural, { decks: 2, wilds: [], longBombs: true }).concat(readings(natural));
  assert.ok(
    found.some((one) => one.type === play.type && one.rank === play.rank && one.len === play.len),
    `${told(play)} is told as ${cards.map(({ as }) => as)}`,
  );
}

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const position = JSON.parse(line);
  const { rules, cards, lead } = position;
  try {
    assert.deepEqual(all(readings(cards, rules)), all(position.readings));
    const { play, plays, code } = judge(cards, lead, rules);
    assert.equal(code, position.code);
    assert.deepEqual(all(plays), all(position.plays));
    assert.equal(play && told(play), position.default && told(position.default));
    for (const one of plays) {
      const laid = arrange(cards, one, rules);
      assert.deepEqual(laid.map(({ card }) => card).sort(), [...cards].sort());
      spelled(one, laid);
    }
  } catch (error) {
    console.log(`${line}\n${/** @type {Error} */ (error).message}`);
    process.exit(1);
  }
  count += 1;
}
console.log(count);
