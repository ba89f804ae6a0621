// Runs the tests of the pages with node's own runner: "node test/run.mjs unit browser [words]". Words choose the files whose names have one
// of them; node gets the flags, for example --test-name-pattern. "node test/run.mjs screenshots", or bench, runs that program. Before that it
// bundles the tests, because node does not read TypeScript, and builds what those in a browser open.
import { execFileSync, spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const kinds = ["unit", "browser"];
const chosen = process.argv.slice(2).filter((word) => kinds.includes(word));
const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const words = process.argv.slice(2).filter((word) => !kinds.includes(word) && !flags.includes(word));
const built = here(`../node_modules/.tests/${process.pid}`); // node finds packages from there

async function testsOf(kind) {
  const names = (await readdir(here(kind))).filter((name) => name.endsWith(".test.ts"));
  return names.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).map((name) => `${kind}/${name}`);
}

async function bundle(files) {
  await build({
    entryPoints: files.map(here), outdir: built, outbase: here("."), bundle: true, packages: "external", platform: "node", target: "node18",
    format: "esm", outExtension: { ".js": ".mjs" }, sourcemap: true, charset: "utf8",
  });
  return files.map((file) => `${built}/${file.replace(/\.ts$/, ".mjs")}`);
}

// command builds the command, which writes reports with the page that is embedded now.
function command() {
  execFileSync("go", ["build", "-o", `${built}/fluxapp`, "./krmfn/cmd/fluxapp"], { cwd: here("../../../../.."), stdio: "inherit" });
  return `${built}/fluxapp`;
}

// site builds the playground.
function site() {
  execFileSync(process.execPath, ["build.mjs", "playground", built], { cwd: here(".."), stdio: "inherit" });
  return `${built}/playground.html`;
}

// programs are run alone.
const programs = ["screenshots", "bench"];
const program = programs.find((name) => name === process.argv[2]);
const files = program === undefined ? (await Promise.all(chosen.map(testsOf))).flat() : [`${program}.ts`];
if (files.length === 0) throw new Error(`no test of ${chosen} has one of these words in its name: ${words}`);
try {
  const scripts = await bundle(files), env = { ...process.env };
  if (program !== undefined || chosen.includes("browser")) env.FLUXAPP_COMMAND = command();
  if (program !== undefined || files.some((file) => /playground|editor/.test(file))) env.FLUXAPP_SITE = site();
  const args = ["--enable-source-maps", ...(program === undefined ? ["--test", "--test-concurrency=2", ...flags, "--test-reporter=spec"] : []), ...scripts];
  process.exitCode = spawnSync(process.execPath, args, { cwd: here(".."), env, stdio: "inherit" }).status ?? 1;
} finally {
  await rm(built, { recursive: true, force: true });
}
