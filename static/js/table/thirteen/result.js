/** What a hand of Thirteen Water came to: who against whom, and each seat's sum down to every number. */

import { number, signed, t } from "@app/lib/i18n";
import { changeOf, Sum } from "@app/table/sum";
import { ROWS } from "@app/table/thirteen/rows";
import { rowTotal, seenBy } from "@app/table/thirteen/stages";
import { specialWord } from "@app/table/thirteen/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Pair } from "@app/table/thirteen/stages" */
/** @import { Result, Room } from "@app/table/types" */

/** Who has the most (D41), or the home run. @param {Store} store @param {Result} result */
export function headline(store, result) {
  const { homerun } = result.facts;
  if (homerun !== null && homerun !== undefined)
    return t("thirteen.homerun_of", { name: store.nameOf(homerun) });
  const best = Math.max(...result.points);
  if (best <= 0) return t("result.draw");
  const names = result.points.flatMap((points, at) => (points === best ? [store.nameOf(at)] : []));
  return t("thirteen.won", { names: names.join(t("table.comma")), n: best });
}

/** @param {{store: Store, result: Result, order: number[]}} props */
export function Account({ store, result, order }) {
  if (result.ending !== "played") return null;
  return html`<${Matrix} store=${store} result=${result} order=${order} />
    ${order.map((at) => html`<${Line} key=${at} store=${store} result=${result} at=${at} />`)}`;
}

/** Everybody against everybody: what the seat of a line has from the one of a column. @param {{store: Store, result: Result, order: number[]}} props */
function Matrix({ store, result, order }) {
  // "我" is short where a name would be cut.
  const nameOf = (/** @type {number} */ at) => (at === store.seat.value ? t("table.me") : store.nameOf(at));
  return html`<table class="matrix13">
    <caption class="sr-only">${t("thirteen.matrix")}</caption>
    <thead><tr><th scope="col">${t("thirteen.against")}</th>${order.map((at) => html`<th scope="col" key=${at}>${nameOf(at)}</th>`)}</tr></thead>
    <tbody>
      ${order.map(
        (at) => html`<tr key=${at} class=${at === store.seat.value ? "is-me" : ""}>
          <th scope="row">${nameOf(at)}</th>
          ${order.map((other) => html`<td key=${other}>${at === other ? html`<span class="none13">—</span>` : html`<${Cell} result=${result} at=${at} other=${other} />`}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {{result: Result, at: number, other: number}} props */
function Cell({ result, at, other }) {
  const pair = /** @type {Pair[]} */ (result.facts.pairs).find(
    ({ a, b }) => (a === at && b === other) || (a === other && b === at),
  );
  if (!pair) return null;
  const { rows, final } = seenBy(pair, at);
  const told = rows.map((points) => signed(points) || "0").join(" ");
  return html`<b class=${`num ${final > 0 ? "is-gain" : final < 0 ? "is-loss" : ""}`}>${signed(final) || "0"}</b>
    ${pair.shot_by !== null && html`<span class=${`gun13 ${pair.shot_by === at ? "" : "is-hit"}`} title=${t(pair.shot_by === at ? "thirteen.shoot" : "thirteen.hit")}>${t("thirteen.gun")}</span>`}
    <small class="num">${rows.length ? told : t("thirteen.declare")}</small>`;
}

/** @param {{store: Store, result: Result, at: number}} props */
function Line({ store, result, at }) {
  const { room } = store.boot;
  const settled = store.settled.value;
  const { specials, homerun, fouls } = result.facts;
  const change = changeOf(store, result, at);
  return html`<div class=${`result-line ${at === store.seat.value ? "is-me" : ""}`}>
    <span class="result-name">${store.nameOf(at)}</span>
    <span class="result-role">
      ${specials[at] && html`<span class="tag tag-gold">${specialWord(specials[at])}</span>`}
      ${homerun === at && html`<span class="tag tag-gold">${t("thirteen.homerun")}</span>`}
      ${fouls[at] && html`<span class="tag tag-warn">${t("thirteen.foul")}</span>`}
    </span>
    <span class="result-why num">${explain(result, at, room, settled?.rake[at] ?? null, change ?? null)}</span>
    <${Sum} change=${change} />
  </div>`;
}

/**
 * The sum behind one seat's number: its rows, what shoots and special hands add, what a point is worth, the fee.
 * @param {Result} result @param {number} at @param {Pick<Room, "coef_n" | "currency">} room
 * @param {number | null} rake @param {number | null} change null until the ledger has moved
 */
export function explain(result, at, room, rake, change) {
  const points = result.points[at] ?? 0;
  const sum = points * (room.currency === null ? 1 : room.coef_n);
  const parts = partsOf(result, at).map(unbroken);
  if (parts.length !== 1) parts.push(unbroken(`${parts.length ? "= " : ""}${signed(points) || "0"}`));
  if (sum !== points) parts.push(unbroken(`× ${number(room.coef_n)}`), unbroken(`= ${signed(sum)}`));
  const words = [parts.join(" ")];
  if (room.currency !== null && change !== null && change + (rake ?? 0) !== sum)
    words.push(t("result.limited"));
  if (rake) words.push(unbroken(t("result.fee", { n: `−${number(rake)}` })));
  return words.join("\u00a0· ");
}

/** A line breaks before or behind such a piece, not in it. @param {string} text */
const unbroken = (text) => text.replaceAll(" ", "\u00a0");

/** "前 +1 中 −1 后 +2", then what shoots, special hands and a fine made of it. @param {Result} result @param {number} at */
function partsOf(result, at) {
  const own = /** @type {Pair[]} */ (result.facts.pairs).filter(({ a, b }) => a === at || b === at);
  const compared = own.filter(({ rows }) => rows.length > 0);
  const total = (/** @type {Pair[]} */ pairs) => pairs.reduce((sum, pair) => sum + seenBy(pair, at).final, 0);
  const rows = ROWS.map((_, row) => rowTotal(result, at, row));
  const besides = {
    [result.facts.homerun === null ? "shots" : "homerun"]:
      total(compared) - rows.reduce((sum, n) => sum + n, 0),
    specials: total(own) - total(compared),
    fine: (result.points[at] ?? 0) - total(own),
  };
  return [
    ...(compared.length
      ? ROWS.map((name, row) => `${t(`thirteen.short.${name}`)} ${signed(rows[row] ?? 0) || "0"}`)
      : []),
    ...Object.entries(besides).flatMap(([what, n]) =>
      n ? [t(`thirteen.part.${what}`, { n: signed(n) })] : [],
    ),
  ];
}
