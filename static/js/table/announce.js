/**
 * What happened, in words: a bubble beside the seat for the eye, a live region for the ear.
 *
 * Every text says something new (who, what, how many are left), and two regions take turns, because a screen reader
 * is silent about a text that did not change. At most three texts wait; older ones are dropped.
 */

import { t } from "@app/lib/i18n";
import { effect, signal } from "@preact/signals";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { HandEvent } from "@app/table/types" */

const BUBBLE = 1_800;
const QUEUE = 3;
/** The tab's picture while it is my turn. */
const TURN_ICON = "/static/art/favicon-turn.svg";
/** A text needs so long in its region for a reader to take it up. */
const PAUSE = 350;

export class Announcer {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.regions = signal(["", ""]);
    this.alarm = signal(["", ""]);
    /** @type {string[]} */
    this.waiting = [];
    this.last = "";
    this.busy = false;
    /** The decision whose turn has been called out. @type {number | null} */
    this.called = null;
    const title = document.title;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    const plain = icon?.href ?? "";
    effect(() => {
      const mine = store.myTurn.value;
      document.title = mine ? t("table.title_turn", { place: title }) : title;
      if (icon) icon.href = mine ? TURN_ICON : plain;
    });
  }

  /** @param {string} text */
  polite(text) {
    this.waiting = [...this.waiting, text].slice(-QUEUE);
    this.last = text;
    if (!this.busy) this.next();
  }

  next() {
    const text = this.waiting.shift();
    this.busy = text !== undefined;
    if (text === undefined) return;
    const [first] = this.regions.value;
    this.regions.value = first ? ["", text] : [text, ""];
    setTimeout(() => this.next(), PAUSE);
  }

  /** @param {string} text */
  assertive(text) {
    this.last = text;
    const [first] = this.alarm.value;
    this.alarm.value = first ? ["", text] : [text, ""];
  }

  repeat() {
    if (this.last) this.polite(this.last);
  }

  /** Calls out my turn once a decision. */
  turn() {
    const { decision, myTurn, clock } = this.store;
    const open = decision.value;
    if (!open || !myTurn.value || this.called === open.id) return;
    this.called = open.id;
    const time = open.due === null ? "" : Math.max(0, Math.round((open.due - clock.now()) / 1000));
    this.assertive(t("say.turn", { time }));
  }

  /** @param {number} seat @param {string} text @param {"say" | "call" | "big"} [kind] */
  bubble(seat, text, kind = "say") {
    const { bubbles } = this.store;
    const at = performance.now();
    bubbles.value = { ...bubbles.value, [seat]: { text, kind, at } };
    setTimeout(() => {
      if (bubbles.value[seat]?.at !== at) return;
      const { [seat]: _, ...rest } = bubbles.value;
      bubbles.value = rest;
    }, BUBBLE);
  }

  /** Says what an event means; the view has already moved on. @param {HandEvent} event */
  event(event) {
    const name = event.seat === undefined ? "" : this.store.nameOf(event.seat);
    (this.store.game.voices[event.kind] ?? VOICES[event.kind])?.(this, event, name);
  }
}

/** @type {Record<string, (voice: Announcer, event: HandEvent, name: string) => void>} */
const VOICES = {
  opened: (voice, event) => voice.bubble(event.seat, t("said.opened")),
  trustee: (voice, event, name) => voice.polite(t(event.on ? "say.trustee_on" : "say.trustee_off", { name })),
  fled: (voice, event, name) =>
    voice.polite(t(`result.left_${event.why === "absent" ? "absent" : "flee"}`, { name })),
  lost: (voice, _, name) => voice.polite(t("say.player_lost", { name })),
  back: (voice, _, name) => voice.polite(t("say.player_back", { name })),
  over(voice, event) {
    const { store } = voice;
    const { ending, penalty } = event.result;
    const who =
      ending === "played"
        ? store.game.headline(store, event.result)
        : ending === "void"
          ? t(store.game.dissolved?.(event.result) ? "result.no_call" : "result.void")
          : t("result.escaped", { name: store.nameOf(penalty[0]) });
    voice.polite(t("say.over", { who }));
  },
};

/** The live regions themselves. @param {{voice: Announcer}} props */
export function LiveRegions({ voice }) {
  const region = (/** @type {"polite" | "assertive"} */ how) => (/** @type {string} */ text) =>
    html`<div class="sr-only" aria-live=${how}>${text}</div>`;
  return html`${voice.regions.value.map(region("polite"))}${voice.alarm.value.map(region("assertive"))}`;
}
