/** What everybody may know of a hand's worth, in the top bar: base and multiplier, the hole cards, the laizi. */

import { number, t } from "@app/lib/i18n";
import { Back, Index } from "@app/table/card";
import { wildOf } from "@app/table/doudizhu/modes";
import { Tracker } from "@app/table/doudizhu/tracker";
import { wildWord } from "@app/table/doudizhu/words";
import { Pledge } from "@app/table/pledge";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Multiplier, View } from "@app/table/types" */

/** All of it. @param {{store: Store}} props */
export const Bar = ({ store }) =>
  html`<${Stakes} store=${store} /><${Hole} store=${store} /><${Wilds} store=${store} /><${Tracker} store=${store} />`;

/** The hole cards: backs until one may see them, in a closed game for all but the landlord. @param {{store: Store}} props */
export function Hole({ store }) {
  const view = store.view.value;
  if (!view || view.phase === "opening") return null;
  const { hole } = view;
  const closed = !store.mode.openHole;
  const many = store.mode.hole > 4;
  return html`<span class=${`hole ${many ? "hole-many" : ""}`} role="img" aria-label=${holeWord(store, view)}>
    ${
      hole
        ? hole.map((card) => html`<${Index} key=${card} card=${card} wild=${store.wildOf(card)} />`)
        : many
          ? html`<${Back} /><b class="num">${store.mode.hole}</b>`
          : Array.from({ length: store.mode.hole }, (_, i) => html`<${Back} key=${i} />`)
    }
    ${closed && hole && html`<small class="tag">${t("table.hole_mine")}</small>`}
  </span>`;
}

/** @param {Store} store @param {View} view */
function holeWord(store, view) {
  if (view.hole) {
    const cards = `${t("table.hole")} ${view.hole.map(cardWord).join(" ")}`;
    return store.mode.openHole ? cards : `${cards}（${t("table.hole_mine")}）`;
  }
  return t(store.mode.openHole ? "table.hole_hidden" : "table.hole_closed");
}

/** One card of each rank that is laizi, with its mark; nothing before the first is turned. @param {{store: Store}} props */
export function Wilds({ store }) {
  const view = store.view.value;
  if (!view?.wilds?.length) return null;
  return html`<span class="wilds" role="img" aria-label=${wildsWord(view.mode, view.wilds)}>
    ${view.wilds.map((rank) => html`<${Index} key=${rank} card=${sampleOf(rank)} wild=${wildOf(view.mode, view.wilds, rank)} />`)}
  </span>`;
}

/** A card of a rank, for a picture of it. @param {number} rank */
export const sampleOf = (rank) => (rank < 13 ? rank * 4 : 52 + rank - 13);

/** "天癞子 5，地癞子 K". @param {string} mode @param {readonly number[]} wilds */
export function wildsWord(mode, wilds) {
  return wilds.map((rank) => wildWord(wildOf(mode, wilds, rank), rank)).join(t("table.comma"));
}

/** Base and multiplier; a tap opens the sum behind it. @param {{store: Store}} props */
export function Stakes({ store }) {
  const view = store.view.value;
  const { room } = store.boot;
  const open = store.open.value === "formula";
  const start = store.mode.points ? 1 : room.initial;
  const total = view ? view.multiplier.total : start;
  const base = store.mode.points ? (view?.base ?? 0) : room.coef_n;
  return html`<div class="stakes">
    <button
      type="button"
      class="stakes-button"
      aria-expanded=${open}
      onClick=${() => {
        store.open.value = open ? null : "formula";
      }}
    >
      <span class=${`stakes-base ${store.mode.points ? "is-called" : ""}`}>${t("table.base")} <b class="num">${base ? number(base) : "–"}</b></span>
      <span class="stakes-times num" key=${total}>×${number(total)}</span>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 8h.01" /></svg>
    </button>
    ${open && html`<${Sum} store=${store} />`}
  </div>`;
}

/** The sum behind the multiplier, what is at stake for me, and the room's terms. @param {{store: Store}} props */
function Sum({ store }) {
  const view = store.view.value;
  const { room } = store.boot;
  const { points } = store.mode;
  const multiplier = view?.multiplier ?? startOf(points ? 1 : room.initial);
  const terms = points
    ? [t("table.terms_points")]
    : [
        t("table.terms_base", { n: number(room.coef_n) }),
        ...(room.coef === "1" || !room.coef ? [] : [t("table.terms_coef", { n: room.coef })]),
        t("table.terms_fee", { n: number(room.rake) }),
        ...(room.threshold ? [t("table.terms_double", { n: number(room.threshold) })] : []),
      ];
  return html`<div class="panel pop">
    <p class="num">${formula(multiplier, { base: points ? (view?.base ?? 0) : null })}</p>
    ${view && html`<${Mine} store=${store} view=${view} />`}
    <p class="pop-terms">${terms.join(" · ")}</p>
    ${view && html`<${Pledge} view=${view} />`}
  </div>`;
}

/** What the doublings add between me and each opponent. @param {{store: Store, view: View}} props */
function Mine({ store, view }) {
  const me = view.seat;
  const landlord = view.seats.findIndex((seat) => seat.role === "landlord");
  if (me === null || landlord < 0 || !store.mode.doubling) return null;
  const others = view.seats.flatMap((_, at) =>
    at === me || (at !== landlord && me !== landlord) ? [] : [at],
  );
  const told = others.flatMap((at) => {
    const n = (view.seats[me]?.double ? 2 : 1) * (view.seats[at]?.double ? 2 : 1);
    return n > 1 ? [t("table.doubled_with", { name: store.nameOf(at), n })] : [];
  });
  return told.length ? html`<p class="num">${told.join(" · ")}</p>` : null;
}

/** @param {number} initial @returns {Multiplier} */
const startOf = (initial) => ({ initial, rob: 1, show: 1, bomb: 1, spring: 1, total: initial });

/**
 * "初始 15 · 抢地主 ×4 · 炸弹 ×2 = 120": only what multiplied is named. Where points are bid the call stands first:
 * "叫 3 分 · 炸弹 ×2 = 6".
 * @param {Multiplier} multiplier @param {{spring?: string | null, base?: number | null}} [about] the kind of spring, and
 *   the call in a mode of points
 */
export function formula(multiplier, { spring = null, base = null } = {}) {
  const parts = base === null ? [t("result.initial", { n: multiplier.initial })] : [];
  if (base !== null) parts.push(base ? t("result.called", { n: base }) : t("result.uncalled"));
  for (const name of /** @type {const} */ (["rob", "show", "bomb"])) {
    if (multiplier[name] > 1) parts.push(t(`result.${name}`, { n: multiplier[name] }));
  }
  if (multiplier.spring > 1) {
    parts.push(t(spring === "anti" ? "result.anti" : "result.spring", { n: multiplier.spring }));
  }
  return base === 0 ? parts.join(" · ") : `${parts.join(" · ")} = ${number(multiplier.total * (base ?? 1))}`;
}
