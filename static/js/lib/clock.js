/**
 * The server's clock as this browser knows it.
 *
 * A deadline is the server's; the browser only shows it. The offset comes from the heartbeat with the shortest way
 * there and back, as that one knows best; half the way is how far the number may be wrong.
 */
export class Clock {
  /** @param {() => number} now this browser's clock in ms */
  constructor(now = Date.now) {
    this.local = now;
    this.offset = 0;
    /** Milliseconds there and back of the last heartbeat; null before the first. @type {number | null} */
    this.ping = null;
    this.best = Number.POSITIVE_INFINITY;
  }

  /** The server's time now, ms since the epoch. */
  now() {
    return this.local() + this.offset;
  }

  /**
   * Milliseconds that are left to answer until the server's `due`, never below 0. Half the way is taken off: an answer
   * sent at zero would come too late.
   * @param {number} due
   */
  left(due) {
    return Math.max(0, due - this.now() - (this.ping ?? 0) / 2);
  }

  /** A first estimate from a frame that came unasked. @param {number} server */
  hint(server) {
    if (this.best === Number.POSITIVE_INFINITY) this.offset = server - this.local();
  }

  /** @param {number} sent this browser's time when the ping left @param {number} server the time in the answer */
  observe(sent, server) {
    const received = this.local();
    this.ping = Math.max(0, received - sent);
    // A laptop that slept comes back with a moved clock: an estimate far off the old one replaces it at any length.
    const offset = server - (sent + received) / 2;
    const moved = Math.abs(offset - this.offset) > this.ping / 2 + this.best / 2;
    if (this.ping <= this.best || moved) {
      this.best = this.ping;
      this.offset = offset;
    }
  }
}
