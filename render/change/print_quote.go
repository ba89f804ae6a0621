package change

import (
	"regexp"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
)

// Texts that could be of any length have at most so many characters.
const maxName, maxLine = 100, 300

// fenced returns lines as a diff. Its fence is longer than any in the lines.
func fenced(lines []string) string {
	fence := "```"
	var b strings.Builder
	for _, line := range lines {
		line = wording.Capped(line, maxLine)
		fence = strings.Repeat("`", max(len(fence), longestTicks(line)+1))
		b.WriteString(line + "\n")
	}
	return fence + "diff\n" + b.String() + fence
}

// nameMarkdown and nameHTML quote authors' text as code, in which nothing is a link, notifies somebody or is markup.
func nameMarkdown(name string) string { return code(wording.Capped(name, maxName)) }
func nameHTML(name string) string {
	return "<code>" + htmlEscaper.Replace(wording.Capped(name, maxName)) + "</code>"
}

// htmlEscaper escapes as html.EscapeString does. Package html would bring the names of 2,000 characters.
var htmlEscaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// code returns a text of one line as code. Its ticks are more than any in the text.
func code(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestTicks(text)+1)
	if len(ticks) > 1 {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// CodeInTable returns a text as code for a cell of a table in Markdown: nothing in it is a link, notifies somebody or
// is markup. Characters that nobody sees are escaped, and a long text loses its end.
func CodeInTable(text string) string {
	return strings.ReplaceAll(nameMarkdown(wording.Visible(text)), "|", `\|`)
}

func longestTicks(text string) (longest int) {
	for strings.Contains(text, strings.Repeat("`", longest+1)) {
		longest++
	}
	return longest
}

// prose returns a sentence with code for words that look like markup, links or names, and for a flag with its value.
func prose(sentence string) string {
	var out []string
	words := strings.Split(sentence, " ")
	for i := 0; i < len(words); i++ {
		word := words[i]
		if strings.HasPrefix(word, "--") && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		out = append(out, proseWord(word))
	}
	return strings.Join(out, " ")
}

// plainWord matches what is neither markup nor a link in any sentence: a word of letters, and a short number. GitHub
// links longer numbers, and numbers behind letters, to commits and issues.
var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\pL[\pL'-]*|[0-9,]{1,6}%?|…)?$`) })

func proseWord(word string) string {
	core := strings.TrimLeft(word, "(")
	open := word[:len(word)-len(core)]
	core = strings.TrimRight(core, ",;:.")
	for strings.HasSuffix(core, ")") && strings.Count(core, ")") > strings.Count(core, "(") {
		core = core[:len(core)-1]
	}
	if plainWord().MatchString(core) {
		return word
	}
	return open + code(core) + word[len(open)+len(core):]
}
