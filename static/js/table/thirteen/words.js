/** Rows and special hands in words, in the reader's language. */

import { t } from "@app/lib/i18n";
import { deciding, strength, typeOf } from "@app/table/thirteen/rows";

/** @import { Rules } from "@app/table/thirteen/rows" */

/** What each special hand takes from every opponent, in points (1.8). @type {Record<string, number>} */
export const SPECIALS = {
  zhi_zun_qing_long: 108,
  yi_tiao_long: 36,
  shi_er_huang_zu: 24,
  san_tong_hua_shun: 20,
  san_tao_zha_dan: 20,
  quan_da: 10,
  quan_xiao: 10,
  cou_yi_se: 10,
  shuang_guai_chong_san: 6,
  si_tao_san_tiao: 6,
  wu_dui_san_tiao: 5,
  liu_dui_ban: 4,
  san_shun_zi: 4,
  san_tong_hua: 4,
};

/** The types that are named together with their rank. */
const RANKED = new Set(["high", "pair", "trips", "full_house", "quads"]);

/** 2 to 14 as on the card. @param {number} rank */
const letter = (rank) => ({ 11: "J", 12: "Q", 13: "K", 14: "A" })[rank] ?? String(rank);

/** @param {string} type */
export const typeWord = (type) => t(`thirteen.type.${type}`);

/** @param {string} key */
export const specialWord = (key) => t(`thirteen.special.${key}`);

/** "对 K", "同花": a full row by its type, and by its rank where that says more. @param {readonly number[]} cards @param {Rules} rules */
export function rowWord(cards, rules) {
  const type = typeOf(strength(cards, rules));
  if (!RANKED.has(type)) return typeWord(type);
  return t(`thirteen.of.${type}`, { rank: letter(deciding(cards)[0] ?? 0) });
}
