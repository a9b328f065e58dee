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
    onStatus: (name) => seen.at(-1) !== name && seen.push(name),
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

test("a heartbeat goes out every ten seconds and sets the clock", () => {
  live();
  assert.equal(now().sent.filter((message) => message.t === "ping").length, 1);
  time += 80;
  now().push({ t: "pong", c: 1_000_000, s: 5_000_000 });
  assert.equal(hand.options.clock.ping, 80);
  assert.equal(hand.options.clock.now(), 5_000_040);
  mock.timers.tick(10_000);
  assert.equal(now().sent.filter((message) => message.t === "ping").length, 2);
});

test("a connection that does not answer is given up", () => {
  live();
  mock.timers.tick(5_000);
  assert.equal(seen.at(-1), "lost");
  mock.timers.tick(300);
  assert.equal(made.length, 2);
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
