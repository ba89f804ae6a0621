import type { BrowserContextOptions } from "playwright-core";

import { open, type Watched } from "./browser.ts";
import { rendered, site } from "./site.ts";

/** play opens the playground, waits until it has rendered, and runs a test with it. */
export async function play(run: (watched: Watched) => Promise<void>, options: BrowserContextOptions = {}, fragment = ""): Promise<void> {
  await open(site(), options, async (watched) => {
    await rendered(watched.page);
    await run(watched);
  }, fragment);
}
