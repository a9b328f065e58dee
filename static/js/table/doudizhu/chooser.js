/** Where cards may be read in several ways, which of them is meant: each reading by its name, with the cards drawn. */

import { t } from "@app/lib/i18n";
import { Card } from "@app/table/card";
import { rankOf } from "@app/table/cards";
import { playAs } from "@app/table/doudizhu/moves";
import { arrange } from "@app/table/doudizhu/patterns";
import { readingWord } from "@app/table/doudizhu/words";
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Link } from "@app/table/link" */

/** @param {{store: Store, link: Link}} props */
export function Chooser({ store, link }) {
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const shown = store.choosing.value && store.canPlay.value;
  useEffect(() => {
    if (shown) first.current?.focus();
  }, [shown]);
  if (!shown) return null;
  const cards = store.chosen.value;
  const rules = store.rules.value;
  return html`<section class="panel chooser" role="group" aria-labelledby="chooser-title">
    <header>
      <h2 id="chooser-title">${t("choose.title")}</h2>
      <button type="button" class="icon-btn" aria-label=${t("lobby.close")} onClick=${() => store.ask(false)}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
    </header>
    <ul>
      ${store.judged.value.plays.map(
        (play, i) => html`<li key=${`${play.type}-${play.rank}`}>
          <button
            type="button"
            ref=${i === 0 ? first : null}
            class=${`reading ${i === 0 ? "is-default" : ""}`}
            data-act="reading"
            onClick=${() => playAs(store, link, play)}
          >
            <span class="reading-name">${readingWord(play)}${i === 0 && html` <small class="tag tag-gold">${t("choose.default")}</small>`}</span>
            <span class="reading-cards" aria-hidden="true">
              ${arrange(cards, play, rules).map(
                ({ card, as }) =>
                  html`<${Card} key=${card} card=${card} wild=${store.wildOf(card)} as=${as === rankOf(card) ? null : as} />`,
              )}
            </span>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}
