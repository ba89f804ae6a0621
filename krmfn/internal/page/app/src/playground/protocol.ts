// What the page and its worker send each other.
import type { Pieces } from "./pieces.ts";

/** Early is what the first script of the page leaves to the other one: the first worker, how another one begins, and that the renderer comes. */
export interface Early {
  first: Worker;
  begin(): Worker;
  coming: Promise<unknown>;
}

/** Start gives a new worker the renderer as gzip: its address, or itself in base64. */
export type Start = { address: string } | { packed: string };

export interface Request {
  id: number;
  method: string;
  /** JSON. */
  body: string;
}

export type Message =
  | { coming: true } // the file of the renderer
  /** The renderer has ended, or could not start. */
  | { ended: string }
  | Answer;

export interface Answer {
  id: number;
  /** How many texts the worker had loaded when it answered. */
  revision: number;
  /** What the answer took, in milliseconds. */
  took: number;
  /** The answer as JSON; a large one in pieces. */
  body: string | Pieces;
}
