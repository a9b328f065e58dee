/** What happened while one was not there: a line that goes away by itself, and the list it opens. */

import { t } from "@app/lib/i18n";
import { Card } from "@app/table/card";
import { layOut } from "@app/table/cards";
import { judge } from "@app/table/patterns";
import { cardWord, playWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Move } from "@app/table/types" */

/**
 * "已重连，期间托管出了 2 手".
 * @param {string[]} heads what just happened @param {Move[]} moves what the system did meanwhile
 */
export function told(heads, moves) {
  const plays = moves.filter((move) => move.kind === "play").length;
  const body = plays ? t("away.plays", { n: plays }) : t("away.choices", { n: moves.length });
  return [...heads, ...(moves.length ? [body] : [])].join(t("away.comma"));
}

/** @param {{store: Store}} props */
export function Toast({ store }) {
  const notice = store.notice.value;
  if (!notice) return null;
  const { text, moves } = notice;
  const close = () => {
    store.notice.value = null;
  };
  return html`<div class="toast">
    ${
      moves.length
        ? html`<button type="button" class="toast-text" data-act="missed" onClick=${() => {
            store.missed.value = moves;
            store.open.value = "missed";
            close();
          }}>${text} <span aria-hidden="true">▸</span></button>`
        : html`<span class="toast-text">${text}</span>`
    }
    <button type="button" class="icon-btn" aria-label=${t("lobby.close")} onClick=${close}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
    </button>
  </div>`;
}

/** The list itself, each play with its cards. @param {{store: Store}} props */
export function Missed({ store }) {
  if (store.open.value !== "missed") return null;
  return html`<section class="panel missed" aria-labelledby="missed-title">
    <h2 id="missed-title">${t("away.title")}</h2>
    <ol>${store.missed.value.map((move, at) => html`<li key=${at}><${Played} move=${move} /></li>`)}</ol>
    <button type="button" class="btn btn-primary" onClick=${() => {
      store.open.value = null;
    }}>${t("away.close")}</button>
  </section>`;
}

/** @param {{move: Move}} props */
function Played({ move }) {
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
