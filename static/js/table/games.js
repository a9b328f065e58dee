/** The games that the table can show; each is a folder beside this module and is fetched where it is played. */

/** @import { Game } from "@app/table/types" */

/** @type {Record<string, () => Promise<{game: Game}>>} */
const GAMES = {
  doudizhu: () => import("@app/table/doudizhu/game"),
  mahjong: () => import("@app/table/mahjong/game"),
  thirteen: () => import("@app/table/thirteen/game"),
};

/** A game by its name on the wire (`View.game`). @param {string} name @returns {Promise<Game>} */
export async function load(name) {
  const known = GAMES[name];
  if (!known) throw new Error(`no table for the game ${name}`);
  return (await known()).game;
}
