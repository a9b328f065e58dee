import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Clock } from "@app/lib/clock";
import { HandSocket } from "@app/lib/hand-socket";

/** A connection the test holds the other end of. */
class FakeSocket {
  constructor() {
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
  }
  open() {
    this.readyState = 1;
    this.onopen?.({});
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  /** @param {object} frame */
  push(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  /** @param {number} code */
  drop(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  close() {
    this.readyState = 3;
  }
}

/** @type {FakeSocket[]} */
let made;
/** @type {string[]} */
let seen;
/** @type {HandSocket} */
let hand;
let time = 0;
/** When the next try goes out, as told last. @type {number | null} */
let again = null;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  time = 1_000_000;
  made = [];
  seen = [];
  hand = new HandSocket("ws://table/ws/hand/h/", {
    clock: new Clock(() => time),
    onSnap: (frame) => seen.push(`snap ${frame.n}`),
    onEvents: (frame) => seen.push(`ev ${frame.n}`),
    onFrame: (frame) => seen.push(frame.t),
    onStatus(name, _, next) {
      again = next;
      if (seen.at(-1) !== name) seen.push(name);
    },
    make: () => {
      made.push(new FakeSocket());
      return /** @type {any} */ (made.at(-1));
    },
    random: () => 1,
  });
  hand.open();
});

afterEach(() => {
  hand.close();
  mock.timers.reset();
});

const now = () => /** @type {FakeSocket} */ (made.at(-1));
const told = () => now().sent.filter((message) => message.t !== "ping");

function live() {
  now().open();
  now().push({ t: "snap", n: 0, s: time });
}

test("frames are applied in order, a repeated one once", () => {
  live();
  now().push({ t: "ev", n: 1 });
  now().push({ t: "ev", n: 1 });
  now().push({ t: "ev", n: 2 });
  assert.deepEqual(seen.slice(-2), ["ev 1", "ev 2"]);
});

test("a gap asks for a snapshot, and nothing is applied until it is there", () => {
  live();
  now().push({ t: "ev", n: 2 });
  now().push({ t: "ev", n: 3 });
  assert.deepEqual(told(), [{ t: "sync" }]);
  assert.ok(!seen.includes("ev 2") && !seen.includes("ev 3"));
  now().push({ t: "snap", n: 3, s: time });
  now().push({ t: "ev", n: 4 });
  assert.deepEqual(seen.slice(-2), ["snap 3", "ev 4"]);
});

test("one command at a time; its answer finds it by its id", async () => {
  live();
  const first = hand.act({ kind: "pass" }, 7);
  assert.deepEqual(await hand.act({ kind: "pass" }, 7), { ok: false, code: "busy", text: "", facts: {} });
  const [message] = told();
  assert.equal(told().length, 1);
  assert.match(message.k, /^[A-Za-z0-9_-]{8,36}$/);
  assert.deepEqual([message.d, message.a], [7, { kind: "pass" }]);
  now().push({ t: "ok", k: "somebody-else" });
  assert.ok(hand.pending);
  now().push({ t: "no", k: message.k, code: "too_weak", text: "大不过", facts: {} });
  assert.deepEqual(await first, { ok: false, code: "too_weak", text: "大不过", facts: {} });
});

test("a frame that carries the command's id is its answer, also when a frame was missed before it", async () => {
  live();
  now().push({ t: "snap", n: 0, s: time });
  const first = hand.act({ kind: "pass" }, 7);
  now().push({ t: "ev", n: 1 });
  assert.ok(hand.pending);
  now().push({ t: "ev", n: 2, k: told()[0].k });
  assert.deepEqual(await first, { ok: true });
  const second = hand.act({ kind: "pass" }, 8);
  now().push({ t: "ev", n: 9, k: told()[1].k });
  assert.deepEqual(await second, { ok: true });
});

test("an unanswered command goes out again after a reconnect with the same id, and only then", async () => {
  live();
  const answer = hand.act({ kind: "pass" }, 7);
  const [message] = told();
  now().drop(1006);
  mock.timers.tick(300);
  assert.equal(made.length, 2);
  live();
  assert.deepEqual(told(), [message]);
  now().push({ t: "ok", k: message.k });
  assert.deepEqual(await answer, { ok: true });
  now().drop(1006);
  mock.timers.tick(300);
  live();
  assert.deepEqual(told(), []);
});

test("without a connection a command is refused on the spot and never sent later", async () => {
  live();
  now().drop(1006);
  assert.equal((await hand.act({ kind: "pass" }, 7)).ok, false);
  mock.timers.tick(300);
  live();
  assert.deepEqual(told(), []);
});

test("a heartbeat goes out every four seconds and sets the clock", () => {
  live();
  assert.equal(now().sent.filter((message) => message.t === "ping").length, 1);
  time += 80;
  now().push({ t: "pong", c: 1_000_000, s: 5_000_000 });
  assert.equal(hand.options.clock.ping, 80);
  assert.equal(hand.options.clock.now(), 5_000_040);
  mock.timers.tick(4_000);
  assert.equal(now().sent.filter((message) => message.t === "ping").length, 2);
});

test("a deadline is shown minus half the way there and back", () => {
  live();
  time += 80;
  now().push({ t: "pong", c: 1_000_000, s: 5_000_000 });
  assert.equal(hand.options.clock.left(5_010_000), 10_000 - 40 - 40);
  assert.equal(hand.options.clock.left(4_000_000), 0);
});

test("a connection that does not answer is given up, whatever is sent on it meanwhile", () => {
  live();
  // The snapshot answered the first heartbeat; the second goes out after four seconds, the third after eight.
  for (let i = 0; i < 8; i++) mock.timers.tick(1_000);
  assert.equal(seen.at(-1), "snap 0");
  assert.equal(now().sent.filter((message) => message.t === "ping").length, 3);
  mock.timers.tick(1_000);
  assert.equal(seen.at(-1), "lost");
  mock.timers.tick(300);
  assert.equal(made.length, 2);
});

test("a command without an answer goes out again with the same id, then with a request for a snapshot", async () => {
  live();
  const answer = hand.act({ kind: "pass" }, 7);
  const [message] = told();
  const wait = () => {
    now().push({ t: "pong", c: time, s: time });
    mock.timers.tick(3_000);
  };
  wait();
  assert.deepEqual(told(), [message, message]);
  wait();
  assert.deepEqual(told(), [message, message, { t: "sync" }, message]);
  now().push({ t: "ok", k: message.k });
  assert.deepEqual(await answer, { ok: true });
  wait();
  assert.equal(told().length, 4);
});

test("a hand under way that is quiet is looked at again; one that is over is left alone", () => {
  live();
  const beat = () => now().push({ t: "pong", c: time, s: time });
  for (let i = 0; i < 20; i++) {
    mock.timers.tick(1_000);
    beat();
  }
  assert.deepEqual(told(), [{ t: "sync" }]);
  hand.rest();
  for (let i = 0; i < 60; i++) {
    mock.timers.tick(1_000);
    beat();
  }
  assert.deepEqual(told(), [{ t: "sync" }]);
});

test("a page that is shown again asks how things stand, and soon knows whether anybody hears it", () => {
  live();
  now().push({ t: "pong", c: time, s: time });
  hand.socket.nudge();
  assert.deepEqual(told(), [{ t: "sync" }]);
  mock.timers.tick(2_500);
  assert.equal(seen.at(-1), "lost");
});

test("tries get rarer, but never stop", () => {
  live();
  const waits = [300, 2_000, 4_000, 8_000, 10_000, 10_000];
  for (const [i, wait] of waits.entries()) {
    now().drop(1006);
    mock.timers.tick(wait - 1);
    assert.equal(made.length, i + 1);
    mock.timers.tick(1);
    assert.equal(made.length, i + 2);
  }
});

test("a restart is told from a drop; an ended session is final", () => {
  live();
  now().drop(1012);
  assert.equal(seen.at(-1), "restarting");
  mock.timers.tick(300);
  live();
  now().drop(4401);
  mock.timers.tick(60_000);
  assert.equal(seen.at(-1), "signed-out");
  assert.equal(made.length, 2);
});

test("a hand that cannot be read any more is final", () => {
  live();
  now().drop(4410);
  mock.timers.tick(60_000);
  assert.equal(seen.at(-1), "void");
  assert.equal(made.length, 1);
});

test("when the next try goes out is told", () => {
  live();
  now().drop(1012);
  assert.equal(again, time + 300);
});
