/** Cards and plays in words, in the reader's language. */

import { has, t } from "@app/lib/i18n";
import { layOut, RANKS, rankOf, suitOf } from "@app/table/cards";

/** @param {number} rank */
export function rankWord(rank) {
  const letter = RANKS[rank] ?? "";
  return has(`rank.${letter}`) ? t(`rank.${letter}`) : letter;
}

/** @param {number} card */
export function cardWord(card) {
  const suit = suitOf(card);
  return suit === null ? rankWord(rankOf(card)) : `${t(`suit.${suit}`)}${rankWord(rankOf(card))}`;
}

/** "三带一 Q Q Q 8": the kind of play and its ranks. @param {{type: string, cards: readonly number[]}} play */
export function playWord(play) {
  return `${t(`type.${play.type}`)} ${layOut(play.cards)
    .map((card) => rankWord(rankOf(card)))
    .join(" ")}`;
}
