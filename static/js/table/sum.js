/** The number at the end of a result's line: what a seat gains or loses, rolled up as soon as it is known. */

import { number, signed, t } from "@app/lib/i18n";
import { isStill } from "@app/lib/motion";
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Result } from "@app/table/types" */

/** How long it rolls (ms). */
const ROLL = 600;

/**
 * What a seat gains or loses, undefined until the ledger has moved. Where no currency is at stake the points are the
 * whole of it.
 * @param {Store} store @param {Result} result @param {number} at
 */
export const changeOf = (store, result, at) =>
  store.boot.room.currency === null ? result.points[at] : store.settled.value?.changes[at];

/** A seat's change at the end of its line. @param {{change: number | undefined}} props */
export function Sum({ change }) {
  const shown = useRolled(change);
  const tone = change === undefined ? "" : change < 0 ? "is-loss" : "is-gain";
  return html`<b class=${`result-sum num ${tone}`}>${shown === undefined ? t("result.settling") : signed(shown) || number(0)}</b>`;
}

/** A number that runs up from 0 once it is known. @param {number | undefined} value */
function useRolled(value) {
  const [shown, show] = useState(isStill() ? value : value && 0);
  useEffect(() => {
    if (!value || isStill()) {
      show(value);
      return undefined;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(step);
    /** @param {number} now */
    function step(now) {
      const part = Math.min(1, (now - start) / ROLL);
      show(Math.round(/** @type {number} */ (value) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
