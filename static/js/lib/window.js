/**
 * The name of this window, by which the server tells two windows of one person apart.
 *
 * It is kept for the window's life, so that a reload is the same window. A duplicated window starts with a copy of the
 * name: whoever finds it in use takes a new one.
 */

import { randomHex } from "@app/lib/random";

const KEY = "window";
/** A page that is being left gives its name up within this time (ms). */
const HANDOVER = 600;

/**
 * @param {{storage?: Storage, locks?: LockManager | undefined}} [browser] stands in for the browser's own in tests
 * @returns {Promise<string>} 16 hexadecimal digits
 */
export async function windowId(browser = {}) {
  const storage = browser.storage ?? found(() => sessionStorage);
  // Only a page from a trustworthy origin has locks; elsewhere duplicates share their name.
  const locks = "locks" in browser ? browser.locks : navigator.locks;
  const kept = found(() => storage?.getItem(KEY));
  if (kept && (!locks || (await reserve(kept, locks)))) return kept;
  const fresh = randomHex(8);
  found(() => storage?.setItem(KEY, fresh));
  if (locks) await reserve(fresh, locks);
  return fresh;
}

/** Holds a name as long as this page lives; false if another page holds it. @param {string} name @param {LockManager} locks */
function reserve(name, locks) {
  return new Promise((answer) => {
    locks
      .request(`window-${name}`, { signal: AbortSignal.timeout(HANDOVER) }, () => {
        answer(true);
        return new Promise(() => {});
      })
      .catch(() => answer(false));
  });
}

/** A browser that keeps nothing (its owner's wish) throws: then there is nothing. @template T @param {() => T} read */
function found(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
