// Findings become the squiggles of the editor, and their fixes actions.

import { type Diagnostic, forEachDiagnostic } from "@codemirror/lint";
import type { Line, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { offsetOf, wordEnd } from "./columns.ts";
import type { Loaded } from "./live.ts";

/** most is how many findings of a file are underlined; the page lists all of them. */
const most = 1000;

/** diagnosticsOf returns the findings of a file, whose text is that of which they were found. */
export function diagnosticsOf({ findings, fixes }: Loaded, file: string, doc: Text): Diagnostic[] {
  const fixOf = new Map(fixes.map((fix) => [fix.finding, fix]));
  return [...findings.entries()].filter(([, finding]) => finding.file === file).slice(0, most).map(([i, { line, column, severity, code, path, detail }]) => {
    const fix = fixOf.get(i), [from, to] = fix === undefined ? wordAt(doc, line, column) : spanOf(doc.line(fix.line), fix.column, fix.endColumn);
    return {
      from, to, severity, source: code, message: path ? `${path}: ${detail}` : detail,
      ...(fix && { actions: [{ name: `Write ${fix.text}`, apply: replaceBy(doc.sliceString(from, to), fix.text) }] }),
    };
  });
}

function wordAt(doc: Text, number = 0, column = 1): [from: number, to: number] {
  if (number < 1 || number > doc.lines) return [0, 0];
  const line = doc.line(number), start = offsetOf(line.text, column);
  return [line.from + start, Math.min(line.from + wordEnd(line.text, start), line.to)];
}

function spanOf({ from, text }: Line, column: number, end: number): [from: number, to: number] {
  return [from + offsetOf(text, column), from + offsetOf(text, end)];
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
  const { head } = view.state.selection.main, line = view.state.doc.lineAt(head);
  let fix: (() => void) | undefined, distance = Infinity;
  forEachDiagnostic(view.state, ({ actions }, from, to) => {
    const away = Math.max(0, from - head, head - to);
    if (actions === undefined || to < line.from || from > line.to || away >= distance) return;
    distance = away;
    fix = () => actions[0]?.apply(view, from, to);
  });
  fix?.();
  return fix !== undefined;
}
