// How Chromium is started.
import { execFileSync } from "node:child_process";
import { chromium, type Browser } from "playwright-core";

// quiet keeps Chromium from asking its maker for anything: what leaves is of the page, and reaches this machine only.
const quiet = [
  "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** launch starts the Chromium of the PATH, without windows and without a network. */
export function launch(): Promise<Browser> {
  const executablePath = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  return chromium.launch({ executablePath, args: quiet, chromiumSandbox: false });
}
