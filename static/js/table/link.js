/**
 * The table's two connections: the hand that is being played, and the lobby where one gets ready and leaves.
 *
 * Commands go out here; what comes back goes into the store and, as words, to the announcer.
 */

import { HandSocket } from "@app/lib/hand-socket";
import { has, t } from "@app/lib/i18n";
import { keepWord } from "@app/lib/parting";
import { randomHex } from "@app/lib/random";
import { Socket } from "@app/lib/socket";

/** @import { Store } from "@app/table/store" */
/** @import { Announcer } from "@app/table/announce" */

/** How long a refusal's reason stays. */
const REASON = 3_000;
/** How long the open hands are shown before the result covers them. */
const LOOK = 1_400;

/** Notices of the lobby that the seat at this table was given up. */
const STOOD_UP = new Set(["idle", "alone", "left_short"]);

export class Link {
  /** @param {Store} store @param {Announcer} announcer @param {(url: string) => void} go leaves the page */
  constructor(store, announcer, go) {
    this.store = store;
    this.announcer = announcer;
    this.go = go;
    const host = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    this.host = host;
    /** @type {HandSocket | null} */
    this.hand = null;
    this.handId = "";
    /** Own plays made by the trustee since the connection was lost. */
    this.before = { lost: false, plays: 0, passes: 0 };
    this.lobby = new Socket(`${host}/ws/lobby/`, {
      clock: store.clock,
      onFrame: (frame) => this.onLobby(frame),
      onStatus: (name, tries) => {
        if (!this.hand) this.onStatus(name, tries);
      },
      onOpen: () => {
        this.lobby.send({ t: "watch", table: store.table.value.id });
      },
    });
  }

  open() {
    this.lobby.open();
    const id = this.store.boot.hand ?? this.store.boot.last;
    if (id) this.join(id);
  }

  /** Takes up a hand: its snapshot starts everything. @param {string} id */
  join(id) {
    if (this.handId === id) return;
    this.handId = id;
    this.hand?.close();
    this.store.clear();
    this.hand = new HandSocket(`${this.host}/ws/hand/${id}/`, {
      clock: this.store.clock,
      onSnap: (frame) => this.onSnap(frame),
      onEvents: (frame) => this.onEvents(frame),
      onFrame: (frame) => this.onFrame(frame),
      onStatus: (name, tries) => this.onStatus(name, tries),
    });
    this.hand.open();
  }

  /** Puts the finished hand away and stands at the table again. */
  finish() {
    this.hand?.close();
    this.hand = null;
    this.store.clear();
    this.onStatus(this.lobby.live ? "live" : "lost", this.lobby.tries);
  }

  // -- what comes in

  /** @param {any} frame */
  onSnap(frame) {
    const { store } = this;
    const again = this.before.lost;
    const plays = store.mine.value?.plays ?? 0;
    store.restore(frame);
    if (again) {
      this.before.lost = false;
      const played = (store.mine.value?.plays ?? 0) - plays;
      store.notice.value = played > 0 ? t("net.back_trustee", { n: played }) : t("net.back");
      setTimeout(() => {
        store.notice.value = null;
      }, REASON);
      this.announcer.polite(store.notice.value);
    }
    this.sendNonce();
    if (frame.view.phase === "over") store.resultShown.value = true;
    else this.announcer.turn();
  }

  /** @param {any} frame */
  onEvents(frame) {
    const { store, announcer } = this;
    store.follow(frame);
    for (const event of frame.e) announcer.event(event);
    announcer.turn();
    if (frame.e.some((/** @type {any} */ event) => event.kind === "over")) {
      setTimeout(() => {
        if (store.view.value?.phase === "over") store.resultShown.value = true;
      }, LOOK);
    }
    this.sendNonce();
  }

  /** @param {any} frame */
  onFrame(frame) {
    const { store } = this;
    if (frame.t === "hints") this.onHints(frame);
    else if (frame.t === "settled") {
      store.settled.value = frame;
      if (frame.balances) store.balances.value = frame.balances;
    } else if (frame.t === "err") this.explain(frame);
  }

  /** @param {{d: number, plays: {kind: string, cards?: number[]}[]}} frame */
  onHints({ d, plays }) {
    const { store } = this;
    if (store.decision.value?.id !== d) return;
    const sets = plays.flatMap((play) => (play.kind === "play" && play.cards ? [play.cards] : []));
    store.hints.value = { decision: d, plays: sets, next: 0 };
    this.nextHint();
  }

  /** @param {any} frame */
  onLobby(frame) {
    const { store } = this;
    switch (frame.t) {
      case "state":
        store.balances.value = frame.me.balances;
        store.seated.value = frame.me.seat?.table === store.table.value.id;
        break;
      case "table":
        if (frame.table.id !== store.table.value.id || frame.table.v < store.table.value.v) break;
        store.table.value = frame.table;
        if (frame.table.hand && (!this.hand || store.view.value?.phase === "over"))
          this.join(frame.table.hand);
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
        break;
      case "notice":
        this.onNotice(frame);
        break;
    }
  }

  /** Whoever lost the seat reads why in the room, but looks at a result as long as he likes. @param {{code: string, text: string, facts: any}} notice */
  onNotice({ code, text, facts }) {
    this.store.notice.value = text;
    if (!STOOD_UP.has(code) || this.store.view.value) return;
    keepWord({ code, text, facts });
    this.toRoom();
  }

  /** @param {import("@app/lib/socket").Status} name @param {number} tries */
  onStatus(name, tries) {
    const { store } = this;
    const was = store.status.value.name;
    store.status.value = { name, tries };
    store.ping.value = store.clock.ping;
    if (was === "live" && name !== "live") {
      this.before.lost = true;
      this.announcer.assertive(t("say.lost"));
    }
  }

  // -- what goes out

  /** Sends an action; a refusal leaves the cards raised and says why. @param {any} action @param {number} [decision] */
  async act(action, decision) {
    const { store } = this;
    if (!this.hand || store.sending.value) return;
    store.sending.value = action.kind;
    store.reason.value = null;
    const answer = await this.hand.act(action, decision);
    store.sending.value = null;
    if (!answer.ok && answer.code !== "closed") this.explain(answer);
  }

  /** Answers my open decision. @param {any} action */
  answer(action) {
    const decision = this.store.decision.value;
    if (decision) this.act(action, decision.id);
  }

  /** Plays the raised cards if they may be played; else says why not. */
  play() {
    const { store } = this;
    if (store.decision.value?.kind !== "play" || !store.chosen.value.length) return;
    if (store.canPlay.value) this.answer({ kind: "play", cards: store.chosen.value });
    else if (store.judged.value.code) this.explain({ code: store.judged.value.code, text: "" });
  }

  pass() {
    const decision = this.store.decision.value;
    if (decision?.kind === "play" && !decision.mine?.lead) this.answer({ kind: "pass" });
  }

  /** Raises the next hint of my decision; the first time they are fetched. */
  hint() {
    const decision = this.store.decision.value;
    if (decision?.kind !== "play") return;
    if (this.store.hints.value?.decision === decision.id) this.nextHint();
    else this.hand?.hints(decision.id);
  }

  nextHint() {
    const hints = this.store.hints.value;
    const cards = hints?.plays[hints.next];
    if (!hints || !cards) return;
    this.store.raise(cards);
    this.store.hints.value = { ...hints, next: (hints.next + 1) % hints.plays.length };
  }

  /** Opens the hand for a multiplier: with my own decision, or as landlord while the others choose. */
  show() {
    const { decision, view } = this.store;
    const open = decision.value ?? view.value?.decisions.find((one) => one.kind === "double");
    if (open) this.act({ kind: "show" }, open.id);
  }

  /** @param {boolean} on */
  trustee(on) {
    this.act({ kind: "trustee", on });
  }

  /** This browser's share of the shuffle, given once and unasked as soon as the hand opens. */
  sendNonce() {
    const view = this.store.view.value;
    if (!view || view.seat === null || view.phase !== "opening" || view.nonces[view.seat]) return;
    const open = view.decisions.find((one) => one.kind === "open");
    if (!open || this.hand?.pending) return;
    this.hand?.act({ kind: "nonce", nonce: randomHex(16) }, open.id);
  }

  /** @param {boolean} show ready with an open hand */
  ready(show) {
    if (!this.store.seated.value) return this.toRoom();
    if (this.store.view.value?.phase === "over") this.finish();
    this.lobby.send({ t: "ready", show });
  }

  /** The room's page: where one goes without a seat here. */
  toRoom() {
    this.go(`/r/${this.store.boot.room.id}/`);
  }

  change() {
    this.lobby.send({ t: "change" });
  }

  /** @param {boolean} flee whether the price was seen and accepted */
  leave(flee) {
    if (!this.store.seated.value) this.toRoom();
    else this.lobby.send(flee ? { t: "leave", flee: true } : { t: "leave" });
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
    this.announcer.polite(words);
    setTimeout(() => {
      if (store.reason.value === words) store.reason.value = null;
    }, REASON);
  }
}
