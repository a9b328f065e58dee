/**
 * Reads hands as JSON lines from standard input: a first view and the frames that followed. Each frame is applied to what
 * the one before left, and the view must equal a fresh snapshot, from which it then goes on: more than that nobody knows.
 */
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { applyFrame } from "@app/table/reducer";

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, viewer, view, frames } = JSON.parse(line);
  let now = view;
  for (const { e, d, after } of frames) {
    now = applyFrame(now, { e, d });
    try {
      assert.deepStrictEqual(now, after);
      now = structuredClone(after);
    } catch (error) {
      const kinds = e.map((/** @type {{kind: string}} */ event) => event.kind).join(", ");
      console.log(`hand ${seed}, viewer ${viewer}, after ${kinds}:\n${/** @type {Error} */ (error).message}`);
      process.exit(1);
    }
  }
  count += 1;
}
console.log(count);
