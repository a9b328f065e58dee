/** What the events of Dou Dizhu say. */

import { t } from "@app/lib/i18n";
import { asPlay } from "@app/table/doudizhu/patterns";
import { redeal } from "@app/table/doudizhu/plays";
import { wildsWord } from "@app/table/doudizhu/stakes";
import { playWord, typeWord } from "@app/table/doudizhu/words";
import { cardWord } from "@app/table/words";

/** @import { Announcer } from "@app/table/announce" */
/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { HandEvent } from "@app/table/types" */

/** @typedef {Announcer & {store: Store}} Voice */

/** How long the laizi that were turned are shown large. */
const TURNED = 2_600;
/** Plays that are shouted. */
const BIG = new Set(["bomb", "rocket", "sky", "chain_trio", "plane_solo", "plane_pair"]);

/** @param {Voice} voice @param {HandEvent} event @param {string} name @param {string} word */
function called(voice, event, name, word) {
  voice.bubble(event.seat, word, "call");
  voice.polite(t("say.called", { name, word }));
}

/** @type {Record<string, (voice: Voice, event: HandEvent, name: string) => void>} */
export const voices = {
  show: (voice, event, name) => called(voice, event, name, t("said.show", { n: event.times })),
  bid: (voice, event, name) =>
    called(voice, event, name, event.points ? t("said.bid", { n: event.points }) : t("said.no_call")),
  call: (voice, event, name) => called(voice, event, name, t(event.yes ? "said.call" : "said.no_call")),
  rob: (voice, event, name) => called(voice, event, name, t(event.yes ? "said.rob" : "said.no_rob")),
  dealing(voice, event) {
    if (event.deal > 1) voice.polite(redeal(voice.store, event.deal));
  },
  wilds(voice, event) {
    const { turned, boot } = voice.store;
    turned.value = event.wilds;
    voice.polite(wildsWord(boot.room.mode, event.wilds));
    setTimeout(() => {
      if (turned.value === event.wilds) turned.value = null;
    }, TURNED);
  },
  calling(voice) {
    voice.polite(t("say.dealt", { n: voice.store.hand.value.length }));
  },
  landlord(voice, event, name) {
    const cards = event.hole?.map(cardWord).join(" ");
    voice.polite(cards ? t("say.landlord", { name, cards }) : t("say.landlord_closed", { name }));
  },
  doubled(voice, event) {
    event.choices.forEach((/** @type {boolean} */ yes, /** @type {number} */ seat) => {
      voice.bubble(seat, t(yes ? "said.double" : "said.no_double"), "call");
    });
  },
  play(voice, event, name) {
    const laid = { type: event.type, rank: event.rank, len: event.len, cards: event.cards };
    const play = { ...laid, ...asPlay(laid, voice.store.rules.value) };
    if (BIG.has(event.type)) voice.bubble(event.seat, typeWord(play), "big");
    else if (event.left === 1 || event.left === 2) {
      voice.bubble(event.seat, t(event.left === 1 ? "said.one_left" : "said.two_left"), "call");
    }
    voice.polite(t("say.played", { name, play: playWord(play), left: event.left }));
  },
  pass(voice, event, name) {
    voice.bubble(event.seat, t("said.pass"));
    voice.polite(t("say.passed", { name }));
  },
};
