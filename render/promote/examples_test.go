package promote_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestExamples promotes each scalar between each two stages of the documents of examples and cases, as far as they
// have stages. Either the text differs in the spelling of one scalar, or there is a reason that belongs to promotion.
func TestExamples(t *testing.T) {
	counted := map[finding.Code]int{}
	for _, of := range []string{"examples/*", "testdata/fleets/*", "testdata/cases/*/*"} {
		folders, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(of)))
		assert.NilError(t, err)
		for _, folder := range folders {
			promoteAll(t, folder, counted)
		}
	}
	t.Log(counted)
	assert.Assert(t, counted[""] > 25, "documents have lost their stages: %v", counted)
	for _, code := range []finding.Code{wording.CodeNoStageField, wording.CodeCovered} {
		assert.Assert(t, counted[code] > 0, "nothing shows %s: %v", code, counted)
	}
}

// promoteAll promotes in the documents of a folder, and counts what is reported; the empty code counts edits.
func promoteAll(t *testing.T, folder string, counted map[finding.Code]int) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	assert.NilError(t, err)
	var docs schema.Documents
	texts := map[string][]byte{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		docs, texts[file] = append(docs, schema.Parse(file, data)...), data
	}
	for _, d := range docs {
		if d.Class() != schema.ClassApplication {
			continue
		}
		stages := promote.Stages(d)
		for _, f := range scalars(d) {
			for _, from := range stages {
				for _, to := range stages {
					promoteOne(t, docs, texts,
						promote.Request{Application: d.Owner(), From: selector(t, from), To: selector(t, to),
							Fields: []promote.Field{f}}, counted)
				}
			}
		}
	}
}

func selector(t *testing.T, text string) promote.Selector {
	s, err := promote.ParseSelector(text)
	assert.NilError(t, err)
	return s
}

func promoteOne(t *testing.T, docs schema.Documents, texts map[string][]byte, r promote.Request,
	counted map[finding.Code]int) {
	if r.From.Equals(r.To) {
		return
	}
	e, err := promote.Plan(docs, r)
	if err != nil && e.Before.Findings.Err() != nil {
		return // documents that are wrong
	}
	for _, f := range e.Findings {
		counted[f.Code]++
	}
	if err != nil {
		assert.Assert(t, slices.ContainsFunc(finding.From(err),
			func(f finding.Finding) bool { return strings.HasPrefix(string(f.Code), "FA80") }), "%s", err)
		return
	}
	counted[""]++
	before := texts[e.File]
	after, err := e.Apply(before)
	assert.NilError(t, err)
	lines := bytes.SplitAfter(before, []byte("\n"))
	v := e.Values[0]
	line := string(lines[v.To.At.Line-1])
	start := len(string([]rune(line)[:v.To.At.Column-1]))
	assert.Equal(t, line[start:start+len(v.Old)], v.Old)
	lines[v.To.At.Line-1] = []byte(line[:start] + v.New + line[start+len(v.Old):])
	assert.Equal(t, string(after), string(bytes.Join(lines, nil)))
}

// scalars returns the paths of the scalars in the overrides and entries of an application.
func scalars(d *schema.Document) (all []promote.Field) {
	_, entries := d.Facts().Entries()
	for _, l := range append(d.Facts().Overrides(), entries...) {
		all = append(all, below(l, nil)...)
	}
	slices.SortFunc(all, func(a, b promote.Field) int { return slices.Compare(a, b) })
	return slices.CompactFunc(all, func(a, b promote.Field) bool { return slices.Equal(a, b) })
}

func below(n tree.Node, path promote.Field) (all []promote.Field) {
	for child := range n.Children() {
		f := append(slices.Clone(path), child.Key())
		if _, err := promote.ParseField(f.String()); err != nil {
			continue // it chooses clusters
		}
		if child.Kind() == tree.Map {
			all = append(all, below(child, f)...)
		} else {
			all = append(all, f)
		}
	}
	return all
}
