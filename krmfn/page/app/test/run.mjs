// Runs the tests of the pages with node's own runner: "node test/run.mjs unit browser [words]". Words choose the files whose names have one
// of them. The tests are bundled first, because node does not read TypeScript.
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;
const kinds = ["unit", "browser"];
const chosen = process.argv.slice(2).filter((word) => kinds.includes(word));
const words = process.argv.slice(2).filter((word) => !kinds.includes(word));
const built = here("../node_modules/.tests"); // node finds packages from there

const files = [];
for (const kind of chosen) {
  const names = (await readdir(here(kind))).filter((name) => name.endsWith(".test.ts"));
  files.push(...names.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).map((name) => `${kind}/${name}`));
}
if (files.length === 0) throw new Error(`no test has one of ${words} in its name`);

await rm(built, { recursive: true, force: true });
await build({
  entryPoints: files.map(here), outdir: built, outbase: here("."), bundle: true, packages: "external", platform: "node", target: "node18",
  format: "esm", outExtension: { ".js": ".mjs" }, sourcemap: true, charset: "utf8",
});
const tests = files.map((file) => `${built}/${file.replace(/\.ts$/, ".mjs")}`);
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...tests], { stdio: "inherit" });
process.exitCode = run.status ?? 1;
