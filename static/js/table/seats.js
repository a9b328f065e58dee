/** The people at the table: face, name, what they are in the game, and what they are doing. */

import { t } from "@app/lib/i18n";
import { Ring, useLeft } from "@app/table/timer";
import { Robot, Trustee } from "@app/table/trustee";
import { html } from "htm/preact";

/** @import { Store } from "@app/table/store" */
/** @import { Link } from "@app/table/link" */

/** Where a seat stands as seen from mine: the next to play sits on the right. @param {number} at @param {number} me @param {number} count */
export function sideOf(at, me, count) {
  const step = (at - me + count) % count;
  if (step === 0) return "me";
  if (count === 2) return "top";
  if (step === 1) return "right";
  return step === count - 1 ? "left" : "top";
}

/** @param {{store: Store}} props */
export function Seats({ store }) {
  const count = store.count.value;
  const me = store.seat.value ?? 0;
  const order = Array.from({ length: count - 1 }, (_, i) => (me + count - 1 - i) % count);
  return html`<ul class="tbl-seats" aria-label=${t("table.seats")}>
    ${order.map((at) => html`<${Seat} key=${at} store=${store} at=${at} side=${sideOf(at, me, count)} />`)}
  </ul>`;
}

/** @param {{store: Store, at: number, side: string}} props */
function Seat({ store, at, side }) {
  const view = store.view.value;
  const seat = view?.seats[at];
  const bubble = store.bubbles.value[at];
  const who = store.whoAt(at);
  if (!who) return html`<li class=${`seat seat-${side} is-empty`}>${t("table.empty_seat")}</li>`;
  const turn = turnOf(store, at);
  const dim = view && seat && store.game.isDim?.(view, seat);
  return html`<li
    data-seat=${at}
    class=${`seat seat-${side} ${turn ? "is-turn" : ""} ${dim ? "is-dim" : ""} ${awayUntil(store, at) ? "is-lost" : ""}`}
    aria-label=${spoken(store, at)}
  >
    <${Face} store=${store} at=${at} />
    <div class="seat-who">
      <span class="seat-name" data-name-colour=${who.look?.name}>${who.name}</span>
      <span class="seat-tags"><${Tags} store=${store} at=${at} /></span>
    </div>
    <${Stack} store=${store} seat=${seat} />
    ${bubble && html`<span class=${`bubble bubble-${bubble.kind}`} key=${bubble.at}>${bubble.text}</span>`}
  </li>`;
}

/** The own seat, beside the hand; for a spectator the first one, with what it holds. @param {{store: Store, link?: Link}} props */
export function OwnSeat({ store, link }) {
  const at = store.seat.value ?? 0;
  const view = store.view.value;
  const seat = view?.seats[at];
  const who = store.whoAt(at);
  const bubble = store.bubbles.value[at];
  const watched = store.spectating.value;
  return html`<div data-seat=${at} class=${`own ${turnOf(store, at) ? "is-turn" : ""} ${awayUntil(store, at) ? "is-lost" : ""}`}>
    <${Face} store=${store} at=${at} />
    <div class="seat-who">
      <span class="seat-name" data-name-colour=${who?.look?.name}>${who?.name ?? (watched ? t("table.empty_seat") : t("table.me"))}</span>
      <span class="seat-tags"><${Tags} store=${store} at=${at} /></span>
    </div>
    ${watched && html`<${Stack} store=${store} seat=${seat} />`}
    <${Trustee} store=${store} link=${link} />
    ${bubble && html`<span class=${`bubble bubble-${bubble.kind}`} key=${bubble.at}>${bubble.text}</span>`}
  </div>`;
}

/** What a seat holds, in games that show it, once it has been dealt. @param {{store: Store, seat: import("@app/table/types").SeatView | undefined}} props */
function Stack({ store, seat }) {
  const Held = store.game.Stack;
  if (!seat || !Held || store.view.value?.phase === "opening") return null;
  return html`<${Held} store=${store} seat=${seat} />`;
}

/** The light on the side of the table whose turn it is. @param {{store: Store}} props */
export function Glow({ store }) {
  const count = store.count.value;
  const turns = Array.from({ length: count }, (_, seat) => seat).filter((seat) => turnOf(store, seat));
  const [at = -1] = turns;
  // Where several decide at once the light would say nothing.
  if (turns.length !== 1) return null;
  return html`<span class=${`glow glow-${sideOf(at, store.seat.value ?? 0, count)}`} aria-hidden="true"></span>`;
}

/** The face, with the clock of the seat's turn and the mark of a lost connection. @param {{store: Store, at: number}} props */
export function Face({ store, at }) {
  const who = store.whoAt(at);
  const turn = turnOf(store, at);
  // My own clock stands beside my buttons.
  const clock = turn && at !== store.seat.value;
  return html`<div class="seat-face">
    <${Avatar} code=${who?.avatar ?? ""} name=${who?.name ?? t("table.me")} />
    ${
      awayUntil(store, at) &&
      html`<svg class="seat-unplugged" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-8.6 4.5M6.5 8v3.5c0 1 .25 1.9.7 2.7M12 17v4M4 3l17 18" />
    </svg>`
    }
    ${clock && html`<${Ring} store=${store} due=${turn.due} kind=${turn.kind} small />`}
  </div>`;
}

/** @param {{store: Store, at: number}} props */
export function Tags({ store, at }) {
  const seat = store.view.value?.seats[at];
  const waiting = seat ? null : store.table.value.seats[at];
  // The hand knows the house's bots alone; a person's bot account is told with the names.
  const bot = store.whoAt(at)?.bot;
  const { RoleTags, StateTags } = store.game;
  return html`${seat && RoleTags && html`<${RoleTags} store=${store} seat=${seat} at=${at} />`}
    ${bot && html`<span class="tag">${t("table.bot")}</span>`}
    ${store.effectsOf(at).map((key) => html`<span class="tag" key=${key}>${t(`prop.${key}`)}</span>`)}
    ${!seat && waiting?.ready && html`<span class="tag tag-good">${t("state.ready")}</span>`}
    ${seat && html`<${StateTags} store=${store} seat=${seat} at=${at} />`}
    ${seat?.trustee && html`<span class="tag tag-robot"><${Robot} />${t("state.trustee")}</span>`}
    ${awayUntil(store, at) && html`<${Lost} key=${awayUntil(store, at)} store=${store} due=${awayUntil(store, at)} />`}
    ${seat?.fled && html`<span class="tag tag-warn">${t("state.fled")}</span>`}`;
}

/**
 * Until when (ms, server's clock) the table waits for a lost player; null when it does not, as after the hand.
 * @param {Store} store @param {number} at
 */
export function awayUntil(store, at) {
  const view = store.view.value;
  return view && view.phase !== "over" ? (view.seats[at]?.lost ?? null) : null;
}

/** @param {{store: Store, due: number}} props */
function Lost({ store, due }) {
  const left = useLeft(store, due);
  return html`<span class="tag tag-warn tag-lost num">${t("state.lost", { n: Math.ceil(left / 1000) })}</span>`;
}

/** @param {{code: string, name: string}} props */
function Avatar({ code, name }) {
  const initial = [...name][0] ?? "";
  return html`<span class="avatar">
    <span aria-hidden="true">${initial}</span>
    ${code && html`<img src=${`/avatars/${code}.svg`} alt="" onError=${hide} />`}
  </span>`;
}

/** A face that cannot be loaded leaves the initial visible. @param {Event} event */
function hide(event) {
  /** @type {HTMLImageElement} */ (event.currentTarget).hidden = true;
}

/**
 * The turn this seat is in, as far as everybody may know. @param {Store} store @param {number} at
 * @returns {{due: number, kind: string} | null}
 */
function turnOf(store, at) {
  const turn = store.view.value?.decisions.find(
    (one) => one.due !== null && one.seats?.includes(at) && store.game.turns.has(one.kind),
  );
  return turn ? { due: /** @type {number} */ (turn.due), kind: turn.kind } : null;
}

/** "老周，农民，17 张". @param {Store} store @param {number} at */
function spoken(store, at) {
  const seat = store.view.value?.seats[at];
  const parts = [store.nameOf(at)];
  if (seat) parts.push(...store.game.seatWords(store, at));
  if (seat?.trustee) parts.push(t("state.trustee"));
  if (awayUntil(store, at)) parts.push(t("state.away"));
  return parts.join("，");
}
