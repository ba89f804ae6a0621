// The page's side of the worker: it asks, and starts the worker again when that has ended.

import type { Answer, Early, Message, Request } from "./protocol.ts";

declare const early: Early;

/** Ended is why a request has no answer: its worker has ended. */
export class Ended extends Error {}

export class Renderer {
  private worker: Worker | undefined;
  private first: Worker | undefined = early.first;
  private waiting = new Map<number, { resolve(answer: Answer): void; reject(problem: Error): void }>();
  private requests = 0;

  ask(method: string, request: unknown): Promise<Answer> {
    const worker = (this.worker ??= this.start()), message: Request = { id: ++this.requests, method, body: JSON.stringify(request) };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { resolve, reject });
      worker.postMessage(message);
    });
  }

  /** stop ends the worker; the next request starts another one. What was asked has no answer. */
  stop(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Ended(why));
  }

  private start(): Worker {
    const worker = this.first ?? early.begin();
    this.first = undefined;
    const ended = (why: string): void => {
      if (worker === this.worker) this.stop(why);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if ("ended" in data) return ended(data.ended);
      this.waiting.get(data.id)?.resolve(data);
      this.waiting.delete(data.id);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is told
      ended(event.message || "its worker cannot run");
    });
    return worker;
  }
}
