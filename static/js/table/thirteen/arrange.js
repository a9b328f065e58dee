/** Arranging: three rows with their verdicts, the type buttons, and what is not laid yet. */

import { t } from "@app/lib/i18n";
import { Card } from "@app/table/card";
import { Hand as Cards } from "@app/table/hand";
import { rowFor } from "@app/table/thirteen/board";
import { KINDS } from "@app/table/thirteen/finder";
import { clearRow, dragOf, raise, sendTo, swap, takeBack, tapLaid } from "@app/table/thirteen/place";
import { ROWS, SIZES } from "@app/table/thirteen/rows";
import { rowWord, SPECIALS, specialWord, typeWord } from "@app/table/thirteen/words";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";
import { useRef } from "preact/hooks";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Link } from "@app/table/link" */
/** @import { RowName } from "@app/table/thirteen/rows" */

/** A finger that moved less (px) has tapped. */
const SLIP = 8;

/** @param {{store: Store, link: Link}} props */
export function Board({ store, link }) {
  return html`<div class=${`board13 ${store.sending.value === "submit" ? "is-sending" : ""}`}>
    ${ROWS.map((name) => html`<${Row} key=${name} store=${store} link=${link} name=${name} />`)}
    <${Dragged} store=${store} />
  </div>`;
}

/** @param {{store: Store, link: Link, name: RowName}} props */
function Row({ store, link, name }) {
  const cards = store.rows.value[name];
  const size = SIZES[name];
  const verdict = verdictOf(store, name);
  const label = t(`thirteen.row.${name}`);
  const over = store.drag.value?.over === name;
  const ready = store.raised.value.size > 0;
  const swaps = name === "middle" && store.broken.value.middle;
  const spoken = [verdict.words, verdict.foul].filter(Boolean).join("，");
  return html`<div
    class=${`row13 ${verdict.broken ? "is-broken" : ""} ${over ? "is-over" : ""} ${ready ? "is-ready" : ""} ${swaps ? "has-swap" : ""}`}
    data-row=${name}
    role="group"
    aria-label=${t("thirteen.row_state", { row: label, n: cards.length, size, verdict: spoken })}
    onClick=${(/** @type {MouseEvent} */ event) => {
      const inside = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!inside && ready) sendTo(store, link, name);
    }}
  >
    <button type="button" class="row13-name" data-act=${`row-${name}`} aria-label=${t("thirteen.lay_into", { row: label })} onClick=${() => sendTo(store, link, name)}>
      <b>${t(`thirteen.short.${name}`)}</b><small class="num" aria-hidden="true">${size}</small>
    </button>
    <div class="row13-cards">
      ${Array.from({ length: size }, (_, i) => {
        const card = cards[i];
        return card === undefined
          ? html`<span class="slot13" key=${`slot-${i}`} aria-hidden="true"></span>`
          : html`<${Laid} key=${card} store=${store} link=${link} card=${card} row=${label} />`;
      })}
    </div>
    <div class="row13-verdict">
      <b aria-hidden="true">${verdict.words}</b>
      ${verdict.foul && html`<small aria-hidden="true">${verdict.foul}</small>`}
      <span class="sr-only" aria-live="polite">${spoken}</span>
      ${swaps && html`<button type="button" class="btn btn-hint swap13" data-act="swap" onClick=${() => swap(store)}>${t("thirteen.swap")}</button>`}
    </div>
    <button type="button" class="icon-btn row13-clear" data-act=${`clear-${name}`} aria-label=${t("thirteen.empty_row", { row: label })} disabled=${cards.length === 0} onClick=${() => clearRow(store, name)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7L7 17" /></svg>
    </button>
  </div>`;
}

/** What a row is, and what is wrong with it. @param {Store} store @param {RowName} name @returns {{words: string, foul: string, broken: boolean}} */
function verdictOf(store, name) {
  const cards = store.rows.value[name];
  if (cards.length < SIZES[name]) return { words: "", foul: "", broken: false };
  const { front, middle } = store.broken.value;
  const broken = { front, middle: front || middle, back: middle }[name];
  const above = (name === "front" && front) || (name === "middle" && middle);
  const words = rowWord(cards, store.rules.value);
  return { words, foul: above ? t(`thirteen.foul_${name}`) : "", broken };
}

/** A laid card: a tap chooses it, two take it back, a stroke drags it. @param {{store: Store, link: Link, card: number, row: string}} props */
function Laid({ store, link, card, row }) {
  const stroke = useRef(/** @type {{id: number, x: number, y: number, out: boolean} | null} */ (null));
  const drag = dragOf(store, link);
  const up = store.raised.value.has(card);
  const moving = store.drag.value?.cards.includes(card);
  const at = (/** @type {PointerEvent} */ event) => ({
    x: event.clientX,
    y: event.clientY,
    t: event.timeStamp,
  });
  return html`<button
    type="button"
    class=${`laid13 ${up ? "is-up" : ""} ${moving ? "is-moving" : ""}`}
    data-card=${card}
    aria-pressed=${up}
    aria-label=${t("thirteen.laid", { card: cardWord(card), row })}
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
      stroke.current = { id: event.pointerId, x: event.clientX, y: event.clientY, out: false };
    }}
    onPointerMove=${(/** @type {PointerEvent} */ event) => {
      const now = stroke.current;
      if (now?.id !== event.pointerId) return;
      if (now.out) drag.move(at(event));
      else if (Math.hypot(event.clientX - now.x, event.clientY - now.y) >= SLIP) {
        now.out = true;
        drag.take(card, at(event));
      }
    }}
    onPointerUp=${(/** @type {PointerEvent} */ event) => {
      const now = stroke.current;
      if (now?.id !== event.pointerId) return;
      stroke.current = null;
      if (now.out) drag.drop(at(event));
      else tapLaid(store, link, card, event.timeStamp);
    }}
    onPointerCancel=${() => {
      if (stroke.current?.out) drag.cancel();
      stroke.current = null;
    }}
    onClick=${(/** @type {MouseEvent} */ event) => {
      // Pointers are read as strokes; a click without one comes from a keyboard or assistive technology.
      if (event.detail === 0) tapLaid(store, link, card, Number.NEGATIVE_INFINITY);
    }}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      event.stopPropagation();
      takeBack(store, [card]);
    }}
  ><${Card} card=${card} /></button>`;
}

/** The cards under the finger. @param {{store: Store}} props */
function Dragged({ store }) {
  const drag = store.drag.value;
  if (!drag) return null;
  return html`<div class="drag13" aria-hidden="true" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }}>
    ${drag.cards.map((card) => html`<${Card} key=${card} card=${card} />`)}
  </div>`;
}

/** One button a hand type; those that the cards left do not hold are grey. @param {{store: Store}} props */
export function Types({ store }) {
  const { rows, kinds, cycle } = store;
  return html`<div class="types13" role="toolbar" aria-label=${t("thirteen.types")}>
    ${KINDS.map((kind) => {
      const on = cycle.value?.kind === kind;
      const can = kinds.value.has(kind) && (on || rowFor(rows.value, kind) !== null);
      return html`<button type="button" key=${kind} class=${`type13 ${on ? "is-on" : ""}`} data-act=${`type-${kind}`} disabled=${!can} onClick=${() => store.layType(kind)}>${typeWord(kind)}</button>`;
    })}
  </div>`;
}

/** What my thirteen cards are worth without arranging. @param {{store: Store}} props */
export function Ribbon({ store }) {
  const key = store.special.value;
  if (!key || !store.arranging.value) return null;
  // On phones held across it lies where the front row will be.
  const covered = store.rows.value.front.length > 0;
  return html`<p class=${`ribbon13 ${covered ? "is-covered" : ""}`} role="note">
    <b>${specialWord(key)}</b> <span class="num">${t("thirteen.each", { n: SPECIALS[key] ?? 0 })}</span>
  </p>`;
}

/** The own half: the cards that are not laid yet. @param {{store: Store, link: Link}} props */
export function Hand({ store, link }) {
  if (!store.arranging.value) return null;
  const left = store.tray.value;
  return html`<${Cards}
    store=${store}
    cards=${left}
    label=${t("thirteen.tray")}
    busy=${store.sending.value === "submit"}
    drag=${dragOf(store, link)}
    onRaise=${(/** @type {number[]} */ cards) => raise(store, cards)}
    note=${left.length === 0 ? t("thirteen.all_laid") : null}
  />`;
}
