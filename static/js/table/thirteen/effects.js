/** What each event of Thirteen Water does to the view (docs/protocol.md 8). */

import { seatOf } from "@app/table/effects";

/** @import { View, HandEvent, SeatView } from "@app/table/types" */

/** Events of what a person does; `nonce` is sent by the page itself. */
export const OWN = new Set(["opened", "locked", "trustee"]);

/** @type {Record<string, (view: View, event: HandEvent) => void>} */
export const EFFECTS = {
  dealt(view, event) {
    view.phase = "arrange";
    view.nonces = event.nonces;
    for (const seat of view.seats) seat.count = event.count;
    if (view.seat !== null) /** @type {SeatView} */ (view.seats[view.seat]).cards = event.hand;
  },

  locked(view, event) {
    const seat = seatOf(view, event);
    seat.locked = true;
    if (event.rows) {
      seat.rows = event.rows;
      seat.special = event.special;
    }
  },

  over(view, event) {
    view.phase = "over";
    view.seed = event.seed;
    view.result = event.result;
    view.seats.forEach((seat, at) => {
      // A hand that was closed before its deal, or before all had handed in, has no more to show.
      if (event.hands[at].length) seat.cards = event.hands[at];
      seat.rows = event.rows[at];
      seat.special = event.specials[at];
    });
  },
};
