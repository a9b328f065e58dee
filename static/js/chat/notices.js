/**
 * The line under the bar in which game masters speak to all. The server writes those that are in force; what comes
 * later, is recalled, runs out or is put away changes here. What was put away stays so on the next pages: a cookie
 * tells the server, so that no page shows it for a moment first.
 */

/** @typedef {{id: number, text: string, ends: number}} Broadcast `ends`: ms since the epoch */

const COOKIE = "put_away";
const KEPT_SECONDS = 8 * 24 * 3600;
/** So many are remembered; older ones have long run out. */
const REMEMBERED = 20;
/** The longest a timer of the browser can wait, ms. */
const LONGEST = 2 ** 31 - 1;
const HEARTBEAT = 30_000;
/** Unanswered for so long, ms, a sign of life means a dead line. */
const SILENCE = 10_000;

/** What the cookie names, the newest last. @param {string} cookies as `document.cookie` @returns {string[]} */
export function putAway(cookies) {
  const found = cookies.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return found
    ? found
        .slice(COOKIE.length + 1)
        .split(".")
        .filter((id) => /^\d+$/.test(id))
    : [];
}

/** The cookie with one more. @param {string} cookies @param {string} id @returns {string} */
export function withOneMore(cookies, id) {
  const ids = [...putAway(cookies).filter((one) => one !== id), id].slice(-REMEMBERED);
  return `${COOKIE}=${ids.join(".")}; path=/; max-age=${KEPT_SECONDS}; samesite=lax`;
}

/** @param {HTMLElement} line */
function attend(line) {
  const button = line.querySelector("button");
  const { broadcast = "", ends = "0" } = line.dataset;
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browsers we serve
      document.cookie = withOneMore(document.cookie, broadcast);
      line.remove();
    });
  }
  setTimeout(() => line.remove(), Math.min(Math.max(0, Number(ends) - Date.now()), LONGEST));
}

/** @param {number} id @returns {HTMLElement | null} */
const lineOf = (id) => document.querySelector(`[data-broadcast="${id}"]`);

/** Shows a broadcast above those that are there. @param {Broadcast} told */
export function show({ id, text, ends }) {
  const bar = document.getElementById("broadcasts");
  const pattern = /** @type {HTMLTemplateElement | null} */ (document.getElementById("broadcast-line"));
  if (!bar || !pattern || lineOf(id) || putAway(document.cookie).includes(String(id))) return;
  const line = /** @type {HTMLElement} */ (pattern.content.firstElementChild?.cloneNode(true));
  line.dataset.broadcast = String(id);
  line.dataset.ends = String(ends);
  /** @type {HTMLElement} */ (line.querySelector("bdi")).textContent = text;
  bar.prepend(line);
  attend(line);
}

/** Takes a broadcast back. @param {number} id */
export function recall(id) {
  lineOf(id)?.remove();
}

/** What the socket says. @param {{t: string, id: number, text: string, ends: number}} frame */
export function tell(frame) {
  if (frame.t === "broadcast") show(frame);
  else if (frame.t === "recall") recall(frame.id);
}

/**
 * Listens as long as the page lives. Without heartbeats of its own a phone that slept would sit on a dead line: a sign
 * of life goes out every half minute and whenever the page is shown again.
 * @param {string} url
 */
function listen(url) {
  let tries = 0;
  /** @type {WebSocket} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  const alive = () => {
    if (socket.readyState !== WebSocket.OPEN || silence !== undefined) return;
    socket.send('{"t":"ping"}');
    silence = setTimeout(() => socket.close(), SILENCE);
  };
  const open = () => {
    socket = new WebSocket(url);
    socket.onopen = () => {
      tries = 0;
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(silence);
      silence = undefined;
      tell(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      clearTimeout(silence);
      silence = undefined;
      if (code >= 4400 && code < 4500) return;
      // A restart closes everybody's at once: they come back spread out.
      setTimeout(open, Math.min(30_000, 1_000 * 2 ** tries++) * (0.5 + Math.random()));
    };
  };
  open();
  setInterval(alive, HEARTBEAT);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && alive());
}

const bar = globalThis.document?.getElementById("broadcasts");
if (bar) {
  for (const line of bar.querySelectorAll("[data-broadcast]")) attend(/** @type {HTMLElement} */ (line));
  const look = bar.dataset.look ? `?${bar.dataset.look}` : "";
  listen(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/chat/${look}`);
}
