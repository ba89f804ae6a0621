// The language of the editor.

import { yamlLanguage } from "@codemirror/lang-yaml";
import { LanguageSupport } from "@codemirror/language";
import { type ParseWrapper, Tree } from "@lezer/common";

/** deepest is how many nodes may be in each other, beside those within the last so many characters. What colours a text calls itself for each. */
const deepest = 256;

/** orPlain leaves a text without colours if its brackets are so deep that the parser, or what colours it, has no stack left. */
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
      const tree = parse.advance();
      if (tree === null || !isDeeper(tree, deepest)) return tree;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    return new Tree(yamlLanguage.parser.topNode, [], [], input.length);
  },
});

function isDeeper(tree: Tree, most: number): boolean {
  return most === 0 || tree.children.some((child) => child instanceof Tree && isDeeper(child, most - 1));
}

/** yaml is YAML of any depth. */
export const yaml = new LanguageSupport(yamlLanguage.configure({ wrap: orPlain, bufferLength: deepest }));
