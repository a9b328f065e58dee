/** Runs the compare through its stages: each is shown, said and heard, until the result; a tap goes there at once. */

import { t } from "@app/lib/i18n";
import { pay } from "@app/table/coins";
import { ROWS } from "@app/table/thirteen/rows";
import { stagesOf } from "@app/table/thirteen/stages";
import { rowWord, specialWord } from "@app/table/thirteen/words";

/** @import { Announcer } from "@app/table/announce" */
/** @import { Sound, SoundName } from "@app/lib/sound" */
/** @import { Stage } from "@app/table/thirteen/stages" */
/** @import { Store } from "@app/table/thirteen/state" */
/** @import { Result } from "@app/table/types" */

/** @type {Record<Stage["kind"], SoundName | null>} */
const SOUNDS = { down: null, row: "deal", shoot: "shot", homerun: "rocket", special: "bomb", sum: null };

/** @type {WeakMap<object, {timer: ReturnType<typeof setTimeout> | undefined, end: () => void}>} */
const running = new WeakMap();

/**
 * @param {Store} store @param {Announcer} voice @param {Sound | null} sound
 * @param {{speed?: number, done?: () => void}} [options] `done`: all has been shown, or it was skipped
 */
export function compare(store, voice, sound, { speed = 1, done = () => {} } = {}) {
  halt(store);
  const result = store.view.value?.result;
  if (result?.ending !== "played") return done();
  const stages = stagesOf(result);
  const run = {
    timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
    end() {
      halt(store);
      done();
    },
  };
  running.set(store, run);

  /** @param {number} at */
  function show(at) {
    const stage = stages[at];
    if (!stage || store.view.value?.result !== result) return run.end();
    store.reveal.value = { stages, at };
    const name = stage.kind === "sum" ? outcome(store) : SOUNDS[stage.kind];
    if (name) sound?.play(name);
    if (stage.kind === "sum") pay(store, sound);
    const words = wordsOf(store, /** @type {Result} */ (result), stage);
    if (words) voice.polite(words);
    run.timer = setTimeout(() => show(at + 1), stage.ms / speed);
    return undefined;
  }
  return show(0);
}

/** @param {Store} store @returns {SoundName | null} */
function outcome(store) {
  const mine = store.seat.value === null ? null : store.view.value?.result?.outcomes[store.seat.value];
  return mine === "win" || mine === "lose" ? mine : null;
}

/** Ends the stages where they run; whether they did. @param {Store} store */
export function skip(store) {
  const run = running.get(store);
  run?.end();
  return run !== undefined;
}

/** Stops without going on to what comes after. @param {Store} store */
export function halt(store) {
  clearTimeout(running.get(store)?.timer);
  running.delete(store);
  store.reveal.value = null;
}

/** A stage in words. @param {Store} store @param {Result} result @param {Stage} stage @returns {string} */
function wordsOf(store, result, { kind, row, seat, on }) {
  const { rows, specials } = result.facts;
  const name = store.nameOf(seat);
  switch (kind) {
    case "row": {
      const at = ROWS[row] ?? "front";
      const told = rows.flatMap((/** @type {Record<string, number[]>} */ one, /** @type {number} */ who) =>
        specials[who] ? [] : [`${store.nameOf(who)} ${rowWord(one[at] ?? [], store.rules.value)}`],
      );
      return `${t(`thirteen.row.${at}`)}：${told.join(t("table.comma"))}`;
    }
    case "shoot":
      return t("thirteen.say.shoot", { name, other: store.nameOf(on) });
    case "homerun":
      return t("thirteen.say.homerun", { name });
    case "special":
      return t("thirteen.say.special", { name, special: specialWord(specials[seat]) });
    case "sum":
      return t("say.over", { who: store.game.headline(store, result) });
    default:
      return t("thirteen.say.compare");
  }
}
