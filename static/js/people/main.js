/** The entry of the friends' page and of the page about one's own table: the way back, notices, friends as they move. */

import { begin } from "@app/hall/shared";
import { load } from "@app/lib/i18n";
import { Lobby, lobbyUrl } from "@app/lib/lobby";
import { effect } from "@preact/signals";

const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");

await load();

const lobby = new Lobby({ ...boot, rooms: [] }, { url: lobbyUrl(), go: (url) => location.assign(url) });
begin(lobby);

const copy = document.getElementById("copy");
const share = /** @type {HTMLInputElement | null} */ (document.getElementById("share"));

effect(() => {
  const { seat } = lobby.me.value;
  // Whoever invites is wanted at the table as soon as the hand begins.
  if (share && seat?.hand) lobby.go(`/t/${seat.table}/`);
});

if (copy && share && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(share.value);
    copy.textContent = `✓ ${copy.textContent?.replace("✓ ", "") ?? ""}`;
  });
}
