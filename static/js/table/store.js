/**
 * What the table knows and shows, as signals. Nothing here talks to a server or to the page.
 *
 * The hand's truth is `view`, moved on by the reducer alone. Beside it stand the things that belong to this browser:
 * which cards are raised (by card, so that no update loses them), what is being sent, what was refused and why.
 */

import { rankOf } from "@app/table/cards";
import { modeOf, wildOf } from "@app/table/modes";
import { judge } from "@app/table/patterns";
import { applyFrame } from "@app/table/reducer";
import { batch, computed, signal } from "@preact/signals";

/** @import { Boot, Frame, LobbyTable, Move, Name, SeatView, Settled, View, Watchers } from "@app/table/types" */

/** @typedef {{text: string, kind: "say" | "call" | "big", at: number}} Bubble */
/** @typedef {{text: string, moves: Move[]}} Notice a line for some seconds, and the moves that it can list */
/** @typedef {"formula" | "leave" | "missed" | "watchers" | "sound"} Panel */

/** Decisions that are somebody's turn, with a clock that everybody sees. */
export const TURNS = new Set(["bid", "call", "rob", "play"]);

/** @param {Boot} boot @param {import("@app/lib/clock").Clock} clock */
export function createStore(boot, clock) {
  const table = signal(/** @type {LobbyTable} */ (boot.table));
  const view = signal(/** @type {View | null} */ (null));
  const names = signal(/** @type {Name[]} */ ([]));
  const settled = signal(/** @type {Settled | null} */ (null));
  /** Whether the lobby still keeps a seat here for me. */
  const seated = signal(boot.seat !== null);
  const balances = signal(/** @type {Record<string, number>} */ ({}));

  const status = signal({
    name: /** @type {import("@app/lib/socket").Status} */ ("connecting"),
    tries: 0,
    /** When the next try goes out, on this browser's clock. */
    again: /** @type {number | null} */ (null),
  });
  const ping = signal(/** @type {number | null} */ (null));

  const raised = signal(/** @type {ReadonlySet<number>} */ (new Set()));
  /** What a stroke that is still under way would leave raised, null without one. */
  const preview = signal(/** @type {ReadonlySet<number> | null} */ (null));
  /** The place of the hand's keyboard cursor. */
  const cursor = signal(0);
  /** The kind of the command that waits for its answer. */
  const sending = signal(/** @type {string | null} */ (null));
  /** Why the last command was refused, in words. */
  const reason = signal(/** @type {string | null} */ (null));
  const hints = signal(/** @type {{decision: number, plays: number[][], next: number} | null} */ (null));
  const bubbles = signal(/** @type {Record<number, Bubble>} */ ({}));
  const notice = signal(/** @type {Notice | null} */ (null));
  /** What the system played for me while I was away, for as long as the list is looked at. */
  const missed = signal(/** @type {Move[]} */ ([]));
  /** Which of the small panels is open. */
  const open = signal(/** @type {Panel | null} */ (null));
  /** What leaving costs, as the lobby answered. */
  const price = signal(/** @type {{price: number | null, currency: string | null} | null} */ (null));
  const resultShown = signal(false);

  /** Whether another window of mine holds the seat, so that this one only watches. */
  const held = signal(false);
  /** Whether that was agreed to, so that it is not asked again. */
  const letting = signal(false);
  const watchers = signal(/** @type {Watchers} */ ({ n: 0, names: [] }));
  /** By how much (ms) what I see lies behind the hand: a spectator's delay. */
  const late = signal(0);
  /** Whether the last seconds of my own turn run. */
  const alarm = signal(false);

  const mode = modeOf(boot.room.mode, boot.room.seats);
  /** How cards are read: in laizi modes that depends on what has been turned. */
  const rules = computed(() => ({
    decks: mode.decks,
    wilds: view.value?.wilds ?? [],
    longBombs: mode.longBombs,
  }));
  /** Whether it is being asked which reading of the raised cards is meant. */
  const choosing = signal(false);
  /** The laizi that were just turned, while they are announced. @type {import("@preact/signals").Signal<number[] | null>} */
  const turned = signal(null);

  const seat = computed(() => (view.value ? view.value.seat : boot.seat));
  const mine = computed(() => {
    const at = view.value?.seat;
    return at === null || at === undefined ? null : /** @type {SeatView} */ (view.value?.seats[at]);
  });
  const hand = computed(() => mine.value?.cards ?? []);
  /** My open decision, the one the action row is about. */
  const decision = computed(() => view.value?.decisions.find((one) => one.mine) ?? null);
  const chosen = computed(() => {
    const set = preview.value ?? raised.value;
    return hand.value.filter((card) => set.has(card));
  });
  /** What the raised cards are and whether they may be played on this table. */
  const judged = computed(() => judge(chosen.value, view.value?.lead ?? null, rules.value));
  const myTurn = computed(() => TURNS.has(decision.value?.kind ?? "") && !mine.value?.trustee && !held.value);
  /** Whether a hand of mine is under way. */
  const playing = computed(() => mine.value !== null && view.value?.phase !== "over");
  /** Whether this page has no seat here. */
  const spectating = computed(() => seat.value === null);
  const canPlay = computed(
    () => decision.value?.kind === "play" && chosen.value.length > 0 && judged.value.code === null,
  );

  /** Cards that left the hand are no longer raised; everything else stays as it was. */
  function keepRaised() {
    const held = new Set(hand.value);
    if ([...raised.value].some((card) => !held.has(card))) {
      raised.value = new Set([...raised.value].filter((card) => held.has(card)));
    }
    cursor.value = Math.min(cursor.value, Math.max(0, hand.value.length - 1));
  }

  /** @param {boolean} elsewhere whether another window of mine plays */
  function hold(elsewhere) {
    if (!elsewhere) letting.value = false;
    held.value = elsewhere;
  }

  return {
    boot,
    clock,
    mode,
    rules,
    choosing,
    turned,
    /** What a card is as a laizi. @param {number} card */
    wildOf: (card) => wildOf(boot.room.mode, rules.value.wilds, rankOf(card)),
    /** Asks which reading is meant, or leaves that. @param {boolean} on */
    ask(on) {
      choosing.value = on;
    },
    hold,
    /** Milliseconds until `due`. @param {number} due */
    left: (due) => clock.left(due),
    table,
    view,
    names,
    settled,
    seated,
    balances,
    status,
    ping,
    raised,
    preview,
    cursor,
    sending,
    reason,
    hints,
    bubbles,
    notice,
    missed,
    open,
    price,
    resultShown,
    held,
    letting,
    watchers,
    late,
    alarm,
    seat,
    playing,
    spectating,
    mine,
    hand,
    decision,
    chosen,
    judged,
    myTurn,
    canPlay,

    /** A snapshot replaces what was known. @param {any} frame */
    restore(frame) {
      batch(() => {
        view.value = frame.view;
        names.value = frame.names;
        settled.value = frame.settled ?? settled.value;
        watchers.value = frame.watch ?? { n: 0, names: [] };
        late.value = frame.late ?? 0;
        hold(frame.held ?? false);
        preview.value = null;
        keepRaised();
      });
    },

    /** @param {Frame} frame */
    follow(frame) {
      const before = view.value;
      if (!before) return;
      batch(() => {
        view.value = applyFrame(before, frame);
        if (decision.value?.kind !== "play") choosing.value = false;
        if (frame.e.some((event) => event.kind === "dealing")) raised.value = new Set();
        keepRaised();
      });
    },

    /** Forgets the hand, so that the table stands as before one. */
    clear() {
      batch(() => {
        view.value = null;
        settled.value = null;
        raised.value = new Set();
        choosing.value = false;
        turned.value = null;
        preview.value = null;
        hints.value = null;
        bubbles.value = {};
        reason.value = null;
        sending.value = null;
        open.value = null;
        missed.value = [];
        resultShown.value = false;
        watchers.value = { n: 0, names: [] };
        late.value = 0;
        hold(false);
      });
    },

    /** @param {Iterable<number>} cards */
    raise(cards) {
      raised.value = new Set(cards);
      choosing.value = false;
      reason.value = null;
    },

    /** The name of a seat, whatever is known of it yet. @param {number} at */
    nameOf(at) {
      return names.value[at]?.name ?? table.value.seats[at]?.name ?? "";
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
