import { show } from "../page.ts";
import { embedded } from "./source.ts";

/** main shows the page. The tables that need no scripts stay until it is there, and for good in a browser that is too old for it. */
async function main(root: HTMLElement): Promise<void> {
  show(await embedded(), root);
  root.hidden = false;
  document.getElementById("static")?.remove();
}

const app = document.getElementById("app");
if (app !== null) void main(app);
