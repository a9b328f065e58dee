/** The buttons of Dou Dizhu: what each decision offers, and why something is not possible. */

import { number, t } from "@app/lib/i18n";
import { hint, pass, play, show } from "@app/table/doudizhu/moves";
import { useLeft } from "@app/table/timer";
import { html } from "htm/preact";

/** @import { Offer } from "@app/table/actions" */
/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Link } from "@app/table/link" */
/** @import { Decision, View } from "@app/table/types" */

/** What the hand asks of me now. @param {Store} store @param {Link} link @param {Decision | null} open @param {View} view @returns {Offer[]} */
export function offers(store, link, open, view) {
  if (open) return OFFERS[open.kind]?.(store, link, open) ?? [];
  return view.phase === "double" ? barred(store, link, view) : [];
}

/** @param {Store} store @param {Link} link @param {number} times @returns {Offer} */
const opened = (store, link, times) => ({
  id: "show",
  label: t("act.show", { n: times }),
  style: "hint",
  run: () => show(store, link),
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
  // Up to half of the hand an open hand counts four times, then three times (K9).
  deal: (store, link) => [opened(store, link, (store.mine.value?.count ?? 0) <= store.mode.early ? 4 : 3)],

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
  double: (store, link, { mine }) => [
    ...yesNo(link, "double"),
    ...(mine?.show ? [opened(store, link, 2)] : []),
  ],

  play(store, link, { mine }) {
    if (mine?.beats === false) {
      return [
        { id: "pass", label: t("act.cannot"), style: "primary", run: () => pass(store, link), wide: true },
      ];
    }
    return [
      ...(mine?.show ? [opened(store, link, 2)] : []),
      { id: "pass", label: t("act.pass"), style: "neutral", run: () => pass(store, link), off: mine?.lead },
      {
        id: "reselect",
        label: t("act.reselect"),
        style: "neutral",
        run: () => store.raise([]),
        off: store.raised.value.size === 0,
      },
      { id: "hint", label: t("act.hint"), style: "hint", run: () => hint(store, link) },
      {
        id: "play",
        label: t("act.play"),
        style: "primary",
        run: () => play(store, link),
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
    ? [grey, ...(landlord ? [opened(store, link, 2)] : [])]
    : [];
}

/** Why a button is grey. @param {Store} store @param {View} view @returns {string} */
export function whyNot(store, view) {
  const mine = store.mine.value;
  const open = store.decision.value;
  if (mine && mine.double === null && !open?.mine?.show) {
    if (view.phase === "double" && !open) return shortWord(store, view, mine.role === "landlord");
    if (view.phase === "play" && view.short?.length && view.seats.every((seat) => seat.plays === 0))
      return t("refusal.no_doubling", { n: number(store.boot.room.threshold ?? 0) });
  }
  if (open?.kind !== "play" || !store.chosen.value.length || !store.judged.value.code) return "";
  return t(`refusal.${store.judged.value.code}`);
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
export function Shrinking({ store, due }) {
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
