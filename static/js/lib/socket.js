/**
 * A WebSocket that comes back by itself: JSON frames both ways, heartbeat, reconnecting with jitter.
 *
 * It never gives up while the server may take it back, tries at once when the page is shown or the device is online
 * again, and drops a connection that no longer answers (phones leave half-open ones behind).
 */

/** @typedef {"connecting" | "live" | "lost" | "restarting" | "offline" | "signed-out" | "refused" | "void" | "closed"} Status */

/** Codes after which another try is pointless. @type {Record<number, Status>} */
const FINAL = { 4401: "signed-out", 4403: "refused", 4404: "refused", 4410: "void" };
const SERVICE_RESTART = 1012;

const HEARTBEAT = 10_000;
/** A heartbeat unanswered for this long means a dead connection. */
const SILENCE = 5_000;
/** The same right after the page was shown again: a phone that slept has most likely lost its connection. */
const SILENCE_AWAKE = 2_500;
const SLOWEST_RETRY = 10_000;

export class Socket {
  /**
   * @param {string} url
   * @param {{
   *   onFrame: (frame: any) => void,
   *   onStatus: (status: Status, tries: number, again: number | null) => void,
   *   onOpen?: () => void,
   *   onWake?: () => void,
   *   clock: import("@app/lib/clock").Clock,
   *   heartbeat?: number,
   *   make?: (url: string) => WebSocket,
   *   random?: () => number,
   * }} options `again` is when the next try goes out, on this browser's clock; `onWake` is called when the page is
   *   shown again, or the device is online again, on a connection that seems to stand; `heartbeat` in ms; `make` and
   *   `random` stand in for the browser's in tests
   */
  constructor(url, { onFrame, onStatus, onOpen, onWake, clock, heartbeat = HEARTBEAT, make, random }) {
    this.url = url;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.onOpen = onOpen;
    this.onWake = onWake;
    this.clock = clock;
    this.heartbeat = heartbeat;
    this.make = make ?? ((address) => new WebSocket(address));
    this.random = random ?? Math.random;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.restarting = false;
    this.ended = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.beat = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    this.wake = () => this.nudge();
  }

  get live() {
    return this.socket?.readyState === 1;
  }

  open() {
    globalThis.document?.addEventListener("visibilitychange", this.wake);
    globalThis.addEventListener?.("online", this.wake);
    globalThis.addEventListener?.("offline", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    const socket = this.make(this.url);
    this.socket = socket;
    this.onStatus(this.status("connecting"), this.tries, null);
    socket.onopen = () => {
      this.tries = 0;
      this.restarting = false;
      this.onStatus("live", 0, null);
      this.onOpen?.();
      this.ping();
    };
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.dropped(code);
    };
  }

  /** @param {any} frame */
  receive(frame) {
    clearTimeout(this.silence);
    this.silence = undefined;
    if (frame.t !== "pong") return this.onFrame(frame);
    this.clock.observe(frame.c, frame.s);
    this.onStatus("live", 0, null);
  }

  /** @param {object} message @returns {boolean} false when there is no connection: nothing is kept for later */
  send(message) {
    if (!this.live) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  ping() {
    clearTimeout(this.beat);
    if (!this.send({ t: "ping", c: this.clock.local() })) return;
    // The oldest heartbeat without an answer counts: a newer one must not put the end off.
    this.silence ??= setTimeout(() => this.abandon(), SILENCE);
    this.beat = setTimeout(() => this.ping(), this.heartbeat);
  }

  /** Lets go of a connection that no longer answers, without waiting for its close. */
  abandon() {
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    this.dropped(0);
  }

  /** @param {number} code */
  dropped(code) {
    this.socket = null;
    this.quiet();
    if (this.ended) return;
    const final = FINAL[code];
    if (final) {
      this.close();
      this.onStatus(final, this.tries, null);
      return;
    }
    this.restarting ||= code === SERVICE_RESTART;
    this.tries += 1;
    // The first try goes out almost at once; the jitter keeps a whole house from knocking in the same instant.
    const longest = this.tries === 1 ? 300 : Math.min(SLOWEST_RETRY, 500 * 2 ** this.tries);
    const wait = longest * (0.5 + this.random() / 2);
    this.onStatus(this.status("lost"), this.tries, this.clock.local() + wait);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** No heartbeat goes out, and none is waited for. */
  quiet() {
    clearTimeout(this.beat);
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  /** The page came back, or the network did: try now, or make sure that the connection still answers. */
  nudge() {
    if (this.ended || globalThis.document?.visibilityState === "hidden") return;
    if (this.live) {
      clearTimeout(this.silence);
      this.silence = setTimeout(() => this.abandon(), SILENCE_AWAKE);
      this.ping();
      this.onWake?.();
    } else if (this.socket?.readyState !== 0) this.connect();
  }

  /** @param {Status} status @returns {Status} why there is no connection, as far as known */
  status(status) {
    if (globalThis.navigator?.onLine === false) return "offline";
    return this.restarting ? "restarting" : status;
  }

  close() {
    this.ended = true;
    clearTimeout(this.retry);
    this.quiet();
    globalThis.document?.removeEventListener("visibilitychange", this.wake);
    globalThis.removeEventListener?.("online", this.wake);
    globalThis.removeEventListener?.("offline", this.wake);
    this.socket?.close();
    this.socket = null;
  }
}
