package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"gotest.tools/v3/assert"
)

// flowchart is what a text is to Mermaid.
type flowchart struct {
	Error  string
	Boxes  map[string]string // texts
	Arrows []struct{ From, To, Stroke string }
	Frames map[string]string // titles
	// Members has the frame of each box that is in one.
	Members map[string]string
}

// parsed is what parse.mjs prints.
type parsed struct {
	MaxEdges, MaxTextSize int
	Pictures              []flowchart
}

func parse(t *testing.T, texts []string) (p parsed) {
	t.Helper()
	in, err := json.Marshal(texts)
	assert.NilError(t, err)
	cmd := exec.Command("node", "parse.mjs")
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &errs
	out, err := cmd.Output()
	assert.NilError(t, err, errs.String())
	assert.NilError(t, json.Unmarshal(out, &p))
	assert.Equal(t, len(p.Pictures), len(texts))
	return p
}

// TestMermaid holds that Mermaid takes each picture, within its limits, and reads the boxes, frames and arrows that
// the picture has, with each of their texts.
func TestMermaid(t *testing.T) {
	need(t, "Mermaid", installed())
	all := pictures(t)
	texts := make([]string, len(all))
	for i, p := range all {
		var b strings.Builder
		assert.NilError(t, p.WriteMermaid(&b))
		texts[i] = b.String()
	}
	read := parse(t, texts)
	assert.Equal(t, read.MaxEdges, 500)
	assert.Equal(t, read.MaxTextSize, 50_000)
	for i, p := range all {
		got := read.Pictures[i]
		assert.Equal(t, got.Error, "", "%s\n%s", p.name, texts[i])
		assert.Assert(t, len(got.Arrows) <= read.MaxEdges, p.name)
		assert.Assert(t, len(utf16.Encode([]rune(texts[i]))) <= read.MaxTextSize, p.name) // as JavaScript counts
		assertFlowchart(t, p, got, texts[i])
	}
}

func assertFlowchart(t *testing.T, p picture, got flowchart, text string) {
	t.Helper()
	assert.Equal(t, len(got.Boxes), len(p.Boxes), "%s\n%s", p.name, text)
	for i, box := range p.Boxes {
		id := fmt.Sprintf("b%d", i+1)
		assert.DeepEqual(t, shown(got.Boxes[id]), asShown(box.Lines...))
		frame := ""
		if box.Frame >= 0 {
			frame = fmt.Sprintf("f%d", box.Frame+1)
		}
		assert.Equal(t, got.Members[id], frame, "%s\n%s", p.name, text)
	}
	assert.Equal(t, len(got.Frames), len(p.Frames), p.name)
	for i, frame := range p.Frames {
		assert.DeepEqual(t, shown(got.Frames[fmt.Sprintf("f%d", i+1)]), asShown(frame.Title))
	}
	var arrows []string
	for _, a := range got.Arrows {
		if a.Stroke != "invisible" {
			arrows = append(arrows, a.From+" "+a.To)
		}
	}
	slices.Sort(arrows)
	assert.DeepEqual(t, arrows, visible(p.Graph))
}

// shown returns the lines that Mermaid shows of a text: it marks the numbers of characters, and a browser reads them.
// Spaces without a width keep characters apart that Mermaid would read together.
func shown(text string) (lines []string) {
	entities := strings.NewReplacer("ﬂ°°", "&#", "ﬂ°", "&", "¶ß", ";")
	for _, line := range strings.Split(text, "<br/>") {
		lines = append(lines, strings.ReplaceAll(html.UnescapeString(entities.Replace(line)), "\u200b", ""))
	}
	return lines
}

// asShown returns lines as they are shown: the letter with which Mermaid begins its marks is written as two.
func asShown(lines ...string) (all []string) {
	for _, line := range lines {
		all = append(all, strings.NewReplacer("ﬂ", "fl", "\u200b", "").Replace(line))
	}
	return all
}
