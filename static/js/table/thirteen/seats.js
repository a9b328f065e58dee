/** What Thirteen Water shows at a seat, in the top bar, and of what the system did. */

import { number, t } from "@app/lib/i18n";
import { Pledge } from "@app/table/pledge";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { SeatView } from "@app/table/types" */

/** "理牌中…", "已理好 ✓". @param {{store: Store, seat: SeatView, at: number}} props */
export function StateTags({ store, seat, at }) {
  const view = store.view.value;
  if (view?.phase === "arrange") {
    return seat.locked
      ? html`<span class="tag tag-good">${t("thirteen.ready")} ✓</span>`
      : html`<span class="tag">${t("thirteen.arranging")}</span>`;
  }
  return view?.result?.facts.fouls?.[at]
    ? html`<span class="tag tag-warn">${t("thirteen.foul")}</span>`
    : null;
}

/** @param {Store} store @param {number} at @returns {string[]} */
export function seatWords(store, at) {
  const view = store.view.value;
  if (view?.phase !== "arrange") return [];
  return [t(view.seats[at]?.locked ? "thirteen.ready" : "thirteen.arranging")];
}

/** What a point is worth; a tap opens the room's terms. @param {{store: Store}} props */
export function Bar({ store }) {
  const { room } = store.boot;
  const view = store.view.value;
  const open = store.open.value === "formula";
  return html`<div class="stakes">
    <button type="button" class="stakes-button" aria-expanded=${open} onClick=${() => {
      store.open.value = open ? null : "formula";
    }}>
      <span class="num"><b>${worth(store)}</b></span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 8h.01" /></svg>
    </button>
    ${
      open &&
      html`<div class="panel pop">
      <ul class="terms13">${termsOf(store).map((term) => html`<li key=${term}>${term}</li>`)}</ul>
      ${room.currency !== null && html`<p class="pop-terms">${t("table.terms_fee", { n: number(room.rake) })}</p>`}
      ${view && html`<${Pledge} view=${view} />`}
    </div>`
    }
  </div>`;
}

/** "10 币/水". @param {Store} store */
export function worth(store) {
  const { room } = store.boot;
  return room.currency === null
    ? t("thirteen.by_points")
    : t("thirteen.worth", { n: number(room.coef_n), currency: t(`currency.${room.currency}`) });
}

/** What the room plays by, in words. @param {Store} store */
function termsOf(store) {
  const rules = store.rules.value;
  return [
    worth(store),
    t("thirteen.term.shoot", { n: rules.shoot ?? 2 }),
    t("thirteen.term.homerun", { n: rules.homerun ?? 2, seats: rules.homerun_seats ?? 4 }),
    t(rules.row_bonus === false ? "thirteen.term.plain" : "thirteen.term.bonus"),
    t(rules.foul_mode === "penalty" ? "thirteen.term.penalty" : "thirteen.term.adjust"),
    t(rules.wheel === "lowest" ? "thirteen.term.wheel_lowest" : "thirteen.term.wheel_second"),
    t(rules.specials === false ? "thirteen.term.no_specials" : "thirteen.term.specials"),
    ...(rules.suit_tiebreak ? [t("thirteen.term.suits")] : []),
  ];
}

export const doneFor = () => t("thirteen.done_for");

/** One of the moves that the system made. */
export const Moved = () => html`<span class="missed-word">${t("thirteen.done_for")}</span>`;
