/** The time left for a decision: a ring and a number, both of the server's deadline. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Clock } from "@app/lib/clock" */

/** How long each kind of decision usually takes, for the ring's full round. @type {Record<string, number>} */
const USUAL = { open: 5_000, deal: 6_800, call: 40_000, rob: 40_000, double: 15_000, play: 30_000 };
/** From here on the alarm is on. */
const ALARM = 5;
const ROUND = 2 * Math.PI * 19;

/**
 * Milliseconds until `due`, fresh four times a second.
 * @param {Clock} clock @param {number | null} due
 */
export function useLeft(clock, due) {
  const [now, tick] = useState(() => clock.now());
  useEffect(() => {
    if (due === null) return undefined;
    tick(clock.now());
    const timer = setInterval(() => tick(clock.now()), 250);
    return () => clearInterval(timer);
  }, [clock, due]);
  return due === null ? 0 : Math.max(0, due - now);
}

/**
 * @param {{clock: Clock, due: number, kind: string, small?: boolean, onAlarm?: () => void}} props
 * `onAlarm` is told once when the last seconds begin
 */
export function Ring({ clock, due, kind, small = false, onAlarm }) {
  const left = useLeft(clock, due);
  const seconds = Math.ceil(left / 1000);
  const alarm = seconds <= ALARM;
  useEffect(() => {
    if (alarm && seconds > 0) onAlarm?.();
  }, [alarm, due]);
  const part = Math.min(1, left / (USUAL[kind] ?? 30_000));
  return html`<span class=${`ring ${small ? "ring-small" : ""} ${alarm ? "is-alarm" : ""}`} role="timer" aria-label=${seconds}>
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="19" />
      <circle class="left" cx="22" cy="22" r="19" stroke-dasharray=${ROUND} stroke-dashoffset=${ROUND * (1 - part)} />
    </svg>
    <span class="num" aria-hidden="true">${seconds}</span>
  </span>`;
}
