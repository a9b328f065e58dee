/** The keyboard of the table (one hand on the arrows, or none at all). */

import { RANKS, rankOf } from "@app/table/cards";
import { toggle } from "@app/table/hand";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Announcer } from "@app/table/announce" */

/** Two presses of Escape so close together pass. */
const TWICE = 600;
/** Keys that stand for ranks. @type {Record<string, string>} */
const RANK_KEYS = { 0: "T", J: "J", Q: "Q", K: "K", A: "A" };
for (const letter of "3456789") RANK_KEYS[letter] = letter;

/** @param {Store} store @param {Link} link @param {Announcer} voice @returns {() => void} stops listening */
export function listen(store, link, voice) {
  let escaped = Number.NEGATIVE_INFINITY;

  /** @param {number} by @param {boolean} sweep */
  function move(by, sweep) {
    const hand = store.hand.value;
    if (!hand.length) return;
    const next = Math.min(hand.length - 1, Math.max(0, store.cursor.value + by));
    if (sweep) {
      const lower = !store.raised.value.has(/** @type {number} */ (hand[store.cursor.value]));
      const set = new Set(store.raised.value);
      for (const at of [store.cursor.value, next]) {
        const card = /** @type {number} */ (hand[at]);
        if (lower && at !== store.cursor.value && set.has(card)) set.delete(card);
        else set.add(card);
      }
      store.raise(set);
    }
    store.cursor.value = next;
  }

  /** Raises one more card of a rank; after the last all of them go down. @param {(rank: number) => boolean} wanted */
  function cycle(wanted) {
    const cards = store.hand.value.filter((card) => wanted(rankOf(card)));
    const next = cards.find((card) => !store.raised.value.has(card));
    const set = new Set(store.raised.value);
    if (next !== undefined) set.add(next);
    else for (const card of cards) set.delete(card);
    store.raise(set);
  }

  /** Calls so many points, where they may be called. @param {number} points @returns {boolean} whether points are bid */
  function call(points) {
    const open = store.decision.value;
    if (open?.kind !== "bid") return false;
    if (open.mine?.points.includes(points)) link.answer({ kind: "bid", points });
    return true;
  }

  /** Answers a yes or no question. @param {boolean} yes @returns {boolean} whether there was one */
  function choose(yes) {
    const kind = store.decision.value?.kind ?? "";
    if (!["call", "rob", "double"].includes(kind)) return false;
    link.answer({ kind, yes });
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  function pressed(event) {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if ("123".includes(key) && call(Number(key))) return true;
    if ((key === "N" || key === "0") && call(0)) return true;
    if ((key === "Y" || key === "1") && choose(true)) return true;
    if ((key === "N" || key === "2") && choose(false)) return true;
    const rank = key === "2" ? "2" : RANK_KEYS[key];
    if (rank) {
      cycle((held) => RANKS[held] === rank);
      return true;
    }
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        move(key === "ArrowLeft" ? -1 : 1, event.shiftKey);
        return true;
      case " ": {
        const card = store.hand.value[store.cursor.value];
        if (card !== undefined) toggle(store, card);
        return true;
      }
      case "X":
        cycle((held) => held >= 13);
        return true;
      case "Enter":
        link.play();
        return true;
      case "H":
        link.hint();
        return true;
      case "P":
        link.pass();
        return true;
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
        if (store.choosing.value) store.ask(false);
        else if (store.open.value) store.open.value = null;
        else if (event.timeStamp - escaped < TWICE) link.pass();
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
