/**
 * The table's two connections: the hand that is being played, and the lobby where one gets ready and leaves.
 *
 * Commands go out here; what comes back goes into the store and, as words, to the announcer.
 */

import { Clock } from "@app/lib/clock";
import { HandSocket } from "@app/lib/hand-socket";
import { has, t } from "@app/lib/i18n";
import { keepWord } from "@app/lib/parting";
import { randomHex } from "@app/lib/random";
import { Socket } from "@app/lib/socket";
import { told } from "@app/table/away";
import { soundOf } from "@app/table/sounds";

/** @import { Store } from "@app/table/store" */
/** @import { Announcer } from "@app/table/announce" */
/** @import { Sound } from "@app/lib/sound" */
/** @import { LobbyTable, Move, SeatView, View } from "@app/table/types" */

/** How long a refusal's reason stays. */
const REASON = 3_000;
/** How long a notice stays. */
const NOTICE = 7_000;
/** A drop that was shorter is not worth a word. */
const SHORT = 3_000;

/** Notices of the lobby that the seat at this table was given up. */
const STOOD_UP = new Set([
  "idle",
  "alone",
  "left_short",
  "dissolved",
  "kicked",
  "parted",
  "play_break",
  "minor_hours",
]);

export class Link {
  /**
   * @param {Store} store @param {Announcer} announcer @param {Sound} sound
   * @param {{window: string, go: (url: string) => void}} options the window's name; `go` leaves the page
   */
  constructor(store, announcer, sound, { window, go }) {
    this.store = store;
    this.announcer = announcer;
    this.sound = sound;
    this.window = window;
    this.go = go;
    const host = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    this.host = host;
    /** @type {HandSocket | null} */
    this.hand = null;
    this.handId = "";
    /** When the connection was lost, on this browser's clock; null while it stands. @type {number | null} */
    this.since = null;
    /** Whether the server said that it restarts. */
    this.restarted = false;
    /** @type {{t: string, [field: string]: unknown} | null} told to the lobby as soon as the table is free */
    this.next = null;
    this.lobby = new Socket(`${host}/ws/lobby/`, {
      // A spectator's hand may run behind, its clock with it; the lobby never does.
      clock: store.boot.seat === null ? new Clock() : store.clock,
      onFrame: (frame) => this.onLobby(frame),
      onStatus: (name, tries, again) => {
        if (!this.hand) this.onStatus(name, tries, again);
      },
      onOpen: () => {
        this.lobby.send({ t: "watch", table: store.table.value.id });
      },
    });
  }

  open() {
    this.lobby.open();
    const { seat, hand, last } = this.store.boot;
    // Who has no seat any more sees first how the own hand ended, then may watch the others.
    const id = seat === null ? (last ?? hand) : (hand ?? last);
    if (id) this.join(id);
  }

  /** Takes up a hand: its snapshot starts everything. @param {string} id */
  join(id) {
    if (this.handId === id) return;
    this.handId = id;
    this.next = null;
    this.hand?.close();
    this.store.clear();
    this.hand = new HandSocket(`${this.host}/ws/hand/${id}/?w=${this.window}`, {
      clock: this.store.clock,
      onSnap: (frame) => this.onSnap(frame),
      onEvents: (frame) => this.onEvents(frame),
      onFrame: (frame) => this.onFrame(frame),
      onStatus: (name, tries, again) => this.onStatus(name, tries, again),
    });
    this.hand.open();
  }

  /**
   * Takes up the hand of the table where it is mine, or where this page watches. Who lost the seat keeps looking at the
   * result of his own hand, not at the next one of the others.
   * @param {LobbyTable} table
   */
  follow({ hand, seats }) {
    const { store } = this;
    const free = !this.hand || store.view.value?.phase === "over";
    const mine = seats.some((seat) => seat && seat.player === store.boot.me?.id);
    if (hand && free && (mine || (store.boot.seat === null && store.spectating.value))) this.join(hand);
  }

  /** Puts the finished hand away and stands at the table again. */
  finish() {
    this.hand?.close();
    this.hand = null;
    this.store.clear();
    this.onStatus(this.lobby.live ? "live" : "lost", this.lobby.tries, null);
  }

  // -- what comes in

  /** @param {any} frame */
  onSnap(frame) {
    const { store } = this;
    const before = store.view.value;
    store.restore(frame);
    this.welcome(before, frame.view);
    this.sendNonce();
    if (frame.view.phase === "over") {
      this.hand?.rest();
      store.resultShown.value = true;
    } else this.announcer.turn();
  }

  /**
   * After a drop, or on a page that was just opened: what the system did meanwhile, and whether it gave more time.
   * @param {View | null} before what was known of the hand @param {View} now
   */
  welcome(before, now) {
    const { store, since, restarted } = this;
    if (before && since === null) return;
    this.since = null;
    this.restarted = false;
    const heads = [];
    if (since !== null && (restarted || store.clock.local() - since >= SHORT)) heads.push(t("away.back"));
    const more = before ? extension(before, now) : 0;
    if (more) heads.push(t(restarted ? "net.extended_restart" : "net.extended", { n: more }));
    const moves = store.held.value ? [] : (store.mine.value?.acted ?? []);
    if (heads.length || moves.length) this.tell(told(store.game, heads, moves), moves);
  }

  /** @param {any} frame */
  onEvents(frame) {
    const { store, announcer } = this;
    const before = store.mine.value;
    store.follow(frame);
    const view = /** @type {View} */ (store.view.value);
    for (const event of frame.e) {
      announcer.event(event);
      const sound = soundOf(store.game, event, view);
      if (sound) this.sound.play(sound);
      if (event.kind === "extended") this.extended(event.ms, event.why);
    }
    this.tookBack(before, store.mine.value);
    announcer.turn();
    if (view.phase === "over") {
      this.hand?.rest();
      store.game.ended(store, announcer, this.sound);
    }
    this.sendNonce();
  }

  /** The trustee has let go of my seat: what it did is listed. @param {SeatView | null} before @param {SeatView | null} now */
  tookBack(before, now) {
    if (!before?.trustee || !now || now.trustee || this.store.view.value?.phase === "over") return;
    const moves = before.acted ?? [];
    this.tell(told(this.store.game, [t("away.took")], moves), moves);
  }

  /** @param {number} ms @param {string} why */
  extended(ms, why) {
    const n = Math.round(ms / 1000);
    this.tell(t(why === "restart" ? "net.extended_restart" : "net.extended", { n }));
  }

  /** @param {any} frame */
  onFrame(frame) {
    const { store } = this;
    if (frame.t === "hints") {
      if (store.decision.value?.id === frame.d) store.game.hinted?.(store, frame);
    } else if (frame.t === "settled") {
      store.settled.value = frame;
      // Where names are hidden the result tells them.
      if (frame.names) store.names.value = frame.names;
      if (frame.balances) store.balances.value = frame.balances;
    } else if (frame.t === "watch") store.watchers.value = { n: frame.n, names: frame.names };
    else if (frame.t === "held") {
      store.hold(frame.held);
      this.announcer.assertive(t(frame.held ? "held.title" : "held.mine"));
    } else if (frame.t === "err") this.explain(frame);
  }

  /** @param {any} frame */
  onLobby(frame) {
    const { store } = this;
    switch (frame.t) {
      case "state":
        store.balances.value = frame.me.balances;
        store.seated.value = frame.me.seat?.table === store.table.value.id;
        // A contest seats its people anew for each round.
        if (store.contest.value && frame.me.seat && !store.seated.value)
          this.go(`/t/${frame.me.seat.table}/`);
        break;
      case "contest":
        store.contest.value = frame.contest;
        break;
      case "table":
        if (frame.table.id !== store.table.value.id || frame.table.v < store.table.value.v) break;
        store.table.value = frame.table;
        this.follow(frame.table);
        this.tellNext();
        break;
      case "match":
        if (frame.table === store.table.value.id) this.join(frame.hand);
        else this.go(`/t/${frame.table}/`);
        break;
      case "no":
        if (frame.code === "would_flee") {
          store.price.value = frame.facts;
          store.open.value = "leave";
        } else this.explain(frame);
        break;
      case "ok":
        if (frame.re === "leave") this.toRoom();
        // The hall shows the wait, and leads on to a table that was found meanwhile.
        else if (frame.re === "change") this.go("/?wait=1");
        break;
      case "notice":
        this.onNotice(frame);
        break;
    }
  }

  /** Whoever lost the seat reads why in the room, but looks at a result as long as he likes. @param {{code: string, text: string, facts: any}} notice */
  onNotice({ code, text, facts }) {
    this.tell(text);
    this.sound.play("message");
    if (!STOOD_UP.has(code) || this.store.view.value) return;
    keepWord({ code, text, facts });
    this.toRoom();
  }

  /** @param {import("@app/lib/socket").Status} name @param {number} tries @param {number | null} again */
  onStatus(name, tries, again) {
    const { store } = this;
    const was = store.status.value.name;
    store.status.value = { name, tries, again };
    store.ping.value = store.clock.ping;
    if (name === "restarting") this.restarted = true;
    // Between hands there is no snapshot to come back with.
    if (name === "live" && !this.hand) this.since = null;
    if (was === "live" && name !== "live") {
      this.since = store.clock.local();
      this.announcer.assertive(t("say.lost"));
    }
  }

  /** Shows a line for some seconds, and says it. @param {string} text @param {Move[]} [moves] what it can list */
  tell(text, moves = []) {
    const { store } = this;
    const notice = { text, moves };
    store.notice.value = notice;
    this.announcer.polite(text);
    setTimeout(() => {
      if (store.notice.value === notice) store.notice.value = null;
    }, NOTICE);
  }

  // -- what goes out

  /** Sends an action; a refusal leaves the cards raised and says why. @param {any} action @param {number} [decision] */
  async act(action, decision) {
    const { store } = this;
    if (!this.hand || store.sending.value) return;
    if (store.held.value) return this.explain({ code: "elsewhere", text: "" });
    store.sending.value = action.kind;
    store.reason.value = null;
    const answer = await this.hand.act(action, decision);
    store.sending.value = null;
    if (answer.ok || answer.code === "closed") return;
    if (answer.code === "elsewhere") store.hold(true);
    this.explain(answer);
  }

  /** Answers my open decision. @param {any} action */
  answer(action) {
    const decision = this.store.decision.value;
    if (decision) this.act(action, decision.id);
  }

  /** Asks for suggestions; they come to the game (`Game.hinted`). @param {number} decision */
  hints(decision) {
    this.hand?.hints(decision);
  }

  /** @param {boolean} on */
  trustee(on) {
    this.act({ kind: "trustee", on });
  }

  /** This browser's share of the shuffle, given once and unasked as soon as the hand opens. */
  sendNonce() {
    const view = this.store.view.value;
    // All tables of a contest are dealt alike: nobody adds to it.
    if (this.store.contest.value) return;
    if (!view || view.seat === null || view.phase !== "opening" || view.nonces[view.seat]) return;
    const open = view.decisions.find((one) => one.kind === "open");
    if (!open || this.hand?.pending || this.store.held.value) return;
    this.hand?.act({ kind: "nonce", nonce: randomHex(16) }, open.id);
  }

  /** Plays on in this window. */
  take() {
    if (!this.hand?.take()) this.explain({ code: "no_connection", text: "" });
  }

  /** Says something to the lobby, or why that is not possible now. @param {{t: string, [field: string]: unknown}} message */
  tellLobby(message) {
    if (!this.lobby.send(message)) this.explain({ code: "no_connection", text: "" });
  }

  /** @param {boolean} show ready with an open hand */
  ready(show) {
    if (!this.store.seated.value) return this.toRoom();
    if (this.store.view.value?.phase === "over") this.finish();
    this.afterHand({ t: "ready", show });
  }

  /**
   * Tells the lobby what comes after the hand. Its seats know of the end a moment before the lobby, which would refuse
   * until then: what is pressed in between waits for the table to be free.
   * @param {{t: string, [field: string]: unknown}} message
   */
  afterHand(message) {
    this.next = message;
    this.tellNext();
  }

  tellNext() {
    if (!this.next || this.store.table.value.hand) return;
    const message = this.next;
    this.next = null;
    this.tellLobby(message);
  }

  /** The room's page, or the contest's: where one goes without a seat here. */
  toRoom() {
    const contest = this.store.contest.value;
    this.go(contest ? `/challenges/${contest.id}/` : `/r/${this.store.boot.room.id}/`);
  }

  /** The page where one invites, and sends away. */
  toCompany() {
    this.go("/company/");
  }

  change() {
    this.afterHand({ t: "change" });
  }

  /** @param {boolean} flee whether the price was seen and accepted */
  leave(flee) {
    // Nobody leaves a contest's table: while one looks elsewhere the trustee plays.
    if (!this.store.seated.value || this.store.contest.value) this.toRoom();
    else this.tellLobby(flee ? { t: "leave", flee: true } : { t: "leave" });
  }

  retry() {
    this.lobby.nudge();
    this.hand?.socket.nudge();
  }

  /** @param {{code: string, text: string}} refusal */
  explain({ code, text }) {
    const { store } = this;
    const words = text || (has(`refusal.${code}`) ? t(`refusal.${code}`) : t("refusal.other", { code }));
    store.reason.value = words;
    this.sound.play("wrong");
    this.announcer.polite(words);
    setTimeout(() => {
      if (store.reason.value === words) store.reason.value = null;
    }, REASON);
  }
}

/** By how many seconds the deadline of a decision that is still open was moved. @param {View} before @param {View} now */
function extension(before, now) {
  for (const { id, due } of now.decisions) {
    const old = before.decisions.find((one) => one.id === id)?.due ?? null;
    if (old !== null && due !== null && due > old) return Math.round((due - old) / 1000);
  }
  return 0;
}
