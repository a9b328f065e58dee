/**
 * Reads recorded frames as JSON lines from standard input and applies each with the browser's reducer.
 * Says on standard output how many there were, and which view differs from a fresh snapshot; exits 1 if any does.
 */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { applyFrame } from "@app/table/reducer";

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, viewer, view, events, decisions, after } = JSON.parse(line);
  const kinds = events.map((/** @type {{kind: string}} */ event) => event.kind).join(", ");
  const before = structuredClone(view);
  try {
    assert.deepStrictEqual(applyFrame(view, { e: events, d: decisions }), after);
    assert.deepStrictEqual(view, before, "the old view was changed");
  } catch (error) {
    console.log(
      `hand ${seed}, viewer ${viewer}, after ${kinds || "no event"}:\n${/** @type {Error} */ (error).message}`,
    );
    process.exit(1);
  }
  count += 1;
}
console.log(count);
