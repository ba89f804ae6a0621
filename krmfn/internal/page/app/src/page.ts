import { type Child, h, replace } from "./dom.ts";
import { age } from "./parts/age.ts";
import { filterBox } from "./parts/filter.ts";
import { focusIn } from "./parts/focus.ts";
import { headline } from "./parts/headline.ts";
import { indexOf } from "./parts/lookup.ts";
import { panel } from "./parts/panel.ts";
import { readFields, type Selection, selectionOf } from "./parts/select.ts";
import { slot } from "./parts/slot.ts";
import { routeEvent } from "./parts/table.ts";
import { themeSwitch } from "./parts/theme.ts";
import { counted, thousands } from "./parts/counted.ts";
import { oneLine } from "./parts/visible.ts";
import { parseRoute, printRoute, type Route } from "./route.ts";
import type { About, Source } from "./source.ts";
import type { Context, View } from "./view.ts";
import { attention } from "./views/attention.ts";
import { changes } from "./views/changes.ts";
import { clusters } from "./views/clusters.ts";
import { findings } from "./views/findings.ts";
import { objects } from "./views/objects.ts";
import { order } from "./views/order.ts";

const views: readonly View[] = [attention, changes, clusters, objects, order, findings];

/** viewsOf are the views that have something to show; what people should see first is first. */
function viewsOf(source: Source): View[] {
  const there = views.filter((view) => view.count(source, selectionOf(source, "")) !== undefined);
  return source.fleet.refused ? [findings, ...there.filter((view) => view !== findings)] : there;
}

/** show makes the page of a source in an element, and keeps it up to date. */
export function show(source: Source, root: HTMLElement): void {
  new Page(source, root).start();
}

class Page {
  private readonly title = h("h1");
  private readonly about = h("p", { class: "about" });
  private readonly navigation = h("nav", { "aria-label": "Views" });
  private readonly banner = h("div", { class: "banner", role: "alert", hidden: true });
  private readonly headline = h("div", { role: "status" });
  private readonly filter = filterBox((filter) => this.go({ filter }, true));
  private readonly heading = h("h2", { class: "hidden", id: "view" });
  private readonly content = slot(h("div"));
  private readonly main = h("main", { class: "content", tabindex: -1, "aria-labelledby": "view" }, this.heading, this.content.element);
  private readonly side = slot(h("div", { class: "side", hidden: true }));
  /** What the content shows. */
  private shown = "";
  /** What the panel shows, as the route names it. */
  private looked = "";
  /** What had the focus when the panel was opened. */
  private opener: Element | null = null;
  /** The views of the newest documents without errors: while somebody types, they stay as they are. */
  private views: View[] = [];

  constructor(private readonly source: Source, private readonly root: HTMLElement) {}

  start(): void {
    const skip = h("button", { type: "button", class: "skip", click: () => this.main.focus() }, "Skip to the content");
    this.root.classList.add("page");
    replace(this.root, skip,
      h("header", { class: "top" }, h("div", { class: "titles" }, this.title, this.about), h("div", { class: "tools" }, themeSwitch())),
      this.navigation, this.banner,
      h("div", { class: "bar" }, this.filter.element, this.headline),
      h("div", { class: "work" }, this.main, this.side.element));
    addEventListener("hashchange", () => void this.update(false));
    addEventListener("keydown", (event) => this.key(event)); // also where nothing of the page has the focus
    new ResizeObserver(() => this.cover()).observe(this.root); // the splitter of the playground makes it narrow too
    this.source.onChange(() => void this.update(true));
    void this.update(true);
  }

  /** The route of the address, with a view that there is. */
  private route(): Route {
    const route = parseRoute(location.hash);
    if (!this.source.fleet.refused || this.views.length === 0) this.views = viewsOf(this.source);
    const there = this.views;
    return { ...route, view: (there.find((view) => view.name === route.view) ?? there[0] ?? findings).name };
  }

  /** go shows another route. With replacing, "back" does not come here again. */
  private go(change: Partial<Route>, replacing = false): void {
    const address = printRoute({ ...this.route(), ...change });
    if (address === location.hash) return;
    if (!replacing) {
      location.hash = address;
      return;
    }
    history.replaceState(null, "", address);
    void this.update(false);
  }

  private async update(dataChanged: boolean): Promise<void> {
    const route = this.route(), selection = selectionOf(this.source, route.filter);
    const context: Context = { source: this.source, route, selection, go: (change) => this.go(change) };
    this.drawHead(route, selection);
    const focusAgain = focusIn(this.headline);
    replace(this.headline, !this.source.loading && !this.source.fleet.refused && headline(context));
    focusAgain();
    this.filter.update(this.source, route.filter);
    readFields(this.source, route.filter, () => void this.update(true));
    await Promise.all([this.showContent(context, dataChanged), this.showSide(context, dataChanged)]);
    for (const table of this.main.querySelectorAll(".table")) table.dispatchEvent(new CustomEvent(routeEvent, { detail: route }));
  }

  private async showContent(context: Context, dataChanged: boolean): Promise<void> {
    const { view, filter } = context.route;
    const key = printRoute({ view, filter });
    if (!dataChanged && key === this.shown) return;
    const sameView = this.shown.split("?")[0] === key.split("?")[0];
    this.shown = key;
    const top = sameView ? this.main.scrollTop : 0, focusAgain = focusIn(this.main), shows = this.views.find((other) => other.name === view);
    if (!(await this.content.show(() => (this.source.loading ? loading() : shows?.show(context))))) return;
    replace(this.heading, shows?.title);
    this.main.tabIndex = this.main.querySelector("a, button, summary, [tabindex]") === null ? 0 : -1; // so that keys can scroll it
    this.main.scrollTop = top;
    if (sameView) focusAgain();
  }

  private async showSide(context: Context, dataChanged: boolean): Promise<void> {
    const { element } = this.side, { object, place } = context.route, { fleet } = this.source;
    const opens = object !== undefined || place !== undefined;
    const open = !element.hidden;
    const focused = element.contains(document.activeElement);
    if (opens && !open) this.opener = document.activeElement;
    if (!opens) {
      element.hidden = true;
      void this.side.show(() => undefined);
      this.cover();
      if (open) this.focusOpener();
      return;
    }
    element.hidden = false;
    this.cover();
    // An object that is not rendered just now, because somebody is typing, stays in the panel.
    if (dataChanged && object !== undefined && this.looked === `${object}/undefined` && indexOf(fleet, object) === undefined) return;
    const same = `${object}/${place}` === this.looked, top = element.scrollTop;
    this.looked = `${object}/${place}`;
    if (!(await this.side.show(() => panel(context)))) return;
    element.scrollTop = same ? top : 0;
    if (focused || (!open && !dataChanged)) this.focusSide();
  }

  /** focusSide gives the focus to the panel, so that keys and readers go on there. */
  private focusSide(): void {
    const { element } = this.side, heading = element.querySelector("h2");
    if (heading === null || element.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /** focusOpener gives the focus back to what the panel was opened from, or to the row that is now in its place. */
  private focusOpener(): void {
    const row = this.main.querySelector<HTMLElement>('tr[tabindex="0"]');
    const target = this.opener instanceof HTMLElement && this.opener.isConnected && this.opener !== document.body ? this.opener : row;
    (target ?? this.main).focus({ preventScroll: true });
    this.opener = null;
  }

  /** cover keeps the focus out of what a panel covers, on a narrow screen. */
  private cover(): void {
    const { element } = this.side, covered = !element.hidden && getComputedStyle(element).position === "absolute";
    for (const other of [...this.root.children, this.main]) {
      if (other instanceof HTMLElement && !other.contains(element)) other.inert = covered;
    }
  }

  private drawHead(route: Route, selection: Selection): void {
    const { about, fleet } = this.source;
    document.title = `${about.title} \u2013 fluxapp`;
    replace(this.title, about.title);
    replace(this.about, ...origin(about));
    const errors = fleet.findings.filter((f) => f.severity === "error").length;
    const banner = fleet.refused ? `Nothing is rendered: the documents have ${counted(errors, "error")}.` : "";
    if (this.banner.textContent !== banner) replace(this.banner, banner);
    this.banner.hidden = banner === "";
    this.drawNavigation(route, selection);
  }

  /** drawNavigation keeps the link that has the focus. */
  private drawNavigation(route: Route, selection: Selection): void {
    const there = this.views;
    const links = [...this.navigation.querySelectorAll("a")];
    const made = there.map((view, i) => {
      const link = links[i] ?? h("a");
      link.href = printRoute({ view: view.name, filter: route.filter });
      const count = this.source.loading ? undefined : view.count(this.source, selection);
      replace(link, view.title, count !== undefined && h("span", { class: "count" }, thousands(count)));
      if (view.name === route.view) {
        link.setAttribute("aria-current", "page");
        requestAnimationFrame(() => link.scrollIntoView({ block: "nearest", inline: "nearest" }));
      } else link.removeAttribute("aria-current");
      return link;
    });
    if (made.length !== links.length) replace(this.navigation, ...made);
  }

  private key(event: KeyboardEvent): void {
    const [target] = event.composedPath(); // event.target would be the editor's host: its text is in a shadow root
    const typing = target instanceof HTMLElement && (target.isContentEditable || target.closest("input, select, textarea") !== null);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.filter.focus();
    }
    const elsewhere = target instanceof HTMLElement && (target.isContentEditable || target.closest("dialog") !== null);
    if (event.key === "Escape" && !event.defaultPrevented && !elsewhere && !this.side.element.hidden) this.go({ object: undefined, place: undefined });
  }
}

/** origin tells where the data come from, and how old they are. */
function origin({ repository, revision, committed, dirty, base, now }: About): Child[] {
  const at = now ?? committed, old = age(at, new Date().toISOString());
  const where = [repository?.replace(/^https:\/\//, ""), revision?.slice(0, 10), dirty && "with local changes"].filter((part) => part).join(" ");
  const when = at && `${now ? "" : "committed "}${at.slice(0, 16).replace("T", " ")} UTC${old === undefined ? "" : `, ${old} ago`}`;
  return [where, base && `compared with ${base}`, when].flatMap((text) => (text ? [h("span", {}, oneLine(text))] : []));
}

function loading(): HTMLElement {
  return h("p", { class: "loading" }, "Loading \u2026");
}
