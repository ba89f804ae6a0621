package stages

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// withoutLabel is the header of the clusters without the label. It is no value of a label.
const withoutLabel = "(none)"

// How many versions and odd clusters of a cell people read, and how many characters of a version, as of a digest.
const mostVersions, mostOdd, longest = 3, 3, 30

// WriteText writes the stages as a table for people. Characters that a terminal would act on are escaped.
func (s *Stages) WriteText(w io.Writer) error {
	lines := s.lines(func(text string) string { return view.Visible(strings.Join(strings.Fields(text), " ")) }, "-")
	return terminal.WriteColumns(w, lines)
}

// mostMarkdown is how many bytes the rows of the Markdown have at most, about: comments have a limit.
const mostMarkdown = 20_000

// Markdown returns the stages as a table in Markdown, with an empty line behind it. Names and versions are code, which
// notifies nobody, links to nothing and cannot change the page. It counts what is behind the first applications.
func (s *Stages) Markdown() string {
	var b strings.Builder
	for i, line := range s.lines(change.CodeInTable, "") {
		if b.Len() > mostMarkdown {
			fmt.Fprintf(&b, "\n… and %s\n", names.Counted(len(s.Rows)+1-i, "more application"))
			break
		}
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(line)) + "\n")
		}
	}
	return b.String() + "\n"
}

// lines returns the header and the rows. Quote quotes what authors have written, and empty stands for no cell.
func (s *Stages) lines(quote func(string) string, empty string) [][]string {
	named := func(stage string) string { return quote(cmp.Or(stage, withoutLabel)) }
	lines := [][]string{append([]string{quote(s.Label)}, each.Of(s.Stages, named)...)}
	for _, row := range s.Rows {
		line := []string{quote(row.Application)}
		for _, c := range row.Cells {
			if c == nil {
				line = append(line, empty)
			} else {
				line = append(line, c.text(quote))
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// text returns the versions of a cell with their clusters, what is ready, what changes, and which clusters are odd.
func (c *Cell) text(quote func(string) string) string {
	var parts []string
	if c.Clusters > 0 {
		parts = append(parts, c.versions(quote))
	}
	if c.Workloads != nil && c.Clusters > 0 {
		parts = append(parts, "ready "+names.Number(c.Ready)+"/"+names.Number(c.Total))
	}
	for _, action := range change.Actions() {
		if n := c.Actions[action]; n > 0 {
			parts = append(parts, names.Number(n)+" "+string(action))
		}
	}
	if len(c.Odd) > 0 {
		parts = append(parts, "odd: "+names.List(each.Of(c.Odd, quote), mostOdd))
	}
	return strings.Join(parts, "; ")
}

func (c *Cell) versions(quote func(string) string) string {
	var all []string
	for _, v := range c.Versions {
		version := []rune(v.Version)
		if len(version) > longest {
			version = append(version[:longest-1:longest-1], '…')
		}
		all = append(all, quote(string(version))+" on "+names.Number(v.Clusters))
	}
	if len(all) == 0 {
		return "on " + names.Number(c.Clusters)
	}
	return names.List(all, mostVersions)
}
