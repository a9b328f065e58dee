/** The state of the connection, where one sees it without it standing in the way. */

import { t } from "@app/lib/i18n";
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */

/** A drop shorter than this only makes the dot pulse. */
const SHORT = 3_000;
/** What ends a connection for good. */
const FINAL = ["signed-out", "refused", "void"];

/** While the connection is away: why, the how manieth try, and a way to try at once. @param {{store: Store, link: Link}} props */
export function Banner({ store, link }) {
  const { name, tries, again } = store.status.value;
  const down = name !== "live" && name !== "closed" && !FINAL.includes(name);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!down) return undefined;
    const timer = setTimeout(() => setLate(true), SHORT);
    return () => clearTimeout(timer);
  }, [down]);
  // A restart and a device without a network are told at once: they last longer than a moment.
  if (!down || !(late || name === "offline" || name === "restarting")) return null;
  // The first connection of a page that just opened is not "lost".
  const text = name === "connecting" && tries === 0 ? t("table.slow") : t(`net.${name}`, { n: tries });
  return html`<div class="banner" role="alert">
    <span>${text}</span>
    <${Again} store=${store} at=${again} />
    <button type="button" class="btn btn-neutral" onClick=${() => link.retry()}>${t("net.retry")}</button>
  </div>`;
}

/** The seconds until the next try; their change is no alert. @param {{store: Store, at: number | null}} props */
function Again({ store, at }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [at]);
  const n = at === null ? 0 : Math.ceil((at - store.clock.local()) / 1000);
  return n > 0
    ? html`<span class="banner-again num" aria-hidden="true">${t("net.again", { n })}</span>`
    : null;
}

/** A connection that will not come back by itself: the reason, and the ways on. @param {{store: Store, link: Link}} props */
export function Stop({ store, link }) {
  const { name } = store.status.value;
  if (!FINAL.includes(name)) return null;
  const here = encodeURIComponent(location.pathname);
  const [title, text] = {
    "signed-out": [t("net.signed-out"), t("net.signed_out_hint")],
    refused: store.spectating.value ? [t("watch.refused"), t("watch.refused_hint")] : [t("net.refused"), ""],
    void: [t("net.void"), t("net.void_hint")],
  }[/** @type {"signed-out" | "refused" | "void"} */ (name)];
  return html`<div class="stop">
    <section class="panel stop-card" role="alertdialog" aria-labelledby="stop-title" aria-describedby="stop-text">
      <h2 id="stop-title">${title}</h2>
      <p id="stop-text">${text}</p>
      ${name === "signed-out" && html`<${Login} />`}
      <div class="pop-buttons">
        ${name === "signed-out" && html`<a class="btn btn-neutral" href=${`/accounts/login/?next=${here}`}>${t("net.other_login")}</a>`}
        ${
          name === "void" &&
          store.seated.value &&
          html`<button type="button" class="btn btn-primary" onClick=${() => link.finish()}>${t("net.stay")}</button>`
        }
        ${name !== "signed-out" && html`<button type="button" class="btn btn-neutral" onClick=${() => link.toRoom()}>${t("act.room")}</button>`}
        <a class="btn btn-neutral" href="/">${t("net.home")}</a>
      </div>
    </section>
  </div>`;
}

/** The login form over the table; it leads back to exactly this place. */
function Login() {
  const [, token = ""] = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie) ?? [];
  return html`<form class="stop-login" method="post" action="/accounts/login/">
    <input type="hidden" name="csrfmiddlewaretoken" value=${token} />
    <input type="hidden" name="next" value=${location.pathname} />
    <label class="field"><span class="field-label">${t("net.account")}</span><input class="input" name="login" autocomplete="username" required /></label>
    <label class="field"><span class="field-label">${t("net.password")}</span><input class="input" name="password" type="password" autocomplete="current-password" required /></label>
    <button class="btn btn-primary">${t("net.login")}</button>
  </form>`;
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
