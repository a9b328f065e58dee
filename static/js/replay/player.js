/**
 * Where a replay stands and who looks: moves along the timeline and puts the view of each moment into the table's
 * store, from which the table's own components draw it.
 */

import { WATCH } from "@app/replay/timeline";
import { batch, signal } from "@preact/signals";

/** @import { Store } from "@app/table/store" */
/** @import { Announcer } from "@app/table/announce" */
/** @import { Timeline } from "@app/replay/timeline" */
/** @import { HandEvent, View } from "@app/table/types" */

export const SPEEDS = [0.5, 1, 2, 4];
/** Long thoughts are cut short and fast answers held, in ms at single speed; cards come quicker than they were dealt. */
const SHORTEST = 450;
const LONGEST = 1_600;
const CARD = 60;

export class Player {
  /**
   * @param {Timeline} timeline @param {Store} store @param {Announcer} voice
   * @param {{now: number}} time what the table's clock shows
   */
  constructor(timeline, store, voice, time) {
    this.timeline = timeline;
    this.store = store;
    this.voice = voice;
    this.time = time;
    this.moment = signal(0);
    this.viewer = signal(WATCH);
    this.open = signal(false);
    this.playing = signal(false);
    this.speed = signal(1);
    /** What happened at this moment, in words. */
    this.caption = signal("");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Goes to a moment; what led there is said only by a step. @param {number} moment */
  go(moment) {
    this.stop();
    this.at(moment);
  }

  /** One stop on or back. @param {1 | -1} way */
  step(way) {
    this.stop();
    const before = this.moment.value;
    const next = this.timeline.step(before, way);
    this.at(next);
    if (way > 0) this.say(before, next);
  }

  /** Plays on, from the start again at the end; or stops. */
  toggle() {
    if (this.playing.value) return this.stop();
    if (this.moment.value === this.timeline.end) this.at(0);
    this.playing.value = true;
    return this.wait();
  }

  stop() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  /** @param {number} speed one of `SPEEDS` */
  setSpeed(speed) {
    this.speed.value = speed;
    if (!this.playing.value) return;
    clearTimeout(this.timer);
    this.wait();
  }

  /** Looks from a seat or as a spectator. @param {string} viewer */
  look(viewer) {
    this.viewer.value = viewer;
    this.show();
  }

  /** Opens all hands or closes them again. @param {boolean} open */
  reveal(open) {
    this.open.value = open;
    this.show();
  }

  /** Waits for the next moment and goes there. */
  wait() {
    const now = this.moment.value;
    if (now === this.timeline.end) return this.stop();
    this.timer = setTimeout(() => {
      this.at(now + 1);
      this.say(now, now + 1);
      this.wait();
    }, this.pause(now) / this.speed.value);
    return undefined;
  }

  /** How long to look at a moment before the next one. @param {number} moment */
  pause(moment) {
    const { replay } = this.timeline;
    const next = replay.frames[moment];
    if (next?.kind === "time") return CARD;
    if (!this.told(moment + 1).length) return 0;
    return Math.min(LONGEST, Math.max(SHORTEST, this.timeline.at(moment + 1) - this.timeline.at(moment)));
  }

  /** @param {number} moment @returns {HandEvent[]} */
  told(moment) {
    return this.timeline.events(this.viewer.value, moment);
  }

  /** @param {number} moment */
  at(moment) {
    this.moment.value = Math.min(this.timeline.end, Math.max(0, moment));
    this.show();
  }

  /** Puts the view of this moment on the table. */
  show() {
    const { timeline, store } = this;
    const moment = this.moment.value;
    const viewer = this.viewer.value;
    this.time.now = timeline.at(moment);
    store.game.still?.(store);
    batch(() => {
      store.view.value = unasked(
        this.open.value ? timeline.open(viewer, moment) : timeline.view(viewer, moment),
      );
      store.settled.value = moment === timeline.end ? timeline.replay.settled : null;
      store.raised.value = new Set();
      store.bubbles.value = {};
      store.resultShown.value = false;
      this.caption.value = "";
    });
  }

  /** Says what happened after one moment up to another; the view has moved on. @param {number} after @param {number} until */
  say(after, until) {
    const { voice } = this;
    const last = voice.last;
    voice.last = "";
    for (let moment = after + 1; moment <= until; moment += 1)
      for (const event of this.told(moment)) voice.event(event);
    this.caption.value = voice.last;
    voice.last ||= last;
    if (until === this.timeline.end) this.store.game.retell?.(this.store, voice, this.speed.value);
  }
}

/** Nobody is asked anything in a replay: who had to answer is shown, the answers are not offered. @param {View} view @returns {View} */
const unasked = (view) => ({ ...view, decisions: view.decisions.map(({ mine: _, ...rest }) => rest) });
