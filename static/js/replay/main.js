/** The entry of the replay page: fetches the hand and draws it with the components of the live table. */

import { Clock } from "@app/lib/clock";
import { load, t } from "@app/lib/i18n";
import { Player } from "@app/replay/player";
import { ReplayTable } from "@app/replay/replay";
import { Timeline } from "@app/replay/timeline";
import { Announcer } from "@app/table/announce";
import { load as loadGame } from "@app/table/games";
import { createStore } from "@app/table/store";
import { html } from "htm/preact";
import { render } from "preact";

/** @import { Boot, Game } from "@app/table/types" */
/** @import { Replay } from "@app/replay/timeline" */

const root = /** @type {HTMLElement} */ (document.getElementById("replay"));
/** @type {{hand: string, data: string, seat: number | null, place: string, room: Boot["room"], table: Boot["table"]}} */
const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");

const [answer] = await Promise.all([fetch(boot.data), load()]);
const replay = /** @type {Replay & {text?: string}} */ (await answer.json());
if (answer.ok) {
  const game = await loadGame(replay.game);
  start(new Timeline(replay, game.keyOf), game);
} else root.replaceChildren(replay.text ?? t("replay.failed"));

/** @param {Timeline} timeline @param {Game} game */
function start(timeline, game) {
  const time = { now: timeline.replay.started };
  const clock = new Clock(() => time.now);
  const { room, table, seat } = boot;
  const store = createStore(
    { me: null, room, table, seat, hand: boot.hand, last: null, s: time.now },
    clock,
    game,
  );
  store.names.value = timeline.replay.names;
  const player = new Player(timeline, store, new Announcer(store), time);

  const asked = new URLSearchParams(location.hash.slice(1));
  const wanted = asked.get("seat") ?? String(seat);
  if (wanted in timeline.replay.told) player.viewer.value = wanted;
  player.open.value = asked.has("open");
  player.at(Number(asked.get("at")) || 0);

  root.replaceChildren();
  render(
    html`<${ReplayTable} player=${player} place=${boot.place} verifying=${asked.has("verify")} />`,
    root,
  );
}
