package change

import (
	"html"
	"strings"
	"unicode"
)

// nameMarkdown and nameHTML quote what authors write, in a line of Markdown and in HTML: in code nothing is a link, notifies somebody or
// is markup.
func nameMarkdown(name string) string { return code(capped(name, maxName)) }
func nameHTML(name string) string {
	return "<code>" + html.EscapeString(capped(name, maxName)) + "</code>"
}

// code returns a text of one line as code. Its ticks are more than any in the text.
func code(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestTicks(text)+1)
	if len(ticks) > 1 {
		return ticks + " " + text + " " + ticks
	}
	return ticks + text + ticks
}

// codeInTable returns a text as code in a cell of a table.
func codeInTable(text string) string { return strings.ReplaceAll(nameMarkdown(text), "|", `\|`) }

// longestTicks returns how many ticks follow each other in a text.
func longestTicks(text string) (longest int) {
	run := 0
	for i := range len(text) {
		if run++; text[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// prose returns a sentence as it is when it has nothing that Markdown could take for markup, a link or a name, and as code otherwise.
func prose(sentence string) string {
	odd := strings.ContainsFunc(sentence, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" ,;.()'-", r)
	})
	if odd || strings.HasPrefix(sentence, "-") || strings.Contains(sentence, "www.") {
		return code(sentence)
	}
	return sentence
}
