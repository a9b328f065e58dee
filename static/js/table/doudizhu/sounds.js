/** Which sound an event of Dou Dizhu makes. */

/** @import { HandEvent } from "@app/table/types" */
/** @import { SoundName } from "@app/lib/sound" */

/** @type {Record<string, SoundName>} */
const PLAIN = { dealing: "deal", cards: "deal", calling: "deal", pass: "pass" };

/** @param {HandEvent} event @returns {SoundName | null} */
export function soundOf(event) {
  if (event.kind !== "play") return PLAIN[event.kind] ?? null;
  if (event.type === "sky") return "rocket";
  return event.type === "bomb" || event.type === "rocket" ? event.type : "play";
}
