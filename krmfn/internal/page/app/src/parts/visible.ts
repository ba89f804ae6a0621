// Characters that nobody sees, and those that change the direction of others: a text with them could look like another one.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** visible returns a text with escapes, those of YAML, in the place of characters that nobody sees. Tabs and line breaks stay. */
export function visible(text: string): string {
  return text.replace(unseen, (c) => {
    const code = c.codePointAt(0)!;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** oneLine is visible for texts of one line: tabs and line breaks are escapes too. */
export function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
