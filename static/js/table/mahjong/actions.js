/** The buttons and keys of mahjong, and what the line above them says. */

import { t } from "@app/lib/i18n";
import { faceOf, faceWord, tileWord, unseen } from "@app/table/mahjong/tiles";

/** @import { Offer } from "@app/table/actions" */
/** @import { Store } from "@app/table/mahjong/state" */
/** @import { Link } from "@app/table/link" */
/** @import { Decision, View as AnyView } from "@app/table/types" */

/** @param {Store} store @param {Link} link @param {Decision | null} open @returns {Offer[]} */
export function offers(store, link, open) {
  const own = open?.mine;
  if (!own) return [];
  if (open.kind === "claim") {
    return [
      ...(own.chows.length ? [call("chow", () => chow(store, link))] : []),
      ...(own.pung ? [call("pung", () => link.answer({ kind: "pung" }))] : []),
      ...(own.kong ? [call("kong", () => link.answer({ kind: "kong" }))] : []),
      ...(own.win ? [win(link, own.win.fan)] : []),
      { id: "pass", label: t("mahjong.act.pass"), style: "pass", run: () => pass(store, link) },
    ];
  }
  if (open.kind !== "turn") return [];
  return [
    ...(own.kongs.length ? [call("kong", () => kong(store, link))] : []),
    ...(own.win ? [win(link, own.win.fan)] : []),
    {
      id: "discard",
      label: t("mahjong.act.discard"),
      style: "primary",
      off: store.chosenTile.value === null,
      run: () => discard(store, link),
    },
  ];
}

/** @param {"chow" | "pung" | "kong"} kind @param {() => void} run @returns {Offer} */
const call = (kind, run) => ({ id: kind, label: t(`mahjong.act.${kind}`), style: kind, run });

/** @param {Link} link @param {number} fan @returns {Offer} */
const win = (link, fan) => ({
  id: "win",
  label: t("mahjong.act.win_of", { n: fan }),
  style: "win",
  run: () => link.answer({ kind: "win" }),
});

/** @param {Store} store @param {Link} link */
export function pass(store, link) {
  store.picking.value = null;
  link.answer({ kind: "pass" });
}

/** Claims a run, where there are several lets one be chosen. @param {Store} store @param {Link} link */
function chow(store, link) {
  const own = store.decision.value?.mine;
  const options = (own?.chows ?? []).map((/** @type {number[]} */ pair) => ({
    tiles: [...pair, own?.tile].sort((one, other) => one - other),
    data: { kind: "chow", tiles: pair },
  }));
  choose(store, link, "chow", options);
}

/** @param {Store} store @param {Link} link */
function kong(store, link) {
  const options = (store.decision.value?.mine?.kongs ?? []).map((/** @type {{tiles: number[]}} */ one) => ({
    tiles: one.tiles,
    data: { kind: "kong", tile: one.tiles.at(-1) },
  }));
  choose(store, link, "kong", options);
}

/** @param {Store} store @param {Link} link @param {"chow" | "kong"} kind @param {{tiles: number[], data: Record<string, any>}[]} options */
function choose(store, link, kind, options) {
  if (options.length === 1) link.answer(options[0]?.data);
  else store.picking.value = store.picking.value?.kind === kind ? null : { kind, options };
}

/** Discards the raised tile; one that may make me liable only when that was said and confirmed. @param {Store} store @param {Link} link */
export function discard(store, link) {
  const tile = store.chosenTile.value;
  if (tile === null || store.asked.value !== "turn" || store.held.value) return;
  const risk = store.risks.value.some(({ face }) => face === faceOf(tile));
  if (risk && store.warned.value !== tile) {
    store.warned.value = tile;
    return;
  }
  link.answer({ kind: "discard", tile });
}

/** A first tap raises a tile alone, a second one plays it. @param {Store} store @param {Link} link @param {number} tile */
export function tap(store, link, tile) {
  if (store.raised.value.has(tile)) {
    if (store.asked.value === "turn") discard(store, link);
    else store.raise([]);
  } else store.raise([tile]);
}

/** @param {Store} store @param {AnyView} _ @returns {string} */
export function whyNot(store, _) {
  if (store.mine.value?.trustee) return "";
  const { answered } = store;
  if (answered.value) return t("mahjong.answered", { what: t(`mahjong.act.${answered.value}`) });
  const danger = dangerOf(store);
  if (danger) return danger;
  if (store.asked.value === "claim") {
    const own = store.decision.value?.mine;
    return t("mahjong.asked", { name: store.nameOf(own?.from), tile: tileWord(own?.tile) });
  }
  return "";
}

/** "打出将包自摸". @param {Store} store @returns {string} */
export function dangerOf(store) {
  const tile = store.chosenTile.value;
  const risk = tile === null ? null : store.risks.value.find(({ face }) => face === faceOf(tile));
  if (!risk) return "";
  const said = t(`mahjong.risk.${risk.cause}`, { name: store.nameOf(risk.payee) });
  return store.warned.value === tile ? `${said} ${t("mahjong.risk.again")}` : said;
}

/** "听 三条 余 2". @param {Store} store */
export function waitWords(store) {
  const view = store.mj.view.value;
  if (!view) return [];
  return store.waits.value.map(
    ({ face }) => `${faceWord(face)} ${t("mahjong.left", { n: unseen(view, face) })}`,
  );
}

/** Keys that stand for places in the hand. */
const PLACES = [..."1234567890-=[]"];

/** @type {Record<string, string>} */
const CALLS = { H: "win", P: "pung", G: "kong", C: "chow", Escape: "pass" };

/** @param {string} key @param {Store} store @param {Link} link @returns {boolean} */
export function press(key, store, link) {
  if (store.held.value || store.mine.value?.trustee) return false;
  if (key === "Escape" && store.picking.value) {
    store.picking.value = null;
    return true;
  }
  if (store.picking.value) {
    const option = store.picking.value.options[Number(key) - 1];
    if (option) link.answer(option.data);
    return option !== undefined;
  }
  const id = CALLS[key];
  if (id) {
    const offer = offers(store, link, store.decision.value).find((one) => one.id === id);
    offer?.run();
    return offer !== undefined;
  }
  if (key === "Enter" || key === " ") {
    const tile = store.standing.value[store.cursor.value];
    if (store.chosenTile.value !== null) discard(store, link);
    else if (tile !== undefined) store.raise([tile]);
    return true;
  }
  const place = PLACES.indexOf(key);
  const tile = store.standing.value[place];
  if (place < 0 || tile === undefined) return false;
  store.cursor.value = place;
  store.raise(store.raised.value.has(tile) ? [] : [tile]);
  return true;
}
