/** Dou Dizhu as the table asks for it (`Game`). */

import { offers, Shrinking, whyNot } from "@app/table/doudizhu/actions";
import { Hand } from "@app/table/doudizhu/hand";
import { press } from "@app/table/doudizhu/keys";
import { doneFor, Moved } from "@app/table/doudizhu/missed";
import { ended, hinted, play } from "@app/table/doudizhu/moves";
import { Felt, waiting } from "@app/table/doudizhu/plays";
import { keyOf } from "@app/table/doudizhu/replay";
import { Account, dissolved, headline } from "@app/table/doudizhu/result";
import { isDim, RoleTags, Stack, StateTags, seatWords } from "@app/table/doudizhu/seats";
import { soundOf } from "@app/table/doudizhu/sounds";
import { Bar } from "@app/table/doudizhu/stakes";
import { state } from "@app/table/doudizhu/state";
import { voices } from "@app/table/doudizhu/voices";

/** @import { Game } from "@app/table/types" */

/** @type {Game} */
export const game = {
  turns: new Set(["bid", "call", "rob", "play"]),
  usual: { open: 5_000, deal: 6_800, bid: 40_000, call: 40_000, rob: 40_000, double: 15_000, play: 30_000 },
  alarm: 5,
  cloth: "",
  state,
  layout: () => "hand",
  held: (store) => store.hand.value,
  opensHands: (store) => store.mode.show,
  dissolved,

  Bar,
  Felt,
  Hand,
  RoleTags,
  StateTags,
  Stack,
  Account,
  Moved,
  closing: { deal: Shrinking },
  isDim,
  seatWords,
  waiting,
  headline,
  doneFor,
  whyNot,

  offers,
  press,
  act: play,
  hinted,
  ended,
  voices,
  soundOf,
  keyOf,
};
