import { h, replace } from "../dom.ts";
import type { Source } from "../source.ts";
import { actions, type Item, itemsOf, states } from "./item.ts";
import { wordOf } from "./words.ts";

/** FilterBox is the box with the words that choose what is shown. It is made once, so that typing never loses it. */
export interface FilterBox {
  readonly element: HTMLElement;
  /** Shows a filter, and offers words of a source. */
  update(source: Source, filter: string): void;
  focus(): void;
}

/** pause is how long somebody stops typing before the tables follow, in milliseconds. */
const pause = 120;

/** mostOffered is how many words of a kind are offered: a list of a thousand helps nobody. */
const mostOffered = 100;

/** filterBox calls change with what somebody has written. */
export function filterBox(change: (filter: string) => void): FilterBox {
  let known: readonly Item[] | undefined, words: string[] = [], timer: ReturnType<typeof setTimeout> | undefined;
  const offered = h("datalist", { id: "filter-words" });
  /** A browser offers whole values: each is what is written, with one more word. */
  const offer = (): void => {
    const before = input.value.replace(/"[^"]*$|\S*$/, "");
    replace(offered, ...words.filter((word) => !before.split(" ").includes(word)).map((word) => h("option", { value: before + word })));
  };
  const set = (): void => {
    clearTimeout(timer);
    timer = undefined;
    change(input.value.trim());
  };
  const input = h("input", {
    type: "search", list: offered.id, placeholder: "Filter, for example stage=production failed !5.1.0", "aria-label": "Filter", autocomplete: "off", spellcheck: "false",
    title: "Words that all must have: a name, a state, odd, a label as key=value, application=, cluster=, kind=, version=; ! turns a word round, !label is for clusters without the label, and \"quotes\" hold blanks. Press / to come here.",
    focus: offer,
    input: () => {
      clearTimeout(timer);
      timer = setTimeout(set, pause);
      if (/\s$|^$/.test(input.value)) offer();
    },
    change: set,
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" || input.value === "") return;
      event.preventDefault();
      input.value = "";
      set();
    },
  });
  return {
    element: h("div", { class: "filter", role: "search", "aria-label": "Filter" }, input, offered),
    focus: () => input.focus(),
    update: (source, filter) => {
      if (timer === undefined && input.value.trim() !== filter) input.value = filter; // else somebody has just written another one
      if (known === itemsOf(source)) return;
      known = itemsOf(source);
      words = wordsFor(source, known);
    },
  };
}

/** wordsFor are words that choose something. */
function wordsFor({ fleet }: Source, items: readonly Item[]): string[] {
  const all = (key: string, values: Iterable<string | undefined>): string[] => [...new Set(values)].filter((value) => value !== undefined && value !== "").sort().slice(0, mostOffered).map((value) => wordOf(key, value!));
  const is = new Set(items.flatMap(({ state, change }) => [state?.state, change?.action])), labels = new Map<string, Set<string>>();
  for (const { labels: of } of fleet.clusters) for (const [key, value] of Object.entries(of)) labels.set(key, (labels.get(key) ?? new Set()).add(value));
  return [
    ...[...states, ...actions].filter((name, i, names) => is.has(name) && names.indexOf(name) === i), ...(items.some((item) => item.odd) ? ["odd"] : []),
    ...[...labels].flatMap(([key, values]) => all(key, values)).slice(0, mostOffered), ...all("kind", items.map(({ id }) => id.kind)), ...all("application", fleet.applications.map((a) => a.name)),
    ...all("version", items.map(({ now }) => now?.version)), ...all("cluster", fleet.clusters.map((c) => c.name)),
  ];
}
