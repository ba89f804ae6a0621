package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Options limit a picture. The zero value is all applications on all clusters.
type Options struct {
	// Application is the namespace/name of an application, or the name of several; the picture adds what they depend on.
	Application string
	// Cluster is the name of a cluster, whose objects are drawn one by one; hub is the hub, with those of none.
	Cluster string
}

// Graph is a picture of a result: boxes, frames around them and arrows between them, as data for any writer. Programs
// read what [Graph.WriteJSON] writes.
type Graph struct {
	// Frames are the applications that have several boxes. Of one box, the first line is the application.
	Frames []drawnFrame `json:"frames"`
	// Boxes are in the order of their applications, without one last. The boxes of a frame follow each other.
	Boxes []drawnBox `json:"boxes"`
	// Arrows are in the order of where they begin: boxes, then frames.
	Arrows []drawnArrow `json:"arrows"`
}

type drawnFrame struct {
	Title string `json:"title"` // the namespace/name of the application
}

// drawnBox is an object, or objects that are alike.
type drawnBox struct {
	Shape shape `json:"shape"`
	// Lines are the text of the box. Names in them are what authors wrote: a writer must quote them.
	Lines []string `json:"lines"`
	// Frame is the index of the frame around the box; -1 for none.
	Frame int `json:"frame"`
	// Rank orders the boxes of a frame: sources have 0, the first wave has 1. Boxes of one rank stand beside each other.
	Rank    int  `json:"rank"`
	Outside bool `json:"outside,omitempty"` // the objects are only named: they must exist already
	Objects int  `json:"objects"`           // 0 for a gate
}

// shape is what a box is.
type shape string

const (
	workloadShape shape = "workload" // objects that entries become, or all that an application renders
	sourceShape   shape = "source"   // sources or charts
	aroundShape   shape = "around"   // objects around the workload: of image automation, notification or tenancy
	gateShape     shape = "gate"     // no object: all with an arrow to it must be ready before those behind it begin
)

// drawnArrow leads from a box or a frame to another one.
type drawnArrow struct {
	From    drawnEnd `json:"from"`
	To      drawnEnd `json:"to"`
	Meaning meaning  `json:"meaning"`
}

// drawnEnd is where an arrow begins or ends: at a box, or at a frame, and then it is about all workloads in it.
type drawnEnd struct {
	Index int  `json:"index"` // of the box or the frame
	Frame bool `json:"frame,omitempty"`
}

// meaning is what an arrow means.
type meaning string

const (
	feedingArrow meaning = "feeding" // from a source to what is made of it
	thenArrow    meaning = "then"    // from what must be ready first to what waits for it: dependsOn, and the waves
	writingArrow meaning = "writing" // from an ImageUpdateAutomation to its repository, and from an Alert to its Provider
)

// WriteJSON writes the picture for programs that draw it, as one JSON object. Its fields are the fields of [Graph],
// with a small first letter. False or empty fields are left out, except lists, numbers and the shape.
func (g Graph) WriteJSON(w io.Writer) error {
	g.Frames = append([]drawnFrame{}, g.Frames...)
	g.Boxes = append([]drawnBox{}, g.Boxes...)
	g.Arrows = append([]drawnArrow{}, g.Arrows...)
	_, err := io.WriteString(w, wording.Encoded(g)+"\n")
	return err
}

// WriteMermaid writes the picture as a flowchart of Mermaid, which GitHub draws in a block of Markdown with the
// language mermaid. It has at most 500 arrows and 50,000 characters, and no name in it is markup.
func (g Graph) WriteMermaid(w io.Writer) error {
	_, err := io.WriteString(w, g.mermaid())
	return err
}

func (g Graph) mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i, box := range g.Boxes {
		if box.Frame < 0 {
			b.WriteString("  " + mermaidBox(i, box) + "\n")
			continue
		}
		if i == 0 || g.Boxes[i-1].Frame != box.Frame {
			title := mermaidText(g.Frames[box.Frame].Title)
			fmt.Fprintf(&b, "  subgraph f%d[\"%s\"]\n    direction LR\n", box.Frame+1, title)
		}
		b.WriteString("    " + mermaidBox(i, box) + "\n")
		if i+1 == len(g.Boxes) || g.Boxes[i+1].Frame != box.Frame {
			b.WriteString("  end\n")
		}
	}
	arrows := map[meaning]string{feedingArrow: "-->", thenArrow: "==>|then|", writingArrow: "-.->"}
	for _, a := range g.Arrows {
		fmt.Fprintf(&b, "  %s %s %s\n", a.From.id(), arrows[a.Meaning], a.To.id())
	}
	if slices.ContainsFunc(g.Boxes, func(b drawnBox) bool { return b.Outside }) {
		b.WriteString("  classDef outside stroke-dasharray: 5 5\n")
	}
	return b.String()
}

func mermaidBox(i int, box drawnBox) string {
	form := map[shape]string{
		workloadShape: `[%s]`, sourceShape: `[(%s)]`, aroundShape: `[[%s]]`, gateShape: `{{%s}}`}[box.Shape]
	lines := each.Of(box.Lines, mermaidText)
	text := fmt.Sprintf("b%d"+form, i+1, `"`+strings.Join(lines, "<br/>")+`"`)
	if box.Outside {
		text += ":::outside"
	}
	return text
}

func (e drawnEnd) id() string {
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
		isPlain := unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" -./,()+@…=$", r) ||
			r == ':' && i+1 < len(runes) && runes[i+1] == ' ' // without a space, it may be of a style or an icon
		if isPlain {
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
