package render_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestFleets renders the applications of testdata/fleets, which people wrote, and expects the objects that each fleet
// has without fluxapp: no object more or less, and no field of one. Only what the language promises to add is left
// out of the comparison. See testdata/fleets/README.md.
func TestFleets(t *testing.T) {
	for _, dir := range fleetDirs(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want := fleetOf(t, dir)
			result := renderFleet(t, dir)
			got, comments := map[string]any{}, []string{}
			for _, o := range result.Objects {
				got[fleetKey(o)] = withoutAdded(decodeObject(t, o))
				comments = append(comments, setterLines(o.YAML())...)
			}
			assert.Equal(t, len(got), len(result.Objects), "two objects of one name")
			assert.DeepEqual(t, got, want.objects)
			slices.Sort(comments)
			assert.DeepEqual(t, comments, want.comments)
		})
	}
}

func fleetDirs(t *testing.T) (dirs []string) {
	for _, file := range glob(t, "..", "testdata", "fleets", "*", "in.yaml") {
		dirs = append(dirs, filepath.Dir(file))
	}
	return dirs
}

// renderFleet renders the documents of a fleet, strictly and in two orders.
func renderFleet(t *testing.T, dir string) render.Result {
	t.Helper()
	docs, opts := schema.Parse("in.yaml", readFile(t, dir, "in.yaml")), caseOptions(t, dir)
	opts.Strict = true
	result, err := render.Render(docs, opts)
	assert.NilError(t, err)
	slices.Reverse(docs)
	again, err := render.Render(docs, opts)
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(again), texts(result))
	return result
}

// fleetKey tells an object from all others of its fleet. In Standalone each cluster has its own namespaces.
func fleetKey(o render.Object) string {
	cluster := ""
	if o.Facts().Standalone() {
		cluster = o.Cluster()
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %s/%s", cluster, o.Kind(), o.Namespace(), o.Name()))
}

// A fleetObjects is what a fleet has: its objects by fleetKey, and the lines that hold comments of image automation.
// Both are written by people. The lines are counted without those that are empty or hold only a comment.
type fleetObjects struct {
	objects  map[string]any
	comments []string
	lines    int
}

// fleetOf reads want.yaml, in which a comment above each object of a cluster that runs Flux names the cluster, or
// want.txt, which lists groups of objects of public repositories.
func fleetOf(t *testing.T, dir string) fleetObjects {
	t.Helper()
	want := fleetObjects{objects: map[string]any{}, comments: []string{}}
	if exists(dir, "want.txt") {
		groups := sharedDir(t, "corpus", "groups")
		for group := range strings.Lines(string(readFile(t, dir, "want.txt"))) {
			want.addGroup(t, glob(t, groups, strings.TrimSpace(group), "*.yaml"))
		}
	} else {
		for _, doc := range splitDocs(readFile(t, dir, "want.yaml")) {
			// a block of text at its end keeps the end of its last line
			want.add(t, clusterOf(doc), append(bytes.Clone(doc), '\n'))
		}
	}
	slices.Sort(want.comments)
	return want
}

// oldReleases makes HelmReleases of today of older ones, which have no field that today's lack.
var oldReleases = strings.NewReplacer("toolkit.fluxcd.io/v2beta1\n", "toolkit.fluxcd.io/v2\n",
	"toolkit.fluxcd.io/v2beta2\n", "toolkit.fluxcd.io/v2\n")

// clusterOf returns the cluster that the first line of a document names.
func clusterOf(doc []byte) string {
	line, _, _ := strings.Cut(string(doc), "\n")
	name, ok := strings.CutPrefix(line, "# cluster ")
	if !ok {
		return ""
	}
	return name
}

// addGroup adds the objects of files, one for each cluster.
func (want *fleetObjects) addGroup(t *testing.T, files []string) {
	t.Helper()
	var objects []fields
	for _, file := range files {
		objects = append(objects, decodeDocs(t, readFile(t, file))...)
	}
	for _, file := range files {
		cluster := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if onOneHub(objects) {
			cluster = ""
		}
		want.add(t, cluster, []byte(oldReleases.Replace(string(readFile(t, file)))))
	}
}

func (want *fleetObjects) add(t *testing.T, cluster string, text []byte) {
	t.Helper()
	for _, object := range decodeDocs(t, text) {
		key := objectKey(object)
		if want.objects[key] != nil || want.objects[cluster+" "+key] != nil {
			t.Fatalf("%s %s is listed twice", cluster, key)
		}
		want.objects[strings.TrimSpace(cluster+" "+key)] = object
	}
	want.comments = append(want.comments, setterLines(text)...)
	want.lines += countLines(text)
}

// setterLines returns the lines that hold a comment of image automation, without their indentation.
func setterLines(text []byte) (lines []string) {
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, ` # {"$imagepolicy"`) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func countLines(text []byte) (count int) {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line != "---" && !strings.HasPrefix(line, "#") {
			count++
		}
	}
	return count
}

// withoutAdded removes from an object what the language promises to add: its origin, KubeSphere's label and
// annotation, the digest of an object with waves, and the expressions that compare digests. Flux's own items of
// dependsOn stay.
func withoutAdded(object fields) fields {
	metadata := object["metadata"].(fields)
	if get(metadata, "labels", kinds.LabelManagedBy) != nil {
		drop(metadata, "labels", kinds.LabelManagedBy)
		drop(metadata, "annotations", kinds.AnnotationName)
	}
	drop(metadata, "annotations", kinds.AnnotationDigest)
	drop(metadata, "annotations", kinds.AnnotationRenderedFrom)
	spec := object["spec"].(fields)
	if items, ok := spec["dependsOn"].([]any); ok {
		spec["dependsOn"] = slices.DeleteFunc(items, func(item any) bool {
			return strings.Contains(str(item, "readyExpr"), kinds.AnnotationDigest)
		})
	}
	return object
}

// drop removes a key of a map, and the map when nothing is left in it.
func drop(from fields, name, key string) {
	if of, ok := from[name].(fields); ok {
		if delete(of, key); len(of) == 0 {
			delete(from, name)
		}
	}
}

// TestFleetsPage expects the table of testdata/fleets/README.md, whose numbers are counted here: -update writes it.
// What is above the table is written by hand.
func TestFleetsPage(t *testing.T) {
	file, err := filepath.Abs("../testdata/fleets/README.md")
	assert.NilError(t, err)
	above, _, _ := strings.Cut(string(readFile(t, file)), "\n| Fleet |")
	rows, all, objects, ins, wants := []string{}, 0, 0, 0, 0
	for _, dir := range fleetDirs(t) {
		text := readFile(t, dir, "in.yaml")
		shows, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		want, in := fleetOf(t, dir), countLines(text)
		name := filepath.Base(dir)
		rows = append(rows, row(fmt.Sprintf("[%s](%s/in.yaml)", name, name), shows, len(want.objects), in, want.lines))
		all, objects, ins, wants = all+1, objects+len(want.objects), ins+in, wants+want.lines
	}
	table := "\n| Fleet | What it shows | Objects | Lines of the document | Lines of the objects |\n" +
		"|---|---|---|---|---|\n" +
		strings.Join(rows, "") + row(fmt.Sprintf("**all %d**", all), "", objects, ins, wants)
	golden.Assert(t, above+table, file)
}

func row(name, shows string, objects, in, want int) string {
	return fmt.Sprintf("| %s | %s | %d | %d | %d |\n", name, shows, objects, in, want)
}
