/** The check of a hand of mahjong: the dealer, the first hands, and the wall tile by tile. */

import { same, tilesOf } from "@app/replay/shuffle";

/** @import { Step } from "@app/replay/proof" */
/** @import { Replay } from "@app/replay/timeline" */
/** @import { HandEvent } from "@app/table/types" */

/**
 * What the seats were told, each in its own stream: the deal, what it drew, what was left of the wall.
 * @typedef {{dealt: Map<number, HandEvent>, drawn: HandEvent[], rest: number[][]}} Told
 */

/** The steps after the commitment; none where the hand ended before the deal. @param {Replay} replay @returns {Promise<Step[]>} */
export async function verifyTiles(replay) {
  const { names, proof } = replay;
  const { dealt, drawn, rest } = listen(replay);
  if (!dealt.size) return [];
  const tellings = [...dealt.values()];
  const [kept, ...others] = new Set(Object.values(replay.told).map(({ view }) => dealerOf(view)));
  const ours = await tilesOf(names.length, proof.seed, proof.nonces, kept ?? null);
  const wall = [...ours.wall];
  const nonces = proof.nonces.join();
  const inOrder = drawn.map(({ tile, replacement }) => (replacement ? wall.pop() : wall.shift()) === tile);
  /** @type {Step[]} */
  const steps = [
    {
      what: "nonces",
      ok: tellings.every((told) => told.nonces.join() === nonces),
      deal: 1,
      seat: null,
      found: proof.nonces,
    },
    {
      what: "dealer",
      ok: !others.length && tellings.every((told) => told.dealer === ours.dealer),
      deal: 1,
      seat: ours.dealer,
      found: [],
      why: typeof kept === "number" ? "kept" : "drawn",
    },
  ];
  for (const [seat, { tiles }] of dealt) {
    const mine = ours.hands[seat] ?? [];
    steps.push({ what: "hand", ok: same([tiles], mine), deal: 1, seat, found: mine });
  }
  steps.push({
    what: "draws",
    ok: inOrder.every(Boolean),
    deal: 1,
    seat: null,
    found: [],
    count: drawn.length,
  });
  if (rest.length) {
    const ok = rest.every((left) => left.join() === wall.join());
    steps.push({ what: "wall", ok, deal: 1, seat: null, found: wall });
  }
  return steps;
}

/** Who deals as the hand before left it, as a first snapshot tells it. @param {any} view @returns {number | null} */
const dealerOf = (view) => view.dealer;

/** @param {Replay} replay @returns {Told} */
function listen(replay) {
  /** @type {Told} */
  const told = { dealt: new Map(), drawn: [], rest: [] };
  replay.frames.forEach((_, i) => {
    replay.names.forEach((_, seat) => {
      for (const event of replay.told[String(seat)]?.frames[i]?.e ?? []) {
        if (event.kind === "dealt") told.dealt.set(seat, event);
        else if (event.kind === "drawn" && event.seat === seat) told.drawn.push(event);
        else if (event.kind === "over") told.rest.push(event.rest);
      }
    });
  });
  return told;
}
