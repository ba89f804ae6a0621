import assert from "node:assert/strict";
import { test } from "node:test";
import { type Input, Live } from "../../src/playground/live.ts";
import type { Renderer } from "../../src/playground/renderer.ts";

test("of documents that have errors, neither changes nor states are asked for", async () => {
  const asked: string[] = [], told: string[] = [];
  for (const refused of [true, false]) {
    const answers: Record<string, string> = {
      load: JSON.stringify({ applications: [], clusters: [], objects: [], findings: [], fixes: [], refused }), changes: '{"error":"unused"}', status: '{"error":"unused"}',
    };
    const renderer = {
      ask: async (method: string) => {
        asked.push(method);
        return { id: 1, body: answers[method]!, took: 1 };
      },
    } as unknown as Renderer;
    const input: Input = {
      files: [], options: { namespace: "", fluxVersion: "", strict: false }, base: { title: "base", files: [] }, observed: [{ server: "", file: "hub.yaml", text: "", before: false }],
    };
    await new Promise<void>((resolve) => {
      const state = (busy: boolean, text = ""): void => {
        if (!busy) told.push(text), resolve();
      };
      new Live(renderer, () => input, { state, findings: () => undefined }).update();
    });
  }
  assert.deepEqual(asked, ["load", "load", "changes", "status"]);
  assert.deepEqual(told, ["Nothing is rendered: correct the errors first.", "unused"]);
});
