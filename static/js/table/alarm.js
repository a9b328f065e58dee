/** The own turn's two calls: when it begins, and when its last seconds run. */

import { t } from "@app/lib/i18n";
import { effect } from "@preact/signals";

/** @import { Store } from "@app/table/store" */
/** @import { Announcer } from "@app/table/announce" */
/** @import { Sound } from "@app/lib/sound" */

/**
 * Keeps `store.alarm`, and makes itself heard. An alarm belongs to one decision and its deadline and dies with them.
 * @param {Store} store @param {Announcer} voice @param {Sound} sound @returns {() => void} stops it
 */
export function watchTurn(store, voice, sound) {
  const { alarm } = store.game;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {number | undefined} */
  let called;

  /** @param {number} due @param {boolean} first */
  function ring(due, first) {
    const left = store.left(due);
    if (left > alarm * 1000) {
      timer = setTimeout(() => ring(due, first), left - alarm * 1000);
      return;
    }
    if (left === 0) return;
    store.alarm.value = true;
    if (first) voice.assertive(t("say.left", { n: alarm }));
    sound.play("alarm");
    timer = setTimeout(() => ring(due, false), left % 1000 || 1000);
  }

  return effect(() => {
    const open = store.decision.value;
    clearTimeout(timer);
    store.alarm.value = false;
    if (!open || !store.myTurn.value) return;
    if (called !== open.id) sound.play("turn");
    called = open.id;
    // In its own task: what the alarm reads must not bring this effect about again.
    if (open.due !== null) timer = setTimeout(ring, 0, open.due, true);
  });
}
