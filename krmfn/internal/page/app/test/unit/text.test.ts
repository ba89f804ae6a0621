import assert from "node:assert/strict";
import { test } from "node:test";
import { isDocument, readText } from "../../src/playground/text.ts";

test("files that are text, and others", async () => {
  const bytes = (...b: number[]): Blob => new Blob([new Uint8Array(b)]);
  assert.deepEqual(await readText(new Blob(["a: ä"])), { text: "a: ä" });
  assert.deepEqual(await readText(bytes(0xff, 0xfe, 0x61, 0, 0x3a, 0)), { text: "a:" });
  assert.deepEqual(await readText(bytes(0xef, 0xbb, 0xbf, 0x61)), { text: "a" });
  assert.match(JSON.stringify(await readText(bytes(0x61, 0, 0x62))), /NUL/);
  assert.match(JSON.stringify(await readText(bytes(0xc3, 0x28))), /not text in UTF-8/);
  assert.match(JSON.stringify(await readText(new Blob([new Uint8Array((16 << 20) + 1)]))), /larger than 16 MB/);
});

test("names of documents", () => {
  for (const name of ["a.yaml", "b.YML", "c/d.json"]) assert.ok(isDocument(name));
  for (const name of ["README.md", "yaml", "a.yaml.bak"]) assert.ok(!isDocument(name));
});
