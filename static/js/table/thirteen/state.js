/** What the table of Thirteen Water knows beside the common store: the arrangement in the making, and the compare. */

import { empty, fits, isWhole, layType, rowOf, tidy, unlaid } from "@app/table/thirteen/board";
import { present } from "@app/table/thirteen/finder";
import { disorder, isFoul, ROWS, sorted, swapped } from "@app/table/thirteen/rows";
import { computed, effect, signal } from "@preact/signals";

/** @import { Store as Common } from "@app/table/store" */
/** @import { Cycle } from "@app/table/thirteen/board" */
/** @import { Order, RowName, Rows, Rules } from "@app/table/thirteen/rows" */
/** @import { Stage } from "@app/table/thirteen/stages" */
/** @import { Frame } from "@app/table/types" */

/** @typedef {{cards: number[], x: number, y: number, over: RowName | null}} Dragged cards under a finger, and the row below it */
/** @typedef {{name: string, rows: Rows}} Suggestion */

/** Where a half-made arrangement outlives a reload. */
const DRAFT = "thirteen";

/** @param {Common} store */
export function state(store) {
  const { view, hand, decision } = store;
  const rows = signal(empty());
  const order = signal(/** @type {Order} */ ("rank"));
  /** What the last type button laid, so that it can lay something else. */
  const cycle = signal(/** @type {Cycle | null} */ (null));
  const drag = signal(/** @type {Dragged | null} */ (null));
  /** What the server suggests, and which of it lies on the table. */
  const advice = signal(/** @type {{of: number, list: Suggestion[], at: number} | null} */ (null));
  /** Whether a foul was confirmed once, where a room lets it lose. */
  const warned = signal(false);
  /** The stage of the compare that is shown, null where all is open. */
  const reveal = signal(/** @type {{stages: Stage[], at: number} | null} */ (null));

  const rules = computed(() => /** @type {Rules} */ (view.value?.rules ?? {}));
  const arranging = computed(() => decision.value?.kind === "arrange");
  const tray = computed(() => sorted(unlaid(rows.value, hand.value), order.value));
  const whole = computed(() => isWhole(rows.value));
  const broken = computed(() => disorder(rows.value, rules.value));
  const foul = computed(() => whole.value && isFoul(rows.value, rules.value));
  /** Whether the server would set a foul right by exchanging middle and back (1.5). */
  const turned = computed(() => foul.value && !isFoul(swapped(rows.value), rules.value));
  /** The special hand that my cards make. */
  const special = computed(() => /** @type {string | null} */ (decision.value?.mine?.special ?? null));
  /** Which type buttons have something to lay: of what is left, or instead of what was laid last. */
  const kinds = computed(() => {
    const found = present(tray.value, rules.value);
    if (cycle.value) found.add(cycle.value.kind);
    return found;
  });

  /** @param {Rows} next @param {Cycle | null} [by] */
  function set(next, by = null) {
    rows.value = tidy(next);
    cycle.value = by;
    warned.value = false;
    store.raise([]);
    keep();
  }

  function keep() {
    const of = view.value?.commitment;
    found(() => sessionStorage.setItem(DRAFT, JSON.stringify({ of, rows: rows.value })));
  }

  /** Takes up what was kept of this hand. */
  function recall() {
    const kept = found(() => JSON.parse(sessionStorage.getItem(DRAFT) ?? "null"));
    if (kept?.of === view.value?.commitment && fits(kept?.rows, hand.value)) rows.value = kept.rows;
  }

  function forget() {
    rows.value = empty();
    cycle.value = null;
    advice.value = null;
    drag.value = null;
    warned.value = false;
    reveal.value = null;
  }

  // What is under a finger when the time runs out is nowhere any more.
  effect(() => {
    if (!arranging.value) drag.value = null;
  });

  return {
    rows,
    order,
    cycle,
    drag,
    advice,
    warned,
    reveal,
    rules,
    arranging,
    tray,
    whole,
    broken,
    foul,
    turned,
    special,
    kinds,
    set,
    /** @param {number} card */
    rowOf: (card) => rowOf(rows.value, card),
    /** Lays the next candidate of a type. @param {string} kind @returns {boolean} whether there was one */
    layType(kind) {
      const next = layType(rows.value, hand.value, kind, rules.value, cycle.value);
      if (next) set(next.after, next);
      return next !== null;
    },
    hooks: {
      /** @param {Frame} frame */
      followed(frame) {
        if (frame.e.some((event) => event.kind === "dealt")) forget();
      },
      restored() {
        reveal.value = null;
        if (!fits(rows.value, hand.value)) forget();
        if (ROWS.every((name) => rows.value[name].length === 0)) recall();
      },
      cleared: forget,
    },
  };
}

/** A browser that keeps nothing throws. @template T @param {() => T} read */
function found(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** @typedef {Common & Omit<ReturnType<typeof state>, "hooks">} Store */
