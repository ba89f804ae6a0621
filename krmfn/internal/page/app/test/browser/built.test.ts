import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";

import { appFolder } from "./command.ts";
import { temporary } from "./temporary.ts";

test("the page in the repository is what its sources build", () => {
  const file = temporary("report.html");
  execFileSync(process.execPath, ["build.mjs", "report", file], { cwd: appFolder });
  const built = readFileSync(file), committed = readFileSync(join(appFolder, "../report.html"));
  assert.ok(built.equals(committed), "krmfn/internal/page/report.html is older than its sources; run make page");
  const size = gzipSync(built, { level: 9 }).length;
  assert.ok(size <= 250 << 10, `the page has ${size} bytes as gzip; the command carries it`);
});
