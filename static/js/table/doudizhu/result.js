/** What a hand of Dou Dizhu was worth and why, down to every number. */

import { number, t } from "@app/lib/i18n";
import { Rest } from "@app/table/doudizhu/plays";
import { formula } from "@app/table/doudizhu/stakes";
import { changeOf, Sum } from "@app/table/sum";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Debt, Result, Room } from "@app/table/types" */

/** Whether nobody called in so many deals that the table is no more (K3). @param {Result} result */
export const dissolved = (result) => result.ending === "void" && result.facts.why === "no_call";

/** Who won. @param {Store} _ @param {Result} result */
export const headline = (_, result) =>
  t(result.outcomes[result.facts.landlord] === "win" ? "result.landlord_win" : "result.peasant_win");

/** Line by line, the reader's own first. @param {{store: Store, result: Result, order: number[]}} props */
export function Account({ store, result, order }) {
  return html`${order.map((at) => html`<${Line} key=${at} store=${store} result=${result} at=${at} />`)}
    ${result.ending !== "void" && html`<${Factors} store=${store} result=${result} />`}
    <${Rest} store=${store} />`;
}

/** One seat: name, role, how its number came about, and the number. @param {{store: Store, result: Result, at: number}} props */
function Line({ store, result, at }) {
  const seat = store.view.value?.seats[at];
  const settled = store.settled.value;
  const { room } = store.boot;
  const change = changeOf(store, result, at);
  return html`<div class=${`result-line ${at === store.seat.value ? "is-me" : ""}`}>
    <span class="result-name">${store.nameOf(at)}</span>
    <span class="result-role">${seat?.role && html`<span class=${`tag tag-${seat.role}`}>${t(`role.${seat.role}`)}</span>`}</span>
    <span class="result-why num">${explain(result, at, room, settled?.rake[at] ?? null, change ?? null)}</span>
    <${Sum} change=${change} />
  </div>`;
}

/**
 * The sum behind one seat's number: base, multiplier, doublings, what a point is worth, the room's factor, what a limit
 * took, the fee.
 * @param {Result} result @param {number} at @param {Pick<Room, "coef_n" | "currency">} room
 * @param {number | null} rake @param {number | null} change null until the ledger has moved
 */
export function explain(result, at, room, rake, change) {
  const played = result.ending === "played";
  const parts = played ? result.debts.flatMap((debt) => partOf(debt, result, at, room)) : [];
  const expected = parts.reduce((total, { gain, sum }) => total + (gain ? sum : -sum), 0);
  const words = sums(parts);
  const { cap } = result.facts;
  if (parts.some((part) => part.capped)) words.push(t("result.capped", { n: number(cap) }));
  if (result.penalty?.[0] === at) words.push(t("result.penalty"));
  if (room.currency !== null && change !== null && parts.length && change + (rake ?? 0) !== expected)
    words.push(t("result.limited"));
  if (rake) words.push(t("result.fee", { n: `−${number(rake)}` }));
  return words.join(" · ");
}

/**
 * What one debt is made of, where it is this seat's.
 * @param {Debt} debt @param {Result} result @param {number} at @param {Pick<Room, "coef_n" | "currency">} room
 * @returns {{sum: number, gain: boolean, capped: boolean, text: string}[]}
 */
function partOf(debt, result, at, room) {
  if (debt.payer !== at && debt.payee !== at) return [];
  const { facts } = result;
  const peasant = debt.payer === facts.landlord ? debt.payee : debt.payer;
  const double = (facts.doubles[facts.landlord] ? 2 : 1) * (facts.doubles[peasant] ? 2 : 1);
  const multiplier = facts.multiplier?.total ?? 1;
  const coef = value(facts.coef ?? "1");
  const n = room.currency === null ? 1 : room.coef_n;
  const sum = Math.floor(value(debt.points) * n);
  const factors = [
    t("result.part_base", { n: facts.base ?? 1 }),
    t("result.part_multiplier", { n: number(multiplier) }),
    ...(double > 1 ? [t("result.part_double", { n: double })] : []),
    ...(coef === 1 ? [] : [t("result.part_coef", { n: coef })]),
    ...(room.currency === null ? [] : [t("result.part_n", { n: number(n) })]),
  ];
  const capped = value(debt.points) < (facts.base ?? 1) * multiplier * double * coef;
  return [{ sum, gain: debt.payee === at, capped, text: `${factors.join(" × ")} = ${number(sum)}` }];
}

/** Equal pairs are told once: "（… = 300）× 2". @param {{text: string}[]} parts */
function sums(parts) {
  const [first] = parts;
  if (first && parts.length > 1 && parts.every(({ text }) => text === first.text))
    return [t("result.times", { sum: first.text, n: parts.length })];
  return parts.map(({ text }) => text);
}

/** A number on the wire, whole or a fraction such as "15/4". @param {string} text */
function value(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/** What the multiplier is made of. @param {{store: Store, result: Result}} props */
function Factors({ store, result }) {
  const multiplier = store.view.value?.multiplier;
  if (!multiplier) return null;
  return html`<p class="result-factors num">${t("table.multiplier")}：${formula(multiplier, { spring: result.facts.spring, base: store.mode.points ? result.facts.base : null })}</p>`;
}
