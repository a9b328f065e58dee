import assert from "node:assert/strict";
import { test } from "node:test";
import { putAway, withOneMore } from "@app/chat/notices";

test("the cookie names what was put away, and nothing else in it counts", () => {
  assert.deepEqual(putAway(""), []);
  assert.deepEqual(putAway("csrftoken=a; put_away=3.17.x.<b>; other=1"), ["3", "17"]);
  assert.deepEqual(putAway("not_put_away=4"), []);
});

test("one more goes to the end, once, and the oldest are forgotten", () => {
  assert.match(withOneMore("put_away=3.17", "3"), /^put_away=17\.3; path=\/; max-age=\d+; samesite=lax$/);
  const many = Array.from({ length: 30 }, (_, n) => n).join(".");
  const kept = putAway(withOneMore(`put_away=${many}`, "99").split("; ")[0]);
  assert.equal(kept.length, 20);
  assert.equal(kept.at(-1), "99");
});
