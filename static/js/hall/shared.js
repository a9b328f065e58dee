/** What hall and room share: the bar's balances, the way back to a table, joining, the overlay while a match is made. */

import { has, number, t } from "@app/lib/i18n";
import { takeWord } from "@app/lib/parting";
import { effect, useSignal } from "@preact/signals";
import { html } from "htm/preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";

/** @typedef {import("@app/lib/lobby").Lobby} Lobby */

/** @param {{name: string, class?: string}} props */
export const Icon = ({ name, class: extra = "" }) =>
  html`<svg class=${`icon ${extra}`} aria-hidden="true"><use href=${`#i-${name}`} /></svg>`;

/** @param {{name: string, class?: string}} props */
export const Mark = ({ name, class: extra = "" }) =>
  html`<svg class=${extra} viewBox="0 0 64 64" aria-hidden="true"><use href=${`#${name}`} /></svg>`;

/** @param {{avatar: string}} props */
export const Face = ({ avatar }) => html`<img class="face" src=${`/avatars/${avatar}.svg`} alt="" />`;

/** Rooms come with the name their admin gave them; the starting ones have one in each language. @param {{code: string, name: string}} room */
export const roomName = (room) =>
  has(`lobby.rooms.${room.code}`) ? t(`lobby.rooms.${room.code}`) : room.name;

/** 800, 1.5万 or 15K: short, in the reader's habit. @param {number} value */
export const amount = (value) =>
  Math.abs(value) < 10_000
    ? number(value)
    : new Intl.NumberFormat(document.documentElement.lang || "zh-Hans", {
        notation: "compact",
        maximumFractionDigits: 1,
        roundingMode: "trunc",
      }).format(value);

/** The way back to the table one sits at; above everything else while a hand is open. @param {{lobby: Lobby}} props */
function Place({ lobby }) {
  const seat = lobby.me.value.seat;
  if (!seat) return null;
  const [title, text] = seat.hand
    ? [t("lobby.resume"), t("lobby.resume_hand", { number: seat.number })]
    : [t("lobby.return"), t("lobby.table_number", { number: seat.number })];
  return html`<a class="resume" href=${`/t/${seat.table}/`}>
    <${Mark} name="hat-landlord" />
    <span class="resume-text"><strong>${title}</strong><span>${text}</span></span>
    <span class="btn btn-primary">${t("lobby.enter")}</span>
  </a>`;
}

/** Friends with what they do now, those first who could play. @param {{lobby: Lobby}} props */
function Friends({ lobby }) {
  const { friends, requests } = lobby.friends.value;
  const asking = requests
    ? html`<a class="friends-asking" href="/friends/"><${Icon} name="bell" />${t("friends.asking", { n: requests })}</a>`
    : null;
  const seat = lobby.me.value.seat;
  const busy = useSignal(0);
  /** @param {number} player */
  const invite = async (player) => {
    busy.value = player;
    const answer = await lobby.invite(player);
    busy.value = 0;
    if (answer.ok) lobby.notice.value = { code: "invited_one", text: t("friends.invited"), facts: {} };
    else complain(lobby, answer);
  };
  return html`${asking}
    <ul class="friends-list">
      ${friends.map(
        (friend) => html`<li key=${friend.id} class=${`is-${friend.state}`}>
          <a href=${`/u/${friend.id}/`}><${Face} avatar=${friend.avatar} /><span>${friend.name}</span></a>
          ${
            friend.table
              ? html`<a class="friends-state" href=${`/t/${friend.table}/door/`}>${t(`friends.${friend.state}`)} · ${t("lobby.table_number", { number: friend.number ?? 0 })}</a>`
              : html`<span class="friends-state">${t(`friends.${friend.state}`)}</span>`
          }
          ${seat && !seat.hand && friend.invitable && html`<button type="button" class="btn btn-hint" aria-busy=${busy.value === friend.id} onClick=${() => invite(friend.id)}>${t("friends.invite")}</button>`}
        </li>`,
      )}
    </ul>`;
}

/** Keeps the column of friends, where the page has one. @param {Lobby} lobby */
export function showFriends(lobby) {
  if (!document.getElementById("friends")) return;
  mount("friends", html`<${Friends} lobby=${lobby} />`);
  lobby.befriend();
}

/** Shown while a match is made: how long already, who is there, and the way out. @param {{lobby: Lobby}} props */
function Match({ lobby }) {
  const { ticket } = lobby.me.value;
  const matched = lobby.matched.value !== null;
  const seconds = useSignal(0);
  useEffect(() => {
    if (!ticket) return;
    const tick = () => {
      seconds.value = Math.max(0, Math.floor((lobby.clock.now() - ticket.since) / 1000));
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [ticket?.since]);
  useEffect(() => {
    if (ticket) lobby.follow(ticket.room);
  }, [ticket?.room]);
  if (!ticket && !matched) return null;
  const room = ticket ? lobby.rooms.value.get(ticket.room) : undefined;
  const seats = room?.seats ?? 3;
  const found = matched ? seats : Math.min(seats, Math.max(1, room?.waiting ?? 1));
  const bots = ticket?.bots_at ? Math.ceil((ticket.bots_at - lobby.clock.now()) / 1000) : null;
  const hint = matched
    ? t("lobby.matched_hint")
    : lobby.status.value !== "live"
      ? t("lobby.reconnecting")
      : bots !== null && bots > 0
        ? t("lobby.bots_in", { n: bots })
        : t("lobby.soon");
  return html`<div class="match" role="dialog" aria-modal="true" aria-labelledby="match-title">
    <div class="panel match-card">
      <div class="match-ring">
        <svg class="match-arc" viewBox="0 0 100 100" aria-hidden="true">
          <circle cx="50" cy="50" r="44" fill="none" stroke="#E5D8B8" stroke-width="8" />
          <path d="M50 6A44 44 0 0 1 94 50" fill="none" stroke="#F2B33D" stroke-width="8" stroke-linecap="round" />
        </svg>
        <strong>${matched ? html`<${Icon} name="check" />` : seconds.value}</strong>
      </div>
      <h2 id="match-title" role="status">${matched ? t("lobby.matched") : t("lobby.matching")}</h2>
      <ul class="match-people" aria-label=${t("lobby.found", { n: found, seats })}>
        ${Array.from({ length: seats }, (_, place) =>
          place < found
            ? html`<li key=${place} class="found">
                <${Face} avatar=${place === 0 ? lobby.me.value.avatar : "unknown"} />
              </li>`
            : html`<li key=${place}><${Icon} name="user" /></li>`,
        )}
      </ul>
      <p>${room ? `${roomName(room)} · ` : ""}${hint}</p>
      ${!matched && html`<button type="button" class="btn btn-neutral" onClick=${() => lobby.cancel().then((a) => complain(lobby, a))}>${t("lobby.cancel")}</button>`}
    </div>
  </div>`;
}

/** Where a refusal leads on: the nearest room that fits, or the seat one already has. @param {{lobby: Lobby}} props */
function Notice({ lobby }) {
  const notice = lobby.notice.value;
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(
      () => {
        lobby.notice.value = null;
      },
      wayOf(notice) ? 30_000 : 8000,
    );
    return () => clearTimeout(timer);
  }, [notice]);
  if (!notice) return null;
  const { facts, text } = notice;
  const other = facts?.room && typeof facts.room === "object" ? facts.room : null;
  const [free] = notice.code === "seat_taken" ? facts.free : [];
  const next = facts?.next;
  // Where nobody waits at another table, or nobody chooses one, the room itself finds company.
  const queue = next === null || notice.code === "matched_only" ? facts.room : null;
  const way = wayOf(notice);
  return html`<div class="panel notice notice-error">
    <${Icon} name="alert" />
    <p>${text || t("lobby.reconnecting")}</p>
    ${other && html`<button type="button" class="btn btn-hint" onClick=${() => start(lobby, { t: "join", room: other.id })}>${t("lobby.go_to", { name: other.name })}</button>`}
    ${free !== undefined && html`<button type="button" class="btn btn-hint" onClick=${() => start(lobby, { t: "sit", table: facts.table, index: free })}>${t("lobby.sit_next", { place: free + 1 })}</button>`}
    ${next && html`<button type="button" class="btn btn-hint" onClick=${() => start(lobby, { t: "sit", table: next.table, index: next.index })}>${t("lobby.sit_elsewhere", { number: next.number, place: next.index + 1 })}</button>`}
    ${queue && html`<button type="button" class="btn btn-hint" onClick=${() => start(lobby, { t: "join", room: queue })}>${t("lobby.join_instead")}</button>`}
    ${way && html`<a class="btn btn-hint" href=${way.href}>${way.text}</a>`}
    <button type="button" class="icon-btn" aria-label=${t("lobby.close")} onClick=${() => (lobby.notice.value = null)}><${Icon} name="close" /></button>
  </div>`;
}

/** Where a notice leads: to the table of an invitation, to the friends. @param {{code: string, facts: any}} notice */
function wayOf({ code, facts }) {
  if (code === "invited") {
    const key = facts.key ? `?key=${encodeURIComponent(facts.key)}` : "";
    return { href: `/t/${facts.table}/door/${key}`, text: t("lobby.go_there") };
  }
  if (code === "friend_asked") return { href: "/friends/", text: t("lobby.answer") };
  return null;
}

/** Shows a refusal. A seat one already has is where one wants to be. @param {Lobby} lobby @param {import("@app/lib/lobby").Answer} answer */
function complain(lobby, answer) {
  if (answer.ok) return;
  if (answer.code === "private") return lobby.go(`/t/${answer.facts.table}/door/`);
  if (answer.code === "seated" || answer.code === "matched") return lobby.leave(answer.facts.table);
  lobby.notice.value = answer;
}

/** @param {Lobby} lobby @param {{t: "join", room: number} | {t: "sit", table: number, index: number}} message */
async function start(lobby, message) {
  lobby.notice.value = null;
  const answer =
    message.t === "join" ? await lobby.join(message.room) : await lobby.sit(message.table, message.index);
  if (answer.ok && message.t === "sit") return lobby.go(`/t/${message.table}/`);
  complain(lobby, answer);
}

/**
 * Takes over the forms that join and sit (`data-join`, `data-sit`), whoever drew them. Without a connection the form
 * is sent as it stands: it works without this code too.
 * @param {Lobby} lobby
 */
function takeOver(lobby) {
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { join, sit } = form.dataset;
    if ((!join && !sit) || lobby.status.value !== "live") return;
    event.preventDefault();
    const button = form.querySelector("button");
    if (button?.ariaBusy === "true") return;
    if (button) button.ariaBusy = "true";
    const [table = 0, index = 0] = (sit ?? "").split(":").map(Number);
    await start(lobby, join ? { t: "join", room: Number(join) } : { t: "sit", table, index });
    if (button) button.ariaBusy = null;
  });
}

/** @param {string} id @param {any} content */
export function mount(id, content) {
  const root = document.getElementById(id);
  root?.replaceChildren();
  if (root) render(content, root);
}

/** Puts the shared parts into the page. @param {Lobby} lobby */
export function begin(lobby) {
  effect(() => {
    for (const [currency, value] of Object.entries(lobby.me.value.balances)) {
      for (const shown of document.querySelectorAll(`[data-balance="${currency}"]`))
        shown.textContent = number(value);
    }
  });
  mount("place", html`<${Place} lobby=${lobby} />`);
  mount("match", html`<${Match} lobby=${lobby} />`);
  mount("live-notice", html`<${Notice} lobby=${lobby} />`);
  lobby.notice.value = takeWord();
  takeOver(lobby);
  lobby.open();
}
