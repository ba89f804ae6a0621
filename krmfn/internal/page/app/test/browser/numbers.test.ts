// The numbers of the stages are the same in the page, in Markdown and in the table of `fluxapp status`.
import assert from "node:assert/strict";
import test from "node:test";

import { open } from "./browser.ts";
import { type Case, caseOf } from "./cases.ts";
import { fluxapp, good } from "./command.ts";
import { choose, shown } from "./truth.ts";

/** Cell are the parts of a cell of a table of stages, as the command prints them. */
type Cells = Record<string, string[]>;

/** cellsOf reads a printed table. */
function cellsOf(lines: readonly string[], between: RegExp): Cells {
  const [head = [], ...rows] = lines.filter((line) => !/^[|-]+$/.test(line)).map((line) => line.replace(/^\| | \|$/g, "").replaceAll("`", "").split(between).map((cell) => cell.trim().replace(/^-$|; ready 0\/0/, "")));
  return Object.fromEntries(rows.map(([application = "", ...cells]) => [application, head.slice(1).map((stage, i) => [stage.replace("(none)", "no stage"), cells[i]].filter((text) => text).join(": "))]));
}

/** cellsOfPage writes the cells of the page as the command does: with what is ready, or with what changes. */
function cellsOfPage(what: "ready" | "changes"): Cells {
  const text = (element: Element | null | undefined): string => (element?.textContent ?? "").trim(), all = (of: Element, selector: string): Element[] => [...of.querySelectorAll(selector)];
  const heads = all(document.body, ".stages thead th").slice(1).map(text);
  const cellOf = (td: Element): string => {
    const [, clusters] = /^(\d+) clusters?/.exec(text(td.querySelector(":scope > div + div a"))) ?? [], versions = all(td, ".versions a").map((a) => `${text(a).replace(/^.* \u2192 /, "")} on ${/^ \u00d7(\d+)/.exec(a.nextSibling?.textContent ?? "")?.[1] ?? clusters}`);
    const [, ready, total] = /^(\d+) of (\d+)/.exec(td.querySelector(".bar-of")?.getAttribute("title") ?? "") ?? [], odd = all(td, ".odd a").map((a) => `odd: ${text(a)}`);
    const changes = all(td, "a[href^='#/changes'] .badge").map(text);
    return [versions.join(", "), ...(what === "changes" ? changes : ready === undefined ? [] : [`ready ${ready}/${total}`]), ...odd].filter((part) => part).join("; ");
  };
  return Object.fromEntries(all(document.body, ".stages tbody tr").map((row) => [text(row.querySelector("th")), all(row, "td").map((td, i) => [heads[i], cellOf(td)].filter((part) => part).join(": "))]));
}

/** filled are the rows with something in their cells, stages and odd clusters by their names: `fluxapp status` has no row of what is gone. */
function filled(cells: Cells): Cells {
  const sorted = (cell: string): string => cell.replace(/(?<=odd: ).*/, (names) => names.split(", ").sort().join(", "));
  return Object.fromEntries(Object.entries(cells).filter(([, row]) => row.some((cell) => cell.includes(": "))).map(([application, row]) => [application, row.map(sorted).sort()]));
}

/** linesOf are those of the first table of a text. */
function linesOf(text: string, begin: string): string[] {
  const lines = text.split("\n"), first = lines.findIndex((line) => line.startsWith(begin));
  return lines.slice(first, lines.findIndex((line, i) => i > first && line === ""));
}

/** total counts the workloads of a case in a state. */
function total({ things }: Case, state: string): number {
  return choose(things, (side, thing) => thing.workload && thing.state?.state === state && side === shown(thing)).things.length;
}

test("the numbers of stages are the same everywhere", async () => {
  for (let seed = 1000; seed < 1025; seed++) {
    const fleet = caseOf(seed);
    if (fleet.status.applications.length === 0) continue;
    await open(fleet.report, {}, async ({ page }) => {
      await page.locator(".stages").waitFor();
      const markdown = fluxapp(["diff", "-q", fleet.now, "--base", fleet.before, "--by", "stage", "-o", "markdown"]).out, text = good(["status", "-q", fleet.now, "--observed", fleet.state, "--by", "stage"]);
      assert.deepEqual(filled(await page.evaluate(cellsOfPage, "changes" as const)), filled(cellsOf(linesOf(markdown, "| `stage`"), / \| /)), `${seed}: Markdown`);
      assert.deepEqual(filled(await page.evaluate(cellsOfPage, "ready" as const)), filled(cellsOf(linesOf(text, "stage "), / {2,}/)), `${seed}: status`);
      const headline = await page.locator(".headline").innerText(), sentence = text.split("\n").find((line) => line.includes(" workloads ")) ?? ""; // of several applications
      for (const state of ["failed", "stalled", "missing", "stale", "progressing"]) {
        const count = total(fleet, state), [, said = "0"] = new RegExp(`(\\d+) (?:of \\d+ workloads )?${state}`).exec(sentence) ?? [], [, shows = "0"] = new RegExp(`(\\d+)\\s+${state}`).exec(headline) ?? [];
        assert.deepEqual([sentence === "" ? count : Number(said), Number(shows)], [count, count], `${seed}: ${state}`);
      }
    });
  }
});
