// Each link of a report shows what its text says: in 200 random fleets, compared with what is true of them. To follow a link costs a navigation:
// of most fleets each sixth link is followed, and of each tenth fleet all.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";

import { open } from "./browser.ts";
import { type Case, caseOf } from "./cases.ts";
import { Random } from "./random.ts";
import { type Chosen, choose, oddOf, shown, type Side, type Test, type Thing } from "./truth.ts";

const fleets = Number(process.env["FLEETS"] ?? 200), firstFleet = Number(process.env["FLEET"] ?? 0);

/** Link is a link with where it is: the heading of its part, and in a table those of its row and its column. */
interface Link {
  href: string;
  text: string;
  part: string;
  row: string;
  column: string;
  /** The class of what it is in, and the text behind it. */
  within: string;
  after: string;
}

/** Shown is what the page shows of a route. */
interface Shown {
  view: string;
  tabs: Record<string, number>;
  /** The first cells of the rows, and which of these leave. */
  names: string[];
  left: string[];
  rows: number;
  /** Of changes: what happens, and to how many. */
  groups: [action: string, count: number][];
  panel: string;
  links: Link[];
}

/** show shows routes, one after the other, and reads the page. It runs in the page. */
async function show(routes: readonly string[]): Promise<Shown[]> {
  const text = (element: Element | null | undefined): string => (element?.textContent ?? "").trim();
  const all = <T>(selector: string, read: (element: HTMLElement) => T): T[] => [...document.querySelectorAll<HTMLElement>(selector)].map(read);
  const number = (words: string): number => Number(words.replaceAll(",", ""));
  const nameOf = (th: Element | null | undefined): string => text(th?.querySelector("th a, :scope > a") ?? th?.firstElementChild ?? th).replace(/ (gone|leaves)$/, "");
  const behind = (node: Node | null | undefined): string => (node instanceof Text ? node.data + behind(node.nextSibling) : "");
  const linkOf = (a: HTMLElement): Link => {
    const cell = a.closest<HTMLTableCellElement>("td, th"), table = a.closest("table"), grid = table?.getAttribute("role") === "grid", head = table?.querySelectorAll("thead tr > *")[cell?.cellIndex ?? -1];
    return {
      href: a.getAttribute("href") ?? "", text: text(a), part: a.closest(".headline") ? "headline" : a.closest("nav") ? "tabs" : grid ? "matrix" : table?.className || text(a.closest("section")?.querySelector("h3")),
      row: nameOf(a.closest("tbody tr")?.querySelector("th")), column: a.classList.contains("box") ? cell?.dataset["wave"] ?? "" : head?.querySelector<HTMLElement>(".application")?.title.split("\n")[0] ?? text(head),
      within: a.parentElement?.className ?? "", after: behind(a.nextSibling ?? a.closest("b")?.nextSibling),
    };
  };
  const read = (): Shown => ({
    view: text(document.querySelector("nav [aria-current]")?.firstChild as Element), tabs: Object.fromEntries(all("nav a", (a) => [a.firstChild?.textContent ?? "", number(text(a.querySelector(".count")))])),
    names: all(".content tbody tr[data-row] > th[scope=row]", nameOf), left: all(".content tbody tr[data-row] > th[scope=row]:has(.badge)", nameOf),
    rows: number(document.querySelector(".content [role=grid]")?.getAttribute("aria-rowcount") ?? "1") - 1,
    groups: all(".content .group > summary h3", (h3) => [text(h3.querySelector(".badge")), number(/^[\d,]+(?= )/.exec(text(h3.querySelector(".badge + span")))?.[0] ?? "1")]),
    panel: text(document.querySelector(".side:not([hidden]) h2")), links: all(".headline a, nav a, .content a[href^='#']", linkOf),
  });
  const results: Shown[] = [];
  document.documentElement.style.visibility = "hidden"; // to paint would take most of the time
  for (const route of routes) {
    if (location.hash !== route) {
      await new Promise<unknown>((changed) => {
        addEventListener("hashchange", changed, { once: true });
        location.hash = route;
      });
    }
    do await new Promise((drawn) => setTimeout(drawn)); while (document.querySelector(".content [aria-busy], .side[aria-busy]"));
    results.push(read());
  }
  return results;
}

const list = (names: readonly string[]): string[] => [...names].sort();
/** Expected is what a link must show. */
interface Expected {
  view: string;
  chosen: Chosen;
  /** The numbers in its text, and what they should be. */
  numbers: [said: number, is: number][];
  /** The title of the panel. */
  panel?: string;
}

/** expectedOf tells what a link must show, from its text and its place; base are the words of the page that it is on, and others those but for the stage. */
function expectedOf({ things, status }: Case, base: Test, others: Test, link: Link): Expected | undefined {
  const inAll = (test: Test): Chosen => choose(things, (side, thing) => base(side, thing) && test(side, thing));
  const state = (word: string): Test => (side, thing) => thing.state?.state === word && side === shown(thing);
  const counts = [...link.text.matchAll(/(\d[\d,]*) (?:(other)s? )?([a-z]+)/g)].map(([, number = "", other, word = ""]) => ({ number: Number(number.replaceAll(",", "")), other: other !== undefined, word }));
  const [first] = counts, isState = (word: string): boolean => /failed|missing|stalled|stale|unknown|progressing|extra|ready/.test(word) || (word === "suspended" && link.href.startsWith("#/objects"));
  const changedIn = (test: Test, word: string): Chosen => inAll((side, thing) => thing.change?.action === word && test(side, thing));
  const counted = (test: Test): Expected => {
    assert.ok(first, "a number");
    if (isState(first.word)) {
      const chosen = inAll((side, thing) => test(side, thing) && state(first.word)(side, thing) && thing.workload !== first.other);
      return { view: "Objects", chosen, numbers: [[first.number, chosen.things.length]] };
    }
    return { view: "Changes", chosen: inAll(test), numbers: counts.map(({ number, word }) => [number, changedIn(test, word).things.length]) };
  };
  switch (link.part) {
    case "headline": {
      if (/cluster|object/.test(first!.word)) return { view: /cluster/.test(first!.word) ? "Clusters" : "Objects", chosen: inAll(() => true), numbers: [[first!.number, sizeOf(inAll(() => true), first!.word)]] };
      return isState(first!.word) ? counted(() => true) : { ...counted(() => true), chosen: changedIn(() => true, first!.word) };
    }
    case "stages": {
      const stage = link.column === "no stage" ? "" : link.column, inStage: Test = (side) => side.cluster !== "" && (side.labels["stage"] ?? "") === stage;
      const inCell: Test = (side, thing) => side.application === link.row && inStage(side, thing);
      if (link.row === "") return { view: "Changes", chosen: choose(things, (side, thing) => others(side, thing) && inStage(side, thing)), numbers: [] };
      if (link.column === "Application") return { view: "Objects", chosen: inAll((side) => side.application === link.row), numbers: [] };
      const odd = oddOf(things, link.row, stage);
      if (link.within === "odd") {
        const chosen = inAll((side, thing) => inCell(side, thing) && side === thing.now && odd.has(side.cluster));
        return { view: "", chosen, numbers: [], ...(link.href.includes("place=") && { panel: `Cluster ${link.text}` }) };
      }
      if (link.within === "versions") {
        const version = link.text.replace(/^.* \u2192 /, ""), chosen = inAll((side, thing) => inCell(side, thing) && side.version === version);
        const [, times] = /^ \u00d7(\d+)/.exec(link.after) ?? [];
        return { view: "Clusters", chosen, numbers: times === undefined ? [] : [[Number(times), chosen.clusters.length]] };
      }
      if (/clusters?|leave/.test(link.text)) {
        const chosen = inAll(inCell), said = (word: RegExp): number => counts.find((count) => word.test(count.word))?.number ?? 0;
        return { view: "Clusters", chosen, numbers: [[said(/cluster/), chosen.clusters.length], [said(/leave/), chosen.left.length]] };
      }
      return counted(inCell);
    }
    case "matrix": {
      const said = (word: RegExp): number => Number(word.exec(link.after)?.[1] ?? 0);
      if (link.within === "of-stage") {
        const stage = link.text === "no stage" ? "" : link.text, chosen = inAll((side) => side.cluster !== "" && (side.labels["stage"] ?? "") === stage);
        return { view: "Clusters", chosen, numbers: [[said(/(\d+) cluster/), chosen.clusters.length], [said(/(\d+) leave/), chosen.left.length]] };
      }
      if (link.within === "application") return { view: "Clusters", chosen: inAll((side) => side.application === link.column), numbers: [] };
      const chosen = inAll((side) => side.application === link.column && side.cluster === link.row), works = chosen.things.filter(({ workload }) => workload), all = works.length > 0 ? works : chosen.things;
      const words = new Set(all.flatMap(({ state, change }) => [state?.state, change?.action])), isIn = (side: Side | undefined, thing: Thing): boolean => side?.application === link.column && side.cluster === link.row && base(side, thing);
      const versions = new Set(all.map((thing) => (isIn(thing.now, thing) ? thing.now! : thing.before!).version));
      for (const word of words) assert.ok(word === undefined || word === "ready" || word === "changed" || link.text.includes(word), `${word} is told`);
      for (const version of versions) assert.ok(version === undefined || link.text.includes(version), `${version} is told`);
      const odd = all.some((thing) => thing.now?.cluster === link.row && oddOf(things, link.column, thing.now.labels["stage"] ?? "").has(link.row));
      assert.equal(link.text.includes("\u2260"), odd, "odd");
      return { view: link.href.includes("object=") ? "" : "Objects", chosen, numbers: [], ...(link.href.includes("object=") && { panel: `${all[0]!.kind} fleet/${all[0]!.name}` }) };
    }
    case "Not ready": {
      const of = decodeURIComponent(/cause=([^+&]*)/.exec(link.href)?.[1] ?? "").replace(/^"|"$/g, ""), chosen = inAll((side, thing) => thing.state?.of === of && side === shown(thing));
      const cause = status.causes.find(({ key }) => key === of), [, number = "1"] = /^(\d+) /.exec(link.text) ?? /^: (\d+) objects/.exec(link.after) ?? [];
      assert.ok(cause, `there is no cause ${of}`);
      return { view: "Objects", chosen, numbers: [[Number(number), chosen.things.length]] };
    }
    case "What the change does": {
      const [, action = "", number = "1", kinds = "", application = ""] = /^([a-z]+) ?(?:([\d,]+) )?(\S+) .* of (\S+)/.exec(link.text) ?? [], kind = number === "1" ? kinds : kinds.replace(/s$/, "");
      const chosen = changedIn((side, thing) => side.application === application && thing.kind === kind && (!/changed|created/.test(action) || thing.change?.effect !== undefined), action);
      return { view: "Changes", chosen, numbers: [[Number(number), chosen.things.length]] };
    }
  }
  if (/^\d+ clusters?|^gone/.test(link.text)) { // a box of the order
    const wave = /^Wave (\d+)$/.exec(link.column)?.[1], [, clusters = "0"] = /^(\d+) cluster/.exec(link.text) ?? [];
    const chosen = inAll((side, thing) => side.application === link.row && thing.workload && (wave === undefined || side.wave === Number(wave)));
    return { view: "Objects", chosen, numbers: [[Number(clusters), chosen.clusters.length]] };
  }
  return undefined;
}

/** sizeOf is how many clusters or objects are chosen. */
function sizeOf({ things, clusters }: Chosen, word: string): number {
  return word.startsWith("cluster") ? clusters.length : things.filter(({ kind }) => kind !== "").length;
}

/** assertShown asserts that the page shows what it should. */
function assertShown(now: Shown, { view, chosen, numbers, panel }: Expected): void {
  for (const [said, is] of numbers) assert.equal(said, is, "the number in the text");
  if (panel !== undefined) return assert.equal(now.panel, panel);
  const objects = chosen.things.filter(({ kind }) => kind !== ""), changes = objects.filter(({ change }) => change);
  if (view !== "") assert.equal(now.view, view);
  assert.deepEqual([now.tabs["Objects"], now.tabs["Changes"], now.tabs["Clusters"]], [objects.length, changes.length, chosen.clusters.length], "Objects, Changes, Clusters");
  if (now.view === "Objects") assert.equal(now.rows, objects.length, "rows");
  if (now.view === "Objects" && now.names.length === now.rows) assert.deepEqual(list(now.names), list(objects.map(({ name }) => name)));
  if (now.view === "Clusters") assert.deepEqual([list(now.names), list(now.left)], [list([...chosen.clusters, ...chosen.left]), list(chosen.left)], "clusters, and those that leave");
  if (now.view === "Changes") {
    const count = (actions: readonly string[]): Record<string, number> => actions.reduce<Record<string, number>>((all, action) => ({ ...all, [action]: (all[action] ?? 0) + 1 }), {});
    assert.deepEqual(count(now.groups.flatMap(([action, n]) => Array<string>(action === "" ? 0 : n).fill(action))), count(changes.map(({ change }) => change!.action)));
  }
}

/** filtersOf are words with what they mean, and what they mean but for the stage; the first is none. */
function filtersOf(random: Random, { things }: Case): [filter: string, test: Test, others: Test][] {
  const some = random.of(things.filter(({ kind }) => kind !== "")), side = shown(some), { region = "", stage } = side.labels, state = some.state?.state ?? "ready", version = side.version ?? "1.0.0", action = some.change?.action ?? "changed";
  const of = (word: string, test: Test, others = test): [string, Test, Test] => [word, test, others];
  return [of("", () => true), random.of([
    of(`region=${region}`, ({ labels }) => labels["region"] === region), of(`!region=${region}`, ({ labels }) => labels["region"] !== region), stage === undefined
      ? of("!stage", ({ cluster, labels }) => cluster !== "" && labels["stage"] === undefined, () => true) : of(`stage=${stage}`, ({ labels }) => labels["stage"] === stage, () => true),
    of(`cluster=${side.cluster}`, ({ cluster }) => cluster === side.cluster || side.cluster === ""), of(`application=${side.application}`, ({ application }) => application === side.application),
    of(`state=${state}`, (at, thing) => thing.state?.state === state && at === shown(thing)), of(`!state=${state}`, (at, thing) => thing.state?.state !== state && at === shown(thing)),
    of(`version="${version}"`, (at) => at.version === version), of(`!version="${version}"`, (at) => at.version !== version), of(`change=${action}`, (_, { change }) => change?.action === action),
    of("wave=1", ({ wave }) => wave === 1), of("workload", (_, { workload }) => workload), of(`kind=${some.kind}`, (_, { kind }) => kind === some.kind),
  ])];
}

/** check follows all links of the report of a random fleet. It returns how many these are. */
async function check(seed: number): Promise<number> {
  const fleet = caseOf(seed), routeOf = (view: string, filter: string): string => `#/${view}?filter=${encodeURIComponent(filter)}`;
  let checked = 0;
  const follow = async (page: Page): Promise<void> => {
    for (const [filter, base, others] of filtersOf(new Random(-seed), fleet)) {
      const pages = await page.evaluate(show, ["attention", "order", "clusters", "objects", "changes"].map((view) => routeOf(view, filter)));
      for (const now of pages) holds(() => assertShown(now, { view: "", chosen: choose(fleet.things, base), numbers: [] }), seed, `${now.view} of ${filter}`);
      const links = new Map(pages.slice(0, 3).flatMap(({ links }) => links).map((link) => [JSON.stringify(link), link]));
      const expected = [...links.values()].flatMap((link) => {
        const is = holds(() => expectedOf(fleet, base, others, link), seed, JSON.stringify(link));
        return is === undefined ? [] : [{ link, is }];
      }).filter((_, i) => seed % 10 === 0 || (i + seed) % 6 === 0);
      const routes = [...new Set(expected.map(({ link }) => link.href))], followed = await page.evaluate(show, routes);
      for (const { link, is } of expected) holds(() => assertShown(followed[routes.indexOf(link.href)]!, is), seed, `${filter}: ${JSON.stringify(link)}`);
      checked += expected.length;
    }
  };
  await open(fleet.report, { viewport: { width: 1400, height: 2000 } }, async ({ page }) => {
    await page.locator("nav a").first().waitFor();
    await follow(page);
  });
  return checked;
}

/** holds tells the fleet and the link where an assertion fails. */
function holds<T>(run: () => T, seed: number, where: string): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    failures.push(`fleet ${seed}, ${where}: ${error.message.replace(/\n+/g, " ")}`);
    return undefined;
  }
}

const failures: string[] = [];

test("each link shows what its text says", async () => {
  let checked = 0;
  const part = async (first: number): Promise<void> => {
    for (let seed = first; seed < firstFleet + fleets; seed += 2) checked += await check(seed);
  };
  await Promise.all([part(firstFleet), part(firstFleet + 1)]);
  assert.deepEqual(failures.slice(0, 20), [], `${failures.length} of ${checked} links`);
  assert.ok(checked > 15 * fleets, `${checked} links`);
});
