import { show } from "../page.ts";
import { embedded } from "./source.ts";

const app = document.getElementById("app");
if (app !== null) {
  show(embedded(), app);
  app.hidden = false;
  document.getElementById("static")?.remove();
}
