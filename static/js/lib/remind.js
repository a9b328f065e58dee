/**
 * Tells after each stretch of play how long somebody has been at it. A page with the part `remind.html` says how often;
 * all tabs of a browser count together, and a pause of some length begins anew.
 */

/** @typedef {{start: number, last: number, told: number}} Stretch instants in ms; `told`: how many reminders were given */

const KEY = "playing-since";
const MINUTE = 60_000;
/** Away for longer than this, and playing begins anew. */
export const PAUSE = 10 * MINUTE;
const LOOK = 30_000;

/**
 * The stretch after a look at the clock, and for how many minutes it has gone on where a reminder is due.
 * @param {Stretch | null} kept @param {number} now @param {number} minutes between two reminders
 * @returns {{stretch: Stretch, due: number | null}}
 */
export function look(kept, now, minutes) {
  const goesOn = kept !== null && kept.last <= now && now - kept.last < PAUSE;
  const stretch = goesOn ? { ...kept, last: now } : { start: now, last: now, told: 0 };
  const turns = Math.floor((now - stretch.start) / (minutes * MINUTE));
  if (turns <= stretch.told) return { stretch, due: null };
  return { stretch: { ...stretch, told: turns }, due: Math.floor((now - stretch.start) / MINUTE) };
}

/** @returns {Stretch | null} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {HTMLElement} part @param {number} minutes */
function show(part, minutes) {
  const words = /** @type {HTMLElement} */ (part.querySelector("p"));
  words.textContent = (part.dataset.text ?? "").replace("{minutes}", String(minutes));
  part.hidden = false;
}

/** @param {HTMLElement} part */
function watch(part) {
  const minutes = Number(part.dataset.remind);
  const turn = () => {
    if (document.visibilityState === "hidden") return;
    const { stretch, due } = look(kept(), Date.now(), minutes);
    localStorage.setItem(KEY, JSON.stringify(stretch));
    if (due !== null) show(part, due);
  };
  part.querySelector("button")?.addEventListener("click", () => {
    part.hidden = true;
  });
  turn();
  setInterval(turn, LOOK);
}

const part = globalThis.document?.getElementById("remind");
if (part) watch(part);
