/** Plays and laizi in words, in the reader's language. */

import { t } from "@app/lib/i18n";
import { layOut, rankOf } from "@app/table/cards";
import { rankWord } from "@app/table/words";

/** "癞子 5", "地癞子 K". @param {import("@app/table/card").Wild} wild @param {number} rank */
export const wildWord = (wild, rank) => t(`wild.${wild ?? "laizi"}`, { rank: rankWord(rank) });

/**
 * What a play is called. Bombs are told by their length where that differs, and by their class where there are laizi.
 * @param {{type: string, len?: number, bomb?: string}} play
 */
export function typeWord({ type, len = 4, bomb = "" }) {
  if (type !== "bomb") return t(`type.${type}`);
  const name = t(bomb ? `type.bomb_${bomb}` : "type.bomb");
  return len > 4 ? t("type.bomb_of", { n: len, name }) : name;
}

/** One reading of cards, to choose among: "顺子 6–10", "三带一 K". @param {import("@app/table/doudizhu/patterns").Play} play */
export function readingWord(play) {
  const { type, rank, len } = play;
  if (type === "rocket" || type === "sky") return typeWord(play);
  const chained = type.startsWith("chain") || type.startsWith("plane");
  const ranks = chained ? `${rankWord(rank - len + 1)}–${rankWord(rank)}` : rankWord(rank);
  return `${typeWord(play)} ${ranks}`;
}

/** "三带一 Q Q Q 8": the kind of play and its ranks. @param {{type: string, len?: number, cards: readonly number[]}} play */
export function playWord(play) {
  return `${typeWord(play)} ${layOut(play.cards)
    .map((card) => rankWord(rankOf(card)))
    .join(" ")}`;
}
