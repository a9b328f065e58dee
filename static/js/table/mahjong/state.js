/** What the mahjong table knows beside the common store: how the hand stands, the switches, what is being chosen. */

import { certain, faceOf, inOrder } from "@app/table/mahjong/tiles";
import { computed, signal } from "@preact/signals";

/** @import { Store as Common } from "@app/table/store" */
/** @import { Risk, SeatView, View, Wait } from "@app/table/mahjong/types" */
/** @import { Frame } from "@app/table/types" */

/** @typedef {{sort: boolean, win: boolean, quiet: boolean, toss: boolean}} Switches */
/** @typedef {{kind: "chow" | "kong", options: {tiles: number[], data: Record<string, any>}[]}} Picking */

/** How the switches stand at the beginning of every hand: what plays by itself is off. @type {Switches} */
const USUAL = { sort: true, win: false, quiet: false, toss: false };

/** @param {Common} store */
export function state(store) {
  const { decision, raised } = store;
  const view = computed(() => /** @type {View | null} */ (/** @type {unknown} */ (store.view.value)));
  const mine = computed(() => /** @type {SeatView | null} */ (/** @type {unknown} */ (store.mine.value)));
  const switches = signal(USUAL);
  /** Tiles in the order in which they came, for who sorts by himself. */
  const arrived = signal(/** @type {number[]} */ ([]));
  /** The tile whose danger was named once, so that the next tap plays it. */
  const warned = signal(/** @type {number | null} */ (null));
  const picking = signal(/** @type {Picking | null} */ (null));
  /** The face under the pointer: equal tiles on the table stand out. */
  const hovered = signal(/** @type {number | null} */ (null));
  /** Whether a finished hand is still being shown before its numbers. */
  const showing = signal(false);

  /** What I answered in the window that is still open. */
  const answered = computed(() => mine.value?.answer?.choice ?? null);
  const asked = computed(() => decision.value?.kind ?? null);
  /** The tile that was just drawn, which stands apart. */
  const drawn = computed(() => {
    const at = view.value?.seat;
    return at !== null && view.value?.turn === at ? (view.value?.drawn?.tile ?? null) : null;
  });
  const row = computed(() => {
    const tiles = mine.value?.tiles ?? [];
    const rest = tiles.filter((tile) => tile !== drawn.value);
    if (switches.value.sort) return inOrder(rest);
    const known = arrived.value.filter((tile) => rest.includes(tile));
    return [...known, ...rest.filter((tile) => !known.includes(tile))];
  });
  /** All of it as it stands, the drawn tile last. */
  const standing = computed(() => (drawn.value === null ? row.value : [...row.value, drawn.value]));
  const chosenTile = computed(() => [...raised.value][0] ?? null);

  /** What I would wait for: now, or after the raised tile is gone. */
  const waits = computed(() => {
    const own = decision.value?.mine;
    if (asked.value === "turn") {
      const face = chosenTile.value === null ? null : faceOf(chosenTile.value);
      return face === null ? [] : /** @type {Wait[]} */ (own?.waits[String(face)] ?? []);
    }
    return mine.value?.waits ?? [];
  });
  /** The faces whose discard leaves a ready hand. */
  const readying = computed(
    () => new Set(asked.value === "turn" ? Object.keys(decision.value?.mine?.waits ?? {}).map(Number) : []),
  );
  const risks = computed(() =>
    asked.value === "turn" ? /** @type {Risk[]} */ (decision.value?.mine?.risks ?? []) : [],
  );
  /** Add-ons that are sure as the hand stands. */
  const sure = computed(() =>
    view.value && view.value.seat !== null ? certain(view.value, view.value.seat) : [],
  );
  const minimum = computed(
    () => view.value?.rules.minimum ?? Number(store.boot.room.mode.split("-").at(-1) ?? 0),
  );
  /** The face that stands out wherever it lies. */
  const marked = computed(() => {
    if (hovered.value !== null) return hovered.value;
    return chosenTile.value === null ? null : faceOf(chosenTile.value);
  });

  function reset() {
    switches.value = USUAL;
    arrived.value = [];
    showing.value = false;
    still();
  }

  function still() {
    warned.value = null;
    picking.value = null;
  }

  return {
    switches,
    warned,
    picking,
    hovered,
    answered,
    showing,
    asked,
    drawn,
    row,
    standing,
    chosenTile,
    waits,
    readying,
    risks,
    sure,
    minimum,
    marked,
    /** The view and my seat with what mahjong adds to them. */
    mj: { view, mine },
    /** @param {keyof Switches} name */
    flip(name) {
      arrived.value = standing.value;
      switches.value = { ...switches.value, [name]: !switches.value[name] };
    },
    hooks: {
      raised: still,
      /** @param {Frame} frame */
      followed(frame) {
        arrived.value = [...row.value, ...(drawn.value === null ? [] : [drawn.value])];
        for (const event of frame.e) {
          if (event.kind === "dealt") reset();
          if (event.kind === "over") switches.value = USUAL;
        }
        if (!frame.d.some((open) => open.mine)) picking.value = null;
      },
      restored() {
        showing.value = false;
        still();
      },
      cleared: reset,
    },
  };
}

/** @typedef {Common & Omit<ReturnType<typeof state>, "hooks">} Store */
