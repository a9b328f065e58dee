/** What each event of Dou Dizhu does to the view (docs/protocol.md 4). */

import { sortCards } from "@app/table/cards";
import { reveal, seatOf } from "@app/table/effects";

/** @import { View, HandEvent, SeatView } from "@app/table/types" */

/** What a seat shows before any card is dealt. @returns {Partial<SeatView>} */
const cleared = () => ({
  count: 0,
  role: null,
  call: null,
  double: null,
  last: null,
  plays: 0,
  played: [],
});

/** Events of what a person does, and the fields that say what was chosen; `nonce` is sent by the page itself. */
export const OWN = new Set(["opened", "show", "bid", "call", "rob", "double", "play", "pass", "trustee"]);

/** @type {Record<string, (view: View, event: HandEvent) => void>} */
export const EFFECTS = {
  show(view, event) {
    const seat = seatOf(view, event);
    seat.show = event.times;
    seat.cards = event.cards;
    view.multiplier = event.multiplier;
  },

  dealing(view, event) {
    view.phase = "deal";
    view.deal = event.deal;
    view.nonces = event.nonces;
    view.dealing = { start: event.start, step: event.step, total: event.total };
    view.first = null;
    view.hole = null;
    view.wilds = [];
    view.short = [];
    view.lead = null;
    view.seats.forEach((seat, i) => {
      Object.assign(seat, cleared(), { cards: seat.show || i === view.seat ? [] : null });
    });
  },

  cards(view, event) {
    for (const seat of view.seats) seat.count = event.dealt;
    for (const [seat, fresh] of Object.entries(event.hands)) {
      const holder = /** @type {SeatView} */ (view.seats[Number(seat)]);
      holder.cards = sortCards([...(holder.cards ?? []), ...fresh]);
    }
  },

  calling(view, event) {
    view.phase = event.phase;
    view.first = event.first;
    view.dealing = null;
    view.seats.forEach((seat, i) => {
      seat.count = event.counts[i];
    });
    reveal(view, event);
  },

  wilds(view, event) {
    view.wilds = event.wilds;
  },

  bid(view, event) {
    seatOf(view, event).call = event.points;
    view.base = event.base;
  },

  call(view, event) {
    seatOf(view, event).call = event.yes ? "call" : "pass";
    if (event.yes) view.phase = "rob";
    view.multiplier = event.multiplier;
  },

  rob(view, event) {
    seatOf(view, event).call = event.yes ? "rob" : "no_rob";
    view.multiplier = event.multiplier;
  },

  landlord(view, event) {
    view.phase = event.phase;
    view.hole = event.hole;
    view.short = event.short;
    view.seats.forEach((seat, i) => {
      seat.role = i === event.seat ? "landlord" : "peasant";
    });
    seatOf(view, event).count = event.count;
    reveal(view, event);
  },

  double(view, event) {
    seatOf(view, event).double = event.yes;
  },

  doubled(view, event) {
    view.phase = "play";
    view.seats.forEach((seat, i) => {
      seat.double = event.choices[i];
    });
  },

  play(view, event) {
    const seat = seatOf(view, event);
    const gone = new Set(event.cards);
    if (seat.cards) seat.cards = seat.cards.filter((card) => !gone.has(card));
    seat.count = event.left;
    seat.plays += 1;
    seat.played = sortCards([...seat.played, ...event.cards]);
    const laid = { cards: event.cards, type: event.type, rank: event.rank, len: event.len };
    seat.last = laid;
    view.lead = { seat: event.seat, ...laid };
    if (event.multiplier) view.multiplier = event.multiplier;
  },

  pass(view, event) {
    seatOf(view, event).last = "pass";
  },

  trick(view) {
    view.lead = null;
    for (const seat of view.seats) seat.last = null;
  },

  over(view, event) {
    view.phase = "over";
    view.dealing = null;
    view.hole = event.hole;
    view.rest = event.rest;
    view.seed = event.seed;
    view.multiplier = event.multiplier;
    view.result = event.result;
    reveal(view, event);
    view.seats.forEach((seat, i) => {
      seat.count = event.hands[i].length;
    });
  },
};
