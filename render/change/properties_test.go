package change_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestProperties compares each case of the repository with versions of it that have random small changes, and with
// other cases.
func TestProperties(t *testing.T) {
	cases := renderedCases(t)
	names := slices.Sorted(maps.Keys(cases))
	counts := map[change.Action]int{}
	for _, e := range slices.Concat(edits, aroundEdits) {
		for _, c := range holds(t, rendered(t, e.document), rendered(t, e.after(t))).List {
			counts[c.Action]++
		}
	}
	for i, name := range names {
		if testing.Short() && i%3 > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			before := cases[name]
			others := []render.Result{before, cases[names[(i+1)%len(names)]]}
			data := documentsOf(t, name)
			for seed := range uint64(tries(1, 16)) {
				if edited, ok := mutated(data, seed); ok {
					others = append(others, edited)
				}
			}
			for _, after := range others {
				for _, c := range holds(t, before, after).List {
					counts[c.Action]++
				}
			}
		})
	}
	for _, action := range []change.Action{change.Deleted, change.Reinstalled, change.Orphaned, change.Renamed,
		change.Freed, change.Suspended, change.Resumed, change.Moved, change.Changed,
		change.Created} {
		assert.Assert(t, counts[action] > 0, "nothing was %s", action)
	}
}

// FuzzCompare compares any documents with what random small changes make of them.
func FuzzCompare(f *testing.F) {
	files, err := filepath.Glob("../../testdata/cases/*/*/out.yaml")
	assert.NilError(f, err)
	for i, file := range files {
		if testing.Short() && i%4 > 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), "in.yaml"))
		assert.NilError(f, err)
		for seed := range uint64(tries(1, 3)) {
			f.Add(data, seed)
		}
	}
	f.Fuzz(func(t *testing.T, before []byte, seed uint64) {
		was, err := render.Render(schema.Parse("in.yaml", before), render.Options{})
		is, wrong := render.Render(schema.Parse("in.yaml", mutatedDocuments(before, seed)), render.Options{})
		if err != nil || wrong != nil || len(was.Objects)+len(is.Objects) > 1000 {
			t.Skip("nothing to compare, or too much")
		}
		holds(t, was, is)
	})
}

// TestOneClusterMore expects that a cluster more in a fleet changes nothing but that it has objects.
func TestOneClusterMore(t *testing.T) {
	files, err := filepath.Glob("../../testdata/cases/*/*/out.yaml")
	assert.NilError(t, err)
	added := 0
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), "in.yaml"))
		assert.NilError(t, err)
		before, err := render.Render(schema.Parse("in.yaml", data), render.Options{})
		grown, ok := withOneClusterMore(data)
		if err != nil || !ok {
			continue
		}
		after, err := render.Render(schema.Parse("in.yaml", grown), render.Options{})
		if err != nil { // for example, one name in two lists of clusters
			continue
		}
		for _, c := range change.Compare(before, after).List {
			added++
			assert.Check(t, c.Action == change.Created && (c.Cluster == newCluster || c.Cluster == "" && !c.Workload), "%s: %+v",
				file, c)
		}
	}
	assert.Assert(t, added > 50, "%d objects", added)
}

const newCluster = "zurich"

// withOneClusterMore repeats the last cluster of spec.clusters under another name.
func withOneClusterMore(data []byte) ([]byte, bool) {
	found := false
	edited := editedDocuments(data, func(n *yamlv3.Node) {
		clusters := child(child(n.Content[0], "spec"), "clusters")
		if found || clusters == nil || clusters.Kind != yamlv3.SequenceNode || len(clusters.Content) == 0 {
			return
		}
		last := *clusters.Content[len(clusters.Content)-1]
		last.Content = slices.Clone(last.Content)
		for i := 0; i < len(last.Content); i += 2 {
			if last.Content[i].Value == "name" {
				last.Content[i+1], found = scalarNode(newCluster), true
			}
		}
		clusters.Content = append(clusters.Content, &last)
	})
	return edited, found
}

func child(n *yamlv3.Node, key string) *yamlv3.Node {
	for i := 0; n != nil && n.Kind == yamlv3.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// holds tests what is true of any two renderings, and returns their changes.
func holds(t testing.TB, before, after render.Result) change.Changes {
	t.Helper()
	for _, r := range []render.Result{before, after} {
		same := change.Compare(r, r)
		assert.Equal(t, described(same), "")
		assert.Equal(t, same.Unchanged, len(r.Files()))
	}
	changes := change.Compare(before, after)
	reached, wanted := modelOf(t, before), modelOf(t, after)
	reached.apply(t, changes, wanted)
	assert.DeepEqual(t, reached, wanted)
	isShuffled(t, before, after, changes)
	isReversed(t, changes, change.Compare(after, before))
	isReadAlike(t, before, after, changes)
	return changes
}

// isShuffled expects the same changes for objects in any order.
func isShuffled(t testing.TB, before, after render.Result, want change.Changes) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	was, is := objectsOf(before), objectsOf(after)
	r.Shuffle(len(was), func(i, j int) { was[i], was[j] = was[j], was[i] })
	r.Shuffle(len(is), func(i, j int) { is[i], is[j] = is[j], is[i] })
	got := change.CompareObjects(was, is, render.Result{})
	assert.Equal(t, described(got), described(want))
	assert.Equal(t, got.Unchanged, want.Unchanged)
}

func objectsOf(r render.Result) (all []change.Object) {
	for _, o := range r.Files() {
		all = append(all, change.Rendered(o))
	}
	return all
}

// isReversed expects that what was new is gone, and that fields have their old values, when the sides change places.
func isReversed(t testing.TB, forth, back change.Changes) {
	t.Helper()
	assert.Equal(t, back.Unchanged, forth.Unchanged)
	assert.DeepEqual(t, outline(back, true), outline(forth, false))
}

// outline lists what is new, what is gone, and what differs, with the sides in their places or changed.
func outline(changes change.Changes, reversed bool) (lines []string) {
	gone, made := "gone", "new"
	if reversed {
		gone, made = made, gone
	}
	for _, c := range changes.List {
		name, was := nameOf(c.Object, c.Bootstrap, c.Application), nameOf(c.Earlier, false, "")
		switch {
		case isGone(c):
			lines = append(lines, gone+" "+name)
			continue
		case c.Action == change.Created:
			lines = append(lines, made+" "+name)
			continue
		case c.Action == change.Freed && len(c.Fields) == 0: // which is only in the gates of waves the other way round
			continue
		case c.Earlier == render.ID{}:
			was = name
		}
		if reversed {
			name, was = was, name
		}
		lines = append(lines, was+" is "+name)
		for _, f := range c.Fields {
			if reversed {
				f.Before, f.After = f.After, f.Before
			}
			lines = append(lines, fmt.Sprintf("%s of %s: %s -> %s", f.Path, name, f.Before, f.After))
		}
	}
	slices.Sort(lines)
	return lines
}

// isReadAlike expects the same changes when before was read from files, except what follows from other objects and
// for the layers that no file has: dependsOn has the names of objects there.
func isReadAlike(t testing.TB, before, after render.Result, want change.Changes) {
	t.Helper()
	if before.CheckPaths() != nil { // nobody can write them
		return
	}
	got := change.CompareObjects(written(t, before), objectsOf(after), render.Result{})
	assert.Equal(t, described(withoutFollowing(got)), described(withoutFollowing(want)))
	assert.Equal(t, got.Digest(), want.Digest())
}

// TestDigestsOfReadObjects checks that the changes from each case to the next have one digest, whether the objects of
// before were rendered or read.
func TestDigestsOfReadObjects(t *testing.T) {
	all := renderedCases(t)
	names := slices.Sorted(maps.Keys(all))
	different := 0
	for i, name := range names[1:] {
		before, after := all[names[i]], all[name]
		want, got := change.CompareObjects(objectsOf(before), objectsOf(after), render.Result{}),
			change.CompareObjects(written(t, before), objectsOf(after), render.Result{})
		if len(want.List) > 0 {
			different++
		}
		assert.Check(t, got.Digest() == want.Digest(), "%s → %s: %s", names[i], name,
			cmp.Diff(described(want), described(got)))
	}
	assert.Assert(t, different > 100, "%d pairs differ", different)
}

func withoutFollowing(changes change.Changes) (kept change.Changes) {
	for _, c := range changes.List {
		had := len(c.Fields)
		c.Fields = slices.DeleteFunc(slices.Clone(c.Fields), func(f change.Field) bool {
			return strings.HasPrefix(f.Path, "spec.dependsOn") || strings.HasPrefix(f.Path, "spec.eventSources") ||
				f.Path == "spec.wave"
		})
		if had == 0 || len(c.Fields) > 0 || c.Action == change.Freed {
			kept.List = append(kept.List, c)
		}
	}
	return kept
}

// tries returns how many mutations are tried.
func tries(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

// documentsOf returns the documents of a case.
func documentsOf(t testing.TB, name string) []byte {
	t.Helper()
	files, err := filepath.Glob("../../testdata/cases/*/" + name + "/in.yaml")
	assert.NilError(t, err)
	data, err := os.ReadFile(files[0])
	assert.NilError(t, err)
	return data
}

// mutated renders the documents of a case with a random small change, if it still renders.
func mutated(data []byte, seed uint64) (render.Result, bool) {
	result, err := render.Render(schema.Parse("in.yaml", mutatedDocuments(data, seed)), render.Options{})
	return result, err == nil
}

// mutatedDocuments changes some of the documents at random.
func mutatedDocuments(data []byte, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, uint64(len(data))))
	return editedDocuments(data, func(n *yamlv3.Node) {
		if r.IntN(2) == 0 {
			mutate(n, r)
		}
	})
}

// editedDocuments edits each document; what cannot be written any more is left out.
func editedDocuments(data []byte, change func(*yamlv3.Node)) []byte {
	var out bytes.Buffer
	d := yamlv3.NewDecoder(bytes.NewReader(data))
	for {
		var n yamlv3.Node
		if d.Decode(&n) != nil {
			return out.Bytes()
		}
		change(&n)
		text, err := yamlv3.Marshal(&n)
		if err == nil {
			fmt.Fprintf(&out, "---\n%s", text)
		}
	}
}

// mutate changes one value at random: a text, a field or item that is gone, or an item that is there twice.
func mutate(root *yamlv3.Node, r *rand.Rand) {
	var all []*yamlv3.Node
	collect(root, &all)
	if len(all) == 0 {
		return
	}
	switch n := all[r.IntN(len(all))]; n.Kind {
	case yamlv3.ScalarNode:
		n.Value = mutatedText(n.Value, r)
	case yamlv3.MappingNode:
		if i := 2 * r.IntN(len(n.Content)/2+1); i < len(n.Content) {
			n.Content = slices.Delete(n.Content, i, i+2)
		} else {
			n.Content = append(n.Content, scalarNode("suspend"), scalarNode("true"))
		}
	case yamlv3.SequenceNode:
		if i := r.IntN(len(n.Content) + 1); i < len(n.Content) {
			n.Content = slices.Delete(n.Content, i, i+1)
		}
	}
}

func collect(n *yamlv3.Node, all *[]*yamlv3.Node) {
	if n.Kind != yamlv3.DocumentNode && n.Kind != yamlv3.AliasNode {
		*all = append(*all, n)
	}
	for i, c := range n.Content {
		if n.Kind != yamlv3.MappingNode || i%2 == 1 {
			collect(c, all)
		}
	}
}

func scalarNode(text string) *yamlv3.Node { return &yamlv3.Node{Kind: yamlv3.ScalarNode, Value: text} }

func mutatedText(text string, r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return text + "2"
	case 1:
		return map[string]string{"true": "false", "false": "true"}[text]
	case 2:
		return strings.Replace(text, "b", "c", 1)
	}
	return "3"
}
