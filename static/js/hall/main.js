/** The entry of hall and zones: the rooms as cards, kept up to date while the page is looked at. */

import { amount, begin, Icon, Mark, mount, roomName, showFriends } from "@app/hall/shared";
import { load, t } from "@app/lib/i18n";
import { Lobby, lobbyUrl } from "@app/lib/lobby";
import { html } from "htm/preact";

/** @typedef {import("@app/lib/lobby").Room} Room */

/** Numbers come over the socket; what fits, and everything while there is no socket, is asked for. */
const REFRESH = 30_000;
const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");

await load();

/** @type {(Room & {sign: string})[]} */
const rooms = boot.zones.flatMap((/** @type {{rooms: Room[]}} */ zone) => zone.rooms);
/** What hangs over each room's door. */
const signs = new Map(rooms.map((room) => [room.id, room.sign]));
const lobby = new Lobby({ ...boot, rooms }, { url: lobbyUrl(), go: (url) => location.assign(url) });

/** What one should know of a room before joining, as on the card the server drew. @param {Room} room @returns {[string, any][]} */
function facts(room) {
  if (!room.currency)
    return [
      ["base", t("lobby.called")],
      ["entry", t("lobby.anybody")],
      ["rake", t("lobby.free_of_charge")],
    ];
  return [
    ["base", amount(room.coef_n)],
    ["entry", amount(room.minimum)],
    ["rake", amount(room.rake)],
    .../** @type {[string, any][]} */ (room.threshold ? [["double", `>${amount(room.threshold)}`]] : []),
  ];
}

/** @param {{room: Room}} props */
function Card({ room }) {
  // What an open hand holds is not missing: joining leads back to its table
  const short = lobby.me.value.seat?.hand ? null : room.fits;
  const name = roomName(room);
  return html`<article class=${`room room-${room.code}${short ? " room-short" : ""}`}>
    <header>
      <h3><a href=${`/r/${room.id}/`}>${name}</a></h3>
      <span class="online">
        <${Icon} name="users" /><span>${room.players + room.waiting}</span>
        <span class="sr-only">${t("lobby.people")}</span>
      </span>
    </header>
    <div class="room-sign" aria-hidden="true"><${Mark} name=${signs.get(room.id)} /></div>
    <dl>
      ${facts(room).map(([name, value]) => html`<div key=${name}><dt>${t(`lobby.${name}`)}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${
      short
        ? html`<p class="short">
            <${Icon} name="lock" />
            ${t(room.currency === "coins" ? "lobby.short_coins" : "lobby.short", { need: amount(short.need), have: amount(short.have) })}
          </p>`
        : html`<form method="post" action=${`/r/${room.id}/join/`} data-join=${room.id}>
            <button class="btn btn-primary btn-wide" aria-label=${t("lobby.join_room", { name })}>${t("lobby.join")}</button>
            <a class="btn btn-neutral" href=${`/r/${room.id}/`}>${t("lobby.tables")}</a>
          </form>`
    }
  </article>`;
}

/** @param {{ids: number[]}} props */
const Rooms = ({ ids }) =>
  ids.map((id) => {
    const room = lobby.rooms.value.get(id);
    return room && html`<li key=${id}><${Card} room=${room} /></li>`;
  });

/** How many are in the zones of a family. @param {{zones: string}} props */
function People({ zones }) {
  const ids = new Set(zones.split(",").map(Number));
  const inside = [...lobby.rooms.value.values()].filter((room) => ids.has(room.zone));
  return html`<${Icon} name="users" />${t("lobby.online", { n: inside.reduce((sum, room) => sum + room.players + room.waiting, 0) })}`;
}

/** Numbers of people and what fits; only while somebody looks. */
async function refresh() {
  if (document.visibilityState === "hidden") return;
  const answer = await fetch("/api/lobby/zones/").catch(() => null);
  if (!answer?.ok) return;
  const { zones } = await answer.json();
  const rooms = zones.flatMap((/** @type {{rooms: Room[]}} */ zone) => zone.rooms);
  lobby.rooms.value = new Map(rooms.map((/** @type {Room} */ room) => [room.id, room]));
}

for (const zone of boot.zones) {
  mount(`rooms-${zone.id}`, html`<${Rooms} ids=${zone.rooms.map((/** @type {Room} */ room) => room.id)} />`);
}
for (const root of document.querySelectorAll("[data-zones]")) {
  mount(root.id, html`<${People} zones=${/** @type {HTMLElement} */ (root).dataset.zones} />`);
}
begin(lobby);
lobby.followAll();
showFriends(lobby);
setInterval(refresh, REFRESH);
