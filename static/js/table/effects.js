/** What the events that every game has do to the view: who is there, who plays for whom, when time runs out. */

/** @import { View, HandEvent, SeatView } from "@app/table/types" */

/** @param {View} view @param {HandEvent} event */
export const seatOf = (view, event) => /** @type {SeatView} */ (view.seats[event.seat]);

/**
 * Puts the hands that an event names, those this viewer may see, in place of what was known of them.
 * @param {View} view @param {HandEvent} event
 */
export function reveal(view, event) {
  for (const [seat, cards] of Object.entries(event.hands)) {
    /** @type {SeatView} */ (view.seats[Number(seat)]).cards = cards;
  }
}

/** @type {Record<string, (view: View, event: HandEvent) => void>} */
export const EFFECTS = {
  nonce(view, event) {
    view.nonces[event.seat] = event.nonce;
  },

  opened(view, event) {
    seatOf(view, event).opened = true;
  },

  trustee(view, event) {
    seatOf(view, event).trustee = event.on ? event.why : null;
  },

  lost(view, event) {
    seatOf(view, event).lost = event.due;
  },

  back(view, event) {
    seatOf(view, event).lost = null;
  },

  fled(view, event) {
    seatOf(view, event).fled = true;
  },

  extended(view, event) {
    for (const seat of view.seats) if (seat.lost !== null) seat.lost += event.ms;
  },
};
