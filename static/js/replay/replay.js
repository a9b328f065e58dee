/** The replay: the live table's felt, seats and hand, and controls where the action row would be. */

import { t } from "@app/lib/i18n";
import { Controls, Keys } from "@app/replay/controls";
import { LiveRegions } from "@app/table/announce";
import { Waiting } from "@app/table/centre";
import { Coins } from "@app/table/coins";
import { ResultPanel } from "@app/table/result";
import { Glow, OwnSeat, Seats } from "@app/table/seats";
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @import { Link } from "@app/table/link" */
/** @import { Player } from "@app/replay/player" */
/** @import { FunctionComponent } from "preact" */

/** What the table's components would send goes nowhere. */
const nowhere = /** @type {Link} */ (/** @type {unknown} */ (new Proxy({}, { get: () => () => undefined })));

/** @param {{player: Player, place: string, verifying: boolean}} props */
export function ReplayTable({ player, place, verifying }) {
  const { store } = player;
  const [proving, prove] = useState(verifying);
  useEffect(() => listen(player), [player]);
  return html`<div class=${`tbl felt rp ${store.game.cloth} ${store.spectating.value ? "is-spectator" : ""}`} data-game=${player.timeline.replay.game} data-layout=${store.game.layout(store)} data-seats=${store.count.value} data-phase=${store.view.value?.phase} data-viewer=${player.viewer.value} data-open=${player.open.value} inert=${proving ? true : undefined}>
      <${Glow} store=${store} />
      <header class="tbl-bar">
        <a class="icon-btn" href="/me/hands/" aria-label=${t("replay.leave")}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7" /></svg>
        </a>
        <span class="tbl-place">${place}</span>
        <${store.game.Bar} store=${store} />
        <span class="tbl-space"></span>
        <span class="tag rp-tag">${t("replay.title")}</span>
      </header>
      <section class="tbl-felt">
        <${Seats} store=${store} />
        <${store.game.Felt} store=${store} link=${nowhere} />
        <${Waiting} store=${store} />
      </section>
      <${OwnSeat} store=${store} />
      <div class="rp-side">
        <p class="rp-caption">${player.caption.value}</p>
        <${Keys} player=${player} />
      </div>
      <${store.game.Hand} store=${store} link=${nowhere} />
      <${Controls} player=${player} onVerify=${() => prove(true)} />
      <${Coins} store=${store} />
      <${ResultPanel} store=${store} link=${nowhere}>
        <button type="button" class="btn btn-neutral" data-act="look" onClick=${() => {
          store.resultShown.value = false;
        }}>${t("result.close")}</button>
      <//>
      <${LiveRegions} voice=${player.voice} />
    </div>
    ${proving && html`<${Later} replay=${player.timeline.replay} onClose=${() => prove(false)} />`}`;
}

/** The check and all it needs are fetched when somebody asks for it. @param {{replay: import("@app/replay/timeline").Replay, onClose: () => void}} props */
function Later(props) {
  const [panel, set] = useState(/** @type {{Proof: FunctionComponent<any>} | null} */ (null));
  useEffect(() => {
    import("@app/replay/verify").then(set);
  }, []);
  return panel && html`<${panel.Proof} ...${props} />`;
}

/** Keys of the replay, wherever the focus is but in a field that has use for them itself. @param {Player} player */
function listen(player) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    " ": () => player.toggle(),
    Home: () => player.go(0),
    End: () => player.go(player.timeline.end),
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const run = keys[event.key];
    const field = /** @type {HTMLElement} */ (event.target).closest?.("select, input, [role=dialog]");
    if (!run || field || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    run();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
