/** The state of the connection, where one sees it without it standing in the way. */

import { t } from "@app/lib/i18n";
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */

/** A drop shorter than this only makes the dot pulse. */
const SHORT = 3_000;

/** @param {{store: Store, link: Link}} props */
export function Banner({ store, link }) {
  const { name, tries } = store.status.value;
  const down = name !== "live" && name !== "closed";
  const final = name === "signed-out" || name === "refused";
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!down) return undefined;
    const timer = setTimeout(() => setLate(true), SHORT);
    return () => clearTimeout(timer);
  }, [down]);
  const notice = store.notice.value;
  if (!down) return notice ? html`<div class="banner banner-good" role="status">${notice}</div>` : null;
  if (!late && !final && name !== "offline") return null;
  // The first connection of a page that just opened is not "lost".
  const text = name === "connecting" && tries === 0 ? t("table.slow") : t(`net.${name}`, { n: tries });
  return html`<div class="banner" role="alert">
    <span>${text}</span>
    ${name === "signed-out" && html`<a class="btn btn-primary" href=${`/login/?next=${location.pathname}`}>${t("net.login")}</a>`}
    ${name === "refused" && html`<a class="btn btn-primary" href="/">${t("net.home")}</a>`}
    ${!final && html`<button type="button" class="btn btn-neutral" onClick=${() => link.retry()}>${t("net.retry")}</button>`}
  </div>`;
}

/** Dot and number of the delay; its shape differs with its colour. @param {{store: Store}} props */
export function Ping({ store }) {
  const live = store.status.value.name === "live";
  const ping = store.ping.value;
  const grade = !live || ping === null ? "off" : ping < 120 ? "good" : ping < 300 ? "fair" : "poor";
  const n = ping === null ? 0 : Math.round(ping);
  return html`<span class=${`ping ping-${grade}`} role="img" aria-label=${t("table.ping", { n })}>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="4.5" />
      ${grade === "good" && html`<circle class="full" cx="6" cy="6" r="4.5" />`}
      ${grade === "fair" && html`<path class="full" d="M6 1.5a4.5 4.5 0 0 1 0 9z" />`}
    </svg>
    <span class="num">${live && ping !== null ? `${n}ms` : "–"}</span>
  </span>`;
}
