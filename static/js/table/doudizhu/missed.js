/** What the system did for somebody who was not there: in a word, and each move with its cards. */

import { t } from "@app/lib/i18n";
import { Card } from "@app/table/card";
import { layOut } from "@app/table/cards";
import { judge } from "@app/table/doudizhu/patterns";
import { playWord } from "@app/table/doudizhu/words";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Move } from "@app/table/types" */

/** "期间托管出了 2 手". @param {Move[]} moves */
export function doneFor(moves) {
  const plays = moves.filter((move) => move.kind === "play").length;
  return plays ? t("away.plays", { n: plays }) : t("away.choices", { n: moves.length });
}

/** @param {{move: Move}} props */
export function Moved({ move }) {
  if (move.kind !== "play") return html`<span class="missed-word">${wordOf(move)}</span>`;
  // With laizi the cards alone do not say what they were played as.
  const type = judge(move.cards, null).play?.type;
  const cards = layOut(move.cards);
  const words = type ? playWord({ type, cards }) : cards.map(cardWord).join(" ");
  return html`<span class="missed-cards" role="img" aria-label=${words}>
      ${cards.map((card) => html`<${Card} key=${card} card=${card} />`)}
    </span>
    ${type && html`<span class="missed-word" aria-hidden="true">${t(`type.${type}`)}</span>`}`;
}

/** A choice in a word, as it was said at the table. @param {Move} move */
function wordOf(move) {
  switch (move.kind) {
    case "bid":
      return move.points ? t("said.bid", { n: move.points }) : t("said.no_call");
    case "call":
    case "rob":
    case "double":
      return t(`said.${move.yes ? "" : "no_"}${move.kind}`);
    case "show":
      return t("said.show", { n: move.times ?? 2 });
    default:
      return t(`said.${move.kind}`);
  }
}
