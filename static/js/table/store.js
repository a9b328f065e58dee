/**
 * What the table knows and shows, as signals. Nothing here talks to a server or to the page.
 *
 * The hand's truth is `view`, moved on by the reducer alone. Beside it stand the things that belong to this browser:
 * which cards are raised (by card, so that no update loses them), what is being sent, what was refused and why.
 */

import { applyFrame } from "@app/table/reducer";
import { batch, computed, signal } from "@preact/signals";

/** @import { Boot, Frame, Game, Hooks, LobbyTable, Move, Name, SeatView, Settled, View, Watchers } from "@app/table/types" */

/** @typedef {{text: string, kind: "say" | "call" | "big", at: number}} Bubble */
/** @typedef {{text: string, moves: Move[]}} Notice a line for some seconds, and the moves that it can list */
/** @typedef {"formula" | "leave" | "missed" | "watchers" | "sound" | "tracker"} Panel */

/**
 * The store of a table; what belongs to its game alone is laid beside it (`Game.state`).
 * @param {Boot} boot @param {import("@app/lib/clock").Clock} clock @param {Game} game @returns {Store}
 */
export function createStore(boot, clock, game) {
  const hooks = {};
  const store = common(boot, clock, game, hooks);
  const { hooks: wanted, ...own } = game.state(store);
  Object.assign(hooks, wanted);
  return Object.assign(store, own);
}

/**
 * What every game's table knows.
 * @param {Boot} boot @param {import("@app/lib/clock").Clock} clock @param {Game} game
 * @param {Hooks} hooks what the game does when something of it changes
 */
function common(boot, clock, game, hooks) {
  const table = signal(/** @type {LobbyTable} */ (boot.table));
  const view = signal(/** @type {View | null} */ (null));
  const names = signal(/** @type {Name[]} */ ([]));
  const settled = signal(/** @type {Settled | null} */ (null));
  /** Whether the lobby still keeps a seat here for me. */
  const seated = signal(boot.seat !== null);
  /** Where I stand in the contest that is played here. */
  const contest = signal(boot.contest ?? null);
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
  /** What the server suggests for my decision, and which of it comes next. */
  const hints = signal(/** @type {{decision: number, plays: any[], next: number} | null} */ (null));
  const bubbles = signal(/** @type {Record<number, Bubble>} */ ({}));
  const notice = signal(/** @type {Notice | null} */ (null));
  /** What the system played for me while I was away, for as long as the list is looked at. */
  const missed = signal(/** @type {Move[]} */ ([]));
  /** Which of the small panels is open. */
  const open = signal(/** @type {Panel | null} */ (null));
  /** What leaving costs, as the lobby answered. */
  const price = signal(/** @type {{price: number | null, currency: string | null} | null} */ (null));
  const resultShown = signal(false);
  /** What flies across the table as a hand is paid (`@app/table/coins`). */
  const coins = signal(/** @type {import("@app/table/coins").Coin[]} */ ([]));

  /** Whether another window of mine holds the seat, so that this one only watches. */
  const held = signal(false);
  /** Whether that was agreed to, so that it is not asked again. */
  const letting = signal(false);
  const watchers = signal(/** @type {Watchers} */ ({ n: 0, names: [] }));
  /** By how much (ms) what I see lies behind the hand: a spectator's delay. */
  const late = signal(0);
  /** Whether the last seconds of my own turn run. */
  const alarm = signal(false);

  /** Where I sit: in the hand, or at the table between hands, where places may have been drawn since the page was made. */
  const seat = computed(() => {
    if (view.value) return view.value.seat;
    const at = table.value.seats.findIndex((one) => one && one.player === boot.me?.id);
    return boot.seat === null || at < 0 ? boot.seat : at;
  });
  const mine = computed(() => {
    const at = view.value?.seat;
    return at === null || at === undefined ? null : /** @type {SeatView} */ (view.value?.seats[at]);
  });
  const hand = computed(() => mine.value?.cards ?? mine.value?.tiles ?? []);
  /** My open decision, the one the action row is about. */
  const decision = computed(() => view.value?.decisions.find((one) => one.mine) ?? null);
  const chosen = computed(() => {
    const set = preview.value ?? raised.value;
    return hand.value.filter((card) => set.has(card));
  });
  const myTurn = computed(
    () => game.turns.has(decision.value?.kind ?? "") && !mine.value?.trustee && !held.value,
  );
  /** Whether a hand of mine is under way. */
  const playing = computed(() => mine.value !== null && view.value?.phase !== "over");
  /** How many seats: of the hand, which may be fewer than the table has, or of the table between hands. */
  const count = computed(() => view.value?.seats.length ?? table.value.seats.length);
  /** Whether this page has no seat here. */
  const spectating = computed(() => seat.value === null);

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
    game,
    hold,
    /** Milliseconds until `due`. @param {number} due */
    left: (due) => clock.left(due),
    table,
    view,
    names,
    settled,
    seated,
    contest,
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
    coins,
    held,
    letting,
    watchers,
    late,
    alarm,
    seat,
    playing,
    spectating,
    count,
    mine,
    hand,
    decision,
    chosen,
    myTurn,

    /** A snapshot replaces what was known. @param {any} frame */
    restore(frame) {
      batch(() => {
        view.value = frame.view;
        names.value = frame.settled?.names ?? frame.names;
        settled.value = frame.settled ?? settled.value;
        watchers.value = frame.watch ?? { n: 0, names: [] };
        late.value = frame.late ?? 0;
        hold(frame.held ?? false);
        preview.value = null;
        hooks.restored?.();
        keepRaised();
      });
    },

    /** @param {Frame} frame */
    follow(frame) {
      const before = view.value;
      if (!before) return;
      batch(() => {
        view.value = applyFrame(before, frame);
        hooks.followed?.(frame);
        keepRaised();
      });
    },

    /** Forgets the hand, so that the table stands as before one. */
    clear() {
      batch(() => {
        view.value = null;
        settled.value = null;
        raised.value = new Set();
        hooks.cleared?.();
        preview.value = null;
        hints.value = null;
        bubbles.value = {};
        reason.value = null;
        sending.value = null;
        open.value = null;
        missed.value = [];
        resultShown.value = false;
        coins.value = [];
        watchers.value = { n: 0, names: [] };
        late.value = 0;
        hold(false);
      });
    },

    /** @param {Iterable<number>} cards */
    raise(cards) {
      raised.value = new Set(cards);
      hooks.raised?.();
      reason.value = null;
    },

    /** Who has a seat of the hand, or of the table between hands. @param {number} at @returns {Name | null} */
    whoAt(at) {
      return (view.value ? names.value[at] : table.value.seats[at]) ?? null;
    },

    /** Props that change the running hand for the player there. @param {number} at @returns {string[]} */
    effectsOf(at) {
      return (view.value && names.value[at]?.effects) || [];
    },

    /** @param {number} at */
    nameOf(at) {
      return this.whoAt(at)?.name ?? "";
    },
  };
}

/** @typedef {ReturnType<typeof common>} Store */
