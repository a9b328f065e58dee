/** The check of the deal as a panel: every step with what was recomputed, and the verdict in words. */

import { t } from "@app/lib/i18n";
import { verify } from "@app/replay/proof";
import { Index } from "@app/table/card";
import { sortCards } from "@app/table/cards";
import { Tile } from "@app/table/mahjong/tile";
import { inOrder } from "@app/table/mahjong/tiles";
import { rankWord } from "@app/table/words";
import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** @import { Replay } from "@app/replay/timeline" */
/** @import { Report, Step } from "@app/replay/proof" */

/** @param {{replay: Replay, onClose: () => void}} props */
export function Proof({ replay, onClose }) {
  const [report, tell] = useState(/** @type {Report | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    box.current?.focus();
    verify(replay).then(tell);
  }, [replay]);
  const { proof } = replay;
  return html`<section
    ref=${box}
    class="panel rp-proof"
    role="dialog"
    aria-modal="true"
    aria-labelledby="proof-title"
    tabindex="-1"
    data-verdict=${verdictOf(report)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.key === "Escape") onClose();
    }}
  >
    <header class="rp-proof-head">
      <h2 id="proof-title">${t("proof.title")}</h2>
      <button type="button" class="icon-btn" aria-label=${t("proof.close")} onClick=${onClose}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
    </header>
    <p class="rp-verdict" role="status">${words(report)}</p>
    <dl class="rp-secrets">
      <div><dt>${t("proof.commitment")}</dt><dd>${proof.commitment}</dd></div>
      <div><dt>${t("proof.seed")}</dt><dd>${proof.seed}</dd></div>
    </dl>
    ${report && report.steps.length > 0 && html`<ol class="rp-proof-steps">${report.steps.map((step, i) => html`<${Line} key=${i} step=${step} replay=${replay} />`)}</ol>`}
    <p class="rp-proof-how"><a class="link" href="/help/fairness/">${t("proof.how")}</a></p>
  </section>`;
}

/** @param {Report | null} report */
function verdictOf(report) {
  if (!report) return "checking";
  if (!report.known) return "unknown";
  return report.ok ? "fair" : "wrong";
}

/** @param {Report | null} report */
function words(report) {
  if (!report) return t("proof.checking");
  if (!report.known) return t(`proof.${report.why}`);
  const wrong = report.steps.filter((step) => !step.ok).length;
  return wrong
    ? t("proof.wrong", { wrong, n: report.steps.length })
    : t("proof.fair", { n: report.steps.length });
}

/** @param {{step: Step, replay: Replay}} props */
function Line({ step, replay }) {
  const name = step.seat === null ? "" : (replay.names[step.seat]?.name ?? "");
  const why = step.why ? t(`proof.why.${step.why}`) : "";
  return html`<li class=${step.ok ? "is-right" : "is-wrong"} data-step=${step.what}>
    <span class="rp-tick">${t(step.ok ? "proof.right" : "proof.different")}</span>
    <span class="rp-step-name">${t(`proof.step.${step.what}`, { deal: step.deal ?? 0, name, why, n: step.count ?? 0 })}</span>
    <span class="rp-step-found">${found(step, replay.game)}</span>
  </li>`;
}

/** What was recomputed. @param {Step} step @param {string} game */
function found({ what, found: value }, game) {
  if (typeof value === "string") return html`<code>${value}</code>`;
  if (what === "nonces")
    return html`<code>${value.map((nonce) => nonce || t("proof.none")).join("\n")}</code>`;
  const numbers = /** @type {number[]} */ (value);
  if (game === "mahjong") {
    const shown = what === "wall" ? numbers : inOrder(numbers);
    return shown.map((tile) => html`<${Tile} key=${tile} tile=${tile} />`);
  }
  if (what === "laizi") return numbers.map(rankWord).join(" ");
  return sortCards(numbers).map((card) => html`<${Index} key=${card} card=${card} />`);
}
