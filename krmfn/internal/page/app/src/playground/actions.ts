// The buttons of the playground.

import { h } from "../dom.ts";
import { labelled, openDialog } from "./dialog.ts";
import { type Example, exampleMenu } from "./examples.ts";
import { encode, maxLink } from "./link.ts";
import { openList } from "./opening.ts";
import type { Playground } from "./playground.ts";
import { help } from "./helptext.ts";
import { readText } from "./text.ts";
import { zip } from "./zip.ts";

export class Actions {
  private readonly compareButton = this.button("Compare with now", () => this.compare());

  constructor(private readonly playground: Playground) {}

  bar(): HTMLElement {
    return h("div", { class: "pg-bar" },
      h("h1", { class: "pg-brand" }, h("strong", {}, "fluxapp"), " playground"),
      h("div", { class: "pg-actions", role: "toolbar", "aria-label": "Playground" },
        this.button("New", () => this.playground.replace([{ name: "app.yaml", text: "" }], "Started with an empty document."), "primary"),
        exampleMenu(this.playground.examples, (example) => this.openExample(example)),
        this.opener("Open files", false), this.opener("Open folder", true),
        this.compareButton,
        this.button("Status…", () => this.observe()),
        this.button("Options…", () => this.configure()),
        this.button("Copy link", () => void this.share()),
        this.button("Save documents", () => this.save()),
        this.button("Download rendered", () => void this.download()),
        this.button("Help", () => help())),
      h("p", { class: "pg-privacy" }, "Nothing leaves your browser."));
  }

  /** ofFiles are the buttons beside the tabs. */
  ofFiles(): HTMLElement {
    const { files } = this.playground;
    return h("div", { class: "pg-file-actions" },
      this.button("+", () => files.create("app.yaml", ""), "", "New file"),
      this.button("Rename", () => this.rename()),
      this.button("Close", () => {
        const name = files.current()?.name ?? "";
        this.playground.change(`Closed ${name}.`, () => files.remove());
      }, "", "Close this file"));
  }

  private button(name: string, click: () => void, kind = "", label?: string): HTMLButtonElement {
    return h("button", { type: "button", class: kind || undefined, "aria-label": label, title: label, click }, name);
  }

  private openExample(example: Example): void {
    this.playground.replace(example.files, `Opened the example ${example.name}.`);
  }

  private opener(name: string, folder: boolean): HTMLElement {
    const input = h("input", { type: "file", multiple: true, hidden: true, accept: folder ? undefined : ".yaml,.yml,.json", webkitdirectory: folder, change: () => {
      void openList(input.files ?? []).then((opened) => this.playground.opened(opened));
      input.value = "";
    } });
    return h("span", {}, input, this.button(name, () => input.click()));
  }

  private rename(): void {
    const input = h("input", { type: "text", value: this.playground.files.current()?.name ?? "", spellcheck: "false" });
    openDialog({
      title: "Rename the file", submit: "Rename", content: [labelled("Name", input, "Folders are written with /, for example apps/web.yaml.")],
      onSubmit: () => this.playground.files.rename(input.value),
    });
    input.select();
  }

  private configure(): void {
    const { options } = this.playground;
    const namespace = h("input", { type: "text", value: options.namespace, spellcheck: "false" });
    const version = h("input", { type: "text", value: options.fluxVersion, spellcheck: "false", placeholder: "the newest known" });
    const strict = h("input", { type: "checkbox", checked: options.strict });
    openDialog({
      title: "Options", submit: "Apply",
      content: [
        labelled("Namespace", namespace, "For documents that have none."),
        labelled("Oldest Flux", version, "The objects must be accepted by this version, for example 2.8."),
        h("label", { class: "check" }, strict, " Treat warnings as errors"),
      ],
      onSubmit: () => {
        this.playground.options = { namespace: namespace.value.trim(), fluxVersion: version.value.trim(), strict: strict.checked };
        this.playground.render();
        return undefined;
      },
    });
  }

  private compare(): void {
    const { playground } = this;
    if (playground.base === undefined) {
      playground.base = { title: `the text of ${new Date().toLocaleTimeString("en-GB")}`, files: playground.files.texts() };
      playground.notice.tell("Your next changes are compared with the text of now.");
    } else {
      playground.base = undefined;
    }
    this.compareButton.textContent = playground.base === undefined ? "Compare with now" : "Stop comparing";
    playground.render();
  }

  private observe(): void {
    const { playground } = this;
    const text = h("textarea", { rows: 10, spellcheck: "false", placeholder: "apiVersion: v1\nkind: List\nitems: …" });
    const server = h("input", { type: "text", spellcheck: "false" });
    const file = h("input", { type: "file", accept: ".yaml,.yml,.json,.txt", change: () => {
      void file.files?.[0]?.arrayBuffer().then((buffer) => {
        const read = readText(new Uint8Array(buffer));
        if ("text" in read) text.value = read.text;
        else playground.notice.tell(`The file was not opened: it ${read.problem}.`);
      }, () => playground.notice.tell("The file was not opened: it cannot be read."));
    } });
    const dialog = openDialog({
      title: "Status of what runs", submit: "Show the status",
      content: [
        h("p", {}, "Paste what this command prints. It is private: it stays in this browser, and is gone when you close the page."),
        h("pre", {}, "kubectl get -A -o yaml helmreleases,kustomizations,gitrepositories,ocirepositories,helmrepositories,helmcharts,buckets"),
        labelled("Output of kubectl", text), labelled("Or a file", file),
        labelled("Cluster", server, "Empty for the hub. With topology Standalone, the cluster whose own Flux was asked."),
        playground.observed.length > 0 && h("p", {}, `Given so far: ${playground.observed.map((o) => o.server || "hub").join(", ")}. `,
          this.button("Forget all", () => {
            playground.observed = [];
            playground.render();
            dialog.close();
          })),
      ],
      onSubmit: () => {
        if (text.value.trim() === "") return "Paste what kubectl printed, or choose a file.";
        const name = server.value.trim();
        playground.observed = [...playground.observed.filter((o) => o.server !== name), { server: name, file: `${name || "hub"}.yaml`, text: text.value }];
        playground.render();
        return undefined;
      },
    });
  }

  private async share(): Promise<void> {
    const { playground } = this, files = await encode(playground.files.texts());
    if (files.length > maxLink) {
      playground.notice.tell(`The text is too long for a link: ${files.length.toLocaleString("en")} characters, and ${maxLink.toLocaleString("en")} are the most. Send the files instead.`);
      return;
    }
    playground.secure(playground.files.texts());
    const link = `${location.href.replace(/#.*/s, "")}#files=${files}`;
    try {
      await navigator.clipboard.writeText(link);
      playground.notice.tell("Copied a link that has all open files in it. Nothing was sent.");
    } catch {
      const field = h("input", { type: "text", readonly: true, value: link });
      openDialog({ title: "Link", content: [labelled("It has all open files in it", field)] });
      field.select();
    }
  }

  /** save downloads the documents: one file as itself, several as a zip. */
  private save(): void {
    const { playground } = this, files = playground.files.texts(), one = files.length === 1 ? files[0] : undefined;
    if (one !== undefined) offer(one.name.replace(/^.*\//, ""), one.text);
    else offer("documents.zip", zip(files.map(({ name, text }) => ({ path: name, text }))));
    playground.secure(files);
  }

  private async download(): Promise<void> {
    const { live, notice } = this.playground;
    try {
      const files = await live.folder();
      if (files.length === 0) {
        notice.tell("There are no objects to download: correct the errors first.");
        return;
      }
      offer("rendered.zip", zip(files));
      notice.tell(`Downloaded rendered.zip with ${files.length} files.`);
    } catch (problem) {
      notice.tell((problem as Error).message);
    }
  }
}

/** offer lets the browser download a file. */
function offer(name: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content]));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
