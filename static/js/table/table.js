/** The whole table: top bar, felt, action row, hand. The zones stand in the same places in every phase. */

import { has, number, t } from "@app/lib/i18n";
import { Actions } from "@app/table/actions";
import { LiveRegions } from "@app/table/announce";
import { Banner, Ping } from "@app/table/banner";
import { Hole, Plays, Stakes, Waiting } from "@app/table/centre";
import { Hand } from "@app/table/hand";
import { listen } from "@app/table/keys";
import { ResultPanel } from "@app/table/result";
import { OwnSeat, Seats } from "@app/table/seats";
import { html } from "htm/preact";
import { useEffect } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Announcer } from "@app/table/announce" */

/** @param {{store: Store, link: Link, voice: Announcer}} props */
export function Table({ store, link, voice }) {
  useEffect(() => listen(store, link, voice), []);
  const phase = store.view.value?.phase ?? "waiting";
  return html`<div
    class=${`tbl felt ${store.myTurn.value ? "is-mine" : ""}`}
    data-phase=${phase}
    onContextMenu=${(/** @type {MouseEvent} */ event) => {
      // The card room's habit: a right click on the felt plays.
      event.preventDefault();
      link.play();
    }}
  >
    <${TopBar} store=${store} link=${link} />
    <${Banner} store=${store} link=${link} />
    <section class="tbl-felt">
      <${Seats} store=${store} />
      <${Plays} store=${store} />
      <${Waiting} store=${store} />
    </section>
    <${OwnSeat} store=${store} />
    <${Actions} store=${store} link=${link} onAlarm=${() => voice.assertive(t("say.five"))} />
    <${Hand} store=${store} link=${link} />
    <${ResultPanel} store=${store} link=${link} />
    <${LiveRegions} voice=${voice} />
  </div>`;
}

/** @param {{store: Store, link: Link}} props */
function TopBar({ store, link }) {
  const { room } = store.boot;
  const playing = store.view.value !== null && store.view.value.phase !== "over";
  const mine = store.mine.value;
  return html`<header class="tbl-bar">
    <${Leave} store=${store} link=${link} playing=${playing} />
    <span class="tbl-place">${t("table.place", { mode: t(`mode.${room.mode}`), room: has(`lobby.rooms.${room.code}`) ? t(`lobby.rooms.${room.code}`) : room.name, number: store.table.value.number })}</span>
    <${Stakes} store=${store} />
    <${Hole} store=${store} />
    <span class="tbl-space"></span>
    ${
      playing &&
      mine &&
      html`<button type="button" class="bar-button" aria-pressed=${mine.trustee !== null} onClick=${() => link.trustee(mine.trustee === null)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <rect x="5" y="9" width="14" height="10" rx="3" /><path d="M12 9V5M9 14h.01M15 14h.01M2.5 13v3M21.5 13v3" />
      </svg>
      <span>${t("table.trustee")}</span>
    </button>`
    }
    <${Ping} store=${store} />
    ${
      document.fullscreenEnabled &&
      html`<button type="button" class="icon-btn bar-full" aria-label=${t("table.fullscreen")} onClick=${fullScreen}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4H4v4M16 4h4v4M8 20H4v-4M16 20h4v-4" /></svg>
    </button>`
    }
  </header>`;
}

/** Leaving takes two steps while a hand is open, and the second names the price. @param {{store: Store, link: Link, playing: boolean}} props */
function Leave({ store, link, playing }) {
  const open = store.open.value === "leave";
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
      playing &&
      html`<div class="panel pop leave-pop" role="group">
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

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}
