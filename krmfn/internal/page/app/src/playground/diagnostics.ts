// Findings become the squiggles of the editor, and their fixes actions.

import { type Diagnostic, forEachDiagnostic } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Finding } from "../contract.ts";
import { offsetOf, wordEnd } from "./columns.ts";
import type { Fix, Loaded } from "./live.ts";

/** most is how many findings of a file are underlined; the page lists all of them. */
const most = 1000;

/** diagnosticsOf returns the findings of a file, whose text is that of which they were found. */
export function diagnosticsOf(loaded: Loaded, file: string, doc: Text): Diagnostic[] {
  const fixes = new Map(loaded.fixes.map((fix) => [fix.finding, fix]));
  const found: Diagnostic[] = [];
  for (const [i, finding] of loaded.findings.entries()) {
    if (finding.file !== file || found.length >= most) continue;
    found.push(diagnosticOf(finding, fixes.get(i), doc));
  }
  return found;
}

function diagnosticOf(finding: Finding, fix: Fix | undefined, doc: Text): Diagnostic {
  const [from, to] = fix === undefined ? wordAt(doc, finding) : spanOf(doc, fix);
  return {
    from, to,
    severity: finding.severity,
    source: finding.code,
    message: finding.path ? `${finding.path}: ${finding.detail}` : finding.detail,
    ...(fix && { actions: [{ name: `Write ${fix.text}`, apply: replaceBy(doc.sliceString(from, to), fix.text) }] }),
  };
}

function wordAt(doc: Text, finding: Finding): [from: number, to: number] {
  if (finding.line === undefined || finding.line < 1 || finding.line > doc.lines) return [0, 0];
  const line = doc.line(finding.line), start = offsetOf(line.text, finding.column ?? 1);
  return [line.from + start, Math.min(line.from + wordEnd(line.text, start), line.to)];
}

function spanOf(doc: Text, fix: Fix): [from: number, to: number] {
  const line = doc.line(fix.line);
  return [line.from + offsetOf(line.text, fix.column), line.from + offsetOf(line.text, fix.endColumn)];
}

/** replaceBy writes a text in the place of another one. Where that is not there any more, somebody has repaired it already. */
function replaceBy(old: string, text: string): (view: EditorView, from: number, to: number) => void {
  return (view, from, to) => {
    if (view.state.sliceDoc(from, to) !== old) return;
    view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, scrollIntoView: true, userEvent: "input.fix" });
    view.focus();
  };
}

/** fixAt applies the fix of the finding at the cursor, or of the next one in its line. */
export function fixAt(view: EditorView): boolean {
  const { state } = view, { head } = state.selection.main;
  const found = nearest(state, head);
  if (found === undefined) return false;
  found.diagnostic.actions?.[0]?.apply(view, found.from, found.to);
  return true;
}

function nearest(state: EditorState, head: number): { diagnostic: Diagnostic; from: number; to: number } | undefined {
  const line = state.doc.lineAt(head);
  let best: { diagnostic: Diagnostic; from: number; to: number } | undefined, distance = Infinity;
  forEachDiagnostic(state, (diagnostic, from, to) => {
    if (diagnostic.actions === undefined || to < line.from || from > line.to) return;
    const away = head < from ? from - head : Math.max(0, head - to);
    if (away < distance) [best, distance] = [{ diagnostic, from, to }, away];
  });
  return best;
}
