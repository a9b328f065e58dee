import assert from "node:assert/strict";
import { test } from "node:test";
import {
  empty,
  exchange,
  fits,
  isWhole,
  lay,
  layType,
  rowFor,
  unlaid,
  without,
} from "@app/table/thirteen/board";
import { disorder, sorted } from "@app/table/thirteen/rows";
import { stagesOf } from "@app/table/thirteen/stages";

const RANKS = "3456789TJQKA2";
/** @param {string} text @returns {number[]} */
const cards = (text) =>
  text.split(" ").map((name) => RANKS.indexOf(name[0] ?? "") * 4 + "shcd".indexOf(name[1] ?? ""));

const HAND = cards("As Ah Kd Kc Qs Qh 9d 9c 9s 7h 5d 4c 2s");

/** @param {ReturnType<typeof lay>} moved */
function rows(moved) {
  assert.ok("rows" in moved);
  return moved.rows;
}

test("cards go into a row as far as it has room", () => {
  const one = rows(lay(empty(), HAND, cards("As Ah"), "front"));
  assert.deepEqual(one.front, cards("As Ah"));
  assert.deepEqual(lay(one, HAND, cards("Kd Kc"), "front"), { code: "no_room" });
  const moved = rows(lay(one, HAND, cards("Ah"), "back"));
  assert.deepEqual([moved.front, moved.back], [cards("As"), cards("Ah")]);
});

test("what is left falls into the one row that is empty, but never into one that was begun", () => {
  const back = rows(lay(empty(), HAND, cards("9d 9c 9s Kd Kc"), "back"));
  assert.equal(unlaid(back, HAND).length, 8);
  const both = rows(lay(back, HAND, cards("As Ah Qs Qh 7h"), "middle"));
  assert.ok(isWhole(both));
  assert.deepEqual(both.front, cards("5d 4c 2s"));
  const less = without(both, cards("2s"));
  assert.deepEqual(unlaid(less, HAND), cards("2s"));
  assert.equal(rows(lay(less, HAND, [], "middle")).front.length, 2, "a card that was taken out stays out");
});

test("two cards change places, in rows or in the hand", () => {
  const back = rows(lay(empty(), HAND, cards("9d 9c 9s Kd Kc"), "back"));
  const next = exchange(back, cards("Kc")[0] ?? 0, cards("2s")[0] ?? 0);
  assert.ok(next.back.includes(cards("2s")[0] ?? 0));
  assert.ok(unlaid(next, HAND).includes(cards("Kc")[0] ?? 0));
});

test("a type button fills the highest empty row, the next candidates of it when pressed again, and goes round", () => {
  const first = layType(empty(), HAND, "pair", {}, null);
  assert.deepEqual(first?.after.back, cards("As Ah"));
  const second = layType(first?.after ?? empty(), HAND, "pair", {}, first);
  assert.deepEqual(second?.after.back, cards("Kc Kd"));
  let last = second;
  for (let i = 0; i < 3; i += 1) last = layType(last?.after ?? empty(), HAND, "pair", {}, last);
  assert.deepEqual(last?.after.back, first?.after.back, "four pairs, then the first again");
  const house = layType(first?.after ?? empty(), HAND, "full_house", {}, first);
  assert.equal(house?.after.middle.length, 5);
  assert.equal(layType(empty(), HAND, "straight_flush", {}, null), null);
});

test("the front takes pairs and trips alone", () => {
  const full = { front: [], middle: cards("As Ah Kd Kc Qs"), back: cards("9d 9c 9s 7h 5d") };
  assert.equal(rowFor(full, "pair"), "front");
  assert.equal(rowFor(full, "two_pair"), null);
  assert.equal(rowFor(full, "flush"), null);
  assert.equal(rowFor(empty(), "flush"), "back");
});

test("only full rows are held against each other", () => {
  const upside = { front: cards("As Ah Kd"), middle: cards("9d 7h 5d 4c 2s"), back: [] };
  assert.deepEqual(disorder(upside, {}), { front: true, middle: false });
  assert.deepEqual(disorder({ ...upside, middle: cards("9d 7h") }, {}), { front: false, middle: false });
});

test("a kept arrangement is taken up for its own hand alone", () => {
  const kept = { front: cards("As"), middle: [], back: cards("9d 9c") };
  assert.ok(fits(kept, HAND));
  assert.ok(!fits({ ...kept, middle: cards("As") }, HAND), "a card twice");
  assert.ok(!fits({ ...kept, front: cards("3s") }, HAND), "a card of another hand");
  assert.ok(!fits({ front: [], back: [] }, HAND));
  assert.ok(!fits(null, HAND));
});

test("the three orders", () => {
  const some = cards("2s 9d Ah 9c Kd As 9s");
  assert.deepEqual(sorted(some, "rank"), cards("As Ah Kd 9s 9c 9d 2s"));
  assert.deepEqual(sorted(some, "suit"), cards("As 9s 2s Ah 9c Kd 9d"));
  assert.deepEqual(sorted(some, "number"), cards("9s 9c 9d As Ah Kd 2s"));
});

test("a compare of special hands alone shows no rows", () => {
  const result = /** @type {any} */ ({
    points: [4, -4],
    outcomes: ["win", "lose"],
    facts: {
      pairs: [{ a: 0, b: 1, rows: [], raw: 4, shot_by: null, final: 4 }],
      specials: ["liu_dui_ban", "san_tong_hua"],
      homerun: null,
    },
  });
  assert.deepEqual(
    stagesOf(result).map(({ kind }) => kind),
    ["down", "special", "special", "sum"],
  );
});
