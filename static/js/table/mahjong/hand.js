/** The own half of a mahjong table: what the hand is worth, the notices, the switches, the tiles and the sets. */

import { t } from "@app/lib/i18n";
import { dangerOf, discard, tap } from "@app/table/mahjong/actions";
import { Face, Laid, meldWord, Tile } from "@app/table/mahjong/tile";
import { faceOf, faceWord, fanWord, tileWord, unseen } from "@app/table/mahjong/tiles";
import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** @import { Store, Switches } from "@app/table/mahjong/state" */
/** @import { View, Wait } from "@app/table/mahjong/types" */
/** @import { Link } from "@app/table/link" */

/** A move that plays by itself waits so long, so that one sees it (ms). */
const BY_ITSELF = 600;
/** A stroke that is shorter is a tap (px); one that goes up so far plays. */
const TAP = 10;
const OUT = 46;

/** @param {{store: Store, link: Link}} props */
export function Hand({ store, link }) {
  useSwitches(store, link);
  const view = store.mj.view.value;
  if (store.spectating.value || !view || view.phase === "opening") return null;
  return html`<section class=${`tbl-hand mj-hand ${store.held.value ? "is-held" : ""} ${store.picking.value ? "is-picking" : ""}`} aria-label=${t("table.hand")}>
    <${Strip} store=${store} view=${view} />
    <${Chooser} store=${store} link=${link} />
    <div class="mj-row">
      <${Tiles} store=${store} link=${link} />
      <${Own} store=${store} />
    </div>
  </section>`;
}

/** What the switches do by themselves. @param {Store} store @param {Link} link */
function useSwitches(store, link) {
  const open = store.decision.value;
  const { win, quiet, toss } = store.switches.value;
  useEffect(() => {
    const own = open?.mine;
    if (!own || store.mine.value?.trustee || store.held.value) return undefined;
    const move = byItself(store, open.kind, own);
    if (!move) return undefined;
    const timer = setTimeout(() => {
      if (store.decision.value?.id === open.id) link.answer(move);
    }, BY_ITSELF);
    return () => clearTimeout(timer);
  }, [open?.id, Boolean(open?.mine), win, quiet, toss]);
}

/** @param {Store} store @param {string} kind @param {Record<string, any>} own @returns {any} */
function byItself(store, kind, own) {
  const { win, quiet, toss } = store.switches.value;
  if (own.win) return win ? { kind: "win" } : null;
  if (kind === "claim") return quiet ? { kind: "pass" } : null;
  const tile = store.drawn.value;
  if (kind !== "turn" || !toss || tile === null) return null;
  return store.risks.value.some(({ face }) => face === faceOf(tile)) ? null : { kind: "discard", tile };
}

// -- the line above the tiles

/** @param {{store: Store, view: View}} props */
function Strip({ store, view }) {
  return html`<div class="mj-strip">
    <${Meter} store=${store} view=${view} />
    <${Notices} store=${store} view=${view} />
    <span class="mj-space"></span>
    ${view.phase === "play" && html`<${SwitchRow} store=${store} />`}
  </div>`;
}

/** What I wait for with how many are left, or what the hand has for sure; beside it what the room asks for. @param {{store: Store, view: View}} props */
function Meter({ store, view }) {
  const least = store.minimum.value;
  const waits = store.waits.value;
  if (view.phase === "over") return null;
  if (!waits.length) {
    const sure = store.sure.value;
    const sum = sure.reduce((total, [, fan]) => total + fan, 0);
    return html`<p class=${`mj-meter ${sum >= least ? "is-enough" : ""}`} title=${sure.map(([id, fan]) => `${fanWord(id)} ${fan}`).join(" · ")}>
      <b class="num">${t("mahjong.meter", { n: sum, least })}</b>
      <small>${sure.length ? sure.map(([id]) => fanWord(id)).join(" · ") : t("mahjong.nothing_yet")}</small>
    </p>`;
  }
  return html`<ul class="mj-waits" aria-label=${t("mahjong.waiting_for")}>
    <li class="mj-ting" aria-hidden="true">${t("mahjong.ting")}</li>
    ${waits.map((wait) => html`<${Waiting} key=${wait.face} store=${store} view=${view} wait=${wait} least=${least} />`)}
  </ul>`;
}

/** One face that wins: how many are unseen, and whether what it wins is enough. @param {{store: Store, view: View, wait: Wait, least: number}} props */
function Waiting({ store, view, wait, least }) {
  const left = unseen(view, wait.face);
  const locked = store.mj.mine.value?.locked?.includes(wait.face) ?? false;
  const { fan, self } = wait;
  const by = (fan ?? -1) >= least;
  const drawn = (self ?? -1) >= least;
  const word = locked
    ? t("mahjong.locked_short")
    : by
      ? t("mahjong.fan_n", { n: fan ?? 0 })
      : drawn
        ? t("mahjong.self_only", { n: self ?? 0 })
        : t("mahjong.too_low");
  const full = `${faceWord(wait.face)}，${t("mahjong.left", { n: left })}，${word}`;
  return html`<li class=${`mj-wait ${left === 0 ? "is-gone" : ""} ${by && !locked ? "is-enough" : ""} ${by || drawn ? "" : "is-low"}`} role="img" aria-label=${full} title=${full}>
    <${Face} face=${wait.face} />
    <b class="num">×${left}</b>
    <small>${word}</small>
  </li>`;
}

/** 过水, and who would pay for whose self-draw. @param {{store: Store, view: View}} props */
function Notices({ store, view }) {
  if (view.phase === "over") return null;
  const locked = store.mj.mine.value?.locked ?? [];
  const me = view.seat;
  const liable = view.liable.filter(({ payer, payee }) => payer === me || payee === me);
  const danger = dangerOf(store);
  return html`${
    locked.length > 0 &&
    html`<p class="mj-chip mj-locked" role="status" title=${t("mahjong.locked_why")}>
      <b>${t("mahjong.locked")}</b>${locked.map((face) => html`<span key=${face} role="img" aria-label=${faceWord(face)}><${Face} face=${face} /></span>`)}
      <small>${t("mahjong.locked_until")}</small>
    </p>`
  }
    ${liable.map(
      ({
        payer,
        payee,
        cause,
      }) => html`<p class="mj-chip mj-liable" key=${`${payer}-${payee}-${cause}`} role="status">
        ${t(payer === me ? "mahjong.liable.mine" : "mahjong.liable.theirs", { name: store.nameOf(payer === me ? payee : payer) })}
      </p>`,
    )}
    ${danger && html`<p class="mj-chip mj-danger" data-warned=${store.warned.value !== null}>${danger}</p>`}`;
}

/** @param {{store: Store}} props */
function SwitchRow({ store }) {
  const names = /** @type {(keyof Switches)[]} */ (["sort", "win", "quiet", "toss"]);
  return html`<div class="mj-switches" role="group" aria-label=${t("mahjong.switches")}>
    ${names.map(
      (name) =>
        html`<button type="button" key=${name} data-switch=${name} aria-pressed=${store.switches.value[name]} title=${t(`mahjong.switch_why.${name}`)} onClick=${() => store.flip(name)}>${t(`mahjong.switch.${name}`)}</button>`,
    )}
  </div>`;
}

/** Which run, or which kong. @param {{store: Store, link: Link}} props */
function Chooser({ store, link }) {
  const picking = store.picking.value;
  if (!picking) return null;
  return html`<div class="panel mj-chooser" role="group" aria-label=${t(`mahjong.choose.${picking.kind}`)}>
    ${picking.options.map(
      ({ tiles, data }, i) =>
        html`<button type="button" key=${i} data-option=${i} aria-label=${tiles.map(tileWord).join(" ")} onClick=${() => {
          store.picking.value = null;
          link.answer(data);
        }}>${tiles.map((tile) => html`<${Tile} key=${tile} tile=${tile} />`)}</button>`,
    )}
  </div>`;
}

// -- the tiles

/** @param {{store: Store, link: Link}} props */
function Tiles({ store, link }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [drag, setDrag] = useState(/** @type {{tile: number, x: number, y: number} | null} */ (null));
  const from = useRef(/** @type {{id: number, tile: number, x: number, y: number} | null} */ (null));
  const tiles = store.standing.value;
  const drawn = store.drawn.value;
  const up = store.raised.value;
  const risky = new Set(store.risks.value.map(({ face }) => face));
  const turn = store.asked.value === "turn";

  useEffect(() => {
    if (box.current?.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (box.current.querySelector('[tabindex="0"]'))?.focus();
    }
  }, [store.cursor.value]);

  const handlers = {
    onPointerDown(/** @type {PointerEvent} */ event) {
      const tile = tileUnder(event);
      if (event.button !== 0 || tile === null || from.current) return;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
      from.current = { id: event.pointerId, tile, x: event.clientX, y: event.clientY };
      store.cursor.value = tiles.indexOf(tile);
    },
    onPointerMove(/** @type {PointerEvent} */ event) {
      const start = from.current;
      if (start?.id !== event.pointerId) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (turn && Math.hypot(x, y) > TAP) setDrag({ tile: start.tile, x, y });
    },
    onPointerUp(/** @type {PointerEvent} */ event) {
      const start = from.current;
      if (start?.id !== event.pointerId) return;
      from.current = null;
      setDrag(null);
      if (!tiles.includes(start.tile)) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (Math.hypot(x, y) <= TAP) tap(store, link, start.tile);
      else if (turn && y < -OUT) {
        if (!up.has(start.tile)) store.raise([start.tile]);
        discard(store, link);
      }
    },
    onPointerCancel() {
      from.current = null;
      setDrag(null);
    },
    onPointerOver(/** @type {PointerEvent} */ event) {
      const tile = event.pointerType === "mouse" ? tileUnder(event) : null;
      store.hovered.value = tile === null ? null : faceOf(tile);
    },
    onPointerLeave() {
      store.hovered.value = null;
    },
  };

  return html`<div ref=${box} class=${`mj-tiles ${store.sending.value === "discard" ? "is-sending" : ""} ${store.reason.value ? "is-refused" : ""}`} role="listbox" aria-label=${t("table.hand")} data-count=${tiles.length} ...${handlers}>
    ${tiles.map((tile, i) => {
      const face = faceOf(tile);
      const moved = drag?.tile === tile ? drag : null;
      const words = [
        t("card.place", { card: tileWord(tile), at: i + 1, n: tiles.length }),
        ...(tile === drawn ? [t("mahjong.just_drawn")] : []),
        ...(turn && store.readying.value.has(face) ? [t("mahjong.readies")] : []),
        ...(risky.has(face) ? [t("mahjong.risky")] : []),
      ];
      return html`<button
        type="button"
        key=${tile}
        role="option"
        data-tile=${tile}
        data-face=${face}
        class=${`held ${up.has(tile) ? "is-up" : ""} ${tile === drawn ? "is-drawn" : ""} ${turn && store.readying.value.has(face) ? "is-readying" : ""} ${risky.has(face) ? "is-risky" : ""} ${moved ? "is-dragged" : ""}`}
        style=${moved ? { translate: `${moved.x}px ${Math.min(moved.y, 0)}px` } : undefined}
        tabindex=${i === Math.min(store.cursor.value, tiles.length - 1) ? 0 : -1}
        aria-selected=${up.has(tile)}
        aria-label=${words.join("，")}
        onFocus=${() => {
          store.cursor.value = i;
        }}
        onClick=${(/** @type {MouseEvent} */ event) => {
          // Pointers are read as strokes; a click without one comes from assistive technology.
          if (event.detail === 0) tap(store, link, tile);
        }}
      ><${Tile} tile=${tile} /></button>`;
    })}
  </div>`;
}

/** @param {Event} event @returns {number | null} */
function tileUnder(event) {
  const held = /** @type {HTMLElement | null} */ (
    /** @type {HTMLElement} */ (event.target).closest?.(".held")
  );
  return held ? Number(held.dataset.tile) : null;
}

/** The own sets. @param {{store: Store}} props */
function Own({ store }) {
  const melds = store.mj.mine.value?.melds ?? [];
  if (!melds.length) return null;
  return html`<ul class="mj-melds" aria-label=${t("mahjong.melds")}>
    ${melds.map((meld, i) => html`<${Laid} key=${i} meld=${meld} word=${meldWord(meld, (kind) => t(`mahjong.meld.${kind}`))} />`)}
  </ul>`;
}
