/**
 * Coins that fly from who lost a hand to who won it. Nothing waits for them, what comes next cuts them short, and readers
 * who want stillness get the numbers alone.
 */

import { isStill } from "@app/lib/motion";
import { html } from "htm/preact";

/** @import { Sound } from "@app/lib/sound" */
/** @import { Store } from "@app/table/store" */

/** @typedef {{from: DOMPoint, to: DOMPoint, wait: number}} Coin a way across the window, in CSS pixels, and when (ms) it begins */

/** How many coins leave whoever lost most; who lost less sends fewer. */
const MOST = 9;
/** Between two coins of one seat (ms). */
const APART = 45;

/**
 * Who pays how many coins to whom: the coins of who lost are shared among who won as their points are.
 * @param {readonly number[]} points of each seat @returns {{from: number, to: number}[]} a coin each, a seat's own in a row
 */
export function payments(points) {
  const most = -Math.min(...points, 0);
  const won = points.reduce((sum, one) => sum + Math.max(one, 0), 0);
  if (!most || !won) return [];
  return points.flatMap((lost, from) => {
    const count = lost < 0 ? Math.max(1, Math.round((MOST * -lost) / most)) : 0;
    return Array.from({ length: count }, (_, nth) => {
      // The nth of so many equal steps through all that was won.
      let left = ((nth + 0.5) / count) * won;
      const to = points.findIndex((one) => {
        left -= Math.max(one, 0);
        return left <= 0;
      });
      return { from, to };
    });
  });
}

/**
 * A hand that was played is paid: it is heard, and the coins fly.
 * @param {Store} store @param {Sound | null} sound @param {number} [wait] ms before the first one
 */
export function pay(store, sound, wait = 0) {
  const result = store.view.value?.result;
  if (result?.ending !== "played" || store.boot.room.currency === null) return;
  sound?.play("coins");
  if (isStill()) return;
  const sent = new Map();
  store.coins.value = payments(result.points).flatMap(({ from, to }) => {
    const [start, end] = [spotOf(from), spotOf(to)];
    const nth = sent.get(from) ?? 0;
    sent.set(from, nth + 1);
    return start && end ? [{ from: start, to: end, wait: wait + nth * APART }] : [];
  });
}

/** Where a seat's face is, null where the table does not show it. @param {number} at */
function spotOf(at) {
  for (const face of document.querySelectorAll(`[data-seat="${at}"] .seat-face`)) {
    const { x, y, width, height } = face.getBoundingClientRect();
    if (width) return new DOMPoint(x + width / 2, y + height / 2);
  }
  return null;
}

/** The coins in the air; the result panel cuts them short. @param {{store: Store}} props */
export function Coins({ store }) {
  const coins = store.resultShown.value ? [] : store.coins.value;
  const last = Math.max(...coins.map(({ wait }) => wait));
  return html`${coins.map(
    ({ from, to, wait }, at) => html`<svg
      key=${at}
      class="coin-fly"
      viewBox="0 0 64 64"
      aria-hidden="true"
      style=${{ "--from": `${from.x}px ${from.y}px`, "--to": `${to.x}px ${to.y}px`, "animation-delay": `${wait}ms` }}
      onAnimationEnd=${() => {
        if (wait === last) store.coins.value = [];
      }}
    ><use href=${store.boot.room.currency === "beans" ? "#bean" : "#coin"} /></svg>`,
  )}`;
}
