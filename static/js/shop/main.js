/** The shop's page: trying things on, and what several of one cost. Without this script everything can still be bought. */

const stage = /** @type {HTMLElement} */ (document.getElementById("shop-try"));
const name = /** @type {HTMLElement} */ (stage.querySelector("[data-try-name]"));
const back = /** @type {SVGUseElement} */ (stage.querySelector("use"));
const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("button[data-try]")]);

/** How each effect looks on the stage; an empty value takes it off. @type {Record<string, (value: string) => void>} */
const looks = {
  back: (value) => back.setAttribute("href", value ? `#back-${value}` : "#back"),
  cloth: (value) => put(stage, "cloth", value),
  name: (value) => put(name, "nameColour", value),
};

/** @param {HTMLElement} element @param {string} key @param {string} value */
function put(element, key, value) {
  if (value) element.dataset[key] = value;
  else delete element.dataset[key];
}

/** Shows one thing alone, or nothing. @param {HTMLElement | null} chosen */
function show(chosen) {
  for (const look of Object.values(looks)) look("");
  for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
  stage.hidden = chosen === null;
  if (chosen) looks[chosen.dataset.try ?? ""]?.(chosen.dataset.value ?? "");
}

for (const button of buttons)
  button.addEventListener("click", () =>
    show(button.getAttribute("aria-pressed") === "true" ? null : button),
  );
stage.querySelector("[data-try-end]")?.addEventListener("click", () => show(null));

for (const form of /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll("form[data-unit]")])) {
  const total = /** @type {HTMLElement} */ (form.querySelector("[data-total]"));
  const quantity = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=quantity]"));
  quantity?.addEventListener("input", () => {
    const pieces = quantity.validity.valid ? quantity.valueAsNumber : 1;
    total.textContent = (Number(form.dataset.unit) * pieces).toLocaleString("en");
  });
  // The second click of a double click would find the first one's page gone; the key makes it harmless anyway.
  form.addEventListener("submit", () => {
    const buy = /** @type {HTMLButtonElement | null} */ (form.querySelector("button.btn-primary"));
    if (buy) buy.disabled = true;
  });
}
