/** The entry of a room: its tables, updated in place. Seats never move; a taken one says so and names a free one. */

import { begin, Face, Icon, Mark, mount } from "@app/hall/shared";
import { load, t } from "@app/lib/i18n";
import { Lobby, lobbyUrl } from "@app/lib/lobby";
import { signal } from "@preact/signals";
import { html } from "htm/preact";

/** @typedef {import("@app/lib/lobby").Table} Table */
/** @typedef {import("@app/lib/lobby").Seat} Seat */

const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");

await load();

const lobby = new Lobby(
  { ...boot, rooms: [boot.room] },
  { url: lobbyUrl(), go: (url) => location.assign(url) },
);
const friends = new Set(/** @type {number[]} */ (boot.friends));

/** What may be asked of a table, and whether it is: one of those that are must not fail. */
const FILTERS = [
  {
    name: "free",
    on: signal(false),
    fits: (/** @type {Table} */ table) => !table.hand && table.seats.includes(null),
  },
  {
    name: "friends",
    on: signal(false),
    fits: (/** @type {Table} */ table) =>
      table.seats.some((seat) => seat?.player && friends.has(seat.player)),
  },
  {
    name: "watchable",
    on: signal(false),
    fits: (/** @type {Table} */ table) => Boolean(table.hand) && table.watchable,
  },
];

/** @param {{table: Table, seat: Seat | null, index: number}} props */
function Place({ table, seat, index }) {
  if (seat) {
    return html`<li class=${seat.ready && !table.hand ? "ready" : ""} title=${seat.title}>
      <${Face} avatar=${seat.avatar} /><span>${seat.name}</span>
    </li>`;
  }
  if (table.hand || boot.room.hidden_names) return html`<li></li>`;
  if (table.private)
    return html`<li><span class="seat-locked"><${Icon} name="lock" /></span><span>${t("lobby.free")}</span></li>`;
  return html`<li>
    <form method="post" action=${`/t/${table.id}/sit/${index}/`} data-sit=${`${table.id}:${index}`}>
      <button class="seat-free" aria-label=${t("lobby.sit_at", { number: table.number, place: index + 1 })}>
        <${Icon} name="plus" />
      </button>
    </form>
    <span>${t("lobby.free")}</span>
  </li>`;
}

/** @param {{table: Table}} props */
function Desk({ table }) {
  const mine = lobby.me.value.seat?.table === table.id;
  const way = mine ? t("lobby.return") : t("lobby.watch");
  const name = `${t("lobby.table_number", { number: table.number })}：${way}`;
  const state = table.hand
    ? mine || table.watchable
      ? html`<a class="desk-state" href=${`/t/${table.id}/`} aria-label=${name}><${Icon} name=${mine ? "play" : "show"} />${way}</a>`
      : html`<span class="desk-state"><${Icon} name="lock" />${t("lobby.playing")}</span>`
    : table.private
      ? html`<a class="desk-state" href=${`/t/${table.id}/door/`}><${Icon} name="lock" />${t("lobby.private")}</a>`
      : html`<span class="desk-state">${t("lobby.open")}</span>`;
  return html`<li class=${`desk${table.hand ? " desk-live" : ""}`} data-table=${table.id}>
    <span class="desk-number">${table.number}</span>
    ${state}
    <ol class="desk-seats">
      ${table.seats.map((seat, index) => html`<${Place} key=${index} table=${table} seat=${seat} index=${index} />`)}
    </ol>
  </li>`;
}

function Tables() {
  const all = [...lobby.tables.value.values()].sort((a, b) => a.number - b.number);
  const asked = FILTERS.filter(({ on }) => on.value);
  const shown = all.filter((table) => asked.every(({ fits }) => fits(table)));
  return html`
    ${
      all.length > 0 &&
      !boot.room.hidden_names &&
      html`<div class="filters">
        ${FILTERS.map(
          ({ name, on }) => html`<label class="check" key=${name}>
            <input type="checkbox" data-filter=${name} checked=${on.value} onChange=${() => (on.value = !on.value)} />
            <span>${t(`lobby.only_${name}`)}</span>
          </label>`,
        )}
      </div>`
    }
    <ul class=${`tables tables-${boot.room.seats}`}>
      ${shown.map((table) => html`<${Desk} key=${table.id} table=${table} />`)}
      ${shown.length === 0 && html`<li class="panel empty"><${Mark} name="hat-peasant" /><p>${t(all.length ? "lobby.none_fits" : "lobby.no_tables")}</p></li>`}
    </ul>
  `;
}

/** @param {{}} _props */
function People(_props) {
  const room = lobby.rooms.value.get(boot.room.id);
  return room ? room.players + room.waiting : null;
}

mount("tables", html`<${Tables} />`);
mount("people", html`<${People} />`);
begin(lobby);
lobby.follow(boot.room.id);
