/** The keys of Dou Dizhu: ranks raise cards, letters answer what is asked. */

import { RANKS, rankOf } from "@app/table/cards";
import { hint, pass, play } from "@app/table/doudizhu/moves";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Link } from "@app/table/link" */

/** Keys that stand for ranks. @type {Record<string, string>} */
const RANK_KEYS = { 0: "T", J: "J", Q: "Q", K: "K", A: "A" };
for (const letter of "23456789") RANK_KEYS[letter] = letter;

/** Raises one more card of a rank; after the last all of them go down. @param {Store} store @param {(rank: number) => boolean} wanted */
function cycle(store, wanted) {
  const cards = store.hand.value.filter((card) => wanted(rankOf(card)));
  const next = cards.find((card) => !store.raised.value.has(card));
  const set = new Set(store.raised.value);
  if (next !== undefined) set.add(next);
  else for (const card of cards) set.delete(card);
  store.raise(set);
}

/** Calls so many points, where they may be called. @param {Store} store @param {Link} link @param {number} points @returns {boolean} whether points are bid */
function call(store, link, points) {
  const open = store.decision.value;
  if (open?.kind !== "bid") return false;
  if (open.mine?.points.includes(points)) link.answer({ kind: "bid", points });
  return true;
}

/** Answers a yes or no question. @param {Store} store @param {Link} link @param {boolean} yes @returns {boolean} whether there was one */
function choose(store, link, yes) {
  const kind = store.decision.value?.kind ?? "";
  if (!["call", "rob", "double"].includes(kind)) return false;
  link.answer({ kind, yes });
  return true;
}

/** @type {Record<string, (store: Store, link: Link) => void>} */
const KEYS = {
  X: (store) => cycle(store, (held) => held >= 13),
  Enter: play,
  H: hint,
  P: pass,
  EscapeTwice: pass,
};

/** @param {string} key @param {Store} store @param {Link} link @returns {boolean} whether the key meant something */
export function press(key, store, link) {
  if ("123".includes(key) && call(store, link, Number(key))) return true;
  if ((key === "N" || key === "0") && call(store, link, 0)) return true;
  if ((key === "Y" || key === "1") && choose(store, link, true)) return true;
  if ((key === "N" || key === "2") && choose(store, link, false)) return true;
  const rank = RANK_KEYS[key];
  if (rank) cycle(store, (held) => RANKS[held] === rank);
  else if (key === "Escape" && store.choosing.value) store.ask(false);
  else if (KEYS[key]) KEYS[key](store, link);
  else return false;
  return true;
}
