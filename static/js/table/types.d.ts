/** The shapes of the wire (docs/protocol.md, docs/lobby-protocol.md) that the table's modules share. */

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
  phase: "opening" | "deal" | "bid" | "call" | "rob" | "double" | "play" | "over";
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
  code: string;
  name: string;
  mode: string;
  seats: number;
  currency: "beans" | "coins" | null;
  coef_n: number;
  rake: number;
  initial: number;
  coef?: string;
  minimum: number;
  maximum: number | null;
  threshold: number | null;
}

export interface Boot {
  me: null | { id: number; name: string; avatar: string; guest: boolean; balances: Record<string, number> };
  room: Room;
  table: LobbyTable;
  seat: number | null;
  hand: string | null;
  /** the hand whose result I have not put away */
  last: string | null;
  s: number;
}
