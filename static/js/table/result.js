/** The end of a hand: who won, what it was worth and why, down to every number; then what comes next. */

import { number, signed, t } from "@app/lib/i18n";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Result } from "@app/table/types" */

/** `children` stand in the place of the ways on from a live hand. @param {{store: Store, link: Link, children?: unknown}} props */
export function ResultPanel({ store, link, children }) {
  const result = store.view.value?.result;
  if (!result) return null;
  if (!store.resultShown.value) {
    if (store.game.telling?.(store)) return null;
    return html`<button type="button" class="btn btn-neutral result-open" onClick=${() => {
      store.resultShown.value = true;
    }}>${t("result.open")}</button>`;
  }
  const me = store.seat.value;
  const outcome = me === null ? null : result.outcomes[me];
  const order = me === null ? result.outcomes.map((_, at) => at) : turnOrder(me, result.outcomes.length);
  return html`<section class=${`panel result ${outcome ? `result-${outcome}` : ""}`} aria-labelledby="result-title">
    <header class="result-head">
      <h2 id="result-title">${headOf(store, result)}</h2>
      ${outcome && html`<p>${store.game.outcomeWord?.(result, outcome) ?? t(`result.${outcome}`)}</p>`}
    </header>
    <div class="result-body">
      <${Left} store=${store} result=${result} goesOn=${!children} />
      <${store.game.Account} store=${store} result=${result} order=${order} />
      <${Level} store=${store} />
    </div>
    <div class="result-foot">
      ${children ?? html`<${Ways} store=${store} link=${link} result=${result} />`}
    </div>
  </section>`;
}

/** What comes next: for who kept the seat, for who lost it, for who watches. @param {{store: Store, link: Link, result: Result}} props */
function Ways({ store, link, result }) {
  const stays = !store.spectating.value && store.seated.value && !store.game.dissolved?.(result);
  const alone = result.ending === "escape";
  if (store.contest.value) return html`<${OfContest} store=${store} link=${link} />`;
  return html`${
    stays &&
    html`<button type="button" class="btn btn-primary" data-act="again" onClick=${() => link.ready(false)}>${t(alone ? "act.again_wait" : "act.again")}</button>
      ${!alone && store.game.opensHands?.(store) && html`<button type="button" class="btn btn-hint" data-act="again-show" onClick=${() => link.ready(true)}>${t("act.start_show")}</button>`}
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

/** In a contest nothing is to be done: the next board comes by itself. @param {{store: Store, link: Link}} props */
function OfContest({ store, link }) {
  const contest = store.contest.value;
  const more = contest && !contest.over && contest.board < contest.boards;
  return html`<p class="result-wait" role="status">${t(more ? "contest.next" : "contest.waiting")}</p>
    <button type="button" class="btn btn-primary" data-act="standings" onClick=${() => link.toRoom()}>${t("contest.standings")}</button>
    <button type="button" class="btn btn-neutral" data-act="look" onClick=${() => {
      store.resultShown.value = false;
    }}>${t("result.close")}</button>`;
}

/** Who left a hand before its end, what that cost, and how the others go on. @param {{store: Store, result: Result, goesOn: boolean}} props */
function Left({ store, result, goesOn }) {
  if (result.ending === "void" && result.facts.why === "damaged")
    return html`<p class="result-left">${t("result.damaged")}</p>`;
  if (store.game.dissolved?.(result)) return html`<p class="result-left">${t("result.dissolved")}</p>`;
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

/** The seat whose player ended the hand; null where it was played out or void. @param {Result} result */
function leaver(result) {
  return result.ending === "escape" ? (result.penalty?.[0] ?? result.outcomes.indexOf("escape")) : null;
}

/** Mine first, then the others as they follow. @param {number} me @param {number} count */
const turnOrder = (me, count) => Array.from({ length: count }, (_, i) => (me + i) % count);

/** The first word about a hand. @param {Store} store @param {Result} result @returns {string} */
function headOf(store, result) {
  if (store.game.dissolved?.(result)) return t("result.no_call");
  if (result.ending === "void") return t("result.void");
  if (result.ending === "escape") {
    return t("result.escaped", { name: store.nameOf(leaver(result) ?? 0) });
  }
  return store.game.headline(store, result);
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
