/** The buttons and keys of Thirteen Water, and why something is not possible. */

import { t } from "@app/lib/i18n";
import { skip } from "@app/table/thirteen/compare";
import { clear, declare, sendTo, submit, suggest } from "@app/table/thirteen/place";
import { ORDERS, rankOf } from "@app/table/thirteen/rows";
import { specialWord } from "@app/table/thirteen/words";

/** @import { Offer } from "@app/table/actions" */
/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Link } from "@app/table/link" */
/** @import { Decision, View } from "@app/table/types" */

/** @param {Store} store @param {Link} link @param {Decision | null} open @returns {Offer[]} */
export function offers(store, link, open) {
  if (open?.kind !== "arrange") return [];
  const laid = store.tray.value.length < store.hand.value.length;
  return [
    ...ORDERS.map(
      (order) =>
        /** @type {Offer} */ ({
          id: `sort-${order}`,
          label: t(`thirteen.sort.${order}`),
          style: "neutral",
          pressed: store.order.value === order,
          run() {
            store.order.value = order;
          },
        }),
    ),
    { id: "clear", label: t("thirteen.clear"), style: "neutral", run: () => clear(store), off: !laid },
    { id: "suggest", label: suggestWord(store), style: "hint", run: () => suggest(store, link) },
    ...(store.special.value
      ? [
          /** @type {Offer} */ ({
            id: "declare",
            label: t("thirteen.declare"),
            style: "primary",
            run: () => declare(store, link),
          }),
        ]
      : []),
    {
      id: "submit",
      label: t(store.special.value ? "thirteen.by_rows" : "thirteen.confirm"),
      style: store.special.value ? "neutral" : "primary",
      run: () => submit(store, link),
      off: !store.whole.value || (foulStands(store) && store.rules.value.foul_mode !== "penalty"),
    },
  ];
}

/** Whether the rows are foul and stay so. @param {Store} store */
const foulStands = (store) => store.foul.value && !store.turned.value;

/** "推荐 1/3" once they are known. @param {Store} store */
function suggestWord(store) {
  const advice = store.advice.value;
  if (!advice || advice.of !== store.decision.value?.id) return t("thirteen.suggest");
  return t("thirteen.suggest_of", { at: advice.at + 1, n: advice.list.length });
}

/** @param {Store} store @param {View} view @returns {string} */
export function whyNot(store, view) {
  if (store.arranging.value) return store.mine.value?.trustee ? "" : whileArranging(store);
  const acted = store.mine.value?.acted ?? [];
  if (view.phase === "arrange" && acted.some(({ kind }) => kind === "locked")) return t("thirteen.done_for");
  return "";
}

/** @param {Store} store */
function whileArranging(store) {
  if (store.foul.value) {
    if (store.turned.value) return t("thirteen.will_swap");
    const { front } = store.broken.value;
    const why = t(front ? "thirteen.foul_front_why" : "thirteen.foul_middle_why");
    return store.rules.value.foul_mode === "penalty" ? `${why} ${t("thirteen.foul_costs")}` : why;
  }
  const advice = store.advice.value;
  const now = advice?.list[advice.at];
  if (now && Object.entries(now.rows).every(([name, row]) => sameCards(row, store, name)))
    return t(`thirteen.advice.${now.name}`);
  if (store.special.value) return t("thirteen.special_hint", { special: specialWord(store.special.value) });
  return store.whole.value ? "" : t("thirteen.how");
}

/** @param {readonly number[]} row @param {Store} store @param {string} name */
const sameCards = (row, store, name) => {
  const laid = store.rows.value[/** @type {import("@app/table/thirteen/rows").RowName} */ (name)];
  return laid.length === row.length && row.every((card) => laid.includes(card));
};

/** Whom the table waits for. @param {Store} store @returns {string | null} */
export function waiting(store) {
  const view = store.view.value;
  if (view?.phase !== "arrange" || store.arranging.value) return null;
  const names = view.seats.flatMap((seat, at) => (seat.locked ? [] : [store.nameOf(at)]));
  return names.length ? t("thirteen.waiting", { names: names.join(t("table.comma")) }) : null;
}

/** Keys that stand for ranks; Q belongs to the front row. @type {Record<string, number>} */
const RANKS = { 0: 10, J: 11, K: 13, A: 14 };
for (let rank = 2; rank <= 9; rank += 1) RANKS[rank] = rank;

/** @type {Record<string, (store: Store, link: Link) => void>} */
const KEYS = {
  Q: (store, link) => sendTo(store, link, "front"),
  W: (store, link) => sendTo(store, link, "middle"),
  E: (store, link) => sendTo(store, link, "back"),
  F: suggest,
  B: declare,
  Enter: submit,
  S(store) {
    store.order.value = ORDERS[(ORDERS.indexOf(store.order.value) + 1) % ORDERS.length] ?? "rank";
  },
};
const SKIP = new Set(["Enter", " ", "Escape"]);

/** @param {string} key @param {Store} store @param {Link} link @returns {boolean} */
export function press(key, store, link) {
  if (store.reveal.value && SKIP.has(key)) return skip(store);
  if (!store.arranging.value || store.held.value) return false;
  const rank = RANKS[key];
  if (rank !== undefined) {
    cycle(store, rank);
    return true;
  }
  KEYS[key]?.(store, link);
  return key in KEYS;
}

/** Raises one more card of a rank; after the last all of them go down. @param {Store} store @param {number} rank */
function cycle(store, rank) {
  const cards = store.tray.value.filter((card) => rankOf(card) === rank);
  const next = cards.find((card) => !store.raised.value.has(card));
  const up = [...store.raised.value];
  store.raise(next === undefined ? up.filter((card) => !cards.includes(card)) : [...up, next]);
}
