/** Which sound an event makes. Pure: whether it is heard is the speaker's business. */

/** @import { Game, HandEvent, View } from "@app/table/types" */
/** @import { SoundName } from "@app/lib/sound" */

/** @type {Record<string, SoundName>} */
const PLAIN = { lost: "message", fled: "message" };

/**
 * @param {Game} game @param {HandEvent} event @param {View} view as it stands after the event
 * @returns {SoundName | null}
 */
export function soundOf(game, event, view) {
  const own = game.soundOf(event);
  if (own || event.kind !== "over") return own ?? PLAIN[event.kind] ?? null;
  const outcome = view.seat === null ? null : event.result.outcomes[view.seat];
  return outcome === "win" || outcome === "lose" ? outcome : "message";
}
