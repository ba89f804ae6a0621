// The page's side of the worker: it asks, and starts the worker again when that has ended.

import { type Pieces } from "./pieces.ts";
import type { Answer, Early, Message, Request } from "./protocol.ts";

declare const early: Early;

export interface Reply {
  body: string | Pieces;
  revision: number;
  took: number;
}

/** Ended is why a request has no answer: its worker has ended. */
export class Ended extends Error {}

interface Waiting {
  resolve(reply: Reply): void;
  reject(problem: Error): void;
}

export class Renderer {
  private worker: Worker | undefined;
  private first: Worker | undefined = early.first;
  private waiting = new Map<number, Waiting>();
  private requests = 0;

  ask(method: string, request: unknown): Promise<Reply> {
    this.worker ??= this.start();
    const message: Request = { id: ++this.requests, method, body: JSON.stringify(request) };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { resolve, reject });
      this.worker?.postMessage(message);
    });
  }

  /** stop ends the worker; the next request starts another one. What was asked has no answer. */
  stop(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of waiting) request.reject(new Ended(why));
  }

  /** start starts a worker, before anybody asks. */
  start(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = this.first ?? early.begin();
    this.first = undefined;
    worker.addEventListener("message", (event: MessageEvent<Message>) => this.receive(worker, event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is told
      this.ended(worker, event.message || "its worker cannot run");
    });
    this.worker = worker;
    return worker;
  }

  private receive(worker: Worker, message: Message): void {
    if (worker !== this.worker) return;
    if ("ended" in message) this.ended(worker, message.ended);
    else if ("id" in message) this.answer(message);
  }

  private answer(message: Answer): void {
    const request = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    request?.resolve(message);
  }

  private ended(worker: Worker, why: string): void {
    if (worker === this.worker) this.stop(why);
  }
}
