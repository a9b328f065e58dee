/** The middle of the table: what it waits for. */

import { t } from "@app/lib/i18n";
import { useLeft } from "@app/table/timer";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */

/** From so many seconds on the table says how long a seat is still kept. */
const KEPT_SHOWN = 60;
/** One line in the middle: what the table waits for. @param {{store: Store}} props */
export function Waiting({ store }) {
  const text = waitingFor(store);
  const seats = store.table.value.seats;
  const until = store.view.value || store.seat.value === null ? null : seats[store.seat.value]?.until;
  return html`${text ? html`<p class="tbl-wait">${text}</p>` : null}
    ${until ? html`<${Kept} store=${store} until=${until} />` : null}`;
}

/** How much longer the seat is kept, once it is not long any more. @param {{store: Store, until: number}} props */
function Kept({ store, until }) {
  const seconds = Math.ceil(useLeft(store, until) / 1000);
  if (seconds > KEPT_SHOWN) return null;
  const alone = store.table.value.seats.filter((seat) => seat?.player).length === 1;
  return html`<p class="tbl-kept" role="timer">${t(alone ? "phase.kept_alone" : "phase.kept", { n: seconds })}</p>`;
}

/** @param {Store} store @returns {string | null} */
function waitingFor(store) {
  const view = store.view.value;
  if (!view && store.contest.value) return t("contest.soon");
  if (!view) {
    // A hand needs so many; whoever sits there besides must be ready too.
    const seats = store.table.value.seats.filter((seat) => seat !== null);
    const absent = Math.max(0, (store.boot.room.fewest ?? store.count.value) - seats.length);
    const missing = absent + seats.filter((seat) => !seat.ready).length;
    return missing ? t("phase.waiting", { n: missing }) : t("phase.starting");
  }
  return view.phase === "opening" ? t("phase.opening") : (store.game.waiting?.(store) ?? null);
}
