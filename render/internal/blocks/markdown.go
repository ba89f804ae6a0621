package blocks

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// How much of a group the Markdown has, where there is room.
const (
	fullLines, fullNames   = 120, 8_000 // lines of fields, characters of the names of clusters
	briefLines, briefNames = 12, 200
	unfoldedRoom           = 400 // of names of clusters in a group that is not folded
)

// footerRoom is how many characters the last line has at most.
const footerRoom = 600

// Markdown returns a head and blocks in at most so many characters. Each block has all of it, a part of it, or its
// title only. None has more than half of the room that is left, so that large groups do not hide which others there
// are. The last line counts those for which there is no room.
func Markdown(head string, blocks []Block, most int) string {
	p := page{room: most - utf8.RuneCountInString(head) - footerRoom}
	var body strings.Builder
	for i, b := range blocks {
		text := p.best(b)
		if text == "" {
			p.leftOut = blocks[i:]
			break
		}
		body.WriteString(text)
	}
	return strings.TrimRight(head+body.String()+p.footer(), "\n") + "\n"
}

type page struct {
	room    int  // in characters
	shorter bool // parts of groups are left out
	leftOut []Block
}

// best returns the longest form of a group for which there is room; empty where there is none.
func (p *page) best(b Block) string {
	fields, content := b.fieldLines(), each.Of(b.Content(), func(line string) string { return "+ " + line })
	full, isAll := b.markdown(slices.Concat(fields, content), fullLines, fullNames)
	brief, _ := b.markdown(fields, briefLines, briefNames)
	for i, form := range []string{full, brief, b.titleMarkdown()} {
		if n := utf8.RuneCountInString(form); n <= p.room/2 {
			p.room -= n
			p.shorter = p.shorter || i > 0 || !isAll
			return form
		}
	}
	return ""
}

func (p *page) footer() string {
	const seeAll = "`fluxapp diff … -o text` prints all groups, and `-o json` everything.\n"
	var actions []string
	objects := map[string]int{}
	for _, b := range p.leftOut {
		if objects[b.Action] == 0 {
			actions = append(actions, b.Action)
		}
		objects[b.Action] += b.Count
	}
	parts := each.Of(actions, func(action string) string {
		return names.Counted(objects[action], "object") + " " + action
	})
	switch {
	case len(parts) > 0:
		return "**Left out**, because a comment has no room for it: " + strings.Join(parts, ", ") +
			", and fields of others. " + seeAll
	case p.shorter:
		return "Some fields or names are left out. " + seeAll
	}
	return ""
}

func (b Block) titleMarkdown() string { return "- " + b.title(nameMarkdown) + "\n\n" }

// markdown returns the group with about so many lines and characters of names, and whether that is all of it.
func (b Block) markdown(fields []string, lines, names int) (text string, isAll bool) {
	body, isAll := b.bodyMarkdown(fields, lines, names)
	switch {
	case body == "":
		return b.titleMarkdown(), isAll
	case !b.Open:
		return folded(b.title(nameHTML), body), isAll
	}
	return "#### " + b.title(nameMarkdown) + "\n\n" + body, isAll
}

func folded(summary, body string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + body + "</details>\n\n"
}

// bodyMarkdown returns what is below the title of a group: what follows from the change, the fields, and where it is.
func (b Block) bodyMarkdown(fields []string, lines, room int) (text string, isAll bool) {
	isAll = true
	add := func(part string, isWhole bool) { text, isAll = text+part+"\n\n", isAll && isWhole }
	for _, note := range b.Notes {
		add(Prose(note), true)
	}
	if len(fields) > 0 {
		add(fenced(limited(fields, lines)), len(fields) <= lines+1)
	}
	if objects := names.SpansOf(b.Names); len(b.Names) > 1 {
		most := objects.Fitting(unfoldedRoom)
		add(code(objects.Short(most)), most == len(objects))
	}
	if clusters := names.SpansOf(b.Clusters); len(b.Clusters) > 1 {
		most, few := clusters.Fitting(room), clusters.Fitting(unfoldedRoom)
		if few >= most || !b.Open {
			add("on "+code(clusters.Short(most)), most == len(clusters))
		} else {
			add("on "+code(clusters.Short(few)), true)
			all := folded(names.Counted(clusters.Names(), "cluster"), code(clusters.Short(most))+"\n\n")
			add(strings.TrimSuffix(all, "\n\n"), most == len(clusters))
		}
	}
	return text, isAll
}

func (b Block) fieldLines() (lines []string) {
	for _, f := range b.Fields {
		shown, place := differenceOf(string(f.Before), string(f.After)), ""
		if f.SetBy != "" {
			place = "  # " + f.SetBy
		}
		if len(shown.lines) > 0 {
			lines = append(lines, "  "+f.Path+":"+place)
			for _, line := range limited(shown.lines, maxLines) {
				lines = append(lines, line[:2]+"  "+line[2:])
			}
			continue
		}
		removed := "" // what removes a field is beside it
		if shown.after == none {
			removed = place
		}
		if shown.before != none {
			lines = append(lines, "- "+f.Path+": "+shown.before+removed)
		}
		if shown.after != none {
			lines = append(lines, "+ "+f.Path+": "+shown.after+place)
		}
	}
	return lines
}

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

// Prose returns a sentence with code for words that look like markup, links or names, and for a flag with its value.
func Prose(sentence string) string {
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
