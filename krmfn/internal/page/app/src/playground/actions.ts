// The buttons of the playground.

import { h } from "../dom.ts";
import { parseRoute, printRoute } from "../route.ts";
import { labelled, openDialog } from "./dialog.ts";
import { exampleMenu } from "./examples.ts";
import { help } from "./helptext.ts";
import { encode, maxLink } from "./link.ts";
import { openList } from "./opening.ts";
import type { Playground } from "./playground.ts";
import { readText } from "./text.ts";
import { zip } from "./zip.ts";

export class Actions {
  private readonly compareButton = button("Compare with now", () => this.compare());

  constructor(private readonly playground: Playground) {}

  bar(): HTMLElement {
    const { playground } = this;
    return h("div", { class: "pg-bar" },
      h("h1", { class: "pg-brand" }, h("strong", {}, "fluxapp"), " playground"),
      h("div", { class: "pg-actions", role: "toolbar", "aria-label": "Playground" },
        button("New", () => playground.replace([{ name: "app.yaml", text: "" }], "Started with an empty document."), { class: "primary" }),
        exampleMenu(playground.examples, ({ name, files }) => playground.replace(files, `Opened the example ${name}.`)),
        this.opener("Open files", { accept: ".yaml,.yml,.json" }), this.opener("Open folder", { webkitdirectory: true }),
        this.compareButton,
        button("Status…", () => this.observe()),
        button("Options…", () => this.configure()),
        button("Copy link", () => void this.share()),
        button("Save documents", () => this.save()),
        button("Download rendered", () => void this.download()),
        button("Help", help)),
      h("p", { class: "pg-privacy" }, "Nothing leaves your browser."));
  }

  /** ofFiles are the buttons beside the tabs. */
  ofFiles(): HTMLElement {
    const { files } = this.playground;
    return h("div", { class: "pg-file-actions" },
      button("+", () => files.create("app.yaml", ""), { "aria-label": "New file", title: "New file" }),
      button("Rename", () => this.rename()),
      button("Close", () => this.playground.change(`Closed ${files.current.name}.`, () => files.remove()), { "aria-label": "Close this file", title: "Close this file" }));
  }

  private opener(name: string, attributes: Record<string, string | boolean>): HTMLElement {
    const input = h("input", { type: "file", multiple: true, hidden: true, ...attributes, change: () => {
      void openList(input.files ?? []).then((opened) => this.playground.opened(opened));
      input.value = "";
    } });
    return h("span", {}, input, button(name, () => input.click()));
  }

  private rename(): void {
    const { files } = this.playground, input = field(files.current.name);
    openDialog({
      title: "Rename the file", submit: "Rename", content: [labelled("Name", input, "Folders are written with /, for example apps/web.yaml.")],
      onSubmit: () => files.rename(input.value),
    });
    input.select();
  }

  private configure(): void {
    const { given, live } = this.playground, { options } = given;
    const namespace = field(options.namespace), version = field(options.fluxVersion, "the newest known"), strict = h("input", { type: "checkbox", checked: options.strict });
    openDialog({
      title: "Options", submit: "Apply",
      content: [
        labelled("Namespace", namespace, "For documents that have none."),
        labelled("Oldest Flux", version, "The objects must be accepted by this version, for example 2.8."),
        h("label", { class: "check" }, strict, " Treat warnings as errors"),
      ],
      onSubmit: () => {
        given.options = { namespace: namespace.value.trim(), fluxVersion: version.value.trim(), strict: strict.checked };
        live.update();
      },
    });
  }

  private compare(): void {
    const { given, files, notice, live } = this.playground, begins = given.base === undefined;
    given.base = begins ? { title: `the text of ${new Date().toLocaleTimeString("en-GB")}`, files: files.texts() } : undefined;
    if (begins) notice.tell("Your next changes are compared with the text of now.");
    this.compareButton.textContent = begins ? "Stop comparing" : "Compare with now";
    live.update();
  }

  private observe(): void {
    const { given, live, notice } = this.playground;
    const text = h("textarea", { rows: 10, spellcheck: "false", placeholder: "apiVersion: v1\nkind: List\nitems: …" }), server = field(""), before = h("input", { type: "checkbox" });
    const file = h("input", { type: "file", accept: ".yaml,.yml,.json,.txt", change: async () => {
      const read = await readText(file.files![0]!);
      if ("text" in read) text.value = read.text;
      else notice.tell(`The file was not opened: it ${read.problem}.`);
    } });
    const forget = button("Forget all", () => {
      given.observed = [];
      live.update();
      dialog.close();
    });
    const dialog = openDialog({
      title: "Status of what runs", submit: "Show the status",
      content: [
        h("p", {}, "Paste what this command prints. It is private: it stays in this browser, and is gone when you close the page."),
        h("pre", {}, "kubectl get -A -o yaml helmreleases,kustomizations,gitrepositories,ocirepositories,helmrepositories,helmcharts,buckets"),
        labelled("Output of kubectl", text), labelled("Or a file", file),
        labelled("Cluster", server, "Empty for the hub. With topology Standalone, the cluster whose own Flux was asked."),
        h("label", { class: "check" }, before, " It is of an earlier time: what is new and what is over since then is told"),
        given.observed.length > 0 && h("p", {}, `Given so far: ${given.observed.map((o) => `${o.server || "hub"}${o.before ? ", earlier" : ""}`).join("; ")}. `, forget),
      ],
      onSubmit: () => {
        if (text.value.trim() === "") return "Paste what kubectl printed, or choose a file.";
        const now = { server: server.value.trim(), file: `${server.value.trim() || "hub"}.yaml`, text: text.value, before: before.checked };
        const others = given.observed.filter((o) => o.server !== now.server || o.before !== now.before);
        given.observed = now.before ? [...others, now] : [now, ...others]; // the second one of a server is the earlier one
        live.update();
        return undefined;
      },
    });
  }

  /** share copies a link to what the page shows, with all files. */
  private async share(): Promise<void> {
    const { playground } = this, texts = playground.files.texts(), files = await encode(texts);
    if (files.length > maxLink) {
      playground.notice.tell(`The text is too long for a link: ${files.length.toLocaleString("en")} characters, and ${maxLink.toLocaleString("en")} are the most. Send the files instead.`);
      return;
    }
    playground.secure(texts);
    const route = printRoute(parseRoute(location.hash)), link = `${location.href.replace(/#.*/s, "")}${route}${route.includes("?") ? "&" : "?"}files=${files}`;
    try {
      await navigator.clipboard.writeText(link);
      playground.notice.tell("Copied a link to this view that has all open files in it. Nothing was sent.");
    } catch {
      const shown = h("input", { type: "text", readonly: true, value: link });
      openDialog({ title: "Link", content: [labelled("It has this view and all open files in it", shown)] });
      shown.select();
    }
  }

  /** save downloads the documents: one file as itself, several as a zip. */
  private save(): void {
    const files = this.playground.files.texts();
    if (files.length === 1) offer(files[0]!.name.replace(/^.*\//, ""), files[0]!.text);
    else offer("documents.zip", zip(files.map(({ name, text }) => ({ path: name, text }))));
    this.playground.secure(files);
  }

  private async download(): Promise<void> {
    const { live, notice } = this.playground;
    try {
      const files = await live.folder();
      if (files.length === 0) return notice.tell("There are no objects to download: correct the errors first.");
      offer("rendered.zip", zip(files));
      notice.tell(`Downloaded rendered.zip with ${files.length} files.`);
    } catch (problem) {
      notice.tell((problem as Error).message);
    }
  }
}

function button(name: string, click: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  return h("button", { type: "button", ...attributes, click }, name);
}

function field(value: string, placeholder?: string): HTMLInputElement {
  return h("input", { type: "text", value, placeholder, spellcheck: "false" });
}

/** offer lets the browser download a file. */
function offer(name: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content]));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
