package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/graph"
)

// drawing is what Graphviz makes of a text.
type drawing struct {
	Objects []struct {
		Name, Label string
		Nodes       []int // of a cluster
	}
	Edges []struct {
		Tail, Head   int
		LTail, LHead string
	}
}

// TestDOT holds that Graphviz lays out each picture without a warning, and reads the boxes, frames and arrows that
// the picture has, with each of their texts.
func TestDOT(t *testing.T) {
	need(t, "Graphviz", onPath("dot"))
	for _, p := range pictures(t) {
		var in, errs bytes.Buffer
		assert.NilError(t, p.WriteDOT(&in))
		text := in.String()
		cmd := exec.Command("dot", "-Tjson0") // a process for each: Graphviz 2.43 crashes on many graphs in a row
		cmd.Stdin, cmd.Stderr = &in, &errs
		out, err := cmd.Output()
		assert.NilError(t, err, "%s: %s\n%s", p.name, errs.String(), text)
		assert.Equal(t, errs.String(), "", "%s\n%s", p.name, text)
		var got drawing
		assert.NilError(t, json.Unmarshal(out, &got), p.name)
		assertDrawing(t, p, got)
	}
}

func assertDrawing(t *testing.T, p picture, got drawing) {
	t.Helper()
	labels, frames, names := map[string]string{}, map[string]string{}, map[int]string{}
	for i, o := range got.Objects {
		labels[o.Name], names[i] = o.Label, o.Name
	}
	for _, o := range got.Objects {
		for _, node := range o.Nodes {
			if strings.HasPrefix(o.Name, "cluster_") {
				frames[names[node]] = o.Name
			}
		}
	}
	for i, box := range p.Boxes {
		id := fmt.Sprintf("b%d", i+1)
		assert.Equal(t, labels[id], asWritten(box.Lines...), p.name)
		frame := ""
		if box.Frame >= 0 {
			frame = fmt.Sprintf("cluster_%d", box.Frame+1)
		}
		assert.Equal(t, frames[id], frame, p.name)
	}
	for i, frame := range p.Frames {
		assert.Equal(t, labels[fmt.Sprintf("cluster_%d", i+1)], asWritten(frame.Title), p.name)
	}
	assert.DeepEqual(t, drawnArrows(got, names), visible(p.Graph, func(e graph.End) string {
		if e.Frame {
			return fmt.Sprintf("cluster_%d", e.Index+1)
		}
		return fmt.Sprintf("b%d", e.Index+1)
	}))
}

// drawnArrows returns the arrows between boxes, or the clusters at which they are cut.
func drawnArrows(got drawing, names map[int]string) (all []string) {
	for _, e := range got.Edges {
		from, to := names[e.Tail], names[e.Head]
		if e.LTail != "" {
			from = e.LTail
		}
		if e.LHead != "" {
			to = e.LHead
		}
		all = append(all, from+" "+to)
	}
	slices.Sort(all)
	return all
}

// asWritten returns the lines of a text as Graphviz keeps them, with its escapes.
func asWritten(lines ...string) string {
	escaped := make([]string, len(lines))
	for i, line := range lines {
		escaped[i] = strings.NewReplacer(`\`, `\\`, "&", "&amp;").Replace(line)
	}
	return strings.Join(escaped, `\n`)
}
