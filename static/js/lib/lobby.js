/**
 * The lobby socket as a store: who I am, the rooms and tables looked at, and the commands (docs/lobby-protocol.md).
 *
 * What the server says replaces what was known. A command answers with a promise; one that cannot be sent is refused
 * on the spot, and nothing waits for the connection.
 */

import { Clock } from "@app/lib/clock";
import { Socket } from "@app/lib/socket";
import { signal } from "@preact/signals";

/** @typedef {{coins: number, beans: number}} Balances */
/** @typedef {{table: number, number: number, room: number, index: number, ready: boolean, hand: string | null}} MySeat */
/** @typedef {{room: number, since: number, bots_at: number | null}} Ticket */
/** @typedef {{id: number, name: string, avatar: string, guest: boolean, balances: Balances, seat: MySeat | null, ticket: Ticket | null}} Me */
/** @typedef {{id: number, zone: number, code: string, name: string, seats: number, fewest: number, game: string, mode: string, switches: Record<string, string | number | boolean>, currency: string | null, coef_n: number, rake: number, initial: number, minimum: number, maximum: number | null, threshold: number | null, capacity: number, players: number, waiting: number, fits: null | {need: number, have: number}}} Room */
/** @typedef {{player: number | null, name: string, avatar: string, bot: boolean, ready: boolean, title: string}} Seat */
/** @typedef {{id: number, number: number, room: number, v: number, hand: string | null, seats: (Seat | null)[], watchable: boolean, private: boolean, host: number | null}} Table */
/** @typedef {{id: number, name: string, avatar: string, state: "hall" | "table" | "playing" | "offline", table: number | null, number: number | null, room: number | null, invitable: boolean}} Friend */
/** @typedef {{ok: true} | {ok: false, code: string, text: string, facts: Record<string, any>}} Answer */

export class Lobby {
  /**
   * @param {{me: Me, s: number, rooms: Room[], tables?: Table[], friends?: Friend[], requests?: number}} boot
   * @param {{url: string, go: (url: string) => void, make?: (url: string) => WebSocket, clock?: Clock}} options
   *   `go` leaves for another page; `make` and `clock` stand in for the browser's in tests
   */
  constructor(boot, { url, go, make, clock = new Clock() }) {
    this.clock = clock;
    clock.hint(boot.s);
    this.go = go;
    this.me = signal(boot.me);
    this.rooms = signal(new Map(boot.rooms.map((room) => [room.id, room])));
    this.tables = signal(new Map((boot.tables ?? []).map((table) => [table.id, table])));
    /** @type {import("@preact/signals").Signal<import("@app/lib/socket").Status>} */
    this.status = signal("connecting");
    /** The table a match has led to. @type {import("@preact/signals").Signal<number | null>} */
    this.matched = signal(null);
    /** What the player should know: refusals and notices. @type {import("@preact/signals").Signal<{code: string, text: string, facts: any} | null>} */
    this.notice = signal(null);
    /** My friends with what they do, and how many requests wait for my answer. @type {import("@preact/signals").Signal<{friends: Friend[], requests: number}>} */
    this.friends = signal({ friends: boot.friends ?? [], requests: boot.requests ?? 0 });
    /** Whether the friends are followed. */
    this.befriended = false;
    /** The room whose tables are followed. @type {number | null} */
    this.watched = null;
    /** Whether the numbers of all rooms are followed. */
    this.hall = false;
    /** Commands without an answer yet, in the order sent, by their `t`. @type {Map<string, ((answer: Answer) => void)[]>} */
    this.pending = new Map();
    this.socket = new Socket(url, {
      clock,
      make,
      onFrame: (frame) => this.receive(frame),
      onStatus: (status) => this.turned(status),
      onOpen: () => {
        if (this.hall) this.socket.send({ t: "watch", hall: true });
        if (this.watched !== null) this.socket.send({ t: "watch", room: this.watched });
        if (this.befriended) this.socket.send({ t: "friends" });
      },
    });
  }

  open() {
    this.socket.open();
  }

  /** @param {import("@app/lib/socket").Status} status */
  turned(status) {
    this.status.value = status;
    if (status === "signed-out") this.go(`/accounts/login/?next=${encodeURIComponent(location.pathname)}`);
    if (status === "live" || status === "connecting") return;
    for (const waiting of this.pending.values()) {
      for (const answer of waiting) answer({ ok: false, code: "no_connection", text: "", facts: {} });
    }
    this.pending.clear();
  }

  /** @param {any} frame */
  receive(frame) {
    switch (frame.t) {
      case "state":
        return this.know(frame.me);
      case "match":
        return this.leave(frame.table);
      case "table":
        return this.put(frame.table);
      case "room":
        this.rooms.value = new Map(this.rooms.value).set(frame.room.id, frame.room);
        this.tables.value = new Map(frame.tables.map((/** @type {Table} */ table) => [table.id, table]));
        return;
      case "friends":
        this.friends.value = { friends: frame.friends, requests: frame.requests };
        return;
      case "players":
        return this.count([frame]);
      case "hall":
        return this.count(
          Object.entries(frame.rooms).map(([room, [players, waiting]]) => ({
            room: Number(room),
            players,
            waiting,
          })),
        );
      case "ok":
        return this.answer(frame.re, { ok: true });
      case "no": {
        const { code, text, facts } = frame;
        if (!this.answer(frame.re, { ok: false, code, text, facts }))
          this.notice.value = { code, text, facts };
        return;
      }
      case "notice":
        this.notice.value = { code: frame.code, text: frame.text, facts: frame.facts };
    }
  }

  /** A match may have been made while the socket was away: then the ticket has turned into an open hand. @param {Me} me */
  know(me) {
    const waited = this.me.value.ticket !== null;
    this.me.value = me;
    if (waited && me.seat?.hand) this.leave(me.seat.table);
  }

  /** @param {number} table */
  leave(table) {
    if (this.matched.value === table) return;
    this.matched.value = table;
    this.go(`/t/${table}/`);
  }

  /** @param {Table} table */
  put(table) {
    const known = this.tables.value.get(table.id);
    if (known && known.v > table.v) return;
    if (this.watched === table.room) this.tables.value = new Map(this.tables.value).set(table.id, table);
  }

  /** @param {{room: number, players: number, waiting: number}[]} told */
  count(told) {
    const rooms = new Map(this.rooms.value);
    for (const { room, players, waiting } of told) {
      const known = rooms.get(room);
      if (known) rooms.set(room, { ...known, players, waiting });
    }
    this.rooms.value = rooms;
  }

  /** @param {string | null} to @param {Answer} answer @returns {boolean} whether somebody waited for it */
  answer(to, answer) {
    const waiting = this.pending.get(to ?? "")?.shift();
    waiting?.(answer);
    return waiting !== undefined;
  }

  /** Sends a command. @param {{t: string, [field: string]: unknown}} message @returns {Promise<Answer>} */
  command(message) {
    if (!this.socket.send(message)) {
      return Promise.resolve({ ok: false, code: "no_connection", text: "", facts: {} });
    }
    return new Promise((answer) => {
      this.pending.set(message.t, [...(this.pending.get(message.t) ?? []), answer]);
    });
  }

  /** @param {number} room */
  join(room) {
    this.follow(room);
    return this.command({ t: "join", room });
  }

  cancel() {
    return this.command({ t: "cancel" });
  }

  /** @param {number} table @param {number} index */
  sit(table, index) {
    return this.command({ t: "sit", table, index });
  }

  /** Follows the numbers of all rooms. */
  followAll() {
    this.hall = true;
    this.socket.send({ t: "watch", hall: true });
  }

  /** Invites somebody to the table one sits at. @param {number} player */
  invite(player) {
    return this.command({ t: "invite", player });
  }

  /** Follows the friends from now on: what they do comes by itself. */
  befriend() {
    this.befriended = true;
    this.socket.send({ t: "friends" });
  }

  /** Follows a room's tables and its number of people. @param {number | null} room */
  follow(room) {
    if (this.watched === room) return;
    this.watched = room;
    this.socket.send({ t: "watch", room });
  }
}

/** The lobby socket's address on this site. */
export const lobbyUrl = () => `${location.origin.replace(/^http/, "ws")}/ws/lobby/`;
