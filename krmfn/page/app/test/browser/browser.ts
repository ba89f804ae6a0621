// What all tests in a browser use: a Chromium for each file of tests, and pages that are watched for what a page must never do.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

// quiet keeps Chromium from asking its maker for anything: what leaves is of the page.
const quiet = [
  "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND",
];

let started: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: chromiumPath(), args: quiet, chromiumSandbox: false });
  return started;
}

after(async () => (await started)?.close());

/** chromiumPath returns the program on the PATH. */
function chromiumPath(): string {
  return execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
}

let folder: string | undefined;

/** temporary returns the name of a file in a folder that is removed after the tests of this file. */
export function temporary(name: string): string {
  folder ??= mkdtempSync(join(tmpdir(), "fluxapp-page-"));
  return join(folder, name);
}

after(() => folder !== undefined && rmSync(folder, { recursive: true }));

/** Watched is a page, and what must be empty when its test ends. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors of the console, exceptions, and breaches of the page's own policy. A test that expects some takes them away. */
  errors: string[];
}

/** open shows a file in a page of its own profile, runs a test with it, and asserts that nothing left it, failed or ran. */
export async function open(file: string, options: BrowserContextOptions, run: (watched: Watched) => Promise<void>, fragment = ""): Promise<void> {
  const context = await (await browser()).newContext(options);
  const address = pathToFileURL(file).href;
  const errors: string[] = [], left: string[] = [], dialogs: string[] = [];
  const watch = (page: Page): void => {
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("websocket", (socket) => left.push(socket.url()));
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  };
  context.on("page", watch);
  context.on("request", (request) => {
    if (!mayLoad(request.url(), address)) left.push(request.url());
  });
  try {
    const page = await context.newPage();
    await page.goto(address + fragment);
    await run({ page, context, errors });
    assert.deepEqual(left, [], "no request leaves the page");
    assert.deepEqual(dialogs, [], "no dialog is shown");
    assert.deepEqual(errors, [], "no error happens");
  } finally {
    await context.close();
  }
}

/** mayLoad tells whether an address is that of the file itself, or of what the page has made. */
function mayLoad(url: string, file: string): boolean {
  return url.split("#")[0] === file || url.startsWith("blob:") || url.startsWith("data:");
}
