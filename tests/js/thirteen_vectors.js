/**
 * Reads what the rules of Thirteen Water say, JSON lines from standard input, and holds the browser's part against it.
 * Says how many lines there were, or what differs (exit 1).
 */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { candidates, KINDS, NEEDS, present } from "@app/table/thirteen/finder";
import { isFoul, layOut, rowPoints, sorted, strength, swapped, typeOf } from "@app/table/thirteen/rows";
import { against, rowTotal, shownBy, stagesOf, totalOf } from "@app/table/thirteen/stages";

/** @type {Record<string, (line: any) => void>} */
const CHECKS = {
  row({ cards, rules, strength: value, type, points, name }) {
    assert.equal(strength(cards, rules), value);
    assert.equal(typeOf(value), type);
    assert.equal(rowPoints(name, value, rules), points);
    assert.equal(strength(layOut(cards), rules), value, "laid out it is the same row");
  },

  foul({ rows, rules, foul, swapped: turned }) {
    assert.equal(isFoul(rows, rules), foul);
    assert.equal(isFoul(swapped(rows), rules), turned);
  },

  types({ cards, rules, best }) {
    assert.deepEqual([...present(cards, rules)].sort(), Object.keys(best).sort());
    for (const kind of KINDS) {
      const found = candidates(kind, cards, rules);
      for (const one of found) {
        assert.equal(one.length, NEEDS[kind]);
        assert.equal(new Set(one).size, one.length);
        assert.ok(one.every((card) => cards.includes(card)));
        if (one.length === 5) assert.equal(typeOf(strength(one, rules)), kind);
      }
      const values = found.filter((one) => one.length === 5).map((one) => strength(one, rules));
      assert.deepEqual(
        values,
        values.toSorted((a, b) => b - a),
        "the strongest first",
      );
      if (NEEDS[kind] === 5 && best[kind] !== undefined) assert.equal(values[0], best[kind]);
    }
  },

  order({ cards, by, sorted: expected }) {
    assert.deepEqual(sorted(cards, by), expected);
  },

  hand({ result, rules }) {
    const all = shownBy(null, 0);
    const stages = stagesOf(result);
    const end = shownBy(stages, stages.length - 1);
    result.points.forEach((/** @type {number} */ points, /** @type {number} */ seat) => {
      const finals = result.points.flatMap((/** @type {number} */ _, /** @type {number} */ other) =>
        other === seat ? [] : [against(result, seat, other, all, rules).final],
      );
      assert.equal(
        finals.reduce((a, b) => a + b, 0),
        points,
        "what all opponents gave",
      );
      assert.equal(totalOf(result, seat, end, rules), points);
    });
    stages.forEach((stage, at) => {
      // Nobody gains out of nothing at any stage.
      const shown = shownBy(stages, at);
      const totals = result.points.map((/** @type {number} */ _, /** @type {number} */ seat) =>
        totalOf(result, seat, shown, rules),
      );
      assert.equal(
        totals.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0),
        0,
        stage.kind,
      );
      if (at === 0) assert.ok(totals.every((/** @type {number} */ total) => total === 0));
    });
    for (const row of [0, 1, 2]) {
      const sums = result.points.map((/** @type {number} */ _, /** @type {number} */ seat) =>
        rowTotal(result, seat, row),
      );
      assert.equal(
        sums.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0),
        0,
      );
    }
    const shots = result.facts.pairs.filter(
      (/** @type {{shot_by: number | null}} */ pair) => pair.shot_by !== null,
    );
    assert.equal(stages.filter(({ kind }) => kind === "shoot").length, shots.length);
    assert.equal(
      stages.some(({ kind }) => kind === "homerun"),
      result.facts.homerun !== null,
    );
  },
};

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { what, ...more } = JSON.parse(line);
  try {
    CHECKS[what]?.(more);
  } catch (error) {
    console.log(`${line}\n${/** @type {Error} */ (error).message}`);
    process.exit(1);
  }
  count += 1;
}
console.log(count);
