/** What the view of a hand of mahjong has beside every game's (docs/protocol.md 10). */

import type { SeatView as AnySeat, View as AnyView } from "@app/table/types";

export interface Meld {
  kind: "chow" | "pung" | "melded" | "added" | "concealed";
  tiles: number[] | null;
  taken: number | null;
  from: number | null;
}

/** A face that completes a hand, and what it wins by discard and self-drawn. */
export interface Wait {
  face: number;
  fan: number | null;
  self: number | null;
}

export interface Risk {
  face: number;
  payee: number;
  cause: string;
}

export interface Score {
  fan: number;
  items: [string, number][];
}

export interface Win extends Score {
  seat: number;
  tile: number;
  from: number | null;
  shares: [number, number][];
  cause: string | null;
}

export interface SeatView extends AnySeat {
  wind: number | null;
  tiles: number[] | null;
  melds: Meld[];
  river: { tile: number; drawn: boolean }[];
  passed: number[];
  locked: number[] | null;
  waits: Wait[] | null;
  /** My own in the open window, and whether the system gave it. */
  answer: { choice: string; auto: boolean } | null;
}

export interface View extends Omit<AnyView, "seats" | "rules"> {
  rules: { minimum: number; limit: number; big_liability: boolean; fans: Record<string, number | null> };
  seats: SeatView[];
  dealer: number | null;
  east: number | null;
  round_wind: number;
  hand: number;
  again: number;
  wall: number;
  turn: number | null;
  drawn: { tile: number | null; replacement: boolean } | null;
  last: number | null;
  adding: { seat: number; tile: number } | null;
  liable: { payer: number; payee: number; cause: string }[];
}
