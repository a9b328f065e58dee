/** Cards in words, in the reader's language. */

import { has, t } from "@app/lib/i18n";
import { RANKS, rankOf, suitOf } from "@app/table/cards";

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
