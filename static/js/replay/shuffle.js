/**
 * The provable shuffle, version 1, in this browser (docs/fairness.md): from a revealed seed and the players' nonces to
 * the cards, with the browser's own SHA-256.
 */

/** @typedef {{cards: number, each: number, hole: number, laizi: number}} Shape what a mode deals */
/** @typedef {{dealer: number, hands: number[][], wall: number[]}} TileDeal of a hand of mahjong; the wall from its head */
/** @typedef {{hands: number[][], hole: number[], rest: number[], first: number, laizi: number[]}} Deal */

/** The versions that can be checked here. */
export const VERSIONS = new Set([1]);

/** Mode and players: cards in the deck, cards a player, hole cards, ranks drawn as laizi. @type {Record<string, Shape>} */
const SHAPES = {
  "classic 3": { cards: 54, each: 17, hole: 3, laizi: 0 },
  "siren 4": { cards: 108, each: 25, hole: 8, laizi: 0 },
  "huanle 3": { cards: 54, each: 17, hole: 3, laizi: 0 },
  "huanle 2": { cards: 54, each: 20, hole: 3, laizi: 0 },
  "huanle-laizi 3": { cards: 54, each: 17, hole: 3, laizi: 1 },
  "huanle-tiandi 3": { cards: 54, each: 17, hole: 3, laizi: 2 },
  "huopin 3": { cards: 54, each: 17, hole: 3, laizi: 0 },
  "huopin 2": { cards: 54, each: 20, hole: 3, laizi: 0 },
  "thirteen 2": { cards: 52, each: 13, hole: 0, laizi: 0 },
  "thirteen 3": { cards: 52, each: 13, hole: 0, laizi: 0 },
  "thirteen 4": { cards: 52, each: 13, hole: 0, laizi: 0 },
};

/** Modes of mahjong for four: 136 tiles, 13 a player, a fourteenth for the dealer, the others are the wall. */
const TILES = new Set(["guangdong-0 4", "guangdong-1 4", "guangdong-3 4"]);

/** Whether a mode deals tiles, which `tilesOf` knows. @param {string} mode @param {number} players */
export const dealsTiles = (mode, players) => TILES.has(`${mode} ${players}`);

/** What a mode deals, null for one that is not known here. @param {string} mode @param {number} players */
export const shapeOf = (mode, players) => SHAPES[`${mode} ${players}`] ?? null;

/** @param {Uint8Array<ArrayBuffer>} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What has to be published before the deal. @param {string} seed in hex */
export const commitmentOf = async (seed) => hexOf(await sha256(bytesOf(seed)));

/** The numbers that belong to a seed, the nonces and a label. */
export class Stream {
  /** @param {Uint8Array<ArrayBuffer>} key */
  constructor(key) {
    this.key = key;
    this.block = 0;
    /** Words of the present block that are not used yet, the next one last. @type {number[]} */
    this.words = [];
  }

  /** @param {string} seed in hex @param {string[]} nonces one a seat, empty where none was sent @param {string} label */
  static async of(seed, nonces, label) {
    const tail = new TextEncoder().encode(`\0${nonces.join(",")}\0${label}`);
    const head = bytesOf(seed);
    const material = new Uint8Array(head.length + tail.length);
    material.set(head);
    material.set(tail, head.length);
    return new Stream(await sha256(material));
  }

  async word() {
    if (!this.words.length) {
      const data = new Uint8Array(36);
      data.set(this.key);
      new DataView(data.buffer).setUint32(32, this.block);
      this.block += 1;
      const digest = new DataView((await sha256(data)).buffer);
      this.words = [28, 24, 20, 16, 12, 8, 4, 0].map((at) => digest.getUint32(at));
    }
    return /** @type {number} */ (this.words.pop());
  }

  /** A number from 0 to bound - 1, all equally likely. @param {number} bound */
  async below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % bound;
  }

  /** The numbers 0 to count - 1 in the order of the shuffle. @param {number} count */
  async shuffled(count) {
    const cards = Array.from({ length: count }, (_, i) => i);
    for (let place = count - 1; place > 0; place -= 1) {
      const other = await this.below(place + 1);
      const held = /** @type {number} */ (cards[place]);
      cards[place] = /** @type {number} */ (cards[other]);
      cards[other] = held;
    }
    return cards;
  }
}

/**
 * One deal of a hand.
 * @param {Shape} shape @param {number} players @param {string} seed @param {string[]} nonces @param {number} number
 * @returns {Promise<Deal>}
 */
export async function dealOf({ cards, each, hole, laizi }, players, seed, nonces, number) {
  const deck = await (await Stream.of(seed, nonces, `deck:${number}`)).shuffled(cards);
  const out = each * players;
  const dealt = deck.slice(0, out);
  return {
    hands: Array.from({ length: players }, (_, seat) => dealt.filter((_, i) => i % players === seat)),
    hole: deck.slice(out, out + hole),
    rest: deck.slice(out + hole),
    first: await (await Stream.of(seed, nonces, `first:${number}`)).below(players),
    laizi: laizi ? await drawLaizi(laizi, await Stream.of(seed, nonces, `laizi:${number}`)) : [],
  };
}

/**
 * The deal of a hand of mahjong.
 * @param {number} players @param {string} seed @param {string[]} nonces
 * @param {number | null} kept who deals as the hand before left it, null: drawn
 * @returns {Promise<TileDeal>}
 */
export async function tilesOf(players, seed, nonces, kept) {
  const deck = await (await Stream.of(seed, nonces, "deck:1")).shuffled(136);
  const dealer = kept ?? (await (await Stream.of(seed, nonces, "dealer:1")).below(players));
  const out = 13 * players;
  const hands = Array.from({ length: players }, (_, seat) =>
    deck.slice(0, out).filter((_, i) => (dealer + i) % players === seat),
  );
  hands[dealer]?.push(/** @type {number} */ (deck[out]));
  return { dealer, hands, wall: deck.slice(out + 1) };
}

/** One of the ranks 3 to 2; a second one of the others or both jokers as one. @param {number} count @param {Stream} stream */
async function drawLaizi(count, stream) {
  const ranks = Array.from({ length: 13 }, (_, rank) => [rank]);
  const [first = []] = ranks.splice(await stream.below(13), 1);
  if (count === 1) return first;
  ranks.push([13, 14]);
  return [...first, ...(ranks[await stream.below(13)] ?? [])];
}

/** Whether every telling names these cards, in any order. @param {number[][]} tellings @param {number[]} cards */
export function same(tellings, cards) {
  const text = (/** @type {number[]} */ some) => [...some].sort((x, y) => x - y).join();
  return tellings.every((told) => text(told) === text(cards));
}
