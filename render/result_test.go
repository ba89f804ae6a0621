package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"

	fluxapp "github.com/fluxapp-dev/fluxapp/schema"
)

// TestResultOfCases holds for all cases what each way to read a result promises.
func TestResultOfCases(t *testing.T) {
	for _, c := range goodCases(t) {
		result := rendered(t, c.in, c.opts)
		var lines []string
		for _, o := range result.Objects {
			lines = append(lines, string(o.JSON()))
		}
		list := `{"apiVersion":"v1","kind":"List","items":[]}`
		if len(lines) > 0 {
			list = `{"apiVersion":"v1","kind":"List","items":[` + "\n" + strings.Join(lines, ",\n") + "\n]}"
		}
		var out bytes.Buffer
		assert.NilError(t, result.WriteJSON(&out))
		assert.Equal(t, out.String(), list+"\n", c.name)
		assert.NilError(t, result.CheckPaths(), c.name)

		needs := result.Needs()
		assert.Assert(t, slices.IsSortedFunc(needs,
			func(a, b render.Need) int { return strings.Compare(needOrder(a), needOrder(b)) }), "%s: %v", c.name, needs)
		seen := map[string]bool{}
		for _, n := range needs {
			assert.Assert(t, len(n.Reasons) > 0 && len(n.Clusters) > 0 && slices.IsSorted(n.Clusters), "%s: %v",
				c.name, n)
			for _, cluster := range append(n.Clusters, "")[:max(1, len(n.Clusters))] {
				on := fmt.Sprintf("%s %s on %q", n.Application, needed(n), cluster)
				assert.Assert(t, !seen[on], "%s: %s is there twice", c.name, on)
				seen[on] = true
			}
		}
	}
}

// needOrder returns a text that is in the order of needs: by application, the hub first, then by kind, namespace and
// name.
func needOrder(n render.Need) string {
	place := "\x01"
	if slices.Equal(n.Clusters, []string{"hub"}) {
		place = "\x00"
	}
	kind, kinds := n.Kind, []string{"Namespace", "ServiceAccount", "Secret", "ConfigMap"}
	if at := slices.Index(kinds, kind); at >= 0 {
		kind = fmt.Sprint(at)
	}
	return strings.Join([]string{n.Application, place, kind, n.Namespace, n.Name, strings.Join(n.Keys, ","),
		strings.Join(n.Clusters, ",")}, "\x00")
}

// failing is a writer that takes so many bytes, fails once, and takes all that follows.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		f.left = math.MaxInt
		return 0, errFull
	}
	return len(p), nil
}

// TestWritersFail holds that an error of the writer is the error of the result, at whichever byte it comes.
func TestWritersFail(t *testing.T) {
	var whole bytes.Buffer
	result := rendered(t, waveOfClusters{90}.document(nil), render.Options{})
	assert.NilError(t, result.WriteYAML(&whole))
	assert.Assert(t, whole.Len() > 2<<14, "%d bytes are written at once", whole.Len())
	for _, left := range []int{0, 1 << 14, 1 << 15, whole.Len() - 1} {
		assert.ErrorIs(t, result.WriteYAML(&failing{left}), errFull)
		assert.ErrorIs(t, result.WriteJSON(&failing{left / 2}), errFull)
	}
	assert.NilError(t, result.WriteYAML(&failing{whole.Len()}))
}

// TestPathsTaken refuses two objects that would be written to one file.
func TestPathsTaken(t *testing.T) {
	const application = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: NAMESPACE}
spec:
  source: {gitRepository: {url: https://example.com/web, interval: 1h}}
  config: {kustomization: [{destination: {}, interval: 1h, prune: true}]}
`
	text := strings.ReplaceAll(application, "NAMESPACE", "a") + "---" + strings.ReplaceAll(application, "NAMESPACE", "b")
	result := rendered(t, []byte(text), render.Options{})
	assert.Error(t, result.CheckPaths(), strings.Join([]string{
		"in.yaml:13:27: spec.source.gitRepository: would be written to web/gitrepository-web.yaml, which the object made " +
			"at in.yaml:6:12 is written to already; put one of the documents into another folder, or give one object a name " +
			"of its own [FA305]",
		"in.yaml:14:28: spec.config.kustomization[0]: would be written to web/hub/kustomization-web.yaml, which the object " +
			"made at in.yaml:7:28 is written to already; put one of the documents into another folder, or give one object a " +
			"name of its own [FA305]",
	}, "\n"))
	assert.Equal(t, finding.From(result.CheckPaths())[0].Subject.Owner(), "b/web")
	for i := range 3 { // what other shards write counts
		err := rendered(t, []byte(text), render.Options{Shard: render.Shard{Index: i, Count: 3}}).CheckPaths()
		assert.Error(t, err, result.CheckPaths().Error())
	}
	apart := append(fluxapp.Parse("a/app.yaml", []byte(strings.ReplaceAll(application, "NAMESPACE", "a"))),
		fluxapp.Parse("b/app.yaml", []byte(strings.ReplaceAll(application, "NAMESPACE", "b")))...)
	result, err := render.Render(apart, render.Options{})
	assert.NilError(t, err)
	assert.NilError(t, result.CheckPaths())
	sameThere := append(fluxapp.Parse("Team/app.yaml", []byte(strings.ReplaceAll(application, "NAMESPACE", "a"))),
		fluxapp.Parse("team/app.yaml", []byte(strings.ReplaceAll(application, "NAMESPACE", "b")))...)
	differsInCase, err := render.Render(sameThere, render.Options{})
	assert.NilError(t, err)
	assert.ErrorContains(t, differsInCase.CheckPaths(), "team/app.yaml:6:27: spec.source.gitRepository: would be "+
		"written to team/web/gitrepository-web.yaml, on Windows and macOS the same file as "+
		"Team/web/gitrepository-web.yaml, which the object made at Team/app.yaml:6:12 is written to already; "+
		"put one of the documents into another folder")
	for i, want := range []string{"a/web/gitrepository-web.yaml", "b/web/gitrepository-web.yaml",
		"a/web/hub/kustomization-web.yaml", "b/web/hub/kustomization-web.yaml"} {
		assert.Equal(t, result.Objects[i].Path(), want)
	}
}

// TestTypedCases holds that each object of the cases has a view of its own kind.
func TestTypedCases(t *testing.T) {
	seen := map[schema.GroupVersionKind]bool{}
	for _, dir := range caseDirs(t) {
		if !exists(dir, "out.yaml") || strings.Contains(string(readFile(t, dir, "out.yaml")), "${") {
			continue
		}
		for _, o := range rendered(t, readFile(t, dir, "in.yaml"), caseOptions(t, dir)).Objects {
			view, err := v1alpha1.DecodeObject(o.JSON())
			if err != nil && slices.Contains(newestFlux, caseName(dir)) {
				assert.ErrorContains(t, err, "the Go types are of an older Flux: unknown field \"spec.")
				continue
			}
			assert.NilError(t, err, caseName(dir))
			kind := view.GetObjectKind().GroupVersionKind()
			assert.Equal(t, kind.Kind+" "+kind.GroupVersion().String(), o.Kind()+" "+o.APIVersion())
			seen[kind] = true
		}
	}
	assert.Equal(t, len(seen), 24, "%v", seen)
}

// TestIgnored holds that a result has what the run ignored beside its findings, also when the documents are wrong.
func TestIgnored(t *testing.T) {
	in := readFile(t, "../testdata/cases/options/ignore/in.yaml")
	ignore := []finding.Code{codes.Filled, inventory.CodeNoNamespace, wording.CodeCrossNamespace}
	for change, errors := range map[string]int{"": 0, "kustomization:": 1} {
		text := strings.Replace(string(in), change, strings.Replace(change, "t", "tt", 1), 1)
		docs := fluxapp.Parse("in.yaml", []byte(text))
		all, _ := render.Render(docs, render.Options{})
		result, err := render.Render(docs, render.Options{Ignore: ignore, Strict: true})
		assert.Equal(t, len(finding.From(err)), errors)
		number := 0
		for code, n := range result.Ignored {
			number += n
			assert.Assert(t, slices.Contains(ignore, code), "%s", code)
		}
		assert.Equal(t, len(result.Findings)+number, len(all.Findings))
		assert.Assert(t, errors > 0 || number == 4, "%v", result.Ignored)
		for _, f := range result.Findings {
			assert.Assert(t, !slices.Contains(ignore, f.Code), "%s", f)
		}
	}
}

// TestOptionsOf holds that no field of a RenderConfig is lost.
func TestOptionsOf(t *testing.T) {
	const config = "{apiVersion: fluxapp.dev/v1alpha1, kind: RenderConfig, " +
		"spec: {limits: {protected: {clusterSelector: {}}}}}"
	written := fluxapp.Parse("config.yaml", []byte(config))[0].Spec().Get("limits")
	spec := fluxapp.RenderConfig{Namespace: "a", Applications: []string{"b"}, FluxVersion: "2.7", Strict: true,
		Ignore: []finding.Code{"FA505"}, Literal: true, Limits: written}
	assert.DeepEqual(t, render.OptionsOf(spec), render.Options{Namespace: "a", Applications: []string{"b"},
		FluxVersion: "2.7", Strict: true, Ignore: []finding.Code{"FA505"}, Literal: true,
		Protected: written.At("protected", "clusterSelector")}, cmpopts.EquateComparable(tree.Node{}))
	assert.DeepEqual(t, render.OptionsOf(fluxapp.RenderConfig{}), render.Options{}, cmpopts.EquateComparable(tree.Node{}))

	docs := fluxapp.Parse("in.yaml", readFile(t, "../testdata/cases/options/select-kinds/in.yaml"))
	selected := map[string]bool{}
	for _, d := range docs {
		selected[d.Kind()+" "+d.Name()] = render.Options{Namespace: "apps",
			Applications: []string{"apps/web", "guestbook"}}.Selects(d)
		assert.Assert(t, render.Options{}.Selects(d), d.Name())
	}
	assert.DeepEqual(t, selected, map[string]bool{
		"Application guestbook": true, "Application left-out": false, "FluxApplication web": true, "HelmChart base": true,
		"GitRepository web": false,
	})
}
