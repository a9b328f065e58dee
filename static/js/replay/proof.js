/**
 * Whether a hand was dealt as the seed and the nonces say: recomputes every deal and compares it with what the players
 * were told at the table.
 */

import { commitmentOf, dealOf, dealsTiles, same, shapeOf, VERSIONS } from "@app/replay/shuffle";
import { verifyTiles } from "@app/replay/wall";

/** @import { Shape } from "@app/replay/shuffle" */
/** @import { Replay } from "@app/replay/timeline" */
/** @import { HandEvent } from "@app/table/types" */

/**
 * One step of the check. `found` is what was recomputed: a hash, cards, ranks, a seat.
 * @typedef {{what: "commitment" | "nonces" | "hand" | "hole" | "rest" | "laizi" | "first" | "dealer" | "draws" | "wall",
 *   ok: boolean, deal: number | null, seat: number | null, found: string | string[] | number[], count?: number,
 *   why?: "drawn" | "shown" | "turn" | "kept"}} Step
 */
/**
 * `known` is false where this page cannot check: a shuffle or mode it does not know, or a browser that offers no
 * SHA-256 (it does so on https and on the own machine alone).
 * @typedef {{ok: boolean, known: true, steps: Step[]} | {ok: false, known: false, why: "version" | "insecure", steps: Step[]}} Report
 */
/**
 * Everything the players were told of one deal: each telling is kept, so that nobody can have been told something else
 * than the others.
 * @typedef {{nonces: string[][], hands: Record<string, number[]>, hole: number[][], rest: number[][], laizi: number[][],
 *   first: number[], shower: number | null, landlord: boolean}} ToldDeal
 */

/** Modes in which the first to speak moves on by one (rule K2). */
const ROTATING = new Set(["classic"]);

/** @param {Replay} replay @returns {Promise<Report>} */
export async function verify(replay) {
  const { proof, mode } = replay;
  const players = replay.names.length;
  const shape = shapeOf(mode, players);
  if (!globalThis.crypto?.subtle) return { ok: false, known: false, why: "insecure", steps: [] };
  const tiles = dealsTiles(mode, players);
  if (!(shape || tiles) || !VERSIONS.has(proof.shuffle))
    return { ok: false, known: false, why: "version", steps: [] };

  /** @type {Step[]} */
  const steps = [];
  const found = await commitmentOf(proof.seed);
  const shown = Object.values(replay.told).map((stream) => stream.view.commitment);
  const ok = [proof.commitment, ...shown].every((one) => one === found);
  steps.push({ what: "commitment", ok, deal: null, seat: null, found });
  steps.push(...(shape ? await verifyDeals(replay, shape) : await verifyTiles(replay)));
  return { ok: steps.every((step) => step.ok), known: true, steps };
}

/** The steps of every deal of cards. @param {Replay} replay @param {Shape} shape */
async function verifyDeals(replay, shape) {
  const { proof } = replay;
  const players = replay.names.length;
  /** @type {Step[]} */
  const steps = [];
  /** @type {number | null} */
  let before = null;
  for (const [number, told] of toldDeals(replay)) {
    const ours = await dealOf(shape, players, proof.seed, proof.nonces, number);
    const add = (
      /** @type {Step["what"]} */ what,
      /** @type {boolean} */ holds,
      /** @type {Step["found"]} */ value,
      /** @type {Partial<Step>} */ more = {},
    ) => steps.push({ what, ok: holds, deal: number, seat: null, found: value, ...more });

    const nonces = proof.nonces.join();
    add(
      "nonces",
      told.nonces.every((one) => one.join() === nonces),
      proof.nonces,
    );
    for (let seat = 0; seat < players; seat += 1) {
      const cards = told.hands[seat];
      const mine = ours.hands[seat] ?? [];
      if (cards) add("hand", same([cards], mine), mine, { seat });
    }
    if (told.hole.length) add("hole", same(told.hole, ours.hole), ours.hole);
    if (told.rest.length) add("rest", same(told.rest, ours.rest), ours.rest);
    if (ours.laizi.length) {
      const turned = told.laizi.every((ranks) => ranks.every((rank, i) => rank === ours.laizi[i]));
      const whole = told.laizi.some((ranks) => ranks.length === ours.laizi.length);
      add("laizi", turned && (whole || !told.landlord), ours.laizi);
    }
    if (told.first.length) {
      const { seat, why } = firstToSpeak(replay, told, ours.first, before);
      add(
        "first",
        told.first.every((one) => one === seat),
        [],
        { seat, why },
      );
      before = seat;
    }
  }
  return steps;
}

/**
 * @param {Replay} replay @param {ToldDeal} told @param {number} drawn @param {number | null} before who spoke first in
 * the deal before @returns {{seat: number, why: "drawn" | "shown" | "turn"}}
 */
function firstToSpeak({ mode, names, proof }, told, drawn, before) {
  if (ROTATING.has(mode)) {
    if (before !== null) return { seat: (before + 1) % names.length, why: "turn" };
    if (proof.first !== null) return { seat: proof.first, why: "turn" };
  } else if (told.shower !== null) return { seat: told.shower, why: "shown" };
  return { seat: drawn, why: "drawn" };
}

/** All that was told of each deal, from the streams of their own seats. @param {Replay} replay @returns {Map<number, ToldDeal>} */
export function toldDeals(replay) {
  /** @type {Map<number, ToldDeal>} */
  const deals = new Map();
  /** @type {{deal: ToldDeal | null, shower: number | null, called: boolean}} */
  const now = { deal: null, shower: null, called: false };
  replay.frames.forEach((_, i) => {
    replay.names.forEach((_, seat) => {
      const frame = replay.told[String(seat)]?.frames[i];
      for (const event of frame?.e ?? []) hear(deals, now, seat, event);
    });
  });
  return deals;
}

/**
 * @param {Map<number, ToldDeal>} deals
 * @param {{deal: ToldDeal | null, shower: number | null, called: boolean}} now
 * @param {number} seat whose stream it is @param {HandEvent} event
 */
function hear(deals, now, seat, event) {
  if (event.kind === "dealing") {
    now.called = false;
    now.deal = deals.get(event.deal) ?? emptyDeal();
    now.deal.nonces.push(event.nonces);
    deals.set(event.deal, now.deal);
  }
  if (event.kind === "dealt") {
    // Thirteen Water deals once, everything in one event.
    now.deal = deals.get(1) ?? emptyDeal();
    now.deal.nonces.push(event.nonces);
    now.deal.hands[seat] = event.hand;
    deals.set(1, now.deal);
  }
  if (event.kind === "show" && !now.called) now.shower ??= event.seat;
  const { deal } = now;
  if (!deal) return;
  if (event.kind === "calling") {
    now.called = true;
    deal.hands[seat] = event.hands[seat];
    deal.first.push(event.first);
    deal.shower = now.shower;
  } else if (event.kind === "wilds") deal.laizi.push(event.wilds);
  else if (event.kind === "landlord") {
    deal.landlord = true;
    if (event.hole) deal.hole.push(event.hole);
  } else if (event.kind === "over") {
    deal.hands[seat] ??= event.hands[seat];
    if (event.hole) deal.hole.push(event.hole);
    if (event.rest?.length) deal.rest.push(event.rest);
  }
}

/** @returns {ToldDeal} */
const emptyDeal = () => ({
  nonces: [],
  hands: {},
  hole: [],
  rest: [],
  laizi: [],
  first: [],
  shower: null,
  landlord: false,
});
