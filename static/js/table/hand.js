/**
 * The own hand: a list box whose options are the cards. Raising belongs to the browser alone; it works before one's
 * turn, and no update of the table takes it back.
 */

import { t } from "@app/lib/i18n";
import { isStill } from "@app/lib/motion";
import { Card } from "@app/table/card";
import { cardAlong, layout } from "@app/table/geometry";
import { Stroke } from "@app/table/gestures";
import { cardWord } from "@app/table/words";
import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** @import { Store } from "@app/table/store" */
/** @import { Layout } from "@app/table/geometry" */
/** @import { Point } from "@app/table/gestures" */

/**
 * What happens to a card that is taken out of the hand: a stroke that starts upwards.
 * @typedef {{take: (card: number, at: Point) => void, move: (at: Point) => void, drop: (at: Point) => void, cancel: () => void}} Drag
 *   points are in the window
 */

/**
 * @param {{
 *   store: Store, cards: readonly number[], label?: string, busy?: boolean, veil?: string | null,
 *   fresh?: ReadonlySet<number>, wildOf?: (card: number) => import("@app/table/card").Wild, onDouble?: () => void,
 *   onRaise?: (cards: number[]) => void, drag?: Drag, note?: string | null,
 * }} props `busy`: the raised cards are on their way; `veil`: why none of them can be used; `onDouble`: a raised card was
 *   tapped twice; `note`: a word in place of the cards
 */
export function Hand({
  store,
  cards,
  label = t("table.hand"),
  busy = false,
  veil = null,
  fresh = NONE,
  wildOf = () => null,
  onDouble = () => {},
  onRaise = (raised) => store.raise(raised),
  drag,
  note = null,
}) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const room = useRoom(box);
  const place = useMemo(
    () => layout(cards.length, room.width, { width: room.screen.width, height: room.screen.height }),
    [cards.length, room],
  );
  const pointer = usePointer(store, cards, place, onRaise, drag);
  const up = store.preview.value ?? store.raised.value;

  useEffect(() => {
    // The keyboard's cursor moves the focus only when the focus is in the hand already.
    if (box.current?.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (box.current.querySelector('[tabindex="0"]'))?.focus();
    }
  }, [store.cursor.value]);

  return html`<section class=${`tbl-hand ${veil ? "is-veiled" : ""} ${store.held.value ? "is-held" : ""}`} aria-label=${label}>
    <div
      ref=${box}
      class=${`cards ${busy ? "is-sending" : ""} ${store.reason.value ? "is-refused" : ""}`}
      style=${{ height: `${place.total.height}px` }}
      role="listbox"
      aria-multiselectable="true"
      aria-label=${label}
      ...${pointer}
      onDblClick=${(/** @type {MouseEvent} */ event) => {
        // The pointer was captured, so the event names the box: the card is looked up where it happened.
        const at = Number(
          document
            .elementsFromPoint(event.clientX, event.clientY)
            .find((one) => one.matches(".held"))
            ?.getAttribute("data-at") ?? -1,
        );
        if (at >= 0 && up.has(/** @type {number} */ (cards[at]))) onDouble();
      }}
    >
      ${cards.map((card, i) => {
        const spot = place.spots[i] ?? { x: 0, y: 0 };
        return html`<button
          type="button"
          key=${card}
          role="option"
          data-at=${i}
          class=${`held ${up.has(card) ? "is-up" : ""} ${fresh.has(card) ? "is-fresh" : ""}`}
          style=${{ left: `${spot.x}px`, top: `${spot.y}px`, width: `${place.width}px`, height: `${place.height}px` }}
          tabindex=${i === Math.min(store.cursor.value, cards.length - 1) ? 0 : -1}
          aria-selected=${up.has(card)}
          aria-label=${t("card.place", { card: cardWord(card), at: i + 1, n: cards.length })}
          onFocus=${() => {
            store.cursor.value = i;
          }}
          onClick=${(/** @type {MouseEvent} */ event) => {
            // Pointers are read as strokes; a click without one comes from assistive technology.
            if (event.detail === 0) toggle(store, card);
          }}
        >
          <${Card} card=${card} wild=${wildOf(card)} />
        </button>`;
      })}
    </div>
    ${(veil ?? note) && html`<p class="tbl-hand-note">${veil ?? note}</p>`}
  </section>`;
}

/** @type {ReadonlySet<number>} */
const NONE = new Set();

/** Raises or lowers one card. @param {Store} store @param {number} card */
export function toggle(store, card) {
  const set = new Set(store.raised.value);
  if (!set.delete(card)) set.add(card);
  store.raise(set);
}

/**
 * The room for the cards and the size of the screen, kept up to date.
 * @param {{current: HTMLElement | null}} box
 */
function useRoom(box) {
  const read = () => ({
    width: box.current?.clientWidth ?? window.innerWidth - 24,
    screen: { width: window.innerWidth, height: window.innerHeight },
  });
  const [room, set] = useState(read);
  useLayoutEffect(() => {
    set(read());
    const watcher = new ResizeObserver(() => set(read()));
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return room;
}

/** The place in the hand of the card an event is on; its visible strip is the target. @param {Event} event */
function cardUnder(event) {
  const held = /** @type {HTMLElement} */ (event.target).closest(".held");
  return held ? Number(/** @type {HTMLElement} */ (held).dataset.at) : null;
}

/**
 * Pointer handlers that turn strokes into raised cards, and strokes upwards into drags where there is somewhere to go.
 * @param {Store} store @param {readonly number[]} hand @param {Layout} place
 * @param {(cards: number[]) => void} onRaise @param {Drag} [drag]
 */
function usePointer(store, hand, place, onRaise, drag) {
  const stroke = useRef(
    /** @type {{id: number, cards: readonly number[], card: number, on: Stroke, out: boolean} | null} */ (
      null
    ),
  );

  /** @param {PointerEvent} event */
  const point = (event) => {
    const edge = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    return { x: event.clientX - edge.left, y: event.clientY - edge.top, t: event.timeStamp };
  };
  /** @param {PointerEvent} event */
  const inWindow = (event) => ({ x: event.clientX, y: event.clientY, t: event.timeStamp });
  /** @param {Set<number>} places @param {readonly number[]} cards */
  const cardsAt = (places, cards) => new Set([...places].map((i) => /** @type {number} */ (cards[i])));

  return {
    onPointerDown(/** @type {PointerEvent} */ event) {
      if (event.button !== 0 || stroke.current) return;
      const up = store.raised.value;
      const at = cardUnder(event);
      if (at === null) return;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
      const places = new Set(hand.flatMap((card, i) => (up.has(card) ? [i] : [])));
      const on = new Stroke(point(event), at, places, (x) => cardAlong(place, at, x));
      stroke.current = {
        id: event.pointerId,
        cards: hand,
        card: /** @type {number} */ (hand[at]),
        on,
        out: false,
      };
      store.cursor.value = at;
      store.preview.value = cardsAt(on.shown(), hand);
    },
    onPointerMove(/** @type {PointerEvent} */ event) {
      const now = stroke.current;
      if (now?.id !== event.pointerId) return;
      if (now.out) return drag?.move(inWindow(event));
      const shown = now.on.move(point(event));
      if (drag && now.on.kind === "swipe") {
        now.out = true;
        store.preview.value = null;
        return drag.take(now.card, inWindow(event));
      }
      store.preview.value = cardsAt(shown, now.cards);
    },
    onPointerUp(/** @type {PointerEvent} */ event) {
      const now = stroke.current;
      if (now?.id !== event.pointerId) return;
      stroke.current = null;
      store.preview.value = null;
      if (now.out) return drag?.drop(inWindow(event));
      // Cards played meanwhile (by a time-out, say) are not raised again.
      const held = new Set(store.hand.value);
      const before = store.raised.value;
      const next = [...cardsAt(now.on.release(point(event)), now.cards)].filter((card) => held.has(card));
      onRaise(next);
      if (next.length !== before.size) buzz();
    },
    onPointerCancel(/** @type {PointerEvent} */ event) {
      const now = stroke.current;
      if (now?.id !== event.pointerId) return;
      stroke.current = null;
      store.preview.value = null;
      if (now.out) drag?.cancel();
    },
  };
}

/** A tick under the finger, where there is one and motion is welcome. */
function buzz() {
  if (!isStill()) navigator.vibrate?.(10);
}
