/** The keyboard of the table (one hand on the arrows, or none at all); each game adds keys of its own. */

import { toggle } from "@app/table/hand";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Announcer } from "@app/table/announce" */

/** Two presses of Escape so close together mean something to a game. */
const TWICE = 600;

/** @param {Store} store @param {Link} link @param {Announcer} voice @returns {() => void} stops listening */
export function listen(store, link, voice) {
  let escaped = Number.NEGATIVE_INFINITY;

  /** @param {number} by @param {boolean} sweep */
  function move(by, sweep) {
    const hand = store.game.held(store);
    if (!hand.length) return;
    const from = Math.min(hand.length - 1, store.cursor.value);
    const next = Math.min(hand.length - 1, Math.max(0, from + by));
    if (sweep) {
      const lower = !store.raised.value.has(/** @type {number} */ (hand[from]));
      const set = new Set(store.raised.value);
      for (const at of [from, next]) {
        const card = /** @type {number} */ (hand[at]);
        if (lower && at !== from && set.has(card)) set.delete(card);
        else set.add(card);
      }
      store.raise(set);
    }
    store.cursor.value = next;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  function pressed(event) {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (store.game.press(key, store, link)) return true;
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        move(key === "ArrowLeft" ? -1 : 1, event.shiftKey);
        return true;
      case " ": {
        const hand = store.game.held(store);
        const card = hand[Math.min(hand.length - 1, store.cursor.value)];
        if (card !== undefined) toggle(store, card);
        return true;
      }
      case "Backspace":
        store.raise([]);
        return true;
      case "T":
        if (store.mine.value) link.trustee(!store.mine.value.trustee);
        return true;
      case "L":
        voice.repeat();
        return true;
      case "Escape":
        if (store.open.value) store.open.value = null;
        else if (event.timeStamp - escaped < TWICE) store.game.press("EscapeTwice", store, link);
        escaped = event.timeStamp;
        return true;
      default:
        return false;
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.repeat === true && event.key === "Enter"))
      return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, textarea, select")) return;
    // A focused button answers Enter and Space itself; a card is an option and does not.
    const button =
      target.closest("button, a")?.getAttribute("role") !== "option" && target.closest("button, a");
    if (button && (event.key === "Enter" || event.key === " ")) return;
    if (store.view.value && pressed(event)) event.preventDefault();
  }

  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
