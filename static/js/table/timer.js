/** The time left for a decision: a ring and a number, both of the server's deadline. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Store } from "@app/table/store" */

/** How long a decision takes that the game says nothing of (ms), for the ring's full round. */
const USUAL = 30_000;
const ROUND = 2 * Math.PI * 19;

/**
 * Milliseconds until `due`, fresh four times a second.
 * @param {Store} store @param {number | null} due
 */
export function useLeft(store, due) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [due]);
  return due === null ? 0 : store.left(due);
}

/** @param {{store: Store, due: number, kind: string, small?: boolean}} props */
export function Ring({ store, due, kind, small = false }) {
  const left = useLeft(store, due);
  const seconds = Math.ceil(left / 1000);
  const alarm = seconds <= store.game.alarm;
  const part = Math.min(1, left / (store.game.usual[kind] ?? USUAL));
  return html`<span class=${`ring ${small ? "ring-small" : ""} ${alarm ? "is-alarm" : ""}`} role="timer" aria-label=${seconds}>
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="19" />
      <circle class="left" cx="22" cy="22" r="19" stroke-dasharray=${ROUND} stroke-dashoffset=${ROUND * (1 - part)} />
    </svg>
    <span class="num" aria-hidden="true">${seconds}</span>
  </span>`;
}
