/** What the server is bound to since before the deal, and the seed once the hand is over. */

import { t } from "@app/lib/i18n";
import { html } from "htm/preact";

/** @import { View } from "@app/table/types" */

/** @param {{view: View}} props */
export function Pledge({ view }) {
  return html`<dl class="pledge">
      <dt>${t("proof.commitment")}</dt><dd>${view.commitment}</dd>
      ${view.seed && html`<dt>${t("proof.seed")}</dt><dd>${view.seed}</dd>`}
    </dl>
    <a class="link" href="/help/fairness/" target="_blank" rel="noopener">${t("proof.how")}</a>`;
}
