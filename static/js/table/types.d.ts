/** The shapes of the wire (docs/protocol.md, docs/lobby-protocol.md) that the table's modules share. */

import type { Offer } from "@app/table/actions";
import type { Announcer } from "@app/table/announce";
import type { Link } from "@app/table/link";
import type { Sound, SoundName } from "@app/lib/sound";
import type { FunctionComponent } from "preact";

/** What a game's part of the store wants to know. */
export interface Hooks {
  raised?: () => void;
  /** A frame has moved the view on. */
  followed?: (frame: Frame) => void;
  /** A snapshot has replaced the view. */
  restored?: () => void;
  /** The hand was put away. */
  cleared?: () => void;
}

/**
 * A game as the table asks for it: one object a folder (`@app/table/<game>/game`), without the members that mean nothing
 * in it. What it is given as `store` is the
 * common store with the game's own `state` laid beside it; components get it as a property of that name.
 */
export interface Game {
  /** Decisions that are somebody's turn, with a clock that everybody sees. */
  turns: ReadonlySet<string>;
  /** How long (ms) each kind of decision usually takes, for the ring's full round. */
  usual: Record<string, number>;
  /** The last seconds, in which the alarm is on. */
  alarm: number;
  /** The cloth's class beside `felt`. */
  cloth: string;
  /** Which of the game's arrangements of the table this moment needs (`data-layout`). */
  layout(store: any): string;
  /** The cards of the own hand in the order in which they stand. */
  held(store: any): number[];
  state(store: any): { hooks?: Hooks; [name: string]: any };
  /** Whether a hand may be opened for a multiplier before it is dealt. */
  opensHands?(store: any): boolean;
  /** Whether the hand ended so that the table is no more. */
  dissolved?(result: Result): boolean;

  /** What is at stake, in the top bar. */
  Bar: FunctionComponent<any>;
  Felt: FunctionComponent<any>;
  /** The own half below the action row. */
  Hand: FunctionComponent<any>;
  /** Tags at a seat: what it is, before, and how it stands, behind whether a bot sits there. */
  RoleTags?: FunctionComponent<any>;
  StateTags: FunctionComponent<any>;
  /** What a seat holds. */
  Stack?: FunctionComponent<any>;
  /** The sum of a hand: properties store, result, order of the seats. */
  Account: FunctionComponent<any>;
  /** One of the moves that the system made for somebody: property move. */
  Moved: FunctionComponent<any>;
  /** A clock of its own beside the buttons of some decisions. */
  closing?: Record<string, FunctionComponent<any>>;
  /** Whether a seat has no more part in what is asked now. */
  isDim?(view: View, seat: SeatView): boolean;
  seatWords(store: any, at: number): string[];
  /** What the table waits for once cards are dealt, in one line. */
  waiting?(store: any): string | null;
  headline(store: any, result: Result): string;
  /** My outcome, where the game calls it otherwise than every game; null: it does not. */
  outcomeWord?(result: Result, outcome: Result["outcomes"][number]): string | null;
  /** What the system did for somebody, in one phrase. */
  doneFor(moves: Move[]): string;
  /** Why a button is grey. */
  whyNot(store: any, view: View): string;

  offers(store: any, link: Link, open: Decision | null, view: View): Offer[];
  /** A key was pressed, "EscapeTwice" among them; whether it meant something. */
  press(key: string, store: any, link: Link): boolean;
  /** A right click on the felt. */
  act?(store: any, link: Link): void;
  /** The suggestions for my decision have come. */
  hinted?(store: any, frame: any): void;
  /** The hand has just ended before my eyes: shows how, then the result. */
  ended(store: any, voice: Announcer, sound: Sound | null): void;
  /** Whether the end of the hand is still being shown, so that its sum is not offered yet. */
  telling?(store: any): boolean;
  /** The same in a replay that came to the end, at its speed; and an end to it, where the replay moves on. */
  retell?(store: any, voice: Announcer, speed: number): void;
  still?(store: any): void;
  voices: Record<string, (voice: any, event: HandEvent, name: string) => void>;
  soundOf(event: HandEvent): SoundName | null;
  /** Which kind of moment worth going to an event is, in a replay. */
  keyOf(event: HandEvent): string | null;
}

export interface Laid {
  cards: number[];
  type: string;
  rank: number;
  len: number;
}

export interface SeatView {
  count: number;
  cards: number[] | null;
  show: number;
  role: null | "landlord" | "peasant";
  call: null | "call" | "pass" | "rob" | "no_rob" | number;
  opened: boolean;
  double: null | boolean;
  last: null | Laid | "pass";
  plays: number;
  played: number[];
  bot: boolean;
  trustee: null | "self" | "timeouts" | "absent";
  lost: null | number;
  fled: boolean;
  /** Thirteen Water: whether the seat has handed in; mahjong: the faces on which it may not win. */
  locked?: any;
  /** Thirteen Water: what was handed in, as far as the viewer may see it. */
  rows?: Record<string, number[]> | null;
  special?: string | null;
  /** Mahjong: the concealed tiles, where the viewer sees them. */
  tiles?: number[] | null;
  /** Only at the viewer's own seat: what the system did for this person since the last own action. */
  acted?: Move[];
}

/** A move as its event tells it: a play's cards, a choice's answer. */
export interface Move {
  kind: string;
  [field: string]: any;
}

/** Who watches: how many, and the names that are shown. */
export interface Watchers {
  n: number;
  names: string[];
}

export interface Decision {
  id: number;
  kind: string;
  due: number | null;
  seats?: number[];
  mine?: Record<string, any>;
}

export interface Multiplier {
  initial: number;
  rob: number;
  show: number;
  bomb: number;
  spring: number;
  total: number;
}

export interface View {
  game: string;
  mode: string;
  phase: "opening" | "deal" | "bid" | "call" | "rob" | "double" | "play" | "arrange" | "over";
  /** Thirteen Water: the room's switches. */
  rules?: Record<string, any>;
  deal: number;
  seat: number | null;
  seats: SeatView[];
  hole: number[] | null;
  /** Cards that stayed hidden, and the secret seed: known once the hand is over. */
  rest: number[] | null;
  seed: string | null;
  dealing: null | { start: number; step: number; total: number };
  first: number | null;
  lead: null | (Laid & { seat: number });
  /** The ranks that are laizi, in the order in which they were turned. */
  wilds: number[];
  /** The seats that carry too little for doubling. */
  short: number[];
  /** The highest call so far, 0 before there is one; 1 where nobody bids points. */
  base: number;
  multiplier: Multiplier;
  commitment: string;
  nonces: string[];
  decisions: Decision[];
  result: null | Result;
}

export interface Debt {
  payer: number;
  payee: number;
  /** A whole number or a fraction, such as "15" or "15/4". */
  points: string;
}

export interface Result {
  ending: "played" | "escape" | "void";
  outcomes: ("win" | "lose" | "draw" | "escape")[];
  debts: Debt[];
  order: number[];
  points: number[];
  penalty: null | [number, string];
  facts: Record<string, any>;
}

/** One event; which fields there are depends on `kind` (protocol section 4). */
export interface HandEvent {
  kind: string;
  seat: number;
  [field: string]: any;
}

export interface Frame {
  t: "ev";
  n: number;
  s: number;
  e: HandEvent[];
  d: Decision[];
}

export interface Name {
  name: string;
  bot: boolean;
  avatar: string;
  level: number;
  title: string;
  /** What the player wears for all to see. */
  look?: { name?: string };
  /** Props that change the hand for the player. */
  effects?: string[];
}

export interface Settled {
  changes: number[];
  rake: number[];
  balances: Record<string, number> | null;
  formula: Record<string, any> | null;
  level: Record<string, any> | null;
}

export interface LobbySeat extends Name {
  player: number | null;
  ready: boolean;
  show: boolean;
  /** when the seat is given up if nothing changes */
  until: number | null;
}

export interface LobbyTable {
  id: number;
  number: number;
  room: number;
  v: number;
  hand: string | null;
  seats: (LobbySeat | null)[];
}

export interface Room {
  id: number;
  /** the game's name, as in `View.game` */
  game: string;
  code: string;
  name: string;
  mode: string;
  seats: number;
  /** how many people are enough for a hand */
  fewest?: number;
  currency: "beans" | "coins" | null;
  coef_n: number;
  rake: number;
  initial: number;
  coef?: string;
  minimum: number;
  maximum: number | null;
  threshold: number | null;
}

/** A contest of which a round is played at the table, and where its reader stands; `over`: the round is. */
export interface Contest {
  id: number;
  name: string;
  round: number;
  final: boolean;
  board: number;
  boards: number;
  rank: number;
  of: number;
  /** how many go on; 0 in the final */
  cut: number;
  score: number | null;
  points: number;
  until: number;
  over: boolean;
}

export interface Boot {
  me: null | { id: number; name: string; avatar: string; guest: boolean; balances: Record<string, number> };
  room: Room;
  table: LobbyTable;
  seat: number | null;
  hand: string | null;
  /** the hand whose result I have not put away */
  last: string | null;
  /** where I stand in the contest that is played at this table */
  contest?: Contest | null;
  s: number;
}
