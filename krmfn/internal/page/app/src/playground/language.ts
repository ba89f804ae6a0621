// The language of the editor.

import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport } from "@codemirror/language";
import { type ParseWrapper, Tree } from "@lezer/common";

/** orPlain leaves a text without colours if its brackets are so deep that the parser, which calls itself for each, has no stack left. */
export const orPlain: ParseWrapper = (parse, input) => ({
  get parsedPos() {
    return parse.parsedPos;
  },
  get stoppedAt() {
    return parse.stoppedAt;
  },
  stopAt(position) {
    parse.stopAt(position);
  },
  advance() {
    try {
      return parse.advance();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return new Tree(yamlLanguage.parser.topNode, [], [], input.length);
    }
  },
});

/** yaml is YAML of any depth. */
export const yaml = new LanguageSupport(yamlLanguage.configure({ wrap: orPlain }));
