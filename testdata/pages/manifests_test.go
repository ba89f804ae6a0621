package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

type fields = map[string]any

// TestSpellings writes the spelling that each correction replaces into the application of the case, and expects what
// fluxapp says to it. The remarks are all that fluxapp says to the case itself.
func TestSpellings(t *testing.T) {
	remarks := map[string][]remark{}
	for _, m := range allManifests(t) {
		remarks[m.Case] = append(remarks[m.Case], m.Remarks...)
		for _, c := range m.Corrections {
			if c.At != "" {
				t.Run(m.Is+"/"+c.Path, func(t *testing.T) { m.assertSpelling(t, c) })
			}
			assert.Check(t, c.At != "" || c.Says == "", "%s: %s is said to no place", m.Is, c.Says)
		}
	}
	for folder, listed := range remarks {
		_, found := rendering(t, manifest{Case: folder}.documents(t))
		for _, r := range listed {
			assert.Check(t, slices.ContainsFunc(found, r.matches), "%s does not get %s at %s", folder, r.Says, r.At)
		}
		for _, f := range found {
			said := func(r remark) bool { return r.matches(f) }
			assert.Check(t, slices.ContainsFunc(listed, said), "no manifest of %s has the remark %s", folder, f)
		}
	}
}

// assertSpelling expects that an old spelling adds the message of the correction, perhaps for several items, and no
// other. A correction without a message expects none, and the same objects.
func (m manifest) assertSpelling(t *testing.T, c correction) {
	t.Helper()
	documents := m.documents(t)
	objects, before := rendering(t, documents)
	change(m.application(t, documents), c.At, c.Has)
	now, found := rendering(t, documents)
	found = slices.DeleteFunc(found, func(f finding.Finding) bool {
		return slices.ContainsFunc(before, func(b finding.Finding) bool { return b.Path == f.Path && b.Detail == f.Detail })
	})
	if c.Says == "" {
		assert.Equal(t, len(found), 0, "%v", found)
		assert.DeepEqual(t, now, objects)
		return
	}
	assert.Assert(t, len(found) > 0, "nothing is said")
	for _, f := range found {
		assert.Assert(t, remark{At: c.At, Says: c.Says}.matches(f), "%s", f)
	}
}

// matches reports whether a finding is the one that the remark names.
func (r remark) matches(f finding.Finding) bool {
	code, detail, _ := strings.Cut(r.Says, " ")
	return string(f.Code) == code && strings.HasPrefix(f.Detail, detail) && strings.HasPrefix(f.Path, r.At)
}

func allManifests(t *testing.T) (all []manifest) {
	t.Helper()
	list, err := collections()
	assert.NilError(t, err)
	for _, c := range list {
		all = append(all, c.Manifests...)
	}
	return all
}

// read returns a file of the manifest's case.
func (m manifest) read(t *testing.T, file string) string {
	t.Helper()
	return content(t, filepath.Join(root, "testdata", "cases", m.Case, file))
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	return string(data)
}

// documents returns the documents of the manifest's case.
func (m manifest) documents(t *testing.T) []fields {
	t.Helper()
	return decoded(t, m.read(t, "in.yaml"))
}

// application returns the document that makes the manifest.
func (m manifest) application(t *testing.T, documents []fields) fields {
	t.Helper()
	at := slices.IndexFunc(documents, func(d fields) bool { return strings.HasSuffix(nameOf(d), "/"+m.Application) })
	assert.Assert(t, at >= 0, "%s has no application %s", m.Case, m.Application)
	return documents[at]
}

// rendering renders documents. A run that fails has findings only.
func rendering(t *testing.T, documents []fields) (objects []fields, found finding.Findings) {
	t.Helper()
	var text []byte
	for _, document := range documents {
		part, err := yaml.Marshal(document)
		assert.NilError(t, err)
		text = append(append(text, part...), "---\n"...)
	}
	result, err := render.Render(schema.Parse("in.yaml", text), render.Options{})
	if err != nil {
		return nil, result.Findings
	}
	for _, o := range result.Objects {
		objects = append(objects, decoded(t, string(o.YAML()))...)
	}
	return objects, result.Findings
}

// decoded returns the documents of a stream.
func decoded(t *testing.T, stream string) (documents []fields) {
	t.Helper()
	for text := range strings.SplitSeq(stream, "\n---\n") {
		var document fields
		assert.NilError(t, yaml.Unmarshal([]byte(text), &document))
		if document != nil {
			documents = append(documents, document)
		}
	}
	return documents
}

// nameOf returns namespace/name of a document.
func nameOf(document fields) string {
	metadata, _ := document["metadata"].(fields)
	return fmt.Sprintf("%v/%v", metadata["namespace"], metadata["name"])
}

// change writes a value at a path of a document. Nil removes the field.
func change(document fields, path string, value any) {
	all := steps(path)
	if value != nil {
		put(document, all, value)
		return
	}
	parent, last := valueAt(document, all[:len(all)-1]), all[len(all)-1]
	if in, ok := parent.(fields); ok {
		delete(in, last)
	}
}

// valueAt returns the value at a path of a document; nil if there is none.
func valueAt(in any, path []string) any {
	for _, step := range path {
		switch value := in.(type) {
		case fields:
			in = value[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(value) {
				return nil
			}
			in = value[i]
		default:
			return nil
		}
	}
	return in
}
