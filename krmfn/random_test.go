package krmfn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// scene is a tree of packages with documents, some with an entry less, the objects of earlier runs wherever they were
// moved, and what is nobody's. Many of the objects have no document, or two.
func scene(random *rand.Rand, outputs []string) (items []string) {
	packages := []string{"/p", "/p/a", "/p/a/b", "/p/c"}
	place := func(item string, n int) string {
		pkg := packages[random.IntN(len(packages))]
		return in(pkg, fmt.Sprintf("f%d/x%d.yaml", n%3, n), item)
	}
	for n, name := range []string{"hello", "other"} {
		document := strings.ReplaceAll(app, "name: hello", "name: "+name)
		if random.IntN(3) == 0 {
			document = withoutMember(document)
		}
		if random.IntN(4) > 0 {
			items = append(items, place(document, n))
		}
	}
	for n, output := range outputs {
		for range random.IntN(8) / 7 * 2 {
			items = append(items, place(output, 10+n+len(items)*10))
		}
		if random.IntN(2) == 0 {
			items = append(items, place(output, 1000+n))
		}
	}
	strange := withAnnotation("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n", rendered)
	return append(items, place(strange, 2000), place(foreign, 2001))
}

// TestNothingIsLost runs the function on many scenes: an error changes nothing; what is nobody's stays, and so does
// what a document that is not there has made; a second run changes nothing; and the order of the items does not
// matter.
func TestNothingIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	outputs := printed(t, process(t, "", app, strings.ReplaceAll(app, "name: hello", "name: other"),
		strings.ReplaceAll(app, "name: hello", "name: gone")))[3:]
	failed, scenes := 0, 200
	if testing.Short() {
		scenes = 60
	}
	for range scenes {
		items := scene(random, outputs)
		config := []string{"", pruning, items[0], checkConfig}[random.IntN(4)]
		rl := process(t, config, items...)
		after := printed(t, rl)
		if rl.Results.failed() || config == checkConfig {
			assert.DeepEqual(t, after, items)
			failed++
			continue
		}
		read := map[string]bool{} // the documents that are there
		for _, item := range items {
			if strings.Contains(item, "kind: FluxApplication") {
				read["apps/"+resource.Text(values(parsed(t, item)), "metadata", "name")] = true
			}
		}
		for _, item := range items {
			owner := output.Read(output.Place{}, 0, values(parsed(t, item))).Owner.Document
			if owner == "" || !read[owner] && config != pruning {
				assert.Assert(t, slices.Contains(after, item), "%s is lost", item)
			}
		}
		assert.DeepEqual(t, asSet(printed(t, process(t, config, after...))), asSet(after))
		random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		if config == "" || config == pruning {
			assert.DeepEqual(t, asSet(printed(t, process(t, config, items...))), asSet(after))
		}
	}
	assert.Assert(t, failed*8 > scenes && failed*4 < scenes*3, "%d of %d failed", failed, scenes)
}

func parsed(t *testing.T, item string) *yaml.RNode {
	t.Helper()
	node, err := yaml.Parse(item)
	assert.NilError(t, err)
	return node
}
