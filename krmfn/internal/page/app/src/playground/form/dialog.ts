// The form: it writes a document, and the document stays the truth.

import { h, replace } from "../../dom.ts";
import { labelled, openDialog } from "../dialog.ts";
import { check, emptyModel, emptyPlace, hasPath, hasRevision, type Model, type PlaceModel, type SourceKind, sourceKinds, toYAML, type Workload } from "./model.ts";

export interface FormOptions {
  title: string;
  submit: string;
  model: Model;
  /** Gets the document and its name. */
  write(yaml: string, name: string): void;
}

/** openForm opens the form. */
export function openForm(options: FormOptions): void {
  const form = new Form(options.model);
  openDialog({
    title: options.title, submit: options.submit, wide: true, content: [form.element],
    onSubmit: () => {
      const model = form.model(), problems = check(model);
      form.mark(problems);
      if (problems.length > 0) return problems.length === 1 ? "Correct the field that is marked." : `Correct the ${problems.length} fields that are marked.`;
      options.write(toYAML(model), model.name);
      return undefined;
    },
  });
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

class Form {
  readonly element = h("div", { class: "pg-form", input: () => this.adapt() });
  private readonly controls = new Map<string, Control>();
  private readonly fields = new Map<string, HTMLElement>();
  private readonly list = h("div", { class: "pg-places" });
  private places: readonly PlaceModel[];

  constructor(model: Model) {
    this.places = model.places;
    replace(this.element,
      this.row(this.choice("workload", "Type", ["HelmRelease", "Kustomization"], model.workload), this.input("name", "Name", model.name, "web"), this.input("namespace", "Namespace", model.namespace, "apps")),
      h("fieldset", {}, h("legend", {}, "Source"),
        this.row(this.choice("sourceKind", "Kind", [...sourceKinds[model.workload]], model.sourceKind), this.choice("own", "Where from", ["an address", "an object that exists"], model.own ? "an address" : "an object that exists")),
        this.row(this.input("url", "Address", model.url, "https://charts.example.com"), this.input("sourceName", "Name of the object", model.sourceName, "charts")),
        this.row(this.input("path", "Chart", model.path, "podinfo"), this.input("revision", "Version", model.revision, "6.7.0"))),
      h("fieldset", {}, h("legend", {}, "Places"), h("p", { class: "hint" }, "A place without a cluster and a Secret is the hub itself."), this.list,
        h("button", { type: "button", click: () => this.setPlaces([...this.readPlaces(), emptyPlace], true) }, "Add a place")));
    this.setPlaces(model.places);
  }

  model(): Model {
    return {
      ...emptyModel,
      workload: this.value("workload") as Workload, name: this.value("name"), namespace: this.value("namespace"), sourceKind: this.value("sourceKind") as SourceKind,
      own: this.value("own") === "an address", url: this.value("url"), sourceName: this.value("sourceName"), revision: this.value("revision"),
      path: this.value("path"), places: this.readPlaces(),
    };
  }

  /** mark shows what is wrong at its field, and goes to the first. */
  mark(problems: readonly { field: string; message: string }[]): void {
    for (const [name, field] of this.fields) {
      const message = problems.find((problem) => problem.field === name)?.message ?? "", control = this.controls.get(name);
      const told = field.querySelector(".wrong");
      if (told !== null) told.textContent = message;
      if (message === "") control?.removeAttribute("aria-invalid");
      else control?.setAttribute("aria-invalid", "true");
    }
    this.controls.get(problems[0]?.field ?? "")?.focus();
  }

  private row(...fields: HTMLElement[]): HTMLElement {
    return h("div", { class: "row" }, ...fields);
  }

  private value(name: string): string {
    const value = this.controls.get(name)?.value ?? "";
    return name.endsWith(".values") ? value : value.trim();
  }

  private input(name: string, label: string, value: string, example = ""): HTMLElement {
    return this.field(name, label, h("input", { type: "text", value, placeholder: example && `for example ${example}`, spellcheck: "false", autocomplete: "off" }));
  }

  private choice(name: string, label: string, values: readonly string[], value: string): HTMLElement {
    const select = h("select", {}, ...values.map((v) => h("option", { value: v }, v)));
    select.value = value;
    return this.field(name, label, select);
  }

  private field(name: string, label: string, control: Control): HTMLElement {
    const field = labelled(label, control), wrong = h("p", { class: "wrong", id: `${control.id}-wrong` });
    control.setAttribute("aria-describedby", wrong.id);
    field.append(wrong);
    this.controls.set(name, control);
    this.fields.set(name, field);
    return field;
  }

  private readPlaces(): PlaceModel[] {
    return this.places.map((_, i) => ({ cluster: this.value(`${i}.cluster`), secret: this.value(`${i}.secret`), targetNamespace: this.value(`${i}.targetNamespace`), values: this.value(`${i}.values`) }));
  }

  private setPlaces(places: readonly PlaceModel[], focus = false): void {
    this.places = places;
    for (const name of [...this.fields.keys()].filter((n) => /^\d+\./.test(n))) {
      this.fields.delete(name);
      this.controls.delete(name);
    }
    replace(this.list, ...places.map((place, i) => this.place(place, i)));
    this.adapt();
    if (focus) this.controls.get(`${places.length - 1}.cluster`)?.focus();
  }

  private place(place: PlaceModel, i: number): HTMLElement {
    const values = h("textarea", { rows: 3, spellcheck: "false", placeholder: "replicas: 2" });
    values.value = place.values;
    return h("div", { class: "pg-place", role: "group", "aria-label": `Place ${i + 1}` },
      this.row(this.input(`${i}.cluster`, "Cluster", place.cluster, "berlin"), this.input(`${i}.secret`, "Secret with its kubeconfig", place.secret, "berlin-kubeconfig"),
        this.input(`${i}.targetNamespace`, "Target namespace", place.targetNamespace, "web")),
      this.field(`${i}.values`, "Values", values),
      this.places.length > 1 && h("button", { type: "button", class: "remove", "aria-label": `Remove place ${i + 1}`, click: () => this.setPlaces(this.readPlaces().filter((_, j) => j !== i)) }, "Remove"));
  }

  /** adapt shows the fields that the choices need, under the names that they have there. */
  private adapt(): void {
    const kinds = this.controls.get("sourceKind"), workload = this.value("workload") as Workload;
    if (kinds !== undefined) {
      const known = sourceKinds[workload] as readonly string[], value = kinds.value;
      if (kinds.children.length !== known.length || [...kinds.children].some((o, i) => (o as HTMLOptionElement).value !== known[i])) {
        replace(kinds, ...known.map((v) => h("option", { value: v }, v)));
        kinds.value = known.includes(value) ? value : (known[0] ?? "");
      }
    }
    const model = this.model(), isHelm = model.workload === "HelmRelease";
    this.present("url", model.own);
    this.present("sourceName", !model.own);
    this.present("path", hasPath(model), isHelm ? (model.sourceKind === "GitRepository" ? "Path of the chart" : "Chart") : "Path", isHelm ? (model.sourceKind === "GitRepository" ? "./charts/web" : "podinfo") : "./deploy");
    this.present("revision", hasRevision(model), model.sourceKind === "GitRepository" ? "Branch" : model.sourceKind === "OCIRepository" ? "Tag" : "Version", model.sourceKind === "GitRepository" ? "main" : "6.7.0");
    const address = { HelmRepository: "https://charts.example.com", OCIRepository: "oci://ghcr.io/example/web", GitRepository: "https://github.com/example/web" }[model.sourceKind];
    this.present("url", model.own, "Address", address);
    this.places.forEach((_, i) => this.present(`${i}.values`, true, isHelm ? "Values, in YAML" : "Substitutions, in YAML", isHelm ? "replicas: 2" : "region: europe"));
  }

  private present(name: string, shown: boolean, label?: string, example?: string): void {
    const field = this.fields.get(name), control = this.controls.get(name);
    if (field === undefined || control === undefined) return;
    field.hidden = !shown;
    const words = field.querySelector("label");
    if (label !== undefined && words !== null) words.textContent = label;
    if (example !== undefined) control.setAttribute("placeholder", `for example ${example}`);
  }
}
