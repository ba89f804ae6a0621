// What all tests in a browser use: a Chromium for each file of tests, and pages that are watched for what a page must never do.
import assert from "node:assert/strict";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import { launch } from "./chromium.ts";
import { patience } from "./eventually.ts";

let started: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  started ??= launch();
  return started;
}

after(async () => (await started)?.close());

/** Watched is a page, and what must be empty when its test ends. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors of the console, exceptions, and breaches of the page's own policy. A test that expects some takes them away. */
  errors: string[];
  /** The dialogs of the browser, which a test takes away like errors. Pages are closed whatever they say to that. */
  dialogs: string[];
}

/** open shows a file, or what is at an address, in a page of its own profile, runs a test with it, and asserts that nothing left it, failed or ran. */
export async function open(file: string, options: BrowserContextOptions, run: (watched: Watched) => Promise<void>, fragment = ""): Promise<void> {
  const context = await (await browser()).newContext(options);
  context.setDefaultTimeout(patience);
  const address = file.startsWith("http:") ? file : pathToFileURL(file).href;
  const errors: string[] = [], left: string[] = [], dialogs: string[] = [];
  const watch = (page: Page): void => {
    page.on("pageerror", (error) => errors.push(error.stack || `${error.name}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && errors.push(`${message.text()} (${message.location().url}:${message.location().lineNumber})`));
    page.on("websocket", (socket) => left.push(socket.url()));
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void (dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss());
    });
  };
  context.on("page", watch);
  context.on("request", (request) => {
    if (!mayLoad(request.url(), address)) left.push(request.url());
  });
  const show = async (): Promise<void> => {
    const page = await context.newPage();
    await page.goto(address + fragment);
    await run({ page, context, errors, dialogs });
  };
  try {
    await ended(show());
    assert.deepEqual(left, [], "no request leaves the page");
    assert.deepEqual(dialogs, [], "no dialog is shown");
    assert.deepEqual(errors, [], "no error happens");
  } finally {
    await context.close();
  }
}

/** limit is how long a test may take on a busy machine, in milliseconds. It ends those that hang. */
const limit = 5 * 60_000;

/** ended waits for the end of a test, or for the limit. */
async function ended(test: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the test has not ended after ${limit / 1000} seconds`)), limit);
  });
  try {
    await Promise.race([test, hangs]);
  } finally {
    clearTimeout(timer);
  }
}

/** mayLoad tells whether an address is that of the file itself, or beside it on a server, or of what the page has made. */
function mayLoad(url: string, file: string): boolean {
  return url.split("#")[0] === file || (file.startsWith("http:") && url.startsWith(file)) || url.startsWith("blob:") || url.startsWith("data:");
}
