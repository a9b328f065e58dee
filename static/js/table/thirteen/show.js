/** Everybody's three rows side by side: while the others still arrange, in the compare, and afterwards. */

import { signed, t } from "@app/lib/i18n";
import { Back, Card } from "@app/table/card";
import { awayUntil, Face, sideOf, Tags } from "@app/table/seats";
import { waiting } from "@app/table/thirteen/actions";
import { skip } from "@app/table/thirteen/compare";
import { layOut, ROWS, SIZES } from "@app/table/thirteen/rows";
import { against, rowTotal, shownBy, totalOf } from "@app/table/thirteen/stages";
import { rowWord, SPECIALS, specialWord } from "@app/table/thirteen/words";
import { Ring } from "@app/table/timer";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/thirteen/state" */
/** @import { RowName } from "@app/table/thirteen/rows" */
/** @import { Shown } from "@app/table/thirteen/stages" */
/** @import { Result, SeatView } from "@app/table/types" */

/** @param {{store: Store}} props */
export function Show({ store }) {
  const view = store.view.value;
  if (!view) return null;
  const count = view.seats.length;
  const me = store.seat.value ?? 0;
  const { reveal } = store;
  const shown = shownBy(reveal.value?.stages ?? null, reveal.value?.at ?? 0);
  const order = Array.from({ length: count }, (_, i) => (me + i) % count);
  return html`<div class="show13" data-count=${count}>
    ${order.map((at) => html`<${Panel} key=${at} store=${store} at=${at} side=${sideOf(at, me, count)} shown=${shown} />`)}
    ${played(store) && store.seat.value !== null && html`<${Versus} store=${store} shown=${shown} />`}
    ${waiting(store) && html`<${Wait} store=${store} />`}
    ${
      reveal.value &&
      html`<button type="button" class="skip13" data-act="skip" onClick=${() => skip(store)}><span>${t("thirteen.skip")} ▸</span></button>`
    }
  </div>`;
}

/** Whom the table waits for, and how long at most. @param {{store: Store}} props */
function Wait({ store }) {
  const open = store.view.value?.decisions.find((one) => one.kind === "arrange");
  return html`<p class="wait13">
    ${open?.due && html`<${Ring} store=${store} due=${open.due} kind="arrange" />`}
    <span>${waiting(store)}</span>
  </p>`;
}

/** The result of a hand that was compared. @param {Store} store @returns {Result | null} */
function played(store) {
  const result = store.view.value?.result;
  return result?.ending === "played" ? result : null;
}

/** One seat: who it is, its rows as far as they may be seen, and what it has so far. @param {{store: Store, at: number, side: string, shown: Shown}} props */
function Panel({ store, at, side, shown }) {
  const seat = /** @type {SeatView} */ (store.view.value?.seats[at]);
  const result = played(store);
  const stage = store.reveal.value?.stages[store.reveal.value.at];
  const total = result ? totalOf(result, at, shown, store.rules.value) : 0;
  const shot = result !== null && shotBy(result, at, shown) > 0;
  const acts = stage?.seat === at ? stage.kind : null;
  return html`<section
    class=${`panel13 side13-${side} ${at === store.seat.value ? "is-me" : ""} ${acts ? "is-acting" : ""} ${awayUntil(store, at) ? "is-lost" : ""}`}
    data-seat=${at}
    aria-label=${[store.nameOf(at), ...store.game.seatWords(store, at)].join("，")}
  >
    <header>
      <${Face} store=${store} at=${at} />
      <div class="seat-who">
        <span class="seat-name">${store.nameOf(at)}</span>
        <span class="seat-tags">
          ${result && shown.special(at) && seat.special && html`<span class="tag tag-gold">${specialWord(seat.special)}</span>`}
          ${result?.facts.homerun === at && shown.homerun && html`<span class="tag tag-gold">${t("thirteen.homerun")}</span>`}
          <${Tags} store=${store} at=${at} />
        </span>
      </div>
      ${shot && html`<${Holes} now=${stage?.kind === "shoot" && stage.on === at} />`}
      ${result && html`<b class=${`sum13 num ${total < 0 ? "is-loss" : "is-gain"}`} key=${total} data-total=${total}>${signed(total) || "0"}</b>`}
    </header>
    <div class="rows13">
      ${
        seat.rows || !seat.cards || store.view.value?.phase === "over"
          ? ROWS.map(
              (name, row) =>
                html`<${Line} key=${name} store=${store} at=${at} name=${name} row=${row} shown=${shown} />`,
            )
          : html`<${Loose} cards=${seat.cards} />`
      }
    </div>
    ${acts === "special" && seat.special && html`<p class="banner13"><b>${specialWord(seat.special)}</b> <span class="num">${t("thirteen.each", { n: SPECIALS[seat.special] ?? 0 })}</span></p>`}
    ${acts === "homerun" && html`<${Bases} /><p class="banner13 is-red"><b>${t("thirteen.homerun")}</b></p>`}
    ${acts === "shoot" && html`<p class="banner13 is-red is-short"><b>${t("thirteen.shoot")}</b></p>`}
  </section>`;
}

/** Round the bases, and fireworks for it. */
const Bases = () =>
  html`<svg class="bases13" aria-hidden="true" viewBox="0 0 160 160">
    <path d="M80 22 138 80 80 138 22 80z" />
    ${[
      [80, 138],
      [138, 80],
      [80, 22],
      [22, 80],
    ].map(
      ([x, y], nth) =>
        html`<rect key=${nth} x="-9" y="-9" width="18" height="18" transform=${`translate(${x} ${y}) rotate(45)`} style=${{ "--nth": nth }} />`,
    )}
    <g>
      ${[
        [36, 40],
        [124, 34],
        [80, 84],
        [44, 122],
        [122, 118],
      ].map(
        ([x, y], nth) => html`<path key=${nth} d=${burst(Number(x), Number(y))} style=${{ "--nth": nth }} />`,
      )}
    </g>
  </svg>`;

/** Eight sparks around a point. @param {number} x @param {number} y */
const burst = (x, y) =>
  Array.from({ length: 8 }, (_, nth) => {
    const [cos, sin] = [Math.cos((nth * Math.PI) / 4), Math.sin((nth * Math.PI) / 4)];
    return `M${x + 9 * cos} ${y + 9 * sin}L${x + 22 * cos} ${y + 22 * sin}`;
  }).join("");

/** By how many a seat has been shot so far. @param {Result} result @param {number} at @param {Shown} shown */
const shotBy = (result, at, shown) =>
  result.facts.pairs.filter(
    (/** @type {{a: number, b: number, shot_by: number | null}} */ { a, b, shot_by }) =>
      shot_by !== null && shot_by !== at && (a === at || b === at) && shown.shoot(shot_by, at),
  ).length;

/** Three holes: large as they are shot, small beside the name from then on. @param {{now: boolean}} props */
const Holes = ({ now }) =>
  html`<svg class=${`holes13 ${now ? "is-now" : ""}`} role="img" aria-label=${t("thirteen.hit")} viewBox="0 0 120 60">
    ${[
      [24, 34],
      [62, 20],
      [96, 40],
    ].map(
      ([x, y]) => html`<g transform=${`translate(${x} ${y})`}>
        <path d="M0-15 3-6 12-11 7-3 16 0 7 3 12 11 3 6 0 15-3 6-12 11-7 3-16 0-7-3-12-11-3-6z" />
        <circle r="6.5" />
      </g>`,
    )}
  </svg>`;

/** One row of a seat. @param {{store: Store, at: number, name: RowName, row: number, shown: Shown}} props */
function Line({ store, at, name, row, shown }) {
  const seat = /** @type {SeatView} */ (store.view.value?.seats[at]);
  const result = played(store);
  const cards = seat.rows?.[name];
  const mine = at === store.seat.value;
  const special = Boolean(result && seat.special);
  const open = cards && (!store.reveal.value || mine || (special ? shown.special(at) : shown.row(row)));
  const points = result && !special && shown.row(row) ? rowTotal(result, at, row) : null;
  const words = open ? rowWord(cards, store.rules.value) : "";
  const label = `${t(`thirteen.row.${name}`)} ${open ? `${words} ${layOut(cards).map(cardWord).join(" ")}` : t("thirteen.covered")}`;
  const now = store.reveal.value?.stages[store.reveal.value.at]?.row === row;
  return html`<div class=${`line13 ${open ? "is-open" : ""} ${now ? "is-now" : ""} ${points !== null && points > 0 ? "is-best" : ""}`} data-line=${name}>
    <span class="line13-cards" role="img" aria-label=${label}>
      ${open ? layOut(cards).map((card) => html`<${Card} key=${card} card=${card} />`) : Array.from({ length: SIZES[name] }, (_, i) => html`<${Back} key=${`back-${i}`} />`)}
    </span>
    <span class="line13-words" aria-hidden="true">
      ${open && !special && html`<small>${words}</small>`}
      ${points !== null && html`<b class=${`num ${points < 0 ? "is-loss" : points > 0 ? "is-gain" : ""}`}>${signed(points) || "0"}</b>`}
    </span>
  </div>`;
}

/** Cards that are in a hand still. @param {{cards: number[]}} props */
const Loose = ({ cards }) =>
  html`<span class="loose13" role="img" aria-label=${cards.map(cardWord).join(" ")}>${cards.map((card) => html`<${Card} key=${card} card=${card} />`)}</span>`;

/** My points against each opponent, row by row, as far as they have been shown. @param {{store: Store, shown: Shown}} props */
function Versus({ store, shown }) {
  const result = /** @type {Result} */ (played(store));
  const me = /** @type {number} */ (store.seat.value);
  const others = result.outcomes.map((_, at) => at).filter((at) => at !== me);
  return html`<table class="versus13">
    <caption class="sr-only">${t("thirteen.versus")}</caption>
    <thead>
      <tr>
        <th scope="col">${t("thirteen.versus")}</th>
        ${ROWS.map((name) => html`<th scope="col" key=${name}>${t(`thirteen.short.${name}`)}</th>`)}
        <th scope="col">${t("thirteen.times")}</th>
        <th scope="col">${t("thirteen.sum")}</th>
      </tr>
    </thead>
    <tbody>
      ${others.map((at) => {
        const mine = against(result, me, at, shown, store.rules.value);
        return html`<tr key=${at}>
          <th scope="row">${store.nameOf(at)}</th>
          ${mine.rows.map((points, row) => html`<td key=${row} class=${`num ${tone(points)}`}>${points === null ? "·" : signed(points) || "0"}</td>`)}
          <td class="num">${mine.times > 1 ? `×${mine.times}` : ""}${mine.shot !== null && html`<span class="gun13" title=${t("thirteen.shoot")}>${t("thirteen.gun")}</span>`}</td>
          <td class=${`num ${tone(mine.final)}`}><b>${signed(mine.final) || "0"}</b></td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** @param {number | null} points */
const tone = (points) => (points === null || points === 0 ? "" : points > 0 ? "is-gain" : "is-loss");
