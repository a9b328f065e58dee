/** The whole table: top bar, felt, action row, hand. The zones stand in the same places in every phase. */

import { Actions } from "@app/table/actions";
import { LiveRegions } from "@app/table/announce";
import { Missed, Toast } from "@app/table/away";
import { Banner, Stop } from "@app/table/banner";
import { TopBar } from "@app/table/bar";
import { Waiting } from "@app/table/centre";
import { Coins } from "@app/table/coins";
import { listen } from "@app/table/keys";
import { ResultPanel } from "@app/table/result";
import { Glow, OwnSeat, Seats } from "@app/table/seats";
import { Veil } from "@app/table/trustee";
import { html } from "htm/preact";
import { useEffect } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */
/** @import { Announcer } from "@app/table/announce" */
/** @import { Sound } from "@app/lib/sound" */

/** @param {{store: Store, link: Link, voice: Announcer, sound: Sound}} props */
export function Table({ store, link, voice, sound }) {
  useEffect(() => listen(store, link, voice), []);
  const phase = store.view.value?.phase ?? "waiting";
  return html`<div
    class=${`tbl felt ${store.game.cloth} ${store.myTurn.value ? "is-mine" : ""} ${store.alarm.value ? "is-alarm" : ""} ${store.spectating.value ? "is-spectator" : ""}`}
    data-game=${store.boot.room.game}
    data-layout=${store.game.layout(store)}
    data-phase=${phase}
    data-seats=${store.count.value}
    onContextMenu=${(/** @type {MouseEvent} */ event) => {
      // The card room's habit: a right click on the felt plays.
      event.preventDefault();
      store.game.act?.(store, link);
    }}
  >
    <${Glow} store=${store} />
    <${TopBar} store=${store} link=${link} sound=${sound} />
    <${Banner} store=${store} link=${link} />
    <${Toast} store=${store} />
    <section class="tbl-felt">
      <${Seats} store=${store} />
      <${store.game.Felt} store=${store} link=${link} />
      <${Waiting} store=${store} />
    </section>
    <${OwnSeat} store=${store} link=${link} />
    <${Actions} store=${store} link=${link} />
    <${store.game.Hand} store=${store} link=${link} />
    <${Veil} store=${store} link=${link} />
    <${Coins} store=${store} />
    <${ResultPanel} store=${store} link=${link} />
    <${Missed} store=${store} />
    <${Stop} store=${store} link=${link} />
    <${LiveRegions} voice=${voice} />
  </div>`;
}
