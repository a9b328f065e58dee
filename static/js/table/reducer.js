/**
 * The view of a hand, moved on by the events of docs/protocol.md (4 and 8).
 *
 * One function serves live play, resuming and replay of every game: a view plus its events must equal the view a fresh
 * snapshot would bring, which the tests check for every action and every viewer.
 */

import * as doudizhu from "@app/table/doudizhu/effects";
import { EFFECTS, seatOf } from "@app/table/effects";
import * as mahjong from "@app/table/mahjong/effects";
import * as thirteen from "@app/table/thirteen/effects";

/** @import { View, Frame, HandEvent } from "@app/table/types" */

/**
 * What the games' own events do, and which events are what a person of that game did.
 * @type {Record<string, {EFFECTS: typeof EFFECTS, OWN: ReadonlySet<string>, note?: (view: any, event: HandEvent) => void}>}
 */
const GAMES = { doudizhu, mahjong, thirteen };

/**
 * The view after one `ev` frame. The old view is left as it was.
 * @param {View} view @param {Pick<Frame, "e" | "d">} frame @returns {View}
 */
export function applyFrame(view, frame) {
  const game = GAMES[view.game];
  const next = structuredClone(view);
  for (const event of frame.e) {
    (game?.EFFECTS[event.kind] ?? EFFECTS[event.kind])?.(next, event);
    if (game?.OWN.has(event.kind)) (game.note ?? note)(next, event);
  }
  next.decisions = frame.d;
  return next;
}

/** The fields that say what was chosen. */
const CHOSEN = ["cards", "yes", "points"];

/**
 * Keeps the list of what the system did for the viewer since the last own action.
 * @param {View} view @param {HandEvent} event something that a person does
 */
function note(view, event) {
  if (view.seat === null || event.seat !== view.seat) return;
  const mine = seatOf(view, event);
  if (event.auto) {
    const chosen = CHOSEN.filter((field) => field in event).map((field) => [field, event[field]]);
    mine.acted = [...(mine.acted ?? []), { kind: event.kind, ...Object.fromEntries(chosen) }];
  } else if (event.kind !== "trustee" || !event.on || event.why === "self") {
    mine.acted = [];
  }
}
