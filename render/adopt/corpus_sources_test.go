package adopt_test

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// flux is an object of Flux, as far as its source needs it.
type flux struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Spec     struct {
		SourceRef, ChartRef reference
		Chart               struct{ Spec struct{ SourceRef reference } }
	}
}

type reference struct{ Kind, Name, Namespace string }

func (o flux) source() reference {
	ref := cmp.Or(o.Spec.SourceRef, o.Spec.ChartRef, o.Spec.Chart.Spec.SourceRef)
	ref.Namespace = cmp.Or(ref.Namespace, o.Metadata.Namespace)
	return ref
}

// TestGroupsWithSources adopts each group together with the sources that its repository has, each in the namespace in
// which its object looks for it. All sources come in, and everything comes back.
func TestGroupsWithSources(t *testing.T) {
	dir := sharedDir(t, "corpus")
	folders, err := filepath.Glob(filepath.Join(dir, "groups", "*", "*", "group.json"))
	assert.NilError(t, err)
	sources, inline := 0, 0
	for _, folder := range folders {
		folder = filepath.Dir(folder)
		known, err := os.ReadFile(filepath.Join(dir, "flux", filepath.Base(filepath.Dir(folder)), "source.yaml"))
		if err != nil {
			continue
		}
		files, found := yamlOf(filesBelow(t, folder)), 0
		for i, f := range files {
			for _, text := range bytes.Split(f.Data, []byte("\n---\n")) {
				if source := sourceFor(t, text, known); source != nil {
					files[i].Data = slices.Concat(files[i].Data, []byte("\n---\n"), source)
					found++
				}
			}
		}
		if found == 0 {
			continue
		}
		result, err := adopt.Adopt(files, adopt.Options{})
		assert.NilError(t, err, folder)
		assert.Equal(t, len(result.Left), 0, "%s:\n%s", folder, tell(result))
		comesBack(t, files, result)
		sources, inline = sources+found, inline+strings.Count(tell(result), "epository: ")+
			strings.Count(tell(result), "epository:\n")
	}
	t.Logf("%d sources in %d documents", sources, inline)
	assert.Assert(t, sources > 5 && inline >= sources/2)
}

// sourceFor returns the source of an object among those that a repository has, with its namespace.
func sourceFor(t *testing.T, object, known []byte) []byte {
	t.Helper()
	var o flux
	assert.NilError(t, yaml.Unmarshal(object, &o))
	for _, text := range bytes.Split(known, []byte("\n---\n")) {
		var s flux
		assert.NilError(t, yaml.Unmarshal(text, &s))
		switch ref := o.source(); {
		case s.Kind != ref.Kind || s.Metadata.Name != ref.Name:
		case s.Metadata.Namespace == "":
			return bytes.Replace(text, []byte("metadata:\n"), []byte("metadata:\n  namespace: "+ref.Namespace+"\n"), 1)
		case s.Metadata.Namespace == ref.Namespace:
			return text
		}
	}
	return nil
}
