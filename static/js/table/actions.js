/** The action row: what I may do now. It stands in one place in every phase and never holds a destructive button. */

import { number, t } from "@app/lib/i18n";
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
 *   style: "primary" | "neutral" | "hint",
 *   run: () => void,
 *   off?: boolean,
 *   wide?: boolean,
 *   here?: boolean,
 * }} Offer one button; `off` greys it; `here`: also while another window of mine plays
 */

/** @param {{store: Store, link: Link}} props */
export function Actions({ store, link }) {
  const offers = offersFor(store, link);
  const open = store.decision.value;
  const dealing = open?.kind === "deal" ? open : null;
  const busy = store.sending.value;
  const connected = store.status.value.name === "live";
  const held = store.held.value;
  const ring = open?.due && !dealing && offers.length > 0;
  return html`<div class="tbl-actions">
    <${Reason} store=${store} />
    <div class="tbl-buttons" role="toolbar" aria-label=${t("table.actions")}>
      ${offers.map(
        (offer) => html`<button
          type="button"
          key=${offer.id}
          data-act=${offer.id}
          class=${`btn btn-${offer.style} ${offer.wide ? "btn-large" : ""}`}
          disabled=${!connected || offer.off || busy !== null || (held && !offer.here)}
          aria-busy=${busy !== null && busy === offer.id}
          onClick=${offer.run}
        >
          ${offer.label}
        </button>`,
      )}
      ${ring && html`<${Ring} key=${open.id} store=${store} due=${open.due} kind=${open.kind} />`}
      ${dealing?.due && html`<${Shrinking} key=${dealing.id} store=${store} due=${dealing.due} />`}
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
  if (open) return OFFERS[open.kind]?.(store, link, open) ?? [];
  return view.phase === "double" ? barred(store, link, view) : [];
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
    { id: "change", label: t("act.change"), style: "neutral", run: () => link.change() },
    ...(store.mode.show
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

/** @param {Link} link @param {number} times @returns {Offer} */
const show = (link, times) => ({
  id: "show",
  label: t("act.show", { n: times }),
  style: "hint",
  run: () => link.show(),
});

/**
 * A question with two answers, the refusal first so that the finger's corner holds the stronger one.
 * @param {Link} link @param {string} kind @param {string} [field] @returns {Offer[]}
 */
const yesNo = (link, kind, field = "yes") => [
  {
    id: `${kind}-no`,
    label: t(`act.no_${kind}`),
    style: "neutral",
    run: () => link.answer({ kind, [field]: false }),
  },
  { id: kind, label: t(`act.${kind}`), style: "primary", run: () => link.answer({ kind, [field]: true }) },
];

/** @type {Record<string, (store: Store, link: Link, open: Decision) => Offer[]>} */
const OFFERS = {
  open: (_, link, { mine }) => [
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
      run: () => link.answer({ kind: "open", show: false }),
    },
  ],

  // Up to half of the hand an open hand counts four times, then three times (K9).
  deal: (store, link) => [show(link, (store.mine.value?.count ?? 0) <= store.mode.early ? 4 : 3)],

  // Only what is higher than every call before is live (K1).
  bid: (_, link, { mine }) =>
    [0, 1, 2, 3].map((points) => ({
      id: `bid-${points}`,
      label: points ? t("act.bid", { n: points }) : t("act.no_call"),
      style: points === 0 ? "neutral" : points === 3 ? "primary" : "hint",
      run: () => link.answer({ kind: "bid", points }),
      off: !mine?.points.includes(points),
    })),

  call: (_, link) => yesNo(link, "call"),
  rob: (_, link) => yesNo(link, "rob"),
  double: (_, link, { mine }) => [...yesNo(link, "double"), ...(mine?.show ? [show(link, 2)] : [])],

  play(store, link, { mine }) {
    if (mine?.beats === false) {
      return [{ id: "pass", label: t("act.cannot"), style: "primary", run: () => link.pass(), wide: true }];
    }
    return [
      ...(mine?.show ? [show(link, 2)] : []),
      { id: "pass", label: t("act.pass"), style: "neutral", run: () => link.pass(), off: mine?.lead },
      {
        id: "reselect",
        label: t("act.reselect"),
        style: "neutral",
        run: () => store.raise([]),
        off: store.raised.value.size === 0,
      },
      { id: "hint", label: t("act.hint"), style: "hint", run: () => link.hint() },
      {
        id: "play",
        label: t("act.play"),
        style: "primary",
        run: () => link.play(),
        off: !store.canPlay.value,
      },
    ];
  },
};

/** Others choose whether to double, I may not. @param {Store} store @param {Link} link @param {View} view @returns {Offer[]} */
function barred(store, link, view) {
  const mine = store.mine.value;
  if (!mine || mine.double !== null) return [];
  const landlord = mine.role === "landlord" && !mine.show;
  const grey = /** @type {Offer} */ ({
    id: "double",
    label: t("act.double"),
    style: "primary",
    run() {},
    off: true,
  });
  return view.decisions.some((one) => one.kind === "double")
    ? [grey, ...(landlord ? [show(link, 2)] : [])]
    : [];
}

/** What the row is about where its buttons do not say it: why one is grey, or that this page only watches. @param {Store} store @returns {string} */
function whyNot(store) {
  const view = store.view.value;
  if (store.spectating.value) return watchWord(store);
  if (store.held.value) return t(store.letting.value ? "held.watching" : "held.title");
  const mine = store.mine.value;
  const open = store.decision.value;
  if (view && mine && mine.double === null && !open?.mine?.show) {
    if (view.phase === "double" && !open) return shortWord(store, view, mine.role === "landlord");
    if (view.phase === "play" && view.short?.length && view.seats.every((seat) => seat.plays === 0))
      return t("refusal.no_doubling", { n: number(store.boot.room.threshold ?? 0) });
  }
  if (open?.kind !== "play" || !store.chosen.value.length || !store.judged.value.code) return "";
  return t(`refusal.${store.judged.value.code}`);
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

/**
 * Whose means are too small for a doubling of mine: a landlord asks about everybody, a peasant about himself and the
 * landlord (B2).
 * @param {Store} store @param {View} view @param {boolean} landlord
 */
function shortWord(store, view, landlord) {
  const n = number(store.boot.room.threshold ?? 0);
  const asked = view.seats.flatMap((seat, at) =>
    landlord || at === view.seat || seat.role === "landlord" ? [at] : [],
  );
  const names = asked
    .filter((at) => view.short?.includes(at))
    .map((at) => (at === view.seat ? t("table.me") : store.nameOf(at)));
  if (!names.length) return t(landlord ? "refusal.threshold_landlord" : "refusal.threshold_peasant", { n });
  const currency = t(`currency.${store.boot.room.currency ?? "points"}`);
  return t("refusal.short", { names: names.join(t("table.comma")), currency, n });
}

/**
 * How long opening the hand still counts four times, then three times: a bar that gets shorter, with the line at which
 * it changes, and the seconds in words.
 * @param {{store: Store, due: number}} props
 */
function Shrinking({ store, due }) {
  const left = useLeft(store, due);
  const { start, step, total } = store.view.value?.dealing ?? { start: 0, step: 1, total: 1 };
  const early = store.left(start + step * (store.mode.early + 1));
  const line = (total - store.mode.early - 1) / total;
  const n = (Math.max(0, early || left) / 1000).toFixed(1);
  return html`<span class="closing" aria-hidden="true">
    <span class="shrinking">
      <span style=${{ transform: `scaleX(${Math.min(1, left / (step * total))})` }}></span>
      <i style=${{ left: `${line * 100}%` }}></i>
    </span>
    <small class="num">${t("state.closing", { times: early ? 4 : 3, n })}</small>
  </span>`;
}
