package change

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// maxMarkdown limits the characters of the Markdown: GitHub refuses comments over 65,536, and pipelines add a few.
const maxMarkdown = 65_000

// Each limit has at most so many characters; and how many limits there are.
const maxLimit, maxLimits = 1_000, 20

// WriteMarkdown writes the changes for a comment on a pull request: the sum, the limits, tables, and the groups of
// [WriteText]. Groups that neither delete nor replace anything are folded.
//
// It is never longer than GitHub takes. Without room, the last groups lose their fields first and are then left out;
// the last line counts them. Quoted values notify nobody, link to nothing and cannot change the page. It returns the
// first error of the writer.
func WriteMarkdown(w io.Writer, c Changes, o PrintOptions) error {
	s := summaryOf(c)
	head := "### " + s.Sentence + "\n\n" + limitsMarkdown(o.Limits) + o.Table + s.Markdown()
	all := each.Of(shownGroups(c), (*group).block)
	text := blocks.Markdown(head, all, maxMarkdown-utf8.RuneCountInString(o.Final))
	if o.Final != "" {
		text += "\n" + o.Final
	}
	_, err := io.WriteString(w, text)
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
		b.WriteString("> - " + blocks.Prose(wording.Capped(wording.Visible(f.String()), maxLimit)) + "\n")
	}
	if more := len(limits) - maxLimits; more > 0 {
		b.WriteString("> - … and " + names.Number(more) + " more\n")
	}
	return b.String() + "\n"
}

// CodeInTable returns a text as code for a cell of a table in Markdown: nothing in it is a link, notifies somebody or
// is markup. Characters that nobody sees are escaped, and a long text loses its end.
func CodeInTable(text string) string { return blocks.CodeInTable(text) }
