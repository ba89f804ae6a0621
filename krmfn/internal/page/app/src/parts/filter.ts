import { h, replace } from "../dom.ts";
import type { Source } from "../source.ts";
import { actions, type Joined, joined, states } from "./join.ts";

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
  let known: Joined | undefined, words: string[] = [], timer: ReturnType<typeof setTimeout> | undefined;
  const offered = h("datalist", { id: "filter-words" });
  /** A browser offers whole values: each is what is written, with one more word. */
  const offer = (): void => {
    const before = input.value.replace(/\S*$/, "");
    replace(offered, ...words.filter((word) => !before.split(" ").includes(word)).map((word) => h("option", { value: before + word })));
  };
  const set = (): void => {
    clearTimeout(timer);
    timer = undefined;
    change(input.value.trim());
  };
  const input = h("input", {
    type: "search", list: offered.id, placeholder: "Filter, for example stage=production failed 5.1.0", "aria-label": "Filter", autocomplete: "off", spellcheck: "false",
    title: "Words that all must have: a name, a state, a version, a label as key=value, application=, cluster=, kind=, version=. Press / to come here.",
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
      if (known === joined(source)) return;
      known = joined(source);
      words = wordsFor(source, known);
    },
  };
}

/** wordsFor are words that choose something. */
function wordsFor({ fleet }: Source, known: Joined): string[] {
  const groups = [...known.ofApplication.values()];
  const all = (key: string, values: Iterable<string | undefined>): string[] => [...new Set(values)].filter((value) => value).sort().slice(0, mostOffered).map((value) => `${key}${value}`);
  return [
    ...states.filter((state) => groups.some((group) => group.states.has(state))), ...actions.filter((action) => groups.some((group) => group.actions.has(action))),
    ...all("", fleet.clusters.flatMap((c) => Object.entries(c.labels).map(([key, value]) => `${key}=${value}`))),
    ...all("kind=", fleet.objects.map((o) => o.kind)), ...all("application=", fleet.applications.map((a) => a.name)),
    ...all("version=", fleet.applications.flatMap((a) => a.versions.map((v) => v.version))), ...all("cluster=", fleet.clusters.map((c) => c.name)),
  ];
}
