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
)

// footerRoom is how many characters the last line has at most.
const footerRoom = 600

// maxLimits is how many limits the Markdown has, and maxLimit how many characters of each.
const maxLimits, maxLimit = 20, 1_000

// WriteMarkdown writes the changes for a comment on a pull request: the sum, the limits, tables, and the groups of
// [WriteText]. Groups that neither delete nor replace anything are folded.
//
// It is never longer than GitHub takes. Without room, the last groups lose their fields first and are then left out;
// the last line counts what is missing. Quoted values notify nobody, link to nothing and cannot change the page.
//
// It returns the first error of the writer.
func WriteMarkdown(w io.Writer, c Changes, o PrintOptions) error {
	s := summaryOf(c)
	head := "### " + s.Sentence + "\n\n" + limitsMarkdown(o.Limits) + o.Table + s.markdown()
	p := page{room: maxMarkdown - utf8.RuneCountInString(head) - footerRoom}
	body := p.body(shownGroups(c))
	_, err := io.WriteString(w, strings.TrimRight(head+body+p.footer(), "\n")+"\n")
	return err
}

// limitsMarkdown lists the limits as an alert of GitHub; without limits it is empty.
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

// markdown counts the changes of each action in a table.
func (s summary) markdown() string {
	if len(s.Actions) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| | objects | clusters | applications |\n|---|---:|---:|---|\n")
	for _, n := range s.Actions {
		applications := make([]string, 0, maxNames+1)
		for _, name := range n.Applications[:min(len(n.Applications), cap(applications))] {
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
	room int // in characters
	// without says that parts of groups are left out, and left are the groups that are.
	without bool
	left    []*group
}

// body returns the groups: each with all of it, with a part of it, or with its title only. Half of the room is for
// titles first, so that large groups do not hide which others there are.
func (p *page) body(groups []*group) string {
	all := p.room
	var blocks []string
	for _, g := range groups {
		title := g.titleMarkdown()
		if p.room < all/2 || !p.take(title) {
			break
		}
		blocks = append(blocks, title)
	}
	for i, title := range blocks {
		blocks[i] = p.best(groups[i], title)
	}
	for _, g := range groups[len(blocks):] {
		title := g.titleMarkdown()
		if !p.take(title) {
			break
		}
		blocks = append(blocks, p.best(g, title))
	}
	p.left = groups[len(blocks):]
	return strings.Join(blocks, "")
}

// best returns the longest form of a group for which there is room, which its title has already.
func (p *page) best(g *group, title string) string {
	p.room += utf8.RuneCountInString(title)
	if full, all := g.markdown(fullLines, fullNames); p.take(full) {
		p.without = p.without || !all
		return full
	}
	p.without = true
	if brief, _ := g.markdown(briefLines, briefNames); p.take(brief) {
		return brief
	}
	p.take(title)
	return title
}

func (p *page) take(text string) bool {
	n := utf8.RuneCountInString(text)
	if n > p.room {
		return false
	}
	p.room -= n
	return true
}

// footer counts what was left out, and tells how to see it.
func (p *page) footer() string {
	var parts []string
	for _, action := range Actions() {
		objects := 0
		for _, g := range p.left {
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
	case p.without:
		return "Some fields or names are left out. " + seeAll
	}
	return ""
}

const seeAll = "`fluxapp diff … -o text` prints all groups, and `-o json` everything.\n"
