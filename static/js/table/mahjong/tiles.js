/** Tiles, faces and what can be counted of them (docs/protocol.md 10). Pure. */

import { t } from "@app/lib/i18n";

/** @import { Meld, View } from "@app/table/mahjong/types" */

/** A tile's face: 0 to 8 万, 9 to 17 筒, 18 to 26 条, 27 to 30 winds, 31 to 33 dragons. @param {number} tile */
export const faceOf = (tile) => Math.floor(tile / 4);

/** "三万", "红中". @param {number} face */
export const faceWord = (face) => t(`mahjong.tile.${face}`);

/** @param {number} tile */
export const tileWord = (tile) => faceWord(faceOf(tile));

/** 0 east to 3 north. @param {number} wind */
export const windWord = (wind) => t(`mahjong.wind.${wind}`);

/** The name of a pattern. @param {string} id */
export const fanWord = (id) => t(`mahjong.fan.${id}`);

/** @param {readonly number[]} tiles */
export const inOrder = (tiles) => [...tiles].sort((one, other) => one - other);

/** How many tiles of a face I cannot see. @param {View} view @param {number} face */
export function unseen(view, face) {
  const seen = new Set();
  for (const seat of view.seats) {
    for (const tile of seat.tiles ?? []) seen.add(tile);
    for (const { tile } of seat.river) seen.add(tile);
    for (const meld of seat.melds) for (const tile of meld.tiles ?? []) seen.add(tile);
  }
  if (view.adding) seen.add(view.adding.tile);
  return 4 - [...seen].filter((tile) => faceOf(tile) === face).length;
}

/** @param {Meld} meld */
export const isClaimed = (meld) => meld.kind !== "concealed";

/**
 * The add-ons that the hand of a seat has for sure as it stands, each with its fan (3.4).
 * @param {View} view @param {number} at @returns {[string, number][]}
 */
export function certain(view, at) {
  const seat = view.seats[at];
  if (!seat?.tiles) return [];
  const found = /** @type {[string, number][]} */ ([]);
  const { fans } = view.rules;
  const add = (/** @type {string} */ id) => {
    const fan = fans[id];
    if (fan) found.push([id, fan]);
  };
  if (!seat.melds.some(isClaimed)) add("men_qian_qing");
  const counts = new Map();
  for (const tile of seat.tiles) counts.set(faceOf(tile), (counts.get(faceOf(tile)) ?? 0) + 1);
  const has = (/** @type {number} */ face) =>
    (counts.get(face) ?? 0) >= 3 ||
    seat.melds.some(({ kind, tiles }) => kind !== "chow" && faceOf(tiles?.[0] ?? -4) === face);
  for (const [id, face] of /** @type {const} */ ([
    ["ke_zhong", 31],
    ["ke_fa", 32],
    ["ke_bai", 33],
  ]))
    if (has(face)) add(id);
  if (seat.wind !== null && has(27 + seat.wind)) add("men_feng_ke");
  if (has(27 + view.round_wind)) add("quan_feng_ke");
  return found;
}
