package render

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestOrigins holds for each field of each object of all cases and examples that one origin is told for it, and that it
// is true: the place in the document has the value that is told, or the field is one that fluxapp writes.
func TestOrigins(t *testing.T) {
	leaves := 0
	for name, docs := range casesAndExamples(t) {
		result, err := Render(docs, Options{Namespace: "apps"})
		if err != nil {
			continue
		}
		at := map[tree.Position][]string{}
		for _, doc := range docs {
			addPlaces(at, doc.Root())
			addPlaces(at, doc.Spec()) // of KubeSphere's Application, the current language
		}
		for _, o := range append(result.Objects, result.Bootstrap...) {
			for _, base := range o.p.Common.App.Document.Facts().Bases() {
				addPlaces(at, base.Spec()) // for the workload of the application
			}
			for _, leaf := range o.Explain() {
				leaves++
				if problem := wrongOrigin(o, leaf, at); problem != "" {
					t.Errorf("%s: %s: %s: %s by %s as %s: %s", name, o.ID(), leaf.Path, leaf.Value, leaf.Setting,
						leaf.Setting.Value, problem)
				}
			}
		}
	}
	assert.Assert(t, leaves > 10_000, "%d", leaves)
}

// wrongOrigin returns what is wrong with the origin of a field; empty for a true one.
func wrongOrigin(o Object, leaf Leaf, at map[tree.Position][]string) string {
	n := o.Tree()
	for _, key := range leaf.Keys {
		n = n.Find(key)
	}
	from, set := o.FieldExplainer().origin(n, leaf.Keys), leaf.Setting
	switch {
	case from.entry != nil && from.because != nil && from.prefix == "":
		return "two fields of the entry have it"
	case from.because != nil || from.made:
		return ""
	case set.Layer == "" && !isWritten(o, leaf):
		return "fluxapp has no reason to write it"
	case set.Layer == "":
		return ""
	case strings.Contains(set.Layer, " + "): // a list that grew has no place of its own
		return ""
	}
	for _, value := range at[set.At] {
		if strings.Trim(value, `"`) == strings.Trim(set.Value, `"`) || names.MayHaveReference(value) {
			return ""
		}
	}
	return "the document has something else at the place"
}

// isWritten reports whether fluxapp writes a field that no layer has.
func isWritten(o Object, leaf Leaf) bool {
	name := leaf.Keys[len(leaf.Keys)-1]
	switch {
	case leaf.Keys[0] == "metadata":
		return len(leaf.Keys) == 2 || slices.Contains([]string{kinds.LabelShard, kinds.LabelApplication, kinds.LabelManagedBy,
			emit.AnnotationSubstitute, kinds.AnnotationPrune, kinds.AnnotationRenderedFrom, kinds.AnnotationDigest,
			kinds.AnnotationClosesWave, kinds.AnnotationProtected, kinds.AnnotationName, kinds.AnnotationReconcile,
			kinds.AnnotationTemplateName, "kustomize.toolkit.fluxcd.io/ssa"}, name)
	case o.p.IsEntry():
		return slices.Contains([]string{"spec.prune", "spec.interval", "spec.dependsOn"}, leaf.Path)
	}
	return !o.Row().Is(kinds.Source)
}

// addPlaces adds a value and all values below it, as compact JSON, at their places.
func addPlaces(at map[tree.Position][]string, n tree.Node) {
	at[n.Position()] = append(at[n.Position()], compact(tree.NewBuilder().Verbatim(n)))
	for child := range n.Children() {
		addPlaces(at, child)
	}
}

// casesAndExamples returns the documents of each folder of testdata/cases and examples.
func casesAndExamples(t *testing.T) map[string]schema.Documents {
	t.Helper()
	all := map[string]schema.Documents{}
	for _, root := range []string{filepath.Join("..", "testdata", "cases"), filepath.Join("..", "examples")} {
		assert.NilError(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			isInput := e.Name() == "in.yaml" || strings.Contains(path, "examples") && filepath.Ext(path) == ".yaml"
			if err != nil || e.IsDir() || !isInput {
				return err
			}
			data, err := os.ReadFile(path)
			all[filepath.Dir(path)] = append(all[filepath.Dir(path)], schema.Parse(filepath.Base(path), data)...)
			return err
		}))
	}
	assert.Assert(t, len(all) > 800, "%d", len(all))
	return all
}
