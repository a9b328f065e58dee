import assert from "node:assert/strict";
import { test } from "node:test";
import { cardAlong, cardWidth, layout } from "@app/table/geometry";
import { Stroke } from "@app/table/gestures";

const DESKTOP = { width: 1024, height: 768 };
const ACROSS = { width: 844, height: 390 };
const SMALL = { width: 667, height: 375 };
const UPRIGHT = { width: 390, height: 844 };

test("cards are as wide as the screen allows", () => {
  assert.deepEqual([DESKTOP, ACROSS, SMALL, UPRIGHT].map(cardWidth), [96, 60, 56, 64]);
});

test("twenty cards fit one row on a desktop and on phones held across", () => {
  assert.equal(Math.round(layout(20, 1000, DESKTOP).step * 10), 476);
  assert.equal(Math.round(layout(20, 756, ACROSS).step * 10), 366);
  assert.equal(Math.round(layout(20, 643, SMALL).step * 10), 309);
  for (const [room, screen] of /** @type {const} */ ([
    [1000, DESKTOP],
    [756, ACROSS],
    [643, SMALL],
  ])) {
    assert.equal(new Set(layout(20, room, screen).spots.map((spot) => spot.y)).size, 1);
  }
});

test("strips thinner than 26 px make two rows, as for 33 cards at 667 px", () => {
  const place = layout(33, 643, SMALL);
  assert.equal(new Set(place.spots.map((spot) => spot.y)).size, 2);
  assert.ok(place.step >= 26);
});

test("portrait has two rows and keeps their height for the last cards", () => {
  const full = layout(20, 374, UPRIGHT);
  assert.equal(new Set(full.spots.map((spot) => spot.y)).size, 2);
  for (const count of [0, 1, 6, 7, 17])
    assert.equal(layout(count, 374, UPRIGHT).total.height, full.total.height);
});

test("every card lies inside the room, whatever the number", () => {
  for (const [room, screen] of /** @type {const} */ ([
    [1000, DESKTOP],
    [756, ACROSS],
    [643, SMALL],
    [374, UPRIGHT],
  ])) {
    for (let count = 1; count <= 33; count++) {
      const place = layout(count, room, screen);
      for (const { x, y } of place.spots) {
        assert.ok(x >= -0.01 && x + place.width <= room + 0.01, `${count} cards in ${room}`);
        assert.ok(y + place.height <= place.total.height);
      }
    }
  }
});

test("a sweep finds cards along its own row, and the last one beyond the row's end", () => {
  const place = layout(20, 374, UPRIGHT);
  const at = (/** @type {number} */ i) => (place.spots[i]?.x ?? 0) + 5;
  assert.equal(cardAlong(place, 2, at(7)), 7);
  assert.equal(cardAlong(place, 12, at(7)), 17);
  assert.equal(cardAlong(place, 2, 10_000), 9);
  assert.equal(cardAlong(place, 12, -50), 10);
});

/** Ten cards, 40 px apart. @param {number} x */
const along = (x) => Math.max(0, Math.min(9, Math.floor(x / 40)));

/** @param {number} card @param {number[]} [raised] */
const press = (card, raised = []) =>
  new Stroke({ x: card * 40 + 20, y: 50, t: 0 }, card, new Set(raised), along);

/** @param {number} x @param {number} [y] @param {number} [t] */
const at = (x, y = 50, t = 100) => ({ x, y, t });

const list = (/** @type {Set<number>} */ set) => [...set].sort((a, b) => a - b);

test("a tap raises a card and another lowers it, small slips included", () => {
  assert.deepEqual(list(press(3).release(at(145, 56))), [3]);
  assert.deepEqual(list(press(3, [3, 5]).release(at(140))), [5]);
});

test("a slip there and back within a tap is a tap", () => {
  const stroke = press(3);
  stroke.move(at(141, 62, 60));
  assert.deepEqual(list(stroke.release(at(140, 51, 120))), [3]);
});

test("a sweep over five cards raises five; a second one lowers them", () => {
  const up = press(2);
  up.move(at(180));
  assert.deepEqual(list(up.release(at(260))), [2, 3, 4, 5, 6]);
  const down = press(6, [2, 3, 4, 5, 6]);
  assert.deepEqual(list(down.release(at(100))), []);
});

test("a sweep keeps what it does not touch", () => {
  assert.deepEqual(list(press(4, [0, 9]).release(at(260))), [0, 4, 5, 6, 9]);
});

test("a sweep that comes back to its first card changes nothing", () => {
  const stroke = press(2, [8]);
  stroke.move(at(260));
  stroke.move(at(110));
  assert.deepEqual(list(stroke.release(at(105, 50, 900))), [8]);
});

test("a swipe up or down is none of the hand's business", () => {
  const stroke = press(2, [8]);
  assert.deepEqual(list(stroke.move(at(104, 20))), [8]);
  assert.deepEqual(list(stroke.release(at(190, -40, 200))), [8]);
});

test("a pointer that is taken away restores the set", () => {
  const stroke = press(2, [8]);
  stroke.move(at(300));
  assert.deepEqual(list(stroke.cancel()), [8]);
});
