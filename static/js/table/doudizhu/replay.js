/** The moments of a hand of Dou Dizhu that are worth going to. */

/** @import { HandEvent } from "@app/table/types" */

/** Plays that double what a hand is worth. */
const BOMBS = new Set(["bomb", "rocket", "sky"]);

/** @param {HandEvent} event @returns {string | null} */
export function keyOf(event) {
  if (event.kind === "landlord") return "landlord";
  if (event.kind === "dealing" && event.deal > 1) return "redeal";
  if (event.kind === "play" && BOMBS.has(event.type)) return "bomb";
  if (event.kind === "fled") return "escape";
  return event.kind === "over" && event.result?.facts?.spring ? "spring" : null;
}
