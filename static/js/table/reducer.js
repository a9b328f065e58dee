/**
 * The view of a hand, moved on by the events of protocol section 4.
 *
 * One function serves live play, resuming and replay: a view plus its events must equal the view a fresh snapshot
 * would bring, which the tests check for every action and every viewer.
 */

import { sortCards } from "@app/table/cards";

/** @import { View, Frame, HandEvent, SeatView } from "@app/table/types" */

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

/**
 * The view after one `ev` frame. The old view is left as it was.
 * @param {View} view @param {Pick<Frame, "e" | "d">} frame @returns {View}
 */
export function applyFrame(view, frame) {
  const next = structuredClone(view);
  for (const event of frame.e) {
    EFFECTS[event.kind]?.(next, event);
    note(next, event);
  }
  next.decisions = frame.d;
  return next;
}

/** @param {View} view @param {HandEvent} event */
const seatOf = (view, event) => /** @type {SeatView} */ (view.seats[event.seat]);

/**
 * Puts the hands that an event names, those this viewer may see, in place of what was known of them.
 * @param {View} view @param {HandEvent} event
 */
function reveal(view, event) {
  for (const [seat, cards] of Object.entries(event.hands)) {
    /** @type {SeatView} */ (view.seats[Number(seat)]).cards = cards;
  }
}

/** Events of what a person does; `nonce` is sent by the page itself. */
const OWN = new Set(["opened", "show", "bid", "call", "rob", "double", "play", "pass", "trustee"]);
/** The fields that say what was chosen. */
const CHOSEN = ["cards", "yes", "points"];

/**
 * Keeps the list of what the system did for the viewer since the last own action.
 * @param {View} view @param {HandEvent} event
 */
function note(view, event) {
  if (view.seat === null || event.seat !== view.seat || !OWN.has(event.kind)) return;
  const mine = seatOf(view, event);
  if (event.auto) {
    const chosen = CHOSEN.filter((field) => field in event).map((field) => [field, event[field]]);
    mine.acted = [...(mine.acted ?? []), { kind: event.kind, ...Object.fromEntries(chosen) }];
  } else if (event.kind !== "trustee" || !event.on || event.why === "self") {
    mine.acted = [];
  }
}

/** @type {Record<string, (view: View, event: HandEvent) => void>} */
const EFFECTS = {
  nonce(view, event) {
    view.nonces[event.seat] = event.nonce;
  },

  opened(view, event) {
    seatOf(view, event).opened = true;
  },

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
