// The playground, and what people do in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";

import { eventually } from "./eventually.ts";

/** site is the file of the playground. */
export function site(): string {
  const file = process.env["FLUXAPP_SITE"];
  assert.ok(file, "run the tests with npm test, which builds the playground");
  return file;
}

/** siteFolder is the playground as a folder. */
export const siteFolder = (): string => join(dirname(site()), "site");

/** block returns the text of a data block of the playground. */
export function block(id: string): string {
  const text = new RegExp(`id="data-${id}">([^<]*)<`).exec(readFileSync(site(), "utf8"))?.[1];
  assert.ok(text, id);
  return text;
}

/** wasm returns the renderer as it is packed. */
export function wasm(): Buffer {
  return Buffer.from(block("wasm"), "base64");
}

/** Example is one that the playground offers. */
export interface Example {
  name: string;
  files: { name: string; text: string }[];
}

export const examples = (): Example[] => JSON.parse(block("examples")) as Example[];

/** rendered waits until the newest text is rendered, or refused. */
export async function rendered(page: Page): Promise<void> {
  await page.locator('[role="status"][aria-busy="false"]').filter({ hasText: /Rendered in|Nothing is rendered/ }).waitFor({ timeout: 60_000 });
}

export const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Documents, in YAML" });

/** insert writes a text at the cursor of the editor, and leaves the focus where it is. */
export async function insert(page: Page, text: string): Promise<void> {
  await editor(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** paste puts a text in the place of all that the open file has. */
export async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Control+A");
  await insert(page, text);
}

/** give opens files as the button does. */
export async function give(page: Page, files: Record<string, string | Buffer>): Promise<void> {
  await page.locator('input[type="file"][multiple]').first().setInputFiles(
    Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/yaml", buffer: Buffer.from(text) })));
}

/** app is an application with one Kustomization. */
export const app = (name: string, cluster = "berlin"): string => `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ${name}, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - destination: {cluster: ${cluster}, kubeConfig: {secretRef: {name: ${cluster}}}}
      path: ./deploy
      interval: 5m
      prune: true
`;

/** button is one of the buttons of the playground. */
export const button = (page: Page, name: string): Locator => page.getByRole("toolbar", { name: "Playground" }).getByRole("button", { name });

/** choose opens an example. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel("Start from an example").selectOption(name);
  await page.getByText(`Opened the example ${name}.`).waitFor();
}

/** count waits until the navigation tells so many things of a view. */
export async function count(page: Page, view: string, wanted: number): Promise<void> {
  const link = page.getByRole("navigation").getByRole("link", { name: view });
  await eventually(async () => assert.equal(await link.locator(".count").textContent(), String(wanted), view));
}

/** holdWorker runs in a page, and keeps all that is sent to the worker until release. */
export function holdWorker(): void {
  const { postMessage } = Worker.prototype, held: (() => void)[] = [];
  Worker.prototype.postMessage = function (...message: unknown[]): void {
    held.push(() => postMessage.apply(this, message as Parameters<typeof postMessage>));
  };
  Object.assign(window, { release: () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of held) send();
  } });
}

/** release sends what holdWorker has kept. */
export async function release(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { release(): void }).release());
}
