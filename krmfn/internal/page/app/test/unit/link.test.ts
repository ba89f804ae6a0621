import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode, take } from "../../src/playground/link.ts";

test("a link brings back the files", async () => {
  const files = [{ name: "app.yaml", text: "a: ä 😀\r\n" }, { name: "sub/b.yaml", text: "" }];
  const text = await encode(files);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await decode(text), files);
});

test("a damaged or hostile link is told", async () => {
  const deflated = async (json: string): Promise<string> => {
    const bytes = new Uint8Array(await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return Buffer.from(bytes).toString("base64url");
  };
  const good = await encode([{ name: "a.yaml", text: "a: 1" }]);
  for (const text of ["", "%00", "AAAA", good.slice(0, -3), `${good}=!`]) await assert.rejects(decode(text), /damaged/, text);
  for (const json of ["", "{}", "[]", "[[1,2]]", '[["a"]]', '{"__proto__":[["a","b"]]}']) await assert.rejects(decode(await deflated(json)), /no files/, json);
  await assert.rejects(decode(await deflated(JSON.stringify([["a", "a".repeat(9 << 20)]]))), /more text than/);
});

test("the files of a fragment, and the rest", () => {
  assert.deepEqual(take("#files=abc"), { files: "abc", rest: "#" });
  assert.deepEqual(take("#objects?kind=HelmRelease&files=abc&object=1"), { files: "abc", rest: "#objects?kind=HelmRelease&object=1" });
  assert.deepEqual(take("#objects?files=abc&object=1"), { files: "abc", rest: "#objects?object=1" });
  assert.deepEqual(take("#objects?files=abc"), { files: "abc", rest: "#objects" });
  assert.deepEqual(take("#objects?object=1"), { rest: "#objects?object=1" });
  assert.deepEqual(take(""), { rest: "" });
});
