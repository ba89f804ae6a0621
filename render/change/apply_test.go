package change_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// model has the objects of a rendering as plain values, without what follows from other objects.
type model map[string]any

func modelOf(t testing.TB, r render.Result) model {
	t.Helper()
	m := model{}
	for _, o := range r.Files() {
		made := change.Rendered(o)
		m[nameOf(made.ID, made.Bootstrap, made.Application)] = plain(t, string(tree.AppendJSON(nil, o.Facts().Own())))
	}
	return m
}

// nameOf names an object of a model. Several applications may need one thing on a cluster.
func nameOf(id render.ID, bootstrap bool, application string) string {
	if bootstrap {
		return fmt.Sprintf("%s of %s for %s", id, id.Server, application)
	}
	return fmt.Sprintf("%s of %q", id, id.Server)
}

func plain(t testing.TB, text string) (value any) {
	t.Helper()
	if text == "" {
		return missing{}
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	assert.NilError(t, d.Decode(&value), "%s", text)
	return value
}

// missing is the value of a field that an object does not have.
type missing struct{}

// isGone reports whether after does not have the object of a change.
func isGone(c change.Change) bool {
	return c.Action == change.Deleted || c.Action == change.Orphaned && len(c.Fields) == 0
}

// apply changes a model as changes say. What is new is taken from the other model.
func (m model) apply(t testing.TB, changes change.Changes, after model) {
	t.Helper()
	for _, c := range changes.List {
		name := nameOf(c.Object, c.Bootstrap, c.Application)
		switch {
		case isGone(c):
			assert.Assert(t, m[name] != nil, "%s is gone, and was not there", name)
			delete(m, name)
			continue
		case c.Action == change.Created:
			assert.Assert(t, m[name] == nil, "%s is new, and was there", name)
			m[name] = after[name]
			continue
		case c.Earlier != (render.ID{}):
			was := nameOf(c.Earlier, false, "")
			m[name] = m[was]
			delete(m, was)
			rename(m[name], c.Object)
		}
		for _, f := range c.Fields {
			if f.Path == "file" { // which the object does not have
				continue
			}
			m[name] = setField(t, m[name], after[name], "."+f.Path, f)
		}
	}
}

func rename(object any, id render.ID) {
	metadata := object.(map[string]any)["metadata"].(map[string]any)
	metadata["name"] = id.Name
	delete(metadata, "namespace")
	if id.Namespace != "" {
		metadata["namespace"] = id.Namespace
	}
}

// setField returns a value with a field set or removed at the path of a change. The other side knows keys that the
// value does not have.
func setField(t testing.TB, at, after any, path string, f change.Field) any {
	t.Helper()
	if path == "" {
		assert.DeepEqual(t, at, plain(t, f.Before))
		return plain(t, f.After)
	}
	switch at := at.(type) {
	case []any:
		index, rest, found := strings.Cut(strings.TrimPrefix(path, "["), "]")
		i, err := strconv.Atoi(index)
		assert.Assert(t, found && err == nil, "%s of %s", path, f.Path)
		at[i] = setField(t, at[i], after.([]any)[i], rest, f)
		return at
	case map[string]any:
		return setKey(t, at, after, path, f)
	}
	return setKey(t, map[string]any{}, after, path, f)
}

// setKey does it in a map. A map that loses its last field is gone.
func setKey(t testing.TB, at map[string]any, after any, path string, f change.Field) any {
	t.Helper()
	others, _ := after.(map[string]any)
	key := ""
	for _, k := range slices.Concat(slices.Collect(maps.Keys(at)), slices.Collect(maps.Keys(others))) {
		if rest, found := strings.CutPrefix(path, tree.Step(k)); found && (rest == "" || rest[0] == '.' || rest[0] == '[') &&
			len(k) >= len(key) {
			key = k
		}
	}
	value, known := at[key]
	if !known {
		value = missing{}
	}
	value = setField(t, value, others[key], strings.TrimPrefix(path, tree.Step(key)), f)
	if at[key] = value; value == any(missing{}) {
		delete(at, key)
	}
	if len(at) == 0 {
		return missing{}
	}
	return at
}
