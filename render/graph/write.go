package graph

import (
	"fmt"
	"io"
	"maps"
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
	g.writeBoxes(&b, mermaidBox, func(frame int, title string) {
		fmt.Fprintf(&b, "  subgraph f%d[\"%s\"]\n    direction LR\n", frame+1, mermaidText(title))
	}, func(int) { b.WriteString("  end\n") })
	arrows := []string{Feeding: "-->", Then: "==>|then|", Writing: "-.->"}
	for _, a := range g.Arrows {
		fmt.Fprintf(&b, "  %s %s %s\n", a.From.id(), arrows[a.Meaning], a.To.id())
	}
	g.writeRanks(&b)
	if slices.ContainsFunc(g.Boxes, func(b Box) bool { return b.Outside }) {
		b.WriteString("  classDef outside stroke-dasharray: 5 5\n")
	}
	return b.String()
}

// writeBoxes writes the boxes, and what is before and behind the boxes of a frame.
func (g Graph) writeBoxes(b *strings.Builder, text func(i int, box Box) string, begin func(frame int, title string),
	end func(frame int)) {
	for i, box := range g.Boxes {
		if box.Frame < 0 {
			b.WriteString("  " + text(i, box) + "\n")
			continue
		}
		if i == 0 || g.Boxes[i-1].Frame != box.Frame {
			begin(box.Frame, g.Frames[box.Frame].Title)
		}
		b.WriteString("    " + text(i, box) + "\n")
		if i+1 == len(g.Boxes) || g.Boxes[i+1].Frame != box.Frame {
			end(box.Frame)
		}
	}
}

// text returns the lines of a box, escaped, with breaks between them.
func (b Box) text(lineBreak string, escape func(string) string) string {
	lines := make([]string, len(b.Lines))
	for i, l := range b.Lines {
		lines[i] = escape(l)
	}
	return strings.Join(lines, lineBreak)
}

// writeRanks writes arrows that nobody sees from the boxes of a wave that nothing waits for, for example because they
// are suspended. They lead to where the other boxes of the wave lead: Mermaid knows no ranks.
func (g Graph) writeRanks(b *strings.Builder) {
	type rank struct{ frame, number int }
	next, waited := map[rank]End{}, map[int]bool{}
	for _, a := range g.Arrows {
		if a.Meaning != Then || a.From.Frame {
			continue
		}
		waited[a.From.Index] = true
		from := g.Boxes[a.From.Index]
		if at := (rank{from.Frame, from.Rank}); from.Rank > 0 && next[at] == (End{}) {
			next[at] = a.To
		}
	}
	for i, box := range g.Boxes {
		if to, found := next[rank{box.Frame, box.Rank}]; found && !waited[i] {
			fmt.Fprintf(b, "  %s ~~~ %s\n", End{Index: i}.id(), to.id())
		}
	}
}

// mermaidBox returns a box, whose brackets are its shape.
func mermaidBox(i int, box Box) string {
	form := []string{Workload: `[%s]`, Source: `[(%s)]`, Around: `[[%s]]`, Gate: `{{%s}}`}[box.Shape]
	text := fmt.Sprintf("b%d"+form, i+1, `"`+box.text("<br/>", mermaidText)+`"`)
	if box.Outside {
		text += ":::outside"
	}
	return text
}

// id returns what the writers call a box or a frame.
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

// WriteDOT writes the picture for Graphviz. An application's waves are ranks: boxes of a wave are below each other.
func (g Graph) WriteDOT(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph fluxapp {\n  rankdir=LR\n  compound=true\n  node [shape=box, fontname=\"Helvetica\"]\n" +
		"  edge [fontname=\"Helvetica\"]\n  graph [fontname=\"Helvetica\"]\n")
	g.writeBoxes(&b, dotBox, func(frame int, title string) {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=\"%s\"\n", frame+1, dotEscape(title))
	}, func(frame int) {
		g.writeSameRanks(&b, frame)
		b.WriteString("  }\n")
	})
	for _, a := range g.Arrows {
		b.WriteString("  " + g.dotArrow(a) + "\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSameRanks puts the boxes of each wave of a frame beside each other, unless one waits for another one.
func (g Graph) writeSameRanks(b *strings.Builder, frame int) {
	ranks := map[int][]string{}
	for i, box := range g.Boxes {
		if box.Frame == frame && box.Rank > 0 {
			ranks[box.Rank] = append(ranks[box.Rank], End{Index: i}.id())
		}
	}
	for _, rank := range slices.Sorted(maps.Keys(ranks)) {
		inside := slices.ContainsFunc(g.Arrows, func(a Arrow) bool {
			return g.isIn(a.From, frame, rank) && g.isIn(a.To, frame, rank)
		})
		if len(ranks[rank]) > 1 && !inside {
			fmt.Fprintf(b, "    {rank=same; %s}\n", strings.Join(ranks[rank], "; "))
		}
	}
}

func (g Graph) isIn(e End, frame, rank int) bool {
	return !e.Frame && g.Boxes[e.Index].Frame == frame && g.Boxes[e.Index].Rank == rank
}

func dotBox(i int, box Box) string {
	shapes := []string{Workload: "", Source: ", shape=cylinder", Around: ", shape=component", Gate: ", shape=hexagon"}
	more := shapes[box.Shape]
	if box.Outside {
		more += ", style=dashed"
	}
	return fmt.Sprintf(`b%d [label="%s"%s]`, i+1, box.text(`\n`, dotEscape), more)
}

// dotArrow returns an arrow. The arrow of a frame is an arrow of a workload in it, cut at the frame.
func (g Graph) dotArrow(a Arrow) string {
	var more []string
	switch a.Meaning {
	case Then:
		more = []string{`label="then"`, "penwidth=2"}
	case Writing:
		more = []string{"style=dotted"}
	}
	if a.From.Frame {
		more = append(more, fmt.Sprintf("ltail=cluster_%d", a.From.Index+1))
	}
	if a.To.Frame {
		more = append(more, fmt.Sprintf("lhead=cluster_%d", a.To.Index+1))
	}
	text := g.workload(a.From) + " -> " + g.workload(a.To)
	if len(more) > 0 {
		text += " [" + strings.Join(more, ", ") + "]"
	}
	return text
}

// workload returns the name of the box of an end: of a frame, the first workload in it.
func (g Graph) workload(e End) string {
	if !e.Frame {
		return e.id()
	}
	at := slices.IndexFunc(g.Boxes, func(b Box) bool { return b.Frame == e.Index && b.Shape == Workload })
	return End{Index: at}.id()
}

// dotEscape writes a text for a label in double quotes. Graphviz reads escapes with a backslash, and HTML entities.
func dotEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(text)
}
