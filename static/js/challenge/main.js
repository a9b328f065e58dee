/** The entry of a contest's page: renews what changes while somebody looks, and leads to the table once its hand begins. */

import { begin } from "@app/hall/shared";
import { load } from "@app/lib/i18n";
import { Lobby, lobbyUrl } from "@app/lib/lobby";

/** How often it is asked whether anything is new, in ms. */
const EVERY = 4_000;

const boot = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "");
const root = /** @type {HTMLElement} */ (document.getElementById("live"));

await load();

const lobby = new Lobby({ ...boot, rooms: [] }, { url: lobbyUrl(), go: (url) => location.assign(url) });
begin(lobby);

/** Takes over what the server drew, unless the reader is about to confirm something in the old one. */
async function renew() {
  if (document.visibilityState === "hidden" || root.querySelector(".contest-leave[open]")) return;
  const v = /** @type {HTMLElement | null} */ (root.firstElementChild)?.dataset.v ?? "";
  const answer = await fetch(`${root.dataset.live}?v=${v}`).catch(() => null);
  if (answer?.status !== 200) return;
  const drawn = await answer.text();
  const open = new Set([...root.querySelectorAll("details")].flatMap((one, at) => (one.open ? [at] : [])));
  root.innerHTML = drawn;
  root.querySelectorAll("details").forEach((one, at) => {
    one.open = one.open || open.has(at);
  });
}

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", renew);
