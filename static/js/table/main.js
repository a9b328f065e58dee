/** The entry of the table's page: reads what the page starts from, draws the table, opens the connections. */

import { Clock } from "@app/lib/clock";
import { load } from "@app/lib/i18n";
import { Sound } from "@app/lib/sound";
import { windowId } from "@app/lib/window";
import { watchTurn } from "@app/table/alarm";
import { Announcer } from "@app/table/announce";
import { load as loadGame } from "@app/table/games";
import { Link } from "@app/table/link";
import { createStore } from "@app/table/store";
import { Table } from "@app/table/table";
import { html } from "htm/preact";
import { render } from "preact";

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");

const [name, game] = await Promise.all([windowId(), loadGame(boot.room.game), load()]);

const clock = new Clock();
clock.hint(boot.s);
const store = createStore(boot, clock, game);
store.balances.value = boot.me?.balances ?? {};
const voice = new Announcer(store);
const sound = new Sound();
const link = new Link(store, voice, sound, { window: name, go: (url) => location.assign(url) });

root.replaceChildren();
render(html`<${Table} store=${store} link=${link} voice=${voice} sound=${sound} />`, root);
sound.listen();
watchTurn(store, voice, sound);
link.open();
