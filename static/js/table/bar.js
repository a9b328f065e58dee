/** The top bar: the way out, the place, the stakes, who watches, trustee, sound, connection. */

import { has, number, t } from "@app/lib/i18n";
import { Ping } from "@app/table/banner";
import { Trustee } from "@app/table/trustee";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Sound } from "@app/lib/sound" */

/** @param {{store: Store, link: Link, sound: Sound}} props */
export function TopBar({ store, link, sound }) {
  const { room } = store.boot;
  return html`<header class="tbl-bar">
    <${Leave} store=${store} link=${link} />
    <span class="tbl-place">${t("table.place", { mode: t(room.seats === 2 ? "table.two" : "table.mode", { mode: t(`mode.${room.mode}`) }), room: has(`lobby.rooms.${room.code}`) ? t(`lobby.rooms.${room.code}`) : room.name, number: store.table.value.number })}</span>
    <${ContestBadge} store=${store} />
    <${store.game.Bar} store=${store} />
    <span class="tbl-space"></span>
    <${Watchers} store=${store} />
    <${Trustee} store=${store} link=${link} />
    <${Speaker} store=${store} sound=${sound} />
    <${Ping} store=${store} />
    ${
      document.fullscreenEnabled &&
      html`<button type="button" class="icon-btn bar-full" aria-label=${t("table.fullscreen")} onClick=${fullScreen}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4H4v4M16 4h4v4M8 20H4v-4M16 20h4v-4" /></svg>
    </button>`
    }
  </header>`;
}

/** The round and board of a contest, and where I stand in it: the way to its standings. @param {{store: Store}} props */
function ContestBadge({ store }) {
  const contest = store.contest.value;
  if (!contest) return null;
  const round = contest.final ? t("contest.final") : t("contest.round", { n: contest.round });
  return html`<a class="contest-badge" href=${`/challenges/${contest.id}/`} aria-label=${t("contest.place", { name: contest.name, round, n: contest.board, of: contest.boards, rank: contest.rank, people: contest.of })}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8" /></svg>
    <span class="contest-round">${round} ${contest.board}/${contest.boards}</span>
    <b class="num">${contest.rank}<small>/${contest.of}</small></b>
  </a>`;
}

/** Leaving takes two steps while a hand of mine is open, and the second names the price. @param {{store: Store, link: Link}} props */
function Leave({ store, link }) {
  const open = store.open.value === "leave" && store.playing.value;
  const price = store.price.value;
  const close = () => {
    store.open.value = null;
  };
  return html`<div class="leave">
    <button type="button" class="icon-btn" aria-label=${t("table.leave_room")} aria-expanded=${open} onClick=${() => (open ? close() : link.leave(false))}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
    </button>
    ${
      open &&
      html`<div class="panel pop leave-pop" role="group" aria-label=${t("table.leave_room")}>
      <p>
        ${
          price?.price === null || price?.price === undefined
            ? t("table.flee_points")
            : t("table.flee_price", {
                price: number(price.price),
                currency: t(`currency.${price.currency ?? "points"}`),
              })
        }
      </p>
      <div class="pop-buttons">
        <button type="button" class="btn btn-primary" onClick=${close}>${t("table.stay")}</button>
        <button type="button" class="btn btn-neutral" data-act="flee" onClick=${() => link.leave(true)}>${t("table.flee")}</button>
      </div>
    </div>`
    }
  </div>`;
}

/** How many watch, and who. @param {{store: Store}} props */
function Watchers({ store }) {
  const { n, names } = store.watchers.value;
  if (n === 0) return null;
  const open = store.open.value === "watchers";
  const unnamed = n - names.length;
  return html`<div class="watchers">
    <button type="button" class="bar-button" aria-expanded=${open} aria-label=${t("watch.count", { n })} onClick=${() => {
      store.open.value = open ? null : "watchers";
    }}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" /><circle cx="12" cy="12" r="2.8" /></svg>
      <b class="num">${n}</b>
    </button>
    ${
      open &&
      html`<div class="panel pop pop-right" role="group" aria-label=${t("watch.title")}>
      <h2>${t("watch.title")}</h2>
      <ul class="pop-names">
        ${names.map((name, at) => html`<li key=${at}>${name}</li>`)}
        ${unnamed > 0 && html`<li>${t("watch.more", { n: unnamed })}</li>`}
      </ul>
    </div>`
    }
  </div>`;
}

/** Sound: crossed out until the browser lets us make any, and while muted. @param {{store: Store, sound: Sound}} props */
function Speaker({ store, sound }) {
  const open = store.open.value === "sound";
  const off = sound.locked.value || sound.muted.value;
  const volume = Math.round(sound.volume.value * 100);
  return html`<div class="speaker">
    <button type="button" class="icon-btn" aria-expanded=${open} aria-label=${t(off ? "sound.off" : "sound.on")} onClick=${() => {
      store.open.value = open ? null : "sound";
    }}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" />
        ${off ? html`<path d="M16 9.5l5 5M21 9.5l-5 5" />` : html`<path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />`}
      </svg>
    </button>
    ${
      open &&
      html`<div class="panel pop pop-right" role="group" aria-label=${t("sound.title")}>
      <label class="volume">
        <span>${t("sound.volume")}</span>
        <input type="range" min="0" max="100" step="5" value=${sound.muted.value ? 0 : volume} onInput=${(
          /** @type {Event} */ event,
        ) =>
          sound.setVolume(
            Number(/** @type {HTMLInputElement} */ (event.target).value) / 100,
          )} onChange=${() => sound.play("play")} />
        <b class="num">${sound.muted.value ? 0 : volume}</b>
      </label>
      <button type="button" class="btn btn-neutral" aria-pressed=${sound.muted.value} onClick=${() => {
        sound.mute(!sound.muted.value);
        sound.play("play");
      }}>${t(sound.muted.value ? "sound.unmute" : "sound.mute")}</button>
    </div>`
    }
  </div>`;
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}
