package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// WriteMermaid writes the picture as a flowchart of Mermaid, which GitHub draws in a block of Markdown with the
// language mermaid. It has at most 500 arrows and 50,000 characters, and no name in it is markup.
func (g Graph) WriteMermaid(w io.Writer) error {
	_, err := io.WriteString(w, g.mermaid())
	return err
}

func (g Graph) mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	g.writeBoxes(&b)
	arrows := []string{Feeding: "-->", Then: "==>|then|", Writing: "-.->"}
	for _, a := range g.Arrows {
		fmt.Fprintf(&b, "  %s %s %s\n", a.From.id(), arrows[a.Meaning], a.To.id())
	}
	if slices.ContainsFunc(g.Boxes, func(b Box) bool { return b.Outside }) {
		b.WriteString("  classDef outside stroke-dasharray: 5 5\n")
	}
	return b.String()
}

func (g Graph) writeBoxes(b *strings.Builder) {
	for i, box := range g.Boxes {
		if box.Frame < 0 {
			b.WriteString("  " + mermaidBox(i, box) + "\n")
			continue
		}
		if i == 0 || g.Boxes[i-1].Frame != box.Frame {
			title := mermaidText(g.Frames[box.Frame].Title)
			fmt.Fprintf(b, "  subgraph f%d[\"%s\"]\n    direction LR\n", box.Frame+1, title)
		}
		b.WriteString("    " + mermaidBox(i, box) + "\n")
		if i+1 == len(g.Boxes) || g.Boxes[i+1].Frame != box.Frame {
			b.WriteString("  end\n")
		}
	}
}

func mermaidBox(i int, box Box) string {
	form := []string{Workload: `[%s]`, Source: `[(%s)]`, Around: `[[%s]]`, Gate: `{{%s}}`}[box.Shape]
	lines := make([]string, len(box.Lines))
	for i, l := range box.Lines {
		lines[i] = mermaidText(l)
	}
	text := fmt.Sprintf("b%d"+form, i+1, `"`+strings.Join(lines, "<br/>")+`"`)
	if box.Outside {
		text += ":::outside"
	}
	return text
}

func (e End) id() string {
	if e.Frame {
		return fmt.Sprintf("f%d", e.Index+1)
	}
	return fmt.Sprintf("b%d", e.Index+1)
}

// mermaidText quotes a text for a label in double quotes: characters other than letters, digits and a few marks get
// their numbers. Mermaid would read a quote as the end, %%{ and `…` as instructions, and <…> as HTML.
func mermaidText(text string) string {
	var b strings.Builder
	runes := []rune(special.Replace(text))
	for i, r := range runes {
		if isPlain(r) && (r != ':' || i+1 < len(runes) && runes[i+1] == ' ') {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

// special replaces what has a meaning for Mermaid even if it is written by numbers: a formula, an icon, a line break,
// and its own marks for numbers of characters. A space without a width takes the meaning away.
var special = strings.NewReplacer("$$", "$\u200b$\u200b", ":fa-", ":\u200bfa-", `\n`, "\\\u200bn", "¶ß", "¶\u200bß",
	"ﬂ", "fl")

// isPlain reports whether Mermaid gives a character no meaning. A colon without a space may be of a style or an icon.
func isPlain(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -./,:()+@…=$", r)
}
