package change

import (
	"regexp"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Texts that could be of any length have at most so many characters.
const (
	maxName      = 100
	maxLine      = 300
	unfoldedRoom = 400 // of names of clusters in a group that is not folded
)

// isFolded reports whether people need not see the fields of the group at once.
func (g *group) isFolded() bool { return g.action().Compare(Freed) > 0 }

func (g *group) titleMarkdown() string { return "- " + g.title().line(nameMarkdown) + "\n\n" }

// markdown returns the group with about so many lines and characters of names, and whether that is all of it.
func (g *group) markdown(lines, names int) (text string, all bool) {
	t := g.title()
	body, all := g.bodyMarkdown(t, lines, names)
	switch {
	case body == "":
		return g.titleMarkdown(), all
	case g.isFolded():
		return folded(t.line(nameHTML), body), all
	}
	return "#### " + t.line(nameMarkdown) + "\n\n" + body, all
}

func folded(summary, body string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + body + "</details>\n\n"
}

// bodyMarkdown returns what is below the title of a group: what follows from the change, the fields, and where it is.
func (g *group) bodyMarkdown(t title, lines, room int) (text string, all bool) {
	var parts []string
	all = true
	for _, note := range g.notes() {
		parts = append(parts, prose(note))
	}
	fields := fieldLines(g.shownFields())
	if lines == fullLines {
		for _, line := range g.content() {
			fields = append(fields, "+ "+line)
		}
	}
	if len(fields) > 0 {
		parts, all = append(parts, fenced(limited(fields, lines))), len(fields) <= lines+1
	}
	if objects := names.SpansOf(t.names); len(t.names) > 1 {
		most := objects.Fitting(unfoldedRoom)
		parts, all = append(parts, code(objects.Short(most))), all && most == len(objects)
	}
	if clusters := names.SpansOf(t.clusters); len(t.clusters) > 1 {
		most := clusters.Fitting(room)
		parts, all = append(parts, g.clustersMarkdown(clusters, most)), all && most == len(clusters)
	}
	if len(parts) > 0 {
		text = strings.Join(parts, "\n\n") + "\n\n"
	}
	return text, all
}

// clustersMarkdown names the first clusters. Many names are folded.
func (g *group) clustersMarkdown(clusters names.Spans, most int) string {
	few := clusters.Fitting(unfoldedRoom)
	if few >= most || g.isFolded() {
		return "on " + code(clusters.Short(most))
	}
	return "on " + code(clusters.Short(few)) + "\n\n" +
		strings.TrimSuffix(folded(names.Counted(clusters.Names(), "cluster"), code(clusters.Short(most))+"\n\n"), "\n\n")
}

func fieldLines(fields []shownField) (lines []string) {
	for _, f := range fields {
		place := ""
		if f.setBy != "" {
			place = "  # " + f.setBy
		}
		if len(f.lines) > 0 {
			lines = append(lines, "  "+f.path+":"+place)
			for _, line := range limited(f.lines, maxLines) {
				lines = append(lines, line[:2]+"  "+line[2:])
			}
			continue
		}
		removed := "" // what removes a field is beside it
		if f.after == none {
			removed = place
		}
		if f.before != none {
			lines = append(lines, "- "+f.path+": "+f.before+removed)
		}
		if f.after != none {
			lines = append(lines, "+ "+f.path+": "+f.after+place)
		}
	}
	return lines
}

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

// proseWord quotes a word that is not plain, without the punctuation around it.
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
