/** The own hand of Dou Dizhu: the cards to raise, and which reading of them is meant. */

import { t } from "@app/lib/i18n";
import { Chooser } from "@app/table/doudizhu/chooser";
import { play } from "@app/table/doudizhu/moves";
import { Hand as Cards } from "@app/table/hand";
import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** @import { Store } from "@app/table/doudizhu/state" */
/** @import { Link } from "@app/table/link" */

/** The hole cards stay marked this long after they joined the landlord's hand. */
const FRESH = 2_500;

/** @param {{store: Store, link: Link}} props */
export function Hand({ store, link }) {
  const fresh = useFresh(store);
  const open = store.decision.value;
  const beaten = open?.kind === "play" && open.mine?.beats === false;
  if (store.spectating.value) return null;
  return html`<${Chooser} store=${store} link=${link} />
    <${Cards}
      store=${store}
      cards=${store.hand.value}
      busy=${store.sending.value === "play"}
      veil=${beaten ? t("state.nothing_beats") : null}
      fresh=${fresh}
      wildOf=${store.wildOf}
      onDouble=${() => play(store, link)}
    />`;
}

/** The cards that came with the hole, for the moment in which they stand out. @param {Store} store */
function useFresh(store) {
  const view = store.view.value;
  const mine = view?.seat !== null && store.mine.value?.role === "landlord";
  const [fresh, set] = useState(/** @type {ReadonlySet<number>} */ (new Set()));
  /** Whether I was the landlord at the last look; null before the first, which may come in the middle of a hand. */
  const known = useRef(/** @type {boolean | null} */ (null));
  useEffect(() => {
    const came = mine && known.current === false;
    known.current = view ? mine : null;
    if (!came || !view?.hole) return undefined;
    set(new Set(view.hole));
    const timer = setTimeout(() => set(new Set()), FRESH);
    return () => clearTimeout(timer);
  }, [mine, view === null]);
  return fresh;
}
