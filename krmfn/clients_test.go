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

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clients counts lists: those that the function and a client read, those that one of them refuses, and those whose
// items a client prints anew each time in another way.
type clients struct {
	read, refused, unstable int
	strict                  bool // none may be unstable
}

// compare returns the answer to a list, empty when it is refused. A client finds in the answer each item of its user,
// with all comments, in the order of the list, and a run over the answer changes nothing.
func (c *clients) compare(t *testing.T, name, list string) string {
	t.Helper()
	pieces, results, _, err := respond([]byte(list), nil)
	before, unread := usersItemsOf(list)
	if err != nil || unread != nil {
		c.refused++
		return ""
	}
	answer := strings.Join(pieces, "")
	after, err := usersItemsOf(answer)
	assert.NilError(t, err, "%s\n--- list\n%s\n--- answer\n%s", name, list, answer)
	if diff := cmp.Diff(before, after); diff != "" {
		c.unstable++
		if c.strict {
			t.Errorf("%s: %s\n--- list\n%s\n--- answer\n%s", name, diff, list, answer)
		}
		return answer
	}
	c.read++
	if !results.failed() {
		pieces, _, _, err = respond([]byte(answer), nil)
		assert.NilError(t, err, answer)
		again, _, _ := strings.Cut(strings.Join(pieces, ""), "\nresults:\n")
		once, _, _ := strings.Cut(answer, "\nresults:\n")
		assert.Equal(t, strings.TrimSuffix(again, "\n"), strings.TrimSuffix(once, "\n"), name)
	}
	return answer
}

// usersItemsOf returns the items that fluxapp has not rendered, as a client prints them into files.
func usersItemsOf(list string) (all []string, err error) {
	defer func() {
		if wrong := recover(); wrong != nil { // kyaml panics on metadata that are no maps
			err = fmt.Errorf("%v", wrong)
		}
	}()
	reader := kio.ByteReader{Reader: strings.NewReader(list), OmitReaderAnnotations: true}
	items, err := reader.Read()
	for _, item := range items {
		if err == nil && item.GetAnnotations()[kinds.AnnotationRenderedFrom] == "" {
			var out bytes.Buffer
			err = (&kio.ByteWriter{Writer: &out, KeepReaderAnnotations: true}).Write([]*yaml.RNode{item})
			all = append(all, out.String())
		}
	}
	return all, err
}

// runs compares the answers to a list, to its answer, and to that without an item or with changed ones.
func (c *clients) runs(t *testing.T, name, list string) {
	t.Helper()
	answer := c.compare(t, name, list)
	if answer == "" {
		return
	}
	c.compare(t, name+", again", answer)
	c.compare(t, name+", edited", strings.Replace(answer, "\n    name: ", "\n    name: x", 1))
	if start, end := strings.Index(answer, "\n- "), strings.LastIndex(answer, "\n- "); start < end {
		next := start + 1 + strings.Index(answer[start+1:], "\n- ")
		c.compare(t, name+", without the first item", answer[:start]+answer[next:])
		c.compare(t, name+", without the end", answer[:end+1])
	}
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
			if hasOddMetadata(values(item)) { // kyaml panics on it
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

func hasOddMetadata(root tree.Node) bool {
	metadata := root.Get("metadata")
	return root.Kind() != tree.Map || slices.ContainsFunc(
		[]tree.Node{metadata, metadata.Get("annotations"), metadata.Get("labels")},
		func(n tree.Node) bool { return n.Exists() && n.Kind() != tree.Map })
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

// TestClients checks the answers with the documents of all cases and examples as clients send them, and as people write
// them.
func TestClients(t *testing.T) {
	all := folders(t)
	for way, compare := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			found := clients{strict: true}
			for n, dir := range slices.Sorted(maps.Keys(all)) {
				if !testing.Short() || n%40 == 0 {
					compare(t, &found, dir, all[dir])
				}
			}
			t.Logf("%+v", found)
			assert.Assert(t, testing.Short() || found.refused*20 <= found.read)
		})
	}
}

// ways are those of giving the documents of a folder to the function.
var ways = map[string]func(t *testing.T, found *clients, dir string, files map[string]string){
	"as kpt sends them": func(t *testing.T, found *clients, dir string, files map[string]string) {
		if list, ok := sent(t, asKpt, configOf(t, dir), files); ok {
			found.runs(t, dir, list)
		}
	},
	"as kustomize sends them": func(t *testing.T, found *clients, dir string, files map[string]string) {
		if list, ok := sent(t, asKustomize, configOf(t, dir), files); ok {
			found.compare(t, dir, list)
		}
	},
	"as a build sends them": func(t *testing.T, found *clients, dir string, files map[string]string) {
		if list, ok := sent(t, asBuild, configOf(t, dir), files); ok {
			found.compare(t, dir, list)
		}
	},
	"as people write them": func(t *testing.T, found *clients, dir string, files map[string]string) {
		var documents []string
		for _, name := range slices.Sorted(maps.Keys(files)) {
			documents = append(documents,
				strings.Split(strings.TrimPrefix(strings.TrimSuffix(files[name], "\n"), "---\n"), "\n---\n")...)
		}
		found.runs(t, dir, resourceList("", documents...))
	},
}

// configOf returns the configuration of a case, and nil for an example.
func configOf(t *testing.T, dir string) *yaml.RNode {
	if strings.Contains(dir, "testdata") {
		return caseConfig(t, dir)
	}
	return nil
}

// TestClientsOfScenes is TestClients for trees of packages.
func TestClientsOfScenes(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	outputs := printed(t, process(t, "", app, strings.ReplaceAll(app, "name: hello", "name: other"),
		strings.ReplaceAll(app, "name: hello", "name: gone")))[3:]
	all := clients{strict: true}
	scenes := 100
	if testing.Short() {
		scenes = 30
	}
	for range scenes {
		items := scene(random, outputs)
		all.compare(t, "a scene", resourceList([]string{"", pruning, items[0], checkConfig}[random.IntN(4)], items...))
	}
	assert.Equal(t, all, clients{read: scenes, strict: true})
}

// TestCommentsStay checks the comments that a client writes around an object that goes, and one that changes.
func TestCommentsStay(t *testing.T) {
	document, hub, _ := earlier(t)
	commented := func(text string) string { return "# head\n" + strings.TrimSuffix(text, "\n") + " # line\n# foot\n" }
	var items []*yaml.RNode
	for _, text := range []string{foreign, document, strings.Replace(hub, "name: hello-hello", "name: gone", 1),
		"kind: B\n", strings.Replace(hub, "10m", "9m", 1), "kind: C\nd:\n  e: f\n  # deep\n"} {
		found, err := (&kio.ByteReader{Reader: strings.NewReader(commented(text)), OmitReaderAnnotations: true}).Read()
		assert.NilError(t, err)
		items = append(items, found...)
	}
	list := printedBy(t, yaml.MustParse(commented(pruning)), items...)
	out, errs, code := runOn(list)
	assert.Equal(t, code, 0, errs)
	want, err := usersItemsOf(list)
	assert.NilError(t, err)
	got, err := usersItemsOf(out)
	assert.NilError(t, err)
	assert.DeepEqual(t, got, want)
	_, config, _ := strings.Cut(list, "functionConfig:\n")
	assert.Assert(t, strings.Contains(out, config), out)
}
