/**
 * The avatar editor. The form is the state: each change goes into the page's address, so the way back is the
 * browser's own and undo is one step of it. Without this file the form still tries on and saves.
 */

import { play } from "@app/avatar/moods";

const SLOTS = ["hair", "outfit", "expression", "scene", "accessory"];
const COLOURS = ["skin", "tint", "cloth"];
const MOOD_SHOWN = 1_600;

const form = /** @type {HTMLFormElement} */ (document.getElementById("avatar-editor"));
const big = /** @type {HTMLImageElement} */ (document.getElementById("avatar-big"));
const small = /** @type {HTMLImageElement} */ (document.getElementById("avatar-small"));
const undo = /** @type {HTMLButtonElement} */ (document.getElementById("avatar-undo"));
const save = /** @type {HTMLButtonElement} */ (document.getElementById("avatar-save"));
const missing = /** @type {HTMLElement} */ (document.getElementById("avatar-missing"));
const tabs = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (form.querySelectorAll(".avatar-tab"))];
const base = choice().get("base");
let calming = 0;

/** What is chosen now, as a query. */
function choice() {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (name !== "csrfmiddlewaretoken") chosen.set(name, String(value));
  }
  return chosen;
}

/** @param {string} [mood] one of the five, to try it; else the chosen expression */
function show(mood) {
  const chosen = choice();
  if (mood) chosen.set("expression", mood);
  const address = `${form.dataset.preview}?${chosen}`;
  big.src = address;
  small.src = address;
  const locked = form.querySelector("input[data-locked]:checked") !== null;
  missing.hidden = !locked;
  save.disabled = locked;
  undo.disabled = !history.state?.steps;
}

/** Remember the present choice as one step. */
function step() {
  history.pushState({ steps: (history.state?.steps ?? 0) + 1 }, "", `?${choice()}${location.hash}`);
  // The pictures of the other figure come with its page.
  if (choice().get("base") === base) show();
  else location.reload();
}

/** @param {string} name */
const inputs = (name) => [
  .../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`input[name="${name}"]`)),
];

/** @param {HTMLInputElement[]} from */
function pick(from) {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one) one.checked = true;
}

/** @param {string} slot */
function open(slot) {
  for (const tab of tabs) {
    const own = tab.hash === `#avatar-${slot}`;
    if (own) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
    /** @type {HTMLElement} */ (document.querySelector(tab.hash)).hidden = !own;
  }
}

form.classList.add("is-live");
/** @type {HTMLElement} */ for (const id of ["avatar-moods", "avatar-tools"])
  document.getElementById(id).hidden = false;
/** @type {HTMLElement} */ (document.getElementById("avatar-try")).hidden = true;
open(SLOTS.find((slot) => location.hash === `#avatar-${slot}`) ?? "hair");
show();

form.addEventListener("change", step);
form.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const tab = target.closest(".avatar-tab");
  const mood = /** @type {HTMLElement | null} */ (target.closest("[data-mood]"))?.dataset.mood;
  if (tab) {
    event.preventDefault();
    open(/** @type {HTMLAnchorElement} */ (tab).hash.replace("#avatar-", ""));
  }
  if (mood) {
    clearTimeout(calming);
    show(mood);
    play(big, mood);
    calming = setTimeout(() => show(), MOOD_SHOWN);
  }
});
document.getElementById("avatar-random")?.addEventListener("click", () => {
  for (const slot of SLOTS) pick(inputs(slot).filter((one) => !("locked" in one.dataset)));
  for (const field of COLOURS) pick(inputs(field));
  step();
});
undo.addEventListener("click", () => history.back());
addEventListener("popstate", () => {
  const then = new URLSearchParams(location.search);
  if (then.size === 0 || then.get("base") !== base) {
    location.reload();
    return;
  }
  for (const [name, value] of then) for (const one of inputs(name)) one.checked = one.value === value;
  show();
});
