/** The end of a hand: who won, what it was worth and why, down to every number; then what comes next. */

import { number, signed, t } from "@app/lib/i18n";
import { Rest } from "@app/table/centre";
import { formula } from "@app/table/stakes";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Debt, Result, Room } from "@app/table/types" */

/** `children` stand in the place of the ways on from a live hand. @param {{store: Store, link: Link, children?: unknown}} props */
export function ResultPanel({ store, link, children }) {
  const result = store.view.value?.result;
  if (!result) return null;
  if (!store.resultShown.value) {
    return html`<button type="button" class="btn btn-neutral result-open" onClick=${() => {
      store.resultShown.value = true;
    }}>${t("result.open")}</button>`;
  }
  const me = store.seat.value;
  const outcome = me === null ? null : result.outcomes[me];
  const order = me === null ? result.outcomes.map((_, at) => at) : turnOrder(me, result.outcomes.length);
  return html`<section class=${`panel result ${outcome ? `result-${outcome}` : ""}`} aria-labelledby="result-title">
    <header class="result-head">
      <h2 id="result-title">${headline(store, result)}</h2>
      ${outcome && html`<p>${t(`result.${outcome}`)}</p>`}
    </header>
    <div class="result-body">
      <${Left} store=${store} result=${result} goesOn=${!children} />
      ${order.map((at) => html`<${Line} key=${at} store=${store} result=${result} at=${at} />`)}
      ${result.ending !== "void" && html`<${Factors} store=${store} result=${result} />`}
      <${Rest} store=${store} />
      <${Level} store=${store} />
    </div>
    <div class="result-foot">
      ${children ?? html`<${Ways} store=${store} link=${link} result=${result} />`}
    </div>
  </section>`;
}

/** What comes next: for who kept the seat, for who lost it, for who watches. @param {{store: Store, link: Link, result: Result}} props */
function Ways({ store, link, result }) {
  const stays = !store.spectating.value && store.seated.value && !dissolved(result);
  const alone = result.ending === "escape";
  return html`${
    stays &&
    html`<button type="button" class="btn btn-primary" data-act="again" onClick=${() => link.ready(false)}>${t(alone ? "act.again_wait" : "act.again")}</button>
      ${!alone && store.mode.show && html`<button type="button" class="btn btn-hint" data-act="again-show" onClick=${() => link.ready(true)}>${t("act.start_show")}</button>`}
      <button type="button" class="btn btn-neutral" data-act="change" onClick=${() => link.change()}>${t("act.change")}</button>`
  }
    ${
      !stays &&
      !store.spectating.value &&
      html`<button type="button" class="btn btn-primary" data-act="room" onClick=${() => link.toRoom()}>${t("act.room")}</button>`
    }
    <button type="button" class="btn btn-neutral" data-act="look" onClick=${() => {
      store.resultShown.value = false;
    }}>${t("result.close")}</button>
    <a class="btn btn-neutral" data-act="replay" href=${`/replay/${link.handId}/`}>${t("result.replay")}</a>
    ${(stays || store.spectating.value) && html`<button type="button" class="btn btn-neutral" data-act="leave" onClick=${() => link.leave(false)}>${t("table.leave")}</button>`}`;
}

/** Who left a hand before its end, what that cost, and how the others go on. @param {{store: Store, result: Result, goesOn: boolean}} props */
function Left({ store, result, goesOn }) {
  if (result.ending === "void" && result.facts.why === "damaged")
    return html`<p class="result-left">${t("result.damaged")}</p>`;
  if (dissolved(result)) return html`<p class="result-left">${t("result.dissolved")}</p>`;
  const at = leaver(result);
  if (at === null) return null;
  const me = store.seat.value;
  const name = at === me ? t("result.you") : store.nameOf(at);
  const why = t(`result.left_${result.facts.why === "absent" ? "absent" : "flee"}`, { name });
  const { currency } = store.boot.room;
  const change = store.settled.value?.changes[at];
  const price =
    currency === null
      ? t("result.price", { n: number(-(result.points[at] ?? 0)), currency: t("currency.points") })
      : change === undefined
        ? t("result.settling")
        : t("result.price", { n: number(-change), currency: t(`currency.${currency}`) });
  return html`<p class="result-left">
    <b>${why}</b> <b class="is-loss num">${price}</b>
    ${goesOn && me !== null && at !== me && store.seated.value && html`<span>${t("result.wait_new")}</span>`}
  </p>`;
}

/** Whether nobody called in so many deals that the table is no more (K3). @param {Result} result */
const dissolved = (result) => result.ending === "void" && result.facts.why === "no_call";

/** The seat whose player ended the hand; null where it was played out or void. @param {Result} result */
function leaver(result) {
  return result.ending === "escape" ? (result.penalty?.[0] ?? result.outcomes.indexOf("escape")) : null;
}

/** Mine first, then the others as they follow. @param {number} me @param {number} count */
const turnOrder = (me, count) => Array.from({ length: count }, (_, i) => (me + i) % count);

/** @param {Store} store @param {Result} result */
function headline(store, result) {
  if (result.ending === "void") return t(dissolved(result) ? "result.no_call" : "result.void");
  if (result.ending === "escape") {
    return t("result.escaped", { name: store.nameOf(leaver(result) ?? 0) });
  }
  return t(result.outcomes[result.facts.landlord] === "win" ? "result.landlord_win" : "result.peasant_win");
}

/** One seat: name, role, how its number came about, and the number. @param {{store: Store, result: Result, at: number}} props */
function Line({ store, result, at }) {
  const seat = store.view.value?.seats[at];
  const settled = store.settled.value;
  const { room } = store.boot;
  // Where no currency is at stake the points are the whole of it, and known at once.
  const change = room.currency === null ? result.points[at] : settled?.changes[at];
  return html`<div class=${`result-line ${at === store.seat.value ? "is-me" : ""}`}>
    <span class="result-name">${store.nameOf(at)}</span>
    <span class="result-role">${seat?.role && html`<span class=${`tag tag-${seat.role}`}>${t(`role.${seat.role}`)}</span>`}</span>
    <span class="result-why num">${explain(result, at, room, settled?.rake[at] ?? null, change ?? null)}</span>
    <b class=${`result-sum num ${change === undefined ? "" : change < 0 ? "is-loss" : "is-gain"}`}>
      ${change === undefined ? t("result.settling") : signed(change)}
    </b>
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

/** The way to the next level. @param {{store: Store}} props */
function Level({ store }) {
  const level = store.settled.value?.level;
  const currency = store.boot.room.currency;
  const balance = currency ? store.settled.value?.balances?.[currency] : undefined;
  if (!level && balance === undefined) return null;
  return html`<div class="result-level">
    ${
      level &&
      html`<span>${t(`mode.${store.boot.room.mode}`)} · ${t("result.level", { title: level.title, change: signed(level.change) })}</span>
      <span class="level-bar" aria-hidden="true"><span style=${{ width: `${Math.round(progress(level) * 100)}%` }}></span></span>
      <span>${level.next === null ? t("result.level_top") : t("result.level_next", { n: level.next - level.points, title: level.next_title })}</span>`
    }
    ${
      balance !== undefined &&
      html`<span class="num">${t("result.balance", { n: number(balance) })} ${t(`currency.${currency}`)}</span>`
    }
  </div>`;
}

/** @param {Record<string, any>} level */
const progress = ({ points, start, next }) =>
  next === null ? 1 : Math.min(1, Math.max(0, (points - start) / (next - start)));
