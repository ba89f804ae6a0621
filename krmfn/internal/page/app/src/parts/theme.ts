import { h } from "../dom.ts";

const name = "fluxapp-theme";

/** themeSwitch lets people choose light or dark, whatever their system has. The browser remembers it where it may. */
export function themeSwitch(): HTMLElement {
  const select = h("select", { "aria-label": "Theme", title: "Theme", change: () => choose(select.value) },
    h("option", { value: "auto" }, "System"), h("option", { value: "light" }, "Light"), h("option", { value: "dark" }, "Dark"));
  select.value = remembered();
  choose(select.value);
  return select;
}

function choose(theme: string): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(name, theme);
  } catch {
    // A browser may forbid it, for example for files.
  }
}

function remembered(): string {
  try {
    const theme = localStorage.getItem(name);
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    return "auto";
  }
}
