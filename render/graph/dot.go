package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

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
	most := 0
	for i, box := range g.Boxes {
		if box.Frame == frame && box.Rank > 0 {
			ranks[box.Rank] = append(ranks[box.Rank], fmt.Sprintf("b%d", i+1))
			most = max(most, box.Rank)
		}
	}
	for rank := 1; rank <= most; rank++ {
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
