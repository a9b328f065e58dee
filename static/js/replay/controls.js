/** The controls of a replay: steps, speed, the line of moments with what matters on it, who looks, and the check. */

import { t } from "@app/lib/i18n";
import { SPEEDS } from "@app/replay/player";
import { WATCH } from "@app/replay/timeline";
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Player } from "@app/replay/player" */
/** @import { Key } from "@app/replay/timeline" */

/** @param {{player: Player, onVerify: () => void}} props */
export function Controls({ player, onVerify }) {
  return html`<div class="rp-controls">
    <${Line} player=${player} />
    <div class="rp-row" role="toolbar" aria-label=${t("replay.controls")}>
      <${Steps} player=${player} />
      <${Counter} player=${player} />
      <${Speed} player=${player} />
      <span class="tbl-space"></span>
      <${Looker} player=${player} />
      <button type="button" class="btn btn-hint" data-act="verify" onClick=${onVerify}>${t("replay.verify")}</button>
      <${CopyLink} player=${player} />
    </div>
  </div>`;
}

/** @param {{player: Player}} props */
function Steps({ player }) {
  const { timeline } = player;
  const moment = player.moment.value;
  const playing = player.playing.value;
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ path,
    /** @type {() => void} */ run,
    /** @type {boolean} */ off,
  ) =>
    html`<button type="button" class="icon-btn" data-act=${name} aria-label=${t(`replay.${name}`)} title=${t(`replay.${name}`)} disabled=${off} onClick=${run}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>
    </button>`;
  return html`<div class="rp-steps">
    ${button("start", "M6 5v14M18 6l-8 6 8 6z", () => player.go(0), moment === 0)}
    ${button("back", "M16 6l-8 6 8 6z", () => player.step(-1), moment === 0)}
    ${
      playing
        ? button("pause", "M8 5v14M16 5v14", () => player.toggle(), false)
        : button("play", "M8 5l11 7-11 7z", () => player.toggle(), false)
    }
    ${button("next", "M8 6l8 6-8 6z", () => player.step(1), moment === timeline.end)}
    ${button("end", "M18 5v14M6 6l8 6-8 6z", () => player.go(timeline.end), moment === timeline.end)}
  </div>`;
}

/** @param {{player: Player}} props */
function Counter({ player }) {
  const { timeline } = player;
  const words = { at: timeline.count(player.moment.value), n: timeline.count(timeline.end) };
  return html`<span class="rp-count num" data-moment=${player.moment.value}>${t("replay.count", words)}</span>`;
}

/** @param {{player: Player}} props */
function Speed({ player }) {
  return html`<select class="rp-select" aria-label=${t("replay.speed")} onChange=${(
    /** @type {Event} */ event,
  ) => player.setSpeed(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
    ${SPEEDS.map((speed) => html`<option key=${speed} value=${speed} selected=${speed === player.speed.value}>${speed}×</option>`)}
  </select>`;
}

/** From whose seat one looks, and whether all hands are open. @param {{player: Player}} props */
function Looker({ player }) {
  const { names } = player.timeline.replay;
  const viewer = player.viewer.value;
  return html`<select class="rp-select rp-viewer" aria-label=${t("replay.viewer")} onChange=${(
    /** @type {Event} */ event,
  ) => player.look(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${names.map(({ name }, seat) => html`<option key=${seat} value=${seat} selected=${viewer === String(seat)}>${name}</option>`)}
      <option value=${WATCH} selected=${viewer === WATCH}>${t("replay.watch")}</option>
    </select>
    <label class="rp-open">
      <input type="checkbox" checked=${player.open.value} onChange=${(/** @type {Event} */ event) =>
        player.reveal(/** @type {HTMLInputElement} */ (event.target).checked)} />
      <span>${t("replay.open")}</span>
    </label>`;
}

/** The line of moments; marks show what matters. @param {{player: Player}} props */
function Line({ player }) {
  const { timeline } = player;
  const moment = player.moment.value;
  const words = { at: timeline.count(moment), n: timeline.count(timeline.end) };
  return html`<div class="rp-line">
    <input
      type="range"
      min="0"
      max=${timeline.end}
      step="1"
      value=${moment}
      aria-label=${t("replay.line")}
      aria-valuetext=${t("replay.count", words)}
      onInput=${(/** @type {Event} */ event) => player.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <span class="rp-marks" aria-hidden="true">
      ${timeline.keys.map((key) => html`<i key=${`${key.kind}${key.moment}`} class=${`rp-mark rp-mark-${key.kind}`} style=${{ left: `${(100 * key.moment) / timeline.end}%` }}></i>`)}
    </span>
  </div>`;
}

/** The moments worth going to, one button each. @param {{player: Player}} props */
export function Keys({ player }) {
  const { keys } = player.timeline;
  if (!keys.length) return null;
  return html`<div class="rp-keys" role="group" aria-label=${t("replay.keys")}>
    ${keys.map(
      (/** @type {Key} */ key) => html`<button
        type="button"
        key=${`${key.kind}${key.moment}`}
        class=${`rp-key rp-key-${key.kind}`}
        data-key=${key.kind}
        aria-current=${key.moment === player.moment.value}
        onClick=${() => player.go(key.moment)}
      >${t(`replay.key.${key.kind}`)}</button>`,
    )}
  </div>`;
}

/** The address of this moment, this viewer. @param {Player} player */
export function linkOf(player) {
  const part = new URLSearchParams({ seat: player.viewer.value, at: String(player.moment.value) });
  if (player.open.value) part.set("open", "1");
  return `${location.origin}${location.pathname}#${part}`;
}

/** How long it is said that the link was copied. */
const COPIED = 2_000;

/** @param {{player: Player}} props */
function CopyLink({ player }) {
  const [shown, show] = useState(/** @type {string | null} */ (null));
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const link = linkOf(player);
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      show(link); // no clipboard without TLS: the link is there to be taken by hand
    }
  };
  if (shown !== null) {
    return html`<input class="rp-link" readonly value=${shown} aria-label=${t("replay.link")} onFocus=${(
      /** @type {Event} */ event,
    ) => /** @type {HTMLInputElement} */ (event.target).select()} onBlur=${() => show(null)} ref=${(
      /** @type {HTMLInputElement | null} */ box,
    ) => box?.focus()} />`;
  }
  return html`<button type="button" class="btn btn-neutral rp-copy" data-act="copy" onClick=${copy}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${copied ? "#i-check" : "#i-share"} /></svg>
    <span>${t(copied ? "replay.copied" : "replay.copy")}</span>
  </button>`;
}
