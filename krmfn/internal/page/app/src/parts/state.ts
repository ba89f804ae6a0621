import type { StatusOfObject } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { age } from "./age.ts";
import { facts } from "./facts.ts";
import { stateBadge } from "./tones.ts";
import { cut } from "./value.ts";
import { oneLine, visible } from "./visible.ts";

/** stateSection tells the state of an object. */
export function stateSection(context: Context, object: StatusOfObject): HTMLElement {
  return h("section", { class: "state" },
    h("h3", {}, "State ", stateBadge(object.state), object.reason && ` ${oneLine(object.reason)}`),
    object.message && h("p", { class: "message" }, cut(visible(object.message))),
    facts([["Revision", object.revision && h("code", {}, oneLine(object.revision))], ["Since", since(context, object.since)], ["Differs in", differs(object.differs)]]));
}

function since(context: Context, time: string | undefined): HTMLElement | undefined {
  if (time === undefined) return undefined;
  const old = age(time, context.source.about.now);
  return h("time", { datetime: time }, old === undefined ? oneLine(time) : `${oneLine(time)} (${old} ago)`);
}

/** differs lists the fields that the cluster has in another way than they are rendered. */
function differs(paths: readonly string[] | undefined): HTMLElement | undefined {
  return paths?.length ? h("ul", { class: "paths" }, ...paths.map((path) => h("li", {}, h("code", {}, oneLine(path))))) : undefined;
}
