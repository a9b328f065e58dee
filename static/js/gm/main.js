/**
 * The desk's live part: figures, reports and appeals are asked for again every few seconds. While somebody writes in a
 * report's form, or what waits is the same as before, the forms are left alone and only the figures move.
 */

const EVERY = 3_000;

/** @param {HTMLElement} live */
function writing(live) {
  const fields = [...live.querySelectorAll("input:not([type=hidden])")];
  return (
    live.contains(document.activeElement) ||
    fields.some((field) => /** @type {HTMLInputElement} */ (field).value !== "")
  );
}

/** @param {HTMLElement} live @param {Document} fresh */
export function replace(live, fresh) {
  for (const id of ["gm-figures", "gm-reports"]) {
    const [old, now] = [live.querySelector(`#${id}`), fresh.getElementById(id)];
    if (!old || !now) continue;
    const same =
      id === "gm-reports" &&
      (writing(live) || old.getAttribute("data-newest") === now.getAttribute("data-newest"));
    if (!same) old.replaceWith(document.importNode(now, true));
  }
}

/** @param {HTMLElement} live */
async function turn(live) {
  if (document.visibilityState === "hidden") return;
  try {
    const answer = await fetch(live.dataset.from ?? "", { headers: { Accept: "text/html" } });
    if (answer.ok) replace(live, new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // The next turn asks again.
  }
}

const live = document.getElementById("gm-live");
if (live) setInterval(() => turn(live), EVERY);
