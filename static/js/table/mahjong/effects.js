/** What each event of mahjong does to the view (docs/protocol.md 10). */

import { faceOf, inOrder } from "@app/table/mahjong/tiles";

/** @import { Meld, SeatView, View, Win } from "@app/table/mahjong/types" */
/** @import { HandEvent } from "@app/table/types" */

/** Events of what a person does; `nonce` is sent by the page itself. */
export const OWN = new Set(["opened", "discard", "adding", "meld", "answer", "win", "trustee"]);

/**
 * Keeps the list of what the system did for the viewer until he is seen to be back. A claim is a sign of him only once
 * it is carried out (`resolved`).
 * @param {View} view @param {HandEvent} event
 */
export function note(view, event) {
  const own = view.seat;
  if (own === null || !isOf(event, own)) return;
  const seat = /** @type {SeatView} */ (view.seats[own]);
  if (event.auto) seat.acted = [...(seat.acted ?? []), done(event)];
  else if (isPersons(event)) seat.acted = [];
}

/** Whether a seat did it, out of its own turn's right. @param {HandEvent} event @param {number} seat */
function isOf(event, seat) {
  if (event.kind !== "win") return event.seat === seat;
  return event.wins.some((/** @type {Win} */ one) => one.seat === seat && one.from === null);
}

/** @param {HandEvent} event */
const done = ({ kind, tile, choice }) => ({
  kind,
  ...(tile === undefined ? {} : { tile }),
  ...(choice === undefined ? {} : { choice }),
});

/** Neither an answer that nobody else knows of, a set that was claimed or announced before, nor being handed to the trustee. @param {HandEvent} event */
function isPersons(event) {
  if (event.kind === "trustee") return !event.on || event.why === "self";
  return event.kind !== "answer" && (event.kind !== "meld" || event.meld.kind === "concealed");
}

/**
 * No window is open any more. A claim of mine that is carried out is a sign of me where I made it.
 * @param {View} view @param {readonly number[]} [claimed] the seats whose claims are carried out
 */
function resolved(view, claimed = []) {
  if (view.seat === null) return;
  const own = /** @type {SeatView} */ (view.seats[view.seat]);
  if (claimed.includes(view.seat) && !own.answer?.auto) own.acted = [];
  own.answer = null;
}

/** @param {View} view @param {{seat: number}} event */
const seatOf = (view, { seat }) => /** @type {SeatView} */ (view.seats[seat]);

/** Takes tiles out of a hand that the viewer sees. @param {SeatView} seat @param {readonly number[]} tiles */
function take(seat, tiles) {
  if (seat.tiles) seat.tiles = seat.tiles.filter((tile) => !tiles.includes(tile));
}

/** The hand of a seat has moved: what it let pass binds it no more (2.4). @param {View} view @param {number} at */
function moved(view, at) {
  const seat = /** @type {SeatView} */ (view.seats[at]);
  seat.passed = [];
  if (at !== view.seat) return;
  seat.locked = [];
  seat.waits = null;
}

/** A window has closed: everybody but its seat and who moves has let the tile pass. @param {View} view @param {number} source @param {number} tile @param {number | null} mover */
function passed(view, source, tile, mover) {
  const face = faceOf(tile);
  view.seats.forEach((seat, at) => {
    if (at === source || at === mover || seat.passed.includes(face)) return;
    seat.passed = [...seat.passed, face].sort((one, other) => one - other);
  });
}

/** The newest discard. @param {View} view @returns {number | null} */
function newest(view) {
  return view.last === null ? null : (view.seats[view.last]?.river.at(-1)?.tile ?? null);
}

/** What a set takes out of its seat's hand. @param {Meld} meld */
function ownTiles({ kind, tiles, taken }) {
  if (tiles === null) return [];
  return kind === "added" ? tiles.slice(-1) : tiles.filter((tile) => tile !== taken);
}

/** So many tiles of each set come from the hand. */
const FROM_HAND = { chow: 2, pung: 2, melded: 3, added: 1, concealed: 4 };

/** @type {Record<string, (view: View, event: HandEvent) => void>} */
const MOVES = {
  dealt(view, event) {
    view.phase = "play";
    view.nonces = event.nonces;
    view.dealer = event.dealer;
    view.east = event.east;
    view.wall = event.wall;
    view.turn = event.dealer;
    view.drawn = { tile: event.drawn ?? null, replacement: false };
    view.seats.forEach((seat, at) => {
      seat.count = at === event.dealer ? 14 : 13;
      seat.wind = (at - event.dealer + view.seats.length) % view.seats.length;
      if (at !== view.seat) return;
      seat.tiles = event.tiles;
      seat.waits = event.waits;
    });
  },

  drawn(view, event) {
    const tile = newest(view);
    if (!event.replacement && tile !== null) passed(view, /** @type {number} */ (view.last), tile, null);
    resolved(view);
    const seat = seatOf(view, event);
    seat.count += 1;
    if (seat.tiles && event.tile !== undefined) seat.tiles = inOrder([...seat.tiles, event.tile]);
    view.wall = event.wall;
    view.turn = event.seat;
    view.drawn = { tile: event.tile ?? null, replacement: event.replacement };
    moved(view, event.seat);
  },

  discard(view, event) {
    const seat = seatOf(view, event);
    take(seat, [event.tile]);
    seat.count -= 1;
    seat.river.push({ tile: event.tile, drawn: event.drawn });
    if (event.seat === view.seat) seat.waits = event.waits;
    view.last = event.seat;
    view.turn = null;
    view.drawn = null;
  },

  adding(view, event) {
    view.adding = { seat: event.seat, tile: event.tile };
    view.turn = null;
    view.drawn = null;
  },

  answer(view, event) {
    seatOf(view, event).answer = { choice: event.choice, auto: Boolean(event.auto) };
  },

  win(view, event) {
    const claims = event.wins.filter((/** @type {Win} */ { from }) => from !== null);
    resolved(
      view,
      claims.map((/** @type {Win} */ { seat }) => seat),
    );
  },

  locked(view, event) {
    if (view.seat !== null) /** @type {SeatView} */ (view.seats[view.seat]).locked = event.faces;
  },

  meld(view, event) {
    const seat = seatOf(view, event);
    /** @type {Meld} */
    const meld = event.meld;
    const claimed = meld.kind === "chow" || meld.kind === "pung" || meld.kind === "melded";
    resolved(view, claimed ? [event.seat] : []);
    if (view.adding) passed(view, view.adding.seat, view.adding.tile, null);
    else if (meld.kind !== "concealed" && meld.from !== null && meld.taken !== null) {
      passed(view, meld.from, meld.taken, event.seat);
      /** @type {SeatView} */ (view.seats[meld.from]).river.pop();
      view.last = null;
    }
    take(seat, ownTiles(meld));
    seat.count -= FROM_HAND[meld.kind];
    const face = faceOf(meld.tiles?.[0] ?? -4);
    const kept = seat.melds.filter(
      (one) => meld.kind !== "added" || one.kind !== "pung" || faceOf(one.tiles?.[0] ?? -8) !== face,
    );
    seat.melds = [...kept, meld];
    view.adding = null;
    view.drawn = null;
    view.turn = meld.kind === "chow" || meld.kind === "pung" ? event.seat : null;
    moved(view, event.seat);
  },

  liable(view, { payer, payee, cause }) {
    view.liable.push({ payer, payee, cause });
  },

  over(view, event) {
    resolved(view);
    const tile = newest(view);
    const { facts, ending } = event.result;
    if (ending === "played" && facts.exhausted && tile !== null)
      passed(view, /** @type {number} */ (view.last), tile, null);
    view.phase = "over";
    view.seed = event.seed;
    view.result = event.result;
    view.rest = event.rest;
    view.drawn = event.drawn;
    view.adding = null;
    view.seats.forEach((seat, at) => {
      seat.tiles = event.hands[at];
      seat.melds = event.melds[at];
    });
  },
};

/** @type {Record<string, (view: any, event: HandEvent) => void>} */
export const EFFECTS = MOVES;
