// The editor: CodeMirror in a shadow root. There its style sheets are adopted ones, so that the page needs no inline styles.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder, rectangularSelection } from "@codemirror/view";
import type { Place } from "../contract.ts";
import { h } from "../dom.ts";
import { offsetOf } from "./columns.ts";
import { fixAt } from "./diagnostics.ts";
import { completion, hover } from "./help.ts";
import { yaml } from "./language.ts";
import type { Schema } from "./schema.ts";
import { theme } from "./theme.ts";

/** plainFrom is from which size on a text has no colours and no brackets: they would cost more than they tell. */
const plainFrom = 2_000_000;

export class Editor {
  readonly view: EditorView;
  private readonly knowledge = new Compartment();
  private known: Extension = [];

  /** onUpdate is called after each change of the state; changed tells whether the text is another one. */
  constructor(parent: HTMLElement, onUpdate: (state: EditorState, changed: boolean) => void) {
    const root = parent.attachShadow({ mode: "open" });
    const help = h("p", { id: "editor-help" }, "Escape, then Tab leaves the editor. Ctrl-Space completes. F8 goes to the next finding, and Ctrl-. repairs it.");
    help.hidden = true;
    root.append(help);
    this.view = new EditorView({
      root, parent: root as unknown as HTMLElement, state: this.makeState(""),
      dispatchTransactions: (transactions, view) => {
        view.update(transactions);
        onUpdate(view.state, transactions.some((t) => t.docChanged));
      },
    });
  }

  /** makeState makes the state of a text, without a history. */
  makeState(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: [base, text.length < plainFrom ? coloured : [], this.knowledge.of(this.known)] });
  }

  /** show shows the state of a file. */
  show(state: EditorState): void {
    if (this.view.state === state) return;
    this.view.setState(state);
    this.view.dispatch({ effects: this.knowledge.reconfigure(this.known) });
  }

  /** teach gives the editor what documents may have. */
  teach(schema: Schema): void {
    this.known = [autocompletion({ override: [completion(schema)], icons: false }), hover(schema)];
    this.view.dispatch({ effects: this.knowledge.reconfigure(this.known) });
  }

  mark(diagnostics: readonly Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** open puts the cursor at a place of the shown file. */
  open(place: Place): void {
    const { doc } = this.view.state;
    const line = doc.line(Math.max(1, Math.min(place.line ?? 1, doc.lines)));
    const at = line.from + offsetOf(line.text, place.column ?? 1);
    this.view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }
}

const base: Extension = [
  lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
  EditorState.allowMultipleSelections.of(true), EditorState.tabSize.of(2), indentUnit.of("  "), rectangularSelection(),
  highlightActiveLine(), search({ top: true }), lintGutter(), theme,
  placeholder("Open an example, drop files here, or type: Ctrl-Space tells what may be written."),
  EditorView.contentAttributes.of({ "aria-label": "Documents, in YAML", "aria-describedby": "editor-help", spellcheck: "false", tabindex: "0" }),
  keymap.of([
    { key: "Mod-.", run: fixAt }, { key: "Ctrl-.", run: fixAt }, { key: "Tab", run: acceptCompletion }, indentWithTab,
    ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap,
  ]),
];

const coloured: Extension = [
  yaml, bracketMatching(), closeBrackets(), highlightSelectionMatches(), codeFolding(), foldGutter(),
];
