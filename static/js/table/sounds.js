/** Which sound an event makes. Pure: whether it is heard is the speaker's business. */

/** @import { HandEvent, View } from "@app/table/types" */
/** @import { SoundName } from "@app/lib/sound" */

/** @type {Record<string, SoundName>} */
const PLAIN = {
  dealing: "deal",
  cards: "deal",
  calling: "deal",
  pass: "pass",
  lost: "message",
  fled: "message",
};

/**
 * @param {HandEvent} event @param {View} view as it stands after the event
 * @returns {SoundName | null}
 */
export function soundOf(event, view) {
  if (event.kind === "play") {
    if (event.type === "sky") return "rocket";
    return event.type === "bomb" || event.type === "rocket" ? event.type : "play";
  }
  if (event.kind !== "over") return PLAIN[event.kind] ?? null;
  const outcome = view.seat === null ? null : event.result.outcomes[view.seat];
  return outcome === "win" || outcome === "lose" ? outcome : "message";
}
