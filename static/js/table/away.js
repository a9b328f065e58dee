/** What happened while one was not there: a line that goes away by itself, and the list it opens. */

import { t } from "@app/lib/i18n";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Game, Move } from "@app/table/types" */

/**
 * "已重连，期间托管出了 2 手".
 * @param {Game} game @param {string[]} heads what just happened @param {Move[]} moves what the system did meanwhile
 */
export function told(game, heads, moves) {
  return [...heads, ...(moves.length ? [game.doneFor(moves)] : [])].join(t("away.comma"));
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
    <ol>${store.missed.value.map((move, at) => html`<li key=${at}><${store.game.Moved} move=${move} /></li>`)}</ol>
    <button type="button" class="btn btn-primary" onClick=${() => {
      store.open.value = null;
    }}>${t("away.close")}</button>
  </section>`;
}
