/** What Dou Dizhu shows at a seat: its role, what was chosen, the cards left. */

import { t } from "@app/lib/i18n";
import { Back, Index } from "@app/table/card";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { SeatView, View } from "@app/table/types" */

/** From so few cards on the count is shown large. */
const FEW = 5;
/** So few cards ring the alarm. */
const ALARM = 2;

/** Whether a seat has nothing more to say in the robbing. @param {View} view @param {SeatView} seat */
export const isDim = (view, seat) => view.phase === "rob" && (seat.call === "pass" || seat.call === "no_rob");

/** @param {{seat: SeatView}} props */
export const RoleTags = ({ seat }) =>
  seat.role && html`<span class=${`tag tag-${seat.role}`}>${t(`role.${seat.role}`)}</span>`;

/** @param {{seat: SeatView}} props */
export const StateTags = ({ seat }) =>
  html`${seat.show ? html`<span class="tag tag-gold">${t("state.shown")}</span>` : ""}
    ${seat.double ? html`<span class="tag tag-gold">${t("state.doubled")}</span>` : ""}`;

/** "农民", "17 张". @param {Store} store @param {number} at @returns {string[]} */
export function seatWords(store, at) {
  const seat = store.view.value?.seats[at];
  if (!seat) return [];
  return [...(seat.role ? [t(`role.${seat.role}`)] : []), t("state.cards", { n: seat.count })];
}

/** What a seat holds: backs, or its cards when they are open. @param {{store: Store, seat: SeatView}} props */
export function Stack({ store, seat }) {
  if (seat.cards) {
    return html`<div class="seat-open">${seat.cards.map((card) => html`<${Index} key=${card} card=${card} wild=${store.wildOf(card)} />`)}</div>`;
  }
  const few = seat.count <= FEW && seat.count > 0;
  const alarm = seat.count <= ALARM && seat.count > 0;
  return html`<div class=${`seat-stack ${few ? "is-few" : ""} ${alarm ? "is-alarm" : ""}`}>
    <${Back} landlord=${seat.role === "landlord"} />
    <span class="num">${seat.count}</span>
  </div>`;
}
