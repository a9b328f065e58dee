import assert from "node:assert/strict";
import { test } from "node:test";
import { windowId } from "@app/lib/window";

/** @returns {any} a window's own storage */
function storage(kept = {}) {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => map.set(key, value),
  };
}

/** Locks of one browser: a name held is waited for until the signal ends the wait. */
class Locks {
  constructor() {
    /** @type {Set<string>} */
    this.held = new Set();
  }
  /** @param {string} name @param {{signal: AbortSignal}} options @param {() => Promise<void>} then */
  request(name, { signal }, then) {
    if (!this.held.has(name)) {
      this.held.add(name);
      return then();
    }
    return new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason)));
  }
}

test("a reload is the same window, another window is not", async () => {
  const mine = storage();
  const locks = /** @type {any} */ (new Locks());
  const first = await windowId({ storage: mine, locks });
  assert.match(first, /^[0-9a-f]{16}$/);
  assert.equal(await windowId({ storage: mine, locks: /** @type {any} */ (new Locks()) }), first);
  assert.notEqual(await windowId({ storage: storage(), locks }), first);
});

test("a duplicated window takes a name of its own", async () => {
  const locks = /** @type {any} */ (new Locks());
  const mine = storage();
  const first = await windowId({ storage: mine, locks });
  const copy = storage({ window: first });
  const second = await windowId({ storage: copy, locks });
  assert.notEqual(second, first);
  assert.equal(copy.getItem("window"), second);
});

test("where nothing can be kept there is still a name", async () => {
  const closed = /** @type {any} */ ({
    getItem() {
      throw new Error("no");
    },
    setItem() {
      throw new Error("no");
    },
  });
  assert.match(await windowId({ storage: closed, locks: undefined }), /^[0-9a-f]{16}$/);
});
