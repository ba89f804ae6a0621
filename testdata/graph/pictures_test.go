package graph

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/graph"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// picture is a picture with the name of what it shows.
type picture struct {
	name string
	graph.Graph
}

// pictures returns the pictures of all cases, examples and fleets that can be rendered, as one and of an application
// and a cluster of them, of the tests of the package, and of random texts.
func pictures(t *testing.T) (all []picture) {
	t.Helper()
	for _, pattern := range []string{"../cases/*/*/in.yaml", "../../render/graph/testdata/*/in.yaml"} {
		for _, file := range matches(t, pattern) {
			data, err := os.ReadFile(file)
			assert.NilError(t, err)
			all = append(all, of(file, schema.Parse("in.yaml", data))...)
		}
	}
	for _, dir := range append(matches(t, "../../examples/*"), matches(t, "../fleets/*")...) {
		if filepath.Ext(dir) != "" {
			continue // a page
		}
		all = append(all, of(dir, documents(t, dir))...)
	}
	all = distinct(t, all)
	assert.Assert(t, len(all) > 400, "only %d pictures: some were lost", len(all))
	for seed := range 200 {
		all = append(all, random(t, rand.New(rand.NewSource(int64(seed)))))
	}
	return all
}

// documents returns the documents of a folder, without hidden files and templates of Helm.
func documents(t *testing.T, dir string) (docs schema.Documents) {
	t.Helper()
	assert.NilError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "templates") && name != dir:
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".yaml":
			return nil
		}
		data, err := os.ReadFile(name)
		docs = append(docs, schema.Parse(name, data)...)
		return err
	}))
	return docs
}

// distinct returns the pictures that have another text than those before.
func distinct(t *testing.T, all []picture) (first []picture) {
	t.Helper()
	known := map[string]bool{}
	for _, p := range all {
		var b strings.Builder
		assert.NilError(t, p.WriteMermaid(&b))
		if text := b.String(); !known[text] {
			known[text] = true
			first = append(first, p)
		}
	}
	return first
}

func matches(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0, pattern)
	return files
}

// of returns the pictures of documents; none of wrong ones.
func of(name string, docs schema.Documents) (all []picture) {
	result, err := render.Render(docs, render.Options{})
	if err != nil || len(result.Objects) == 0 {
		return nil
	}
	last := result.Objects[len(result.Objects)-1]
	for _, o := range []graph.Options{{}, {Application: last.Application()}, {Cluster: last.Cluster()}, {Cluster: "hub"}} {
		all = append(all, picture{fmt.Sprintf("%s %s", name, o), graph.Of(result, o)})
	}
	return all
}

// words are parts of texts that mean something to Mermaid, HTML or Markdown.
var words = strings.Fields("end subgraph flowchart graph style classDef click call href direction LR default [ ] ( ) " +
	"{ } [( )] {{ }} [[ ]] < > <br/> <b> </b> <script> & &lt; &amp; &#35; #35; #quot; # ; ;; : ::: \" \\ \\N \\n \\\" ` " +
	"`a` ' % %% %%{init: }%% $ $$ $$x$$ | || --> ==> -.- ~~~ @{ } @ * ** _ __ ~ 1. - + style:#; classDef:#; fa:fa-car " +
	"http://a.b www.a.b ﬂ°°35¶ß ﬂ° ¶ß é 日本語 עברית ❌ 👩‍👩‍👧 \u202e \u200b \u0301 o'c \u00a0 --- ``` ~~~ === null " +
	"undefined __proto__ constructor")

// random returns a picture of texts that nobody can write, and every kind of box and arrow.
func random(t *testing.T, r *rand.Rand) picture {
	t.Helper()
	text := func() (line string) {
		for range 1 + r.Intn(5) {
			line += words[r.Intn(len(words))] + []string{"", " ", "/"}[r.Intn(3)]
		}
		return strings.TrimSpace(line) + "."
	}
	type fields = map[string]any
	boxes, arrows := []fields{}, []fields{}
	for i := range 8 {
		frame := []int{0, 0, 0, 1, 1, -1, -1, -1}[i]
		shape := []string{"workload", "source", "around", "gate"}[r.Intn(4)]
		if i == 0 || i == 3 { // arrows at frames lead to workloads
			shape = "workload"
		}
		boxes = append(boxes, fields{"shape": shape, "lines": []string{text(), text()}, "frame": frame, "rank": r.Intn(3),
			"outside": frame < 0 && r.Intn(2) == 0, "objects": 1})
	}
	add := func(from, to fields, meaning string) {
		arrows = append(arrows, fields{"from": from, "to": to, "meaning": meaning})
	}
	for range 6 {
		from, to, meaning := r.Intn(8), r.Intn(8), []string{"feeding", "then", "writing"}[r.Intn(3)]
		if from != to {
			add(fields{"index": from}, fields{"index": to}, meaning)
		}
	}
	add(fields{"index": 7}, fields{"index": 0, "frame": true}, "then")
	add(fields{"index": 1, "frame": true}, fields{"index": 6}, "feeding")
	data, err := json.Marshal(fields{"frames": []fields{{"title": text()}, {"title": text()}}, "boxes": boxes,
		"arrows": arrows})
	assert.NilError(t, err)
	p := picture{name: "random"}
	assert.NilError(t, json.Unmarshal(data, &p.Graph))
	return p
}

// visible returns the arrows of a picture by what Mermaid calls their ends.
func visible(g graph.Graph) (all []string) {
	name := func(index int, isFrame bool) string {
		if isFrame {
			return fmt.Sprintf("f%d", index+1)
		}
		return fmt.Sprintf("b%d", index+1)
	}
	for _, a := range g.Arrows {
		all = append(all, name(a.From.Index, a.From.Frame)+" "+name(a.To.Index, a.To.Frame))
	}
	slices.Sort(all)
	return all
}
