/** The action row: what I may do now. It stands in one place in every phase and never holds a destructive button. */

import { t } from "@app/lib/i18n";
import { awayUntil } from "@app/table/seats";
import { Ring, useLeft } from "@app/table/timer";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Decision, View } from "@app/table/types" */

/**
 * @typedef {{
 *   id: string,
 *   label: string,
 *   style: "primary" | "neutral" | "hint" | "chow" | "pung" | "kong" | "win" | "pass",
 *   run: () => void,
 *   off?: boolean,
 *   wide?: boolean,
 *   here?: boolean,
 *   pressed?: boolean,
 * }} Offer one button; `off` greys it; `here`: also while another window of mine plays
 */

/** @param {{store: Store, link: Link}} props */
export function Actions({ store, link }) {
  const offers = offersFor(store, link);
  const open = store.decision.value;
  const Closing = open && store.game.closing?.[open.kind];
  const busy = store.sending.value;
  const connected = store.status.value.name === "live";
  const held = store.held.value;
  const ring = open?.due && !Closing && offers.length > 0;
  return html`<div class="tbl-actions">
    <${Reason} store=${store} />
    <div class="tbl-buttons" role="toolbar" aria-label=${t("table.actions")}>
      ${offers.map(
        (offer) => html`<button
          type="button"
          key=${offer.id}
          data-act=${offer.id}
          class=${`btn btn-${offer.style} ${offer.wide ? "btn-large" : ""}`}
          aria-pressed=${offer.pressed}
          disabled=${!connected || offer.off || busy !== null || (held && !offer.here)}
          aria-busy=${busy !== null && busy === offer.id}
          onClick=${offer.run}
        >
          ${offer.label}
        </button>`,
      )}
      ${ring && html`<${Ring} key=${open.id} store=${store} due=${open.mine?.due ?? open.due} kind=${open.kind} />`}
      ${Closing && html`<${Closing} key=${open.id} store=${store} due=${open.due} />`}
    </div>
  </div>`;
}

/** The line above the buttons: why something is not possible, or for whom the table waits. @param {{store: Store}} props */
function Reason({ store }) {
  const words = store.reason.value || whyNot(store);
  const away = words ? null : soonest(store);
  return html`<p class="tbl-reason" role="status">${away ? html`<${Missing} store=${store} ...${away} />` : words}</p>`;
}

/** Its number changes each second: that is not said again and again. @param {{store: Store, at: number, due: number}} props */
function Missing({ store, at, due }) {
  const n = Math.ceil(useLeft(store, due) / 1000);
  return html`<span aria-hidden="true">${t("state.waiting_back", { name: store.nameOf(at), n })}</span>`;
}

/** The buttons of this moment. @param {Store} store @param {Link} link @returns {Offer[]} */
export function offersFor(store, link) {
  const view = store.view.value;
  if (store.spectating.value) return watching(link);
  if (!view) return waiting(store, link);
  if (view.phase === "over") return [];
  if (store.held.value) return elsewhere(store, link, view);
  return asked(store, link, view);
}

/** What the hand asks of me now. @param {Store} store @param {Link} link @param {View} view @returns {Offer[]} */
function asked(store, link, view) {
  if (store.mine.value?.trustee) {
    return [{ id: "trustee", label: t("act.take_back"), style: "primary", run: () => link.trustee(false) }];
  }
  const open = store.decision.value;
  if (open?.kind === "open") return opening(store, link, open);
  return store.game.offers(store, link, open, view);
}

/** A spectator only goes again. @param {Link} link @returns {Offer[]} */
const watching = (link) => [
  { id: "leave", label: t("watch.leave"), style: "neutral", run: () => link.leave(false) },
];

/**
 * Another window of mine plays: take over, or watch with everything greyed.
 * @param {Store} store @param {Link} link @param {View} view @returns {Offer[]}
 */
function elsewhere(store, link, view) {
  const take = /** @type {Offer} */ ({
    id: "take",
    label: t("held.take"),
    style: "primary",
    here: true,
    run: () => link.take(),
  });
  if (store.letting.value) {
    // Reselecting is of no use to who only watches; its place is taken by the way back.
    return [...asked(store, link, view).filter(({ id }) => id !== "reselect"), take];
  }
  const watch = /** @type {Offer} */ ({
    id: "watch",
    label: t("held.watch"),
    style: "neutral",
    here: true,
    run() {
      store.letting.value = true;
    },
  });
  return [watch, take];
}

/** Before a hand: get ready. @param {Store} store @param {Link} link @returns {Offer[]} */
function waiting(store, link) {
  if (!store.seated.value) {
    return [{ id: "room", label: t("act.room"), style: "primary", run: () => link.toRoom() }];
  }
  const seat = store.table.value.seats[/** @type {number} */ (store.seat.value)];
  const ready = seat?.ready ?? false;
  return [
    { id: "invite", label: t("act.invite"), style: "neutral", run: () => link.toCompany() },
    { id: "change", label: t("act.change"), style: "neutral", run: () => link.change() },
    ...(store.game.opensHands?.(store)
      ? [
          /** @type {Offer} */ ({
            id: "ready-show",
            label: t("act.start_show"),
            style: "hint",
            run: () => link.ready(true),
            off: ready,
          }),
        ]
      : []),
    {
      id: "ready",
      label: ready ? t("act.ready") : t("act.start"),
      style: "primary",
      run: () => link.ready(false),
      off: ready,
    },
  ];
}

/** Before the deal: ready, in some modes with an open hand. @param {Store} _ @param {Link} link @param {Decision} open @returns {Offer[]} */
const opening = (_, link, { mine }) => [
  ...(mine?.show
    ? [
        /** @type {Offer} */ ({
          id: "open-show",
          label: t("act.start_show"),
          style: "hint",
          run: () => link.answer({ kind: "open", show: true }),
        }),
      ]
    : []),
  {
    id: "open",
    label: t("act.start"),
    style: "primary",
    run: () => link.answer(mine?.show === undefined ? { kind: "open" } : { kind: "open", show: false }),
  },
];

/** What the row is about where its buttons do not say it: why one is grey, or that this page only watches. @param {Store} store @returns {string} */
function whyNot(store) {
  const view = store.view.value;
  if (store.spectating.value) return watchWord(store);
  if (store.held.value) return t(store.letting.value ? "held.watching" : "held.title");
  return view ? store.game.whyNot(store, view) : "";
}

/** Whom the table waits for to come back, the one with the least time first. @param {Store} store */
function soonest(store) {
  const seats = store.view.value?.seats ?? [];
  const away = seats.flatMap((_, at) => {
    const due = awayUntil(store, at);
    return due === null || at === store.seat.value ? [] : [{ at, due }];
  });
  return away.sort((one, other) => one.due - other.due)[0] ?? null;
}

/** @param {Store} store */
function watchWord(store) {
  const seconds = Math.round(store.late.value / 1000);
  if (seconds > 0) return t("watch.late", { n: seconds });
  return t(store.view.value ? "table.watching" : "watch.next");
}
