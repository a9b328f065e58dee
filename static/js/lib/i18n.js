/** The reader's language for islands: one JSON catalogue a language, nested keys, `{name}` for what is filled in. */

/** @type {Record<string, any>} */
let catalogue = {};

/**
 * Puts a catalogue in use; later ones are laid over earlier ones.
 * @param {Record<string, any>} texts
 */
export function use(texts) {
  catalogue = { ...catalogue, ...texts };
}

/**
 * Fetches the page's catalogue. The page may name its address in `<link id="i18n" href>`.
 * @param {string} [lang] the reader's language, from `<html lang>` unless given
 */
export async function load(lang = document.documentElement.lang) {
  const named = /** @type {HTMLLinkElement | null} */ (document.getElementById("i18n"));
  const code = lang.toLowerCase().startsWith("en") ? "en" : "zh-hans";
  const answer = await fetch(named?.href ?? `/static/i18n/${code}.json`);
  use(await answer.json());
}

/**
 * The text of a key. Where it has two forms parted by "|", `n` chooses: one, or any other number.
 * A key without a text shows itself, so that a gap is seen and not hidden.
 * @param {string} key @param {Record<string, string | number>} [vars] @returns {string}
 */
export function t(key, vars = {}) {
  const text = find(key);
  if (text === null) return key;
  const forms = text.split("|");
  const form = (forms.length > 1 && vars.n !== 1 ? forms[1] : forms[0]) ?? "";
  return form.replace(/\{(\w+)\}/g, (whole, name) => String(vars[name] ?? whole));
}

/** Whether the catalogue has a text for a key. @param {string} key */
export const has = (key) => find(key) !== null;

/** @param {string} key @returns {string | null} */
function find(key) {
  let node = /** @type {any} */ (catalogue);
  for (const part of key.split(".")) node = node?.[part];
  return typeof node === "string" ? node : null;
}

/** A number for people: thousands parted. @param {number} value */
export const number = (value) =>
  new Intl.NumberFormat(document.documentElement.lang || "zh-Hans").format(value);

/** A number with its sign, a true minus for losses. @param {number} value */
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value));
