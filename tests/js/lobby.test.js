import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Clock } from "@app/lib/clock";
import { Lobby } from "@app/lib/lobby";

/** A connection the test holds the other end of. */
class FakeSocket {
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  open() {
    this.readyState = 1;
    this.onopen?.({});
  }
  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if (message.t !== "ping") this.sent.push(message);
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

const me = {
  id: 1,
  name: "小满",
  avatar: "f1",
  guest: true,
  balances: { coins: 0, beans: 500 },
  seat: null,
  ticket: null,
};
const waiting = { ...me, ticket: { room: 1, since: 5, bots_at: null } };
const seated = { ...me, seat: { table: 7, number: 3, room: 1, index: 0, ready: true, hand: "h" } };
const room = { id: 1, name: "新手", players: 1, waiting: 0 };
const desk = { id: 7, number: 3, room: 1, v: 4, hand: null, seats: [null, null, null], watchable: true };

/** @type {FakeSocket} */
let socket;
/** @type {string[]} */
let gone;
/** @type {Lobby} */
let lobby;

/** @param {any} boot */
function start(boot) {
  gone = [];
  lobby = new Lobby(boot, {
    url: "ws://hall/ws/lobby/",
    go: (url) => gone.push(url),
    clock: new Clock(() => 1000),
    make: () => {
      socket = new FakeSocket();
      return /** @type {any} */ (socket);
    },
  });
  lobby.open();
  socket.open();
}

beforeEach(() => start({ me, s: 1000, rooms: [room], tables: [desk] }));

test("joining follows the room, asks once and answers when the server does", async () => {
  const answer = lobby.join(1);
  assert.deepEqual(socket.sent, [
    { t: "watch", room: 1 },
    { t: "join", room: 1 },
  ]);
  socket.push({ t: "ok", re: "join" });
  assert.deepEqual(await answer, { ok: true });
  assert.equal(lobby.notice.value, null);
});

test("a refusal answers its command and is no notice", async () => {
  const answer = lobby.join(1);
  socket.push({ t: "no", re: "join", code: "not_enough", text: "…", facts: { need: 5 } });
  assert.deepEqual(await answer, { ok: false, code: "not_enough", text: "…", facts: { need: 5 } });
  assert.equal(lobby.notice.value, null);
});

test("what the server withdraws by itself is a notice", () => {
  socket.push({ t: "no", re: null, code: "not_enough", text: "…", facts: {} });
  assert.equal(lobby.notice.value?.code, "not_enough");
});

test("a match leads to its table, once", () => {
  socket.push({ t: "match", table: 7, room: 1, hand: "h" });
  socket.push({ t: "match", table: 7, room: 1, hand: "h" });
  assert.deepEqual(gone, ["/t/7/"]);
});

test("a match missed while away is seen in the next state", () => {
  start({ me: waiting, s: 1000, rooms: [room] });
  socket.push({ t: "state", me: seated });
  assert.deepEqual(gone, ["/t/7/"]);
});

test("an open hand without a ticket before it leads nowhere: the hall shows the way back", () => {
  socket.push({ t: "state", me: seated });
  assert.deepEqual(gone, []);
  assert.equal(lobby.me.value.seat?.hand, "h");
});

test("an older frame of a table is dropped, and so is a table of a room not followed", () => {
  lobby.follow(1);
  socket.push({ t: "table", table: { ...desk, v: 6, hand: "h" } });
  socket.push({ t: "table", table: { ...desk, v: 5, hand: null } });
  socket.push({ t: "table", table: { ...desk, id: 9, room: 2 } });
  assert.equal(lobby.tables.value.get(7)?.hand, "h");
  assert.equal(lobby.tables.value.has(9), false);
});

test("the people of a room are counted in place", () => {
  socket.push({ t: "players", room: 1, players: 12, waiting: 2 });
  assert.deepEqual(lobby.rooms.value.get(1), { ...room, players: 12, waiting: 2 });
});

test("a command without a connection, or cut off from its answer, is refused and not kept", async () => {
  const cut = lobby.cancel();
  socket.drop(1006);
  assert.deepEqual(await cut, { ok: false, code: "no_connection", text: "", facts: {} });
  assert.deepEqual(await lobby.cancel(), { ok: false, code: "no_connection", text: "", facts: {} });
  lobby.socket.close();
});

test("the hall's numbers are followed again after a drop and change only what they name", () => {
  start({ me, s: 1000, rooms: [room, { ...room, id: 2, players: 5 }] });
  lobby.followAll();
  assert.deepEqual(socket.sent, [{ t: "watch", hall: true }]);
  socket.push({ t: "hall", rooms: { 1: [7, 2], 99: [1, 1] } });
  assert.deepEqual(
    [...lobby.rooms.value.values()].map(({ players, waiting }) => [players, waiting]),
    [
      [7, 2],
      [5, 0],
    ],
  );
});
