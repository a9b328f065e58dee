/** The trustee: its switch, its mark, and the veil from under which the first tap takes the seat back. */

import { t } from "@app/lib/i18n";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */

/** The mark. */
export const Robot = () =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="5" y="9" width="14" height="10" rx="3" /><path d="M12 9V5M9 14h.01M15 14h.01M2.5 13v3M21.5 13v3" />
  </svg>`;

/**
 * The switch that hands the seat to the system; upright phones have it beside the own seat. None in a replay, which has
 * no `link`.
 * @param {{store: Store, link?: Link}} props
 */
export function Trustee({ store, link }) {
  if (!link || !store.playing.value || store.held.value) return null;
  const on = store.mine.value?.trustee !== null;
  return html`<button
    type="button"
    class="bar-button trustee-switch"
    aria-pressed=${on}
    disabled=${store.status.value.name !== "live"}
    onClick=${() => link.trustee(!on)}
  >
    <${Robot} />
    <span>${t("table.trustee")}</span>
  </button>`;
}

/**
 * Over the whole own half while the trustee plays: the first tap, wherever it falls, takes the seat back. The tap
 * counts as it goes down, so that a sweep does too.
 * @param {{store: Store, link: Link}} props
 */
export function Veil({ store, link }) {
  if (!store.playing.value || !store.mine.value?.trustee || store.held.value) return null;
  return html`<button type="button" class="tbl-veil" data-act="take-back" onPointerDown=${() => link.trustee(false)} onClick=${(
    /** @type {MouseEvent} */ event,
  ) => event.detail === 0 && link.trustee(false)}>
    <span>${t("state.trustee_mine")}</span>
  </button>`;
}
