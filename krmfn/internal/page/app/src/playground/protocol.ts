// What the page and its worker send each other.
import type { Pieces } from "./pieces.ts";

/** Early is what the first script of the page leaves to the other one: the first worker, and how another one begins. */
export interface Early {
  first: Worker;
  begin(): Worker;
}

/** Start gives a new worker the renderer as gzip: its address, or itself in base64. */
export type Start = { address: string } | { packed: string };

export interface Request {
  id: number;
  method: string;
  /** JSON. */
  body: string;
}

export interface Answer {
  id: number;
  /** What the answer took, in milliseconds. */
  took: number;
  /** The answer as JSON; a large one in pieces. */
  body: string | Pieces;
}

/** Message is an answer, or why the renderer has ended or could not start. */
export type Message = Answer | { ended: string };
