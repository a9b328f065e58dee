/** What the table of Dou Dizhu knows beside the common store: how cards are read, and what the raised ones are. */

import { rankOf } from "@app/table/cards";
import { modeOf, wildOf } from "@app/table/doudizhu/modes";
import { judge } from "@app/table/doudizhu/patterns";
import { computed, signal } from "@preact/signals";

/** @import { Store as Common } from "@app/table/store" */
/** @import { Frame } from "@app/table/types" */

/** @param {Common} store */
export function state(store) {
  const { boot, view, raised, chosen, decision } = store;
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
  /** What the raised cards are and whether they may be played on this table. */
  const judged = computed(() => judge(chosen.value, view.value?.lead ?? null, rules.value));
  const canPlay = computed(
    () => decision.value?.kind === "play" && chosen.value.length > 0 && judged.value.code === null,
  );
  return {
    mode,
    rules,
    choosing,
    turned,
    judged,
    canPlay,
    /** What a card is as a laizi. @param {number} card */
    wildOf: (card) => wildOf(boot.room.mode, rules.value.wilds, rankOf(card)),
    /** Asks which reading is meant, or leaves that. @param {boolean} on */
    ask(on) {
      choosing.value = on;
    },
    hooks: {
      raised() {
        choosing.value = false;
      },
      /** @param {Frame} frame */
      followed(frame) {
        if (decision.value?.kind !== "play") choosing.value = false;
        if (frame.e.some((event) => event.kind === "dealing")) raised.value = new Set();
      },
      cleared() {
        choosing.value = false;
        turned.value = null;
      },
    },
  };
}

/** @typedef {Common & ReturnType<typeof state>} Store */
