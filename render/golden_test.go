package render_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestGolden renders testdata/cases/<area>/<case>/in.yaml and compares with out.yaml or, when the documents are
// wrong, with err.txt. What a good run says besides is in warn.txt. A case may have options.yaml, with the fields of
// render.Options, or config.yaml, a RenderConfig, and explain.txt, with what set each field of its objects. What the
// administrators of clusters apply is in bootstrap.yaml, and what delivers the objects in delivery.yaml.
func TestGolden(t *testing.T) {
	for _, dir := range caseDirs(t) {
		if filepath.Base(filepath.Dir(dir)) == "expressions" {
			continue // package checks renders them: go mod tidy gives importers what tests of this package import
		}
		t.Run(caseName(dir), func(t *testing.T) {
			for file, got := range renderCase(t, dir) {
				golden.Assert(t, got, filepath.Join(dir, file))
			}
		})
	}
}

// caseDirs returns the absolute folders of the cases; golden.Assert leaves absolute paths alone.
func caseDirs(t testing.TB) []string {
	t.Helper()
	inputs, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(inputs) > 0, "no cases")
	dirs := make([]string, len(inputs))
	for i, in := range inputs {
		dirs[i], err = filepath.Abs(filepath.Dir(in))
		assert.NilError(t, err)
	}
	return dirs
}

// fewerCases is the share of the cases that a property is tried on with -short.
const fewerCases = 8

// someCases returns the folders of the cases that a property is tried on: all, or with -short a share of which tests
// with other names have others. A new case changes nothing about the others.
func someCases(t testing.TB) (some []string) {
	all := caseDirs(t)
	if !testing.Short() {
		return all
	}
	for _, dir := range all {
		name := fnv.New32a()
		name.Write([]byte(t.Name() + caseName(dir)))
		if name.Sum32()%fewerCases == 0 {
			some = append(some, dir)
		}
	}
	return some
}

// ofSomeCases returns how much of what all cases have some of them have at least.
func ofSomeCases(all int) int {
	if testing.Short() {
		return all / fewerCases / 2
	}
	return all
}

// caseName returns the area and the name of a case.
func caseName(dir string) string { return filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir) }

// renderCase returns what a case should hold, by file name.
func renderCase(t *testing.T, dir string) map[string]string {
	t.Helper()
	in, err := os.ReadFile(filepath.Join(dir, "in.yaml"))
	assert.NilError(t, err)
	docs := schema.Parse("in.yaml", in)
	result, err := render.Render(docs, caseOptions(t, dir))
	if err != nil {
		assert.Assert(t, !exists(dir, "out.yaml"), "refused, yet there is an out.yaml:\n%s", err)
		return map[string]string{"err.txt": err.Error() + "\n"}
	}
	var out bytes.Buffer
	assert.NilError(t, result.WriteYAML(&out))
	assert.Assert(t, !exists(dir, "err.txt"), "rendered, yet there is an err.txt:\n%s", out.String())
	files := map[string]string{"out.yaml": out.String()}
	if len(result.Findings) > 0 || exists(dir, "warn.txt") {
		files["warn.txt"] = result.Findings.String() + "\n"
	}
	if len(result.Bootstrap) > 0 || exists(dir, "bootstrap.yaml") {
		files["bootstrap.yaml"] = bootstrapOf(result)
	}
	if len(result.Delivery) > 0 || exists(dir, "delivery.yaml") {
		files["delivery.yaml"] = deliveryOf(result)
	}
	if exists(dir, "explain.txt") {
		files["explain.txt"] = explanation(result)
	}
	return files
}

// deliveryOf returns the files of the objects of a result, and what delivers them, with its files.
func deliveryOf(result render.Result) string {
	var b strings.Builder
	for _, o := range result.Objects {
		fmt.Fprintf(&b, "# %s: %s\n", o.Path(), o.ID())
	}
	for _, o := range result.Delivery {
		fmt.Fprintf(&b, "---\n# %s\n%s", o.Path(), o.YAML())
	}
	return b.String()
}

// bootstrapOf returns what the clusters of a result need first, with the files.
func bootstrapOf(result render.Result) string {
	var b strings.Builder
	for _, o := range result.Bootstrap {
		fmt.Fprintf(&b, "---\n# %s\n%s", o.Path(), o.YAML())
	}
	return b.String()
}

// explanation returns what a result has besides its bytes: what is known of each object, with what set each of its
// fields, and what must exist.
func explanation(result render.Result) string {
	var b strings.Builder
	for _, o := range result.Objects {
		fmt.Fprintf(&b, "%s: %s %s of %s from %s:%d, for %q", o.Path(), o.APIVersion(), o.Kind(), o.Application(),
			o.Document().Name(), o.Origin().Line, o.Cluster())
		if o.Shared() {
			b.WriteString(", shared")
		}
		if o.Facts().Standalone() {
			b.WriteString(", on its cluster")
		}
		b.WriteByte('\n')
		for _, leaf := range o.Explain() {
			fmt.Fprintf(&b, "  %s: %s by %s", leaf.Path, leaf.Value, leaf.Setting)
			if leaf.Setting.Value != leaf.Value {
				fmt.Fprintf(&b, " as %s", leaf.Setting.Value)
			}
			for _, param := range leaf.Params {
				fmt.Fprintf(&b, " with %s by %s", param.Value, param)
			}
			for _, c := range leaf.Covered {
				fmt.Fprintf(&b, " over %s by %s", c.Value, c)
			}
			b.WriteByte('\n')
		}
	}
	for _, need := range result.Needs() {
		fmt.Fprintf(&b, "%s needs %s on %s\n", need.Application, needed(need),
			neededOn(need))
		for _, why := range need.Reasons {
			fmt.Fprintf(&b, "  %s, by %s:%d:%d\n", why.Text, why.File, why.Line, why.Column)
		}
	}
	return b.String()
}

// neededOn returns where a thing must exist in words.
func neededOn(n render.Need) string {
	if n.Clusters[0] == "hub" {
		return "the hub"
	}
	return strings.Join(n.Clusters, ", ")
}

// needed returns a thing that must exist in words.
func needed(n render.Need) string {
	text := n.Kind + " " + strings.TrimPrefix(n.Namespace+"/"+n.Name, "/")
	if len(n.Keys) > 0 {
		text += " with " + strings.Join(n.Keys, " or ")
	}
	return text
}

func caseOptions(t testing.TB, dir string) (opts render.Options) {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(dir, "options.yaml")); err == nil {
		assert.NilError(t, yaml.UnmarshalStrict(data, &opts))
	}
	if data, err := os.ReadFile(filepath.Join(dir, "config.yaml")); err == nil {
		docs := schema.Parse("config.yaml", data)
		assert.Assert(t, len(docs) == 1)
		config, problems := docs[0].RenderConfig()
		assert.NilError(t, finding.Locate(problems).Err())
		opts = render.OptionsOf(config)
	}
	return opts
}

func exists(dir, file string) bool {
	_, err := os.Stat(filepath.Join(dir, file))
	return err == nil
}
