import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const files = (readdirSync("src", { recursive: true }) as string[]).filter((name) => name.endsWith(".css"));

test("text has one of four sizes", () => {
  const declared: string[] = [];
  for (const file of files) {
    for (const [, property, value = ""] of readFileSync(`src/${file}`, "utf8").matchAll(/(?:[{;]\s*)(font(?:-size)?|--[a-z]+): ([^;}]+)/g)) {
      if (property!.startsWith("--")) {
        if (file === "tokens.css" && value.endsWith("rem") && /tiny|small|normal|title|text|size/.test(property!)) declared.push(property!);
      } else if (value !== "inherit") assert.match(value, /^(?:\d+ )?var\(--(?:tiny|small|normal|title)\)/, `${file}: ${property}: ${value}`);
    }
  }
  assert.deepEqual(declared, ["--tiny", "--small", "--normal", "--title"]);
  assert.ok(files.length > 10);
});
