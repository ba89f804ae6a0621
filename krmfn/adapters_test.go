package krmfn

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// adapters compares the answers of both ways to a list: the edit of its text, and what kyaml reads and writes. It
// counts the lists that are edited, and the lists that kyaml changes each time that it prints them.
type adapters struct{ edited, left, unstable int }

// compare returns the answer to a list.
func (a *adapters) compare(t *testing.T, name, list string) string {
	t.Helper()
	pieces, results, of, err := respondWithKyaml([]byte(list), nil)
	text, ok := readText([]byte(list))
	if err != nil {
		assert.Assert(t, !ok, "%s: kyaml refuses what is edited: %v\n%s", name, err, list)
		return ""
	}
	want := strings.Join(pieces, "")
	if !ok {
		a.left++
		return want
	}
	pieces, found, ok := text.respond(nil)
	if !ok {
		a.left++
		return want
	}
	got := strings.Join(pieces, "")
	assert.DeepEqual(t, linesOf(found), linesOf(results))
	assert.Equal(t, text.list.clientPrintsResults(), of.clientPrintsResults(), name)
	same := ofClient(t, got) == ofClient(t, want)
	if !same && !(isStable(t, list) && isStable(t, got) && isStableBeforeAnother(t, text)) {
		a.unstable++
		return want
	}
	a.edited++
	assert.Assert(t, same, "%s\n--- list\n%s\n--- of a client, with kyaml\n%s\n--- and without\n%s", name, list,
		ofClient(t, want), ofClient(t, got))
	return got
}

// isStable reports whether kyaml reads in a list what it reads in it once it has printed it. Of a folded block, and
// of a comment below a null, it does not.
func isStable(t *testing.T, list string) bool {
	t.Helper()
	before, _, _ := strings.Cut(ofClient(t, list), resultsHead)
	return before == ofClient(t, written(t, read(t, list)))
}

// isStableBeforeAnother reports whether kyaml reads the same in the items when another one follows them. A comment at
// their end may then become visible.
func isStableBeforeAnother(t *testing.T, text *listText) bool {
	t.Helper()
	pieces, ok := text.edited(append(slices.Clone(text.list.items), &item{index: isNew, raw: "kind: Another\n"}), "")
	before, _, _ := strings.Cut(ofClient(t, text.text), resultsHead)
	after, another, _ := strings.Cut(ofClient(t, strings.Join(pieces, "")), "=== []\nkind: Another\n")
	return !ok || another != "" || before == after
}

// resultsHead begins the results in what ofClient returns.
const resultsHead = "=== results\n"

// runs compares the answers to a list, to its answer, and to that without an item or with changed ones.
func (a *adapters) runs(t *testing.T, name, list string) {
	t.Helper()
	answer := a.compare(t, name, list)
	if answer == "" {
		return
	}
	a.compare(t, name+", again", answer)
	a.compare(t, name+", edited", strings.Replace(answer, "\n    name: ", "\n    name: x", 1))
	if start, end := strings.Index(answer, "\n- "), strings.LastIndex(answer, "\n- "); start < end {
		next := start + 1 + strings.Index(answer[start+1:], "\n- ")
		a.compare(t, name+", without the first item", answer[:start]+answer[next:])
		a.compare(t, name+", without the end", answer[:end+1])
	}
}

// ofClient returns what a client makes of an answer: the results, and each item as it prints it into a file.
func ofClient(t *testing.T, answer string) string {
	t.Helper()
	reader := kio.ByteReader{Reader: strings.NewReader(answer), OmitReaderAnnotations: true}
	items, err := reader.Read()
	assert.NilError(t, err, answer)
	var out bytes.Buffer
	for _, item := range items {
		fmt.Fprintf(&out, "=== %v\n", clientsOwn(item))
		assert.NilError(t, (&kio.ByteWriter{Writer: &out, ClearAnnotations: resource.ClientAnnotations}).
			Write([]*yaml.RNode{item}))
	}
	if reader.Results != nil {
		out.WriteString(resultsHead + reader.Results.MustString())
	}
	return out.String()
}

// clientsOwn returns the annotations of clients that an item has.
func clientsOwn(item *yaml.RNode) (all []string) {
	for name, value := range item.GetAnnotations() {
		if resource.IsOfClient(name) {
			all = append(all, name+"="+value)
		}
	}
	slices.Sort(all)
	return all
}

// printedBy prints a list as the clients do, with kyaml.
func printedBy(t *testing.T, config *yaml.RNode, items ...*yaml.RNode) string {
	t.Helper()
	var out bytes.Buffer
	writer := kio.ByteWriter{
		Writer: &out, KeepReaderAnnotations: true, FunctionConfig: config,
		WrappingKind: kio.ResourceListKind, WrappingAPIVersion: kio.ResourceListAPIVersion,
	}
	assert.NilError(t, writer.Write(items))
	return out.String()
}

// asKpt, asKustomize and asBuild are the ways in which clients annotate a document.
func asKpt(file string, n int) map[string]string {
	return map[string]string{resource.Path: file, resource.Index: fmt.Sprint(n), resource.ID: fmt.Sprint(n),
		resource.SeqIndent: "compact", resource.Package: "/p"}
}
func asKustomize(file string, n int) map[string]string {
	return map[string]string{resource.Path: file, resource.Index: fmt.Sprint(n)}
}
func asBuild(string, int) map[string]string { return nil }

// sent returns the list of a folder's documents that a client sends; false when it cannot read them.
func sent(t *testing.T, as func(string, int) map[string]string, config *yaml.RNode,
	files map[string]string) (string, bool) {
	t.Helper()
	var items []*yaml.RNode
	for _, name := range slices.Sorted(maps.Keys(files)) {
		documents, err := (&kio.ByteReader{Reader: strings.NewReader(files[name]), OmitReaderAnnotations: true}).Read()
		if err != nil {
			return "", false
		}
		for n, item := range documents {
			if checkMaps(item, "") != nil { // kyaml panics on it
				return "", false
			}
			for key, value := range as(name, n) {
				if item.PipeE(yaml.SetAnnotation(key, value)) != nil {
					return "", false
				}
			}
			items = append(items, item)
		}
	}
	return printedBy(t, config, items...), true
}

// folders returns the files of all cases and examples.
func folders(t *testing.T) map[string]map[string]string {
	t.Helper()
	found := map[string]map[string]string{}
	for _, root := range []string{"../testdata/cases", "../examples"} {
		assert.NilError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" ||
				filepath.Base(path) == "out.yaml" && root != "../examples" || filepath.Base(path) == "options.yaml" {
				return err
			}
			data, err := os.ReadFile(path)
			dir := filepath.Dir(path)
			if found[dir] == nil {
				found[dir] = map[string]string{}
			}
			found[dir][filepath.Base(path)] = string(data)
			return err
		}))
	}
	return found
}

// TestAdaptersAgree checks that a client makes the same of both answers, with the documents of all cases and examples
// as clients send them, and as people write them.
func TestAdaptersAgree(t *testing.T) {
	all := folders(t)
	for way, compare := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			var found adapters
			for n, dir := range slices.Sorted(maps.Keys(all)) {
				if !testing.Short() || n%40 == 0 {
					compare(t, &found, dir, all[dir])
				}
			}
			t.Logf("%+v", found)
			assert.Assert(t, testing.Short() || found.left*20 <= found.edited)
			assert.Assert(t, found.unstable*50 <= found.edited)
		})
	}
}

// ways are those of giving the documents of a folder to the function.
var ways = map[string]func(t *testing.T, found *adapters, dir string, files map[string]string){
	"as kpt sends them": func(t *testing.T, found *adapters, dir string, files map[string]string) {
		if list, ok := sent(t, asKpt, configOf(t, dir), files); ok {
			found.runs(t, dir, list)
		}
	},
	"as kustomize sends them": func(t *testing.T, found *adapters, dir string, files map[string]string) {
		if list, ok := sent(t, asKustomize, configOf(t, dir), files); ok {
			found.compare(t, dir, list)
		}
	},
	"as a build sends them": func(t *testing.T, found *adapters, dir string, files map[string]string) {
		if list, ok := sent(t, asBuild, configOf(t, dir), files); ok {
			found.compare(t, dir, list)
		}
	},
	"as people write them": func(t *testing.T, found *adapters, dir string, files map[string]string) {
		var documents []string
		for _, name := range slices.Sorted(maps.Keys(files)) {
			documents = append(documents,
				strings.Split(strings.TrimPrefix(strings.TrimSuffix(files[name], "\n"), "---\n"), "\n---\n")...)
		}
		found.runs(t, dir, resourceList("", documents...))
		found.compare(t, dir+" as a generator", resourceList(documents[0], documents[0]))
	},
}

// configOf returns the configuration of a case, and nil for an example.
func configOf(t *testing.T, dir string) *yaml.RNode {
	if strings.Contains(dir, "testdata") {
		return caseConfig(t, dir)
	}
	return nil
}

// TestAdaptersAgreeOnScenes is TestAdaptersAgree for trees of packages.
func TestAdaptersAgreeOnScenes(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	outputs := printed(t, process(t, "", app, strings.ReplaceAll(app, "name: hello", "name: other"),
		strings.ReplaceAll(app, "name: hello", "name: gone")))[3:]
	var all adapters
	scenes := 100
	if testing.Short() {
		scenes = 30
	}
	for range scenes {
		items := scene(random, outputs)
		all.compare(t, "a scene", resourceList([]string{"", pruning, items[0], checkConfig}[random.IntN(4)], items...))
	}
	assert.Equal(t, all, adapters{edited: scenes})
}

func linesOf(rs functionResults) (lines []string) {
	for _, r := range rs {
		lines = append(lines, r.String())
	}
	return lines
}
