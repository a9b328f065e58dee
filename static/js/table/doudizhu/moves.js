/** What a person does with the raised cards: plays them, passes, asks for a hint, opens the hand. */

import { pay } from "@app/table/coins";

/** @import { Sound } from "@app/lib/sound" */
/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Link } from "@app/table/link" */

/** How long the open hands are shown before the result covers them. */
const LOOK = 1_400;
/** And for how long before they are paid for. */
const OPENED = 300;

/** Plays the raised cards if they may be played; else says why not. @param {Store} store @param {Link} link */
export function play(store, link) {
  if (store.decision.value?.kind !== "play" || !store.chosen.value.length) return;
  const [first, ...others] = store.judged.value.plays;
  if (store.canPlay.value && first) {
    // What may be read in several ways is asked once; to insist takes what the server would.
    if (others.length && !store.choosing.value) store.ask(true);
    else playAs(store, link, first);
  } else if (store.judged.value.code) link.explain({ code: store.judged.value.code, text: "" });
}

/** Plays the raised cards as one of their readings. @param {Store} store @param {Link} link @param {import("@app/table/doudizhu/patterns").Play} reading */
export function playAs(store, link, { type, rank }) {
  const several = store.judged.value.plays.length > 1;
  store.ask(false);
  link.answer({ kind: "play", cards: store.chosen.value, ...(several ? { as: { type, rank } } : {}) });
}

/** @param {Store} store @param {Link} link */
export function pass(store, link) {
  const decision = store.decision.value;
  if (decision?.kind === "play" && !decision.mine?.lead) link.answer({ kind: "pass" });
}

/** Raises the next hint of my decision; the first time they are fetched. @param {Store} store @param {Link} link */
export function hint(store, link) {
  const decision = store.decision.value;
  if (decision?.kind !== "play") return;
  if (store.hints.value?.decision === decision.id) nextHint(store);
  else link.hints(decision.id);
}

/** @param {Store} store @param {{d: number, plays: {kind: string, cards?: number[]}[]}} frame */
export function hinted(store, { d, plays }) {
  const sets = plays.flatMap(({ kind, cards }) => (kind === "play" && cards ? [cards] : []));
  store.hints.value = { decision: d, plays: sets, next: 0 };
  nextHint(store);
}

/** @param {Store} store */
function nextHint(store) {
  const hints = store.hints.value;
  const cards = hints?.plays[hints.next];
  if (!hints || !cards) return;
  store.raise(cards);
  store.hints.value = { ...hints, next: (hints.next + 1) % hints.plays.length };
}

/** Opens the hand for a multiplier: with my own decision, or as landlord while the others choose. @param {Store} store @param {Link} link */
export function show(store, link) {
  const { decision, view } = store;
  const open = decision.value ?? view.value?.decisions.find((one) => one.kind === "double");
  if (open) link.act({ kind: "show" }, open.id);
}

/**
 * The hand has just ended: its open hands are looked at while it is paid, then the result covers them.
 * @param {Store} store @param {unknown} _ @param {Sound | null} sound
 */
export function ended(store, _, sound) {
  pay(store, sound, OPENED);
  setTimeout(() => {
    if (store.view.value?.phase === "over") store.resultShown.value = true;
  }, LOOK);
}
