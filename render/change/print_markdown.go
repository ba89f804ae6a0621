package change

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// maxMarkdown limits the characters of the Markdown: GitHub refuses comments over 65,536, and pipelines add a few.
const maxMarkdown = 65_000

// How much of a group the Markdown has, where there is room.
const (
	fullLines, fullNames   = 120, 8_000 // lines of fields, characters of the names of clusters
	briefLines, briefNames = 12, 200
	unfoldedRoom           = 400 // of names of clusters in a group that is not folded
)

// The last line, and each limit, has at most so many characters; and how many limits there are.
const footerRoom, maxLimit, maxLimits = 600, 1_000, 20

// WriteMarkdown writes the changes for a comment on a pull request: the sum, the limits, tables, and the groups of
// [WriteText]. Groups that neither delete nor replace anything are folded.
//
// It is never longer than GitHub takes. Without room, the last groups lose their fields first and are then left out;
// the last line counts them. Quoted values notify nobody, link to nothing and cannot change the page. It returns the
// first error of the writer.
func WriteMarkdown(w io.Writer, c Changes, o PrintOptions) error {
	s := summaryOf(c)
	head := "### " + s.Sentence + "\n\n" + limitsMarkdown(o.Limits) + o.Table + s.markdown()
	p := page{room: maxMarkdown - utf8.RuneCountInString(head) - footerRoom}
	body := p.body(shownGroups(c))
	_, err := io.WriteString(w, strings.TrimRight(head+body+p.footer(), "\n")+"\n")
	return err
}

func limitsMarkdown(limits finding.Findings) string {
	if len(limits) == 0 {
		return ""
	}
	var b strings.Builder
	if len(limits.Only(finding.SeverityError)) > 0 {
		b.WriteString("> [!CAUTION]\n> **This change is over a limit:**\n")
	} else {
		b.WriteString("> [!NOTE]\n")
	}
	for _, f := range limits[:min(len(limits), maxLimits)] {
		b.WriteString("> - " + prose(wording.Capped(wording.Visible(f.String()), maxLimit)) + "\n")
	}
	if more := len(limits) - maxLimits; more > 0 {
		b.WriteString("> - … and " + names.Number(more) + " more\n")
	}
	return b.String() + "\n"
}

func (s summary) markdown() string {
	if len(s.Actions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| | objects | clusters | applications |\n|---|---:|---:|---|\n")
	for _, n := range s.Actions {
		var applications []string
		for _, name := range n.Applications[:min(len(n.Applications), maxNames+1)] {
			applications = append(applications, CodeInTable(name))
		}
		shown := strings.Join(applications, ", ")
		if more := len(n.Applications) - len(applications); more > 0 {
			shown += " and " + names.Number(more) + " more"
		}
		fmt.Fprintf(&b, "| **%s** | %s | %s | %s |\n", n.Action, names.Number(n.Objects), names.Number(n.Clusters), shown)
	}
	return b.String() + "\n"
}

type page struct {
	room    int  // in characters
	shorter bool // parts of groups are left out
	leftOut []*group
}

// body returns the groups: each with all of it, with a part of it, or with its title only. None has more than half of
// the room that is left, so that large groups do not hide which others there are.
func (p *page) body(groups []*group) string {
	var body strings.Builder
	for i, g := range groups {
		text := p.best(g.block())
		if text == "" {
			p.leftOut = groups[i:]
			break
		}
		body.WriteString(text)
	}
	return body.String()
}

// best returns the longest form of a group for which there is room; empty where there is none.
func (p *page) best(b block) string {
	full, isAll := b.markdown(fullLines, fullNames)
	brief, _ := b.markdown(briefLines, briefNames)
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
	var parts []string
	for _, action := range actions {
		objects := 0
		for _, g := range p.leftOut {
			if g.action() == action {
				objects += len(g.members)
			}
		}
		if objects > 0 {
			parts = append(parts, names.Counted(objects, "object")+" "+string(action))
		}
	}
	switch {
	case len(parts) > 0:
		return "**Left out**, because a comment has no room for it: " + strings.Join(parts, ", ") +
			", and fields of others. " + seeAll
	case p.shorter:
		return "Some fields or names are left out. " + seeAll
	}
	return ""
}

// isFolded reports whether people need not see the fields of the group at once.
func (b block) isFolded() bool { return b.action().compare(Freed) > 0 }

func (b block) titleMarkdown() string { return "- " + b.title(nameMarkdown) + "\n\n" }

// markdown returns the group with about so many lines and characters of names, and whether that is all of it.
func (b block) markdown(lines, names int) (text string, isAll bool) {
	body, isAll := b.bodyMarkdown(lines, names)
	switch {
	case body == "":
		return b.titleMarkdown(), isAll
	case b.isFolded():
		return folded(b.title(nameHTML), body), isAll
	}
	return "#### " + b.title(nameMarkdown) + "\n\n" + body, isAll
}

func folded(summary, body string) string {
	return "<details><summary>" + summary + "</summary>\n\n" + body + "</details>\n\n"
}

// bodyMarkdown returns what is below the title of a group: what follows from the change, the fields, and where it is.
func (b block) bodyMarkdown(lines, room int) (text string, isAll bool) {
	isAll = true
	add := func(part string, isWhole bool) { text, isAll = text+part+"\n\n", isAll && isWhole }
	for _, note := range b.notes {
		add(prose(note), true)
	}
	fields := b.fieldLines()
	if lines == fullLines {
		for _, line := range b.content() {
			fields = append(fields, "+ "+line)
		}
	}
	if len(fields) > 0 {
		add(fenced(limited(fields, lines)), len(fields) <= lines+1)
	}
	if objects := names.SpansOf(b.names); len(b.names) > 1 {
		most := objects.Fitting(unfoldedRoom)
		add(code(objects.Short(most)), most == len(objects))
	}
	if clusters := names.SpansOf(b.clusters); len(b.clusters) > 1 {
		most, few := clusters.Fitting(room), clusters.Fitting(unfoldedRoom)
		if few >= most || b.isFolded() {
			add("on "+code(clusters.Short(most)), most == len(clusters))
		} else {
			add("on "+code(clusters.Short(few)), true)
			all := folded(names.Counted(clusters.Names(), "cluster"), code(clusters.Short(most))+"\n\n")
			add(strings.TrimSuffix(all, "\n\n"), most == len(clusters))
		}
	}
	return text, isAll
}

func (b block) fieldLines() (lines []string) {
	for _, f := range b.fields {
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
