/** Lets a reader look at what was typed into a password field. The button is hidden until this module runs. */

for (const button of document.querySelectorAll("button[data-reveal]")) {
  const field = /** @type {HTMLInputElement} */ (
    document.getElementById(/** @type {HTMLElement} */ (button).dataset.reveal ?? "")
  );
  /** @type {HTMLButtonElement} */ (button).hidden = false;
  button.addEventListener("click", () => {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
    button.querySelector("use")?.setAttribute("href", shown ? "#i-hide" : "#i-show");
    field.focus();
  });
}
