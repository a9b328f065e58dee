/**
 * One hand's connection (protocol sections 1 and 2): a snapshot, then frames counted without gaps.
 *
 * One command may be under way. It carries its own id, so that sending it again after a reconnect is answered again
 * and never played twice. A command that could not be sent is refused on the spot: nothing waits for the connection.
 */

import { randomHex } from "@app/lib/random";
import { Socket } from "@app/lib/socket";

/** The heartbeat of a live hand renews the seat's lease of 12 s: two may be lost. */
const HEARTBEAT = 4_000;
/** A command unanswered for so long is sent again, then with a request for a snapshot. */
const PATIENCE = 3_000;
/** Nothing heard for so long in a hand that is under way: a frame may have been lost without a gap to show it. */
const QUIET = 20_000;

/** @typedef {{ok: true} | {ok: false, code: string, text: string, facts: Record<string, unknown>}} Answer */
/** @typedef {{message: {t: "act", k: string, d?: number, a: object}, answer: (answer: Answer) => void}} Pending */

export class HandSocket {
  /**
   * @param {string} url
   * @param {{
   *   onSnap: (frame: any) => void,
   *   onEvents: (frame: any) => void,
   *   onFrame: (frame: any) => void,
   *   onStatus: (status: import("@app/lib/socket").Status, tries: number, again: number | null) => void,
   *   clock: import("@app/lib/clock").Clock,
   *   make?: (url: string) => WebSocket,
   *   random?: () => number,
   * }} options `onFrame` gets what is neither a snapshot, an event frame nor the answer to a command
   */
  constructor(url, options) {
    this.options = options;
    /** The number of the last frame applied; null until a snapshot has come. @type {number | null} */
    this.count = null;
    /** @type {Pending | null} */
    this.pending = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.impatience = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.stillness = undefined;
    /** Whether the hand is over: then silence is no sign of anything. */
    this.over = false;
    this.socket = new Socket(url, {
      ...options,
      heartbeat: HEARTBEAT,
      onFrame: (frame) => this.receive(frame),
      onOpen: () => this.opened(),
      onWake: () => this.sync(),
    });
  }

  open() {
    this.socket.open();
  }

  close() {
    clearTimeout(this.stillness);
    this.socket.close();
    this.settle({ ok: false, code: "closed", text: "", facts: {} });
  }

  /** A new connection starts with a snapshot; then the one command left without an answer goes out again. */
  opened() {
    this.count = null;
    this.listen();
    if (this.pending) this.press(this.pending.message);
  }

  /** Asks for a snapshot. */
  sync() {
    this.socket.send({ t: "sync" });
  }

  /** Waits anew for something to be heard; a hand under way is never quiet for long. */
  listen() {
    clearTimeout(this.stillness);
    if (this.over) return;
    this.stillness = setTimeout(() => {
      this.sync();
      this.listen();
    }, QUIET);
  }

  /** The hand is over: nothing more has to come. */
  rest() {
    this.over = true;
    clearTimeout(this.stillness);
  }

  /**
   * Sends a command and again while no answer comes, the later times with a look at where things stand.
   * @param {Pending["message"]} message @param {boolean} [again]
   */
  press(message, again = false) {
    clearTimeout(this.impatience);
    this.socket.send(message);
    this.impatience = setTimeout(() => {
      if (again) this.sync();
      this.press(message, true);
    }, PATIENCE);
  }

  /**
   * Enters an action.
   * @param {object} action the action's `kind` and fields
   * @param {number} [decision] the decision it answers
   * @returns {Promise<Answer>}
   */
  act(action, decision) {
    const refuse = (/** @type {string} */ code) =>
      Promise.resolve(/** @type {Answer} */ ({ ok: false, code, text: "", facts: {} }));
    if (this.pending) return refuse("busy");
    if (!this.socket.live) return refuse("no_connection");
    const message = /** @type {Pending["message"]} */ ({ t: "act", k: randomHex(16), a: action });
    if (decision !== undefined) message.d = decision;
    return new Promise((answer) => {
      this.pending = { message, answer };
      this.press(message);
    });
  }

  /** Asks for sensible answers to a decision; they come as a `hints` frame. @param {number} decision */
  hints(decision) {
    this.socket.send({ t: "hints", d: decision });
  }

  /** This window plays from now on, not another one of the same person. */
  take() {
    return this.socket.send({ t: "take" });
  }

  /** @param {any} frame */
  receive(frame) {
    this.listen();
    switch (frame.t) {
      case "snap":
        this.count = frame.n;
        this.options.clock.hint(frame.s);
        return this.options.onSnap(frame);
      case "ev":
        this.follow(frame);
        // A frame with the own command's id is its answer too.
        return frame.k === undefined ? undefined : this.answered(frame.k, { ok: true });
      case "ok":
        return this.answered(frame.k, { ok: true });
      case "no":
        return this.answered(frame.k, {
          ok: false,
          code: frame.code,
          text: frame.text,
          facts: frame.facts ?? {},
        });
      default:
        return this.options.onFrame(frame);
    }
  }

  /** @param {any} frame */
  follow(frame) {
    if (this.count === null || frame.n <= this.count) return;
    if (frame.n === this.count + 1) {
      this.count = frame.n;
      this.options.onEvents(frame);
      return;
    }
    // Something was missed: frames are dropped until the snapshot that brings it.
    this.count = null;
    this.sync();
  }

  /** @param {string} key @param {Answer} answer */
  answered(key, answer) {
    if (this.pending?.message.k === key) this.settle(answer);
  }

  /** @param {Answer} answer */
  settle(answer) {
    const pending = this.pending;
    clearTimeout(this.impatience);
    this.pending = null;
    pending?.answer(answer);
  }
}
