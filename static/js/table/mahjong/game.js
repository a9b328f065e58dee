/** Guangdong mahjong as the table asks for it (`Game`). */

import { offers, pass, press, whyNot } from "@app/table/mahjong/actions";
import { Felt } from "@app/table/mahjong/felt";
import { Hand } from "@app/table/mahjong/hand";
import { Account, headline, outcomeWord } from "@app/table/mahjong/result";
import { Bar, doneFor, Moved, RoleTags, Stack, StateTags, seatWords } from "@app/table/mahjong/seats";
import { state } from "@app/table/mahjong/state";
import { ended, keyOf, soundOf, voices } from "@app/table/mahjong/voices";

/** @import { Store } from "@app/table/mahjong/state" */
/** @import { Game } from "@app/table/types" */

/** @type {Game} */
export const game = {
  turns: new Set(["turn", "claim"]),
  usual: { open: 5_000, turn: 15_000, claim: 8_000 },
  alarm: 5,
  cloth: "felt-blue",
  state,
  layout: (/** @type {Store} */ store) => (store.view.value?.phase === "opening" ? "seats" : "board"),
  held: (/** @type {Store} */ store) => store.standing.value,

  Bar,
  Felt,
  Hand,
  RoleTags,
  StateTags,
  Stack,
  Account,
  Moved,
  seatWords,
  headline,
  outcomeWord,
  doneFor,
  whyNot,

  offers,
  press,
  /** A right click lets a tile pass. */
  act(store, link) {
    if (store.asked.value === "claim" && !store.held.value) pass(store, link);
  },
  ended,
  retell(store) {
    store.resultShown.value = true;
  },
  voices,
  soundOf,
  keyOf,
};
