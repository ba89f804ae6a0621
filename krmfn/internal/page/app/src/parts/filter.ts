import { h, replace } from "../dom.ts";
import { type Filter, filters, type Route } from "../route.ts";
import type { Source } from "../source.ts";
import { actions, type Joined, joined, states } from "./join.ts";
import { filtersOf } from "./match.ts";

/** FilterBar is the row of fields that choose what the tables show. It is made once, so that typing never loses its field. */
export interface FilterBar {
  readonly element: HTMLElement;
  /** Shows the filters of a route, with the options of a source. */
  update(source: Source, route: Route): void;
  /** Puts the focus into the first field. */
  focus(): void;
}

/** Change is called with other filters; while somebody types, with typing as true. */
type Change = (filter: Route["filter"], typing: boolean) => void;

const titles: Record<Filter, string> = {
  search: "Search", application: "Application", cluster: "Cluster", label: "Label", kind: "Kind", state: "State", action: "Change", severity: "Severity",
};

/** These have many values, so that people type a part of one. */
const typed: readonly Filter[] = ["application", "cluster", "label"];

/** pause is how long somebody stops typing before the tables follow, in milliseconds. */
const pause = 120;

interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement | HTMLSelectElement;
  readonly options?: HTMLElement;
  /** The values that it offers, one a line; a field that offers none is hidden. */
  offered?: string;
}

export function filterBar(change: Change): FilterBar {
  let route: Route = { view: "", filter: {} };
  let options: { known: Joined; view: string } | undefined;
  const set = (name: Filter, value: string, typing: boolean): void => {
    if (value !== (route.filter[name] ?? "")) change({ ...route.filter, [name]: value || undefined }, typing);
  };
  const fields = new Map(filters.map((name) => [name, field(name, (value, typing) => set(name, value, typing))]));
  const chips = h("div", { class: "chips" });
  const more = h("button", { type: "button", class: "button toggle", "aria-expanded": "false", click: () => open(more.getAttribute("aria-expanded") !== "true") }, "Filters");
  const element = h("div", { class: "filters", role: "search", "aria-label": "Filter" });
  const open = (on: boolean): void => {
    more.setAttribute("aria-expanded", String(on));
    element.classList.toggle("open", on);
  };
  // That is the search, where a view has one.
  const focusFirst = (): void => [...fields.values()].find((f) => !f.element.hidden)?.input.focus();
  const [first, ...rest] = [...fields.values()].map((f) => f.element);
  replace(element, h("div", { class: "fields" }, first, more, ...rest), chips);
  return {
    element,
    focus: focusFirst,
    update: (source, next) => {
      route = next;
      const applies = filtersOf[route.view] ?? [];
      const known = joined(source);
      if (options?.known !== known || options.view !== route.view) {
        options = { known, view: route.view };
        for (const [name, f] of fields) fillOptions(f, name, optionsOf(source, route.view, name));
      }
      const active = applies.filter((name) => route.filter[name]);
      for (const [name, f] of fields) {
        const value = route.filter[name] ?? "";
        if (f.input instanceof HTMLSelectElement) offer(f.input, value);
        if (f.input.value !== value && f.input !== document.activeElement) f.input.value = value;
        f.element.hidden = !applies.includes(name) || (value === "" && name !== "search" && !f.offered);
        f.element.classList.toggle("set", value !== "");
      }
      const inMore = active.filter((name) => name !== "search").length;
      replace(more, inMore > 0 ? `Filters (${inMore})` : "Filters");
      more.hidden = rest.every((f) => f.hidden);
      element.hidden = applies.length === 0;
      drawChips(chips, active, route, set, () => change(without(route.filter, applies), false), focusFirst);
    },
  };
}

function without(filter: Route["filter"], names: readonly Filter[]): Route["filter"] {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name as Filter)));
}

function field(name: Filter, set: (value: string, typing: boolean) => void): Field {
  if (name === "search") {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const input = h("input", {
      type: "search", placeholder: "Search", "aria-label": "Search", autocomplete: "off", spellcheck: "false", title: "Press / to come here",
      input: () => {
        clearTimeout(timer);
        timer = setTimeout(() => set(input.value.trim(), true), pause);
      },
      keydown: (event: KeyboardEvent) => {
        if (event.key === "Escape" && input.value !== "") {
          event.stopPropagation();
          input.value = "";
          set("", true);
        }
      },
    });
    return { element: h("label", { class: "field search" }, input), input };
  }
  if (typed.includes(name)) {
    const options = h("datalist", { id: `filter-${name}` });
    const isOption = (value: string): boolean => [...options.children].some((option) => (option as HTMLOptionElement).value === value);
    const input = h("input", {
      list: options.id, autocomplete: "off", spellcheck: "false", placeholder: "any", size: 12,
      // A value from the list counts at once, and one that is typed when it is complete.
      input: () => (input.value === "" || isOption(input.value)) && set(input.value, true),
      change: () => set(input.value.trim(), false),
    });
    return { element: h("label", { class: "field" }, h("span", {}, titles[name]), input, options), input, options };
  }
  const input = h("select", { change: () => set(input.value, false) });
  return { element: h("label", { class: "field" }, h("span", {}, titles[name]), input), input };
}

function fillOptions(f: Field, name: Filter, values: string[]): void {
  const offered = values.join("\n");
  // While somebody edits documents, most changes do not touch the thousand names of clusters.
  if (name === "search" || f.offered === offered) return;
  f.offered = offered;
  if (f.options) replace(f.options, ...values.map((value) => h("option", { value })));
  else replace(f.input, h("option", { value: "" }, "any"), ...values.map((value) => h("option", { value }, value)));
}

/** offer lets a select show a value that nothing has now: a link may have it. */
function offer(select: HTMLSelectElement, value: string): void {
  if ([...select.options].every((option) => option.value !== value)) select.append(h("option", { value }, value));
}

/** optionsOf are the values that a filter can have. */
function optionsOf(source: Source, view: string, name: Filter): string[] {
  const { fleet } = source;
  const known = joined(source);
  const present = <Value extends string>(all: readonly Value[], has: (value: Value) => boolean): Value[] => all.filter(has);
  switch (name) {
    case "search": return [];
    case "application": return fleet.applications.map((a) => a.name);
    case "cluster": return fleet.clusters.map((c) => c.name);
    case "label": return [...new Set(fleet.clusters.flatMap((c) => Object.entries(c.labels).map(([key, value]) => `${key}=${value}`)))].sort();
    case "kind": return [...new Set(view === "applications" ? fleet.applications.map((a) => a.workload) : fleet.objects.map((o) => o.kind))].filter((kind) => kind).sort();
    case "state": return present(states, (state) => [...known.ofApplication.values()].some((group) => group.states.has(state)));
    case "action": return present(actions, (action) => [...known.ofApplication.values()].some((group) => group.actions.has(action)));
    case "severity": return present(["error", "warning", "info"], (severity) => fleet.findings.some((f) => f.severity === severity));
  }
}

/** drawChips shows the filters that are set. When the focus is on one that goes, it comes to the next one, or to what gets it then. */
function drawChips(element: HTMLElement, active: Filter[], route: Route, set: (name: Filter, value: string, typing: boolean) => void, clear: () => void, focus: () => void): void {
  const drawn = JSON.stringify(active.map((name) => [name, route.filter[name]]));
  if (element.dataset["drawn"] === drawn) return;
  element.dataset["drawn"] = drawn;
  const at = [...element.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
  element.hidden = active.length === 0;
  replace(element, ...active.map((name) => h("span", { class: "chip" },
    h("span", {}, `${titles[name]}: `), h("bdi", {}, route.filter[name]),
    h("button", { type: "button", "aria-label": `Remove the filter ${titles[name]}: ${route.filter[name]}`, click: () => set(name, "", false) }, "\u00d7"),
  )), active.length > 0 && h("button", { type: "button", class: "clear", click: clear }, "Clear all"));
  if (at < 0) return;
  const left = element.querySelectorAll<HTMLElement>(".chip button"), next = left[Math.min(at, left.length - 1)];
  if (next) next.focus();
  else focus();
}
