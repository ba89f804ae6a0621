// What the page and its worker send each other.
import type { Pieces } from "./pieces.ts";

/** Start gives a new worker the renderer: as gzip in base64 once, and compiled when a worker is started again. */
export type Start = { packed: string } | { module: WebAssembly.Module };

export interface Request {
  id: number;
  method: string;
  /** JSON. */
  body: string;
}

export type Message =
  | { ready: WebAssembly.Module }
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
