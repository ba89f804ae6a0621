package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// An olderFlux is a version of Flux before the newest one, with the CRDs of its own API modules: what fluxapp says of
// it is compared with those, and not with the table that it says it from.
type olderFlux struct {
	version string
	*Checker
}

// olderFluxes returns those that testdata/generate names, the oldest first.
func olderFluxes(t testing.TB) []olderFlux {
	t.Helper()
	all, err := loadOlder()
	assert.NilError(t, err)
	return all
}

var loadOlder = sync.OnceValues(func() (all []olderFlux, err error) {
	modules, err := filepath.Glob("../generate/flux/*/go.mod")
	for _, module := range modules {
		if o, failed := loadModule(filepath.Dir(module)); failed == nil {
			all = append(all, o)
		} else {
			err = failed
		}
	}
	return all, err
})

// newestOnly are packages whose modules have no version of the first release of each older Flux, with their kinds.
var newestOnly = map[string][]string{
	"github.com/fluxcd/source-watcher/api/v2/v1beta1":       {"ArtifactGenerator"},
	"github.com/fluxcd/image-reflector-controller/api/v1":   {"ImageRepository", "ImagePolicy"},
	"github.com/fluxcd/image-automation-controller/api/v1":  {"ImageUpdateAutomation"},
	"github.com/fluxcd/notification-controller/api/v1beta3": {"Provider", "Alert"},
}

// loadModule generates the CRDs of Flux. The CRD of a KCLRun does not come with it, and is the same for every version.
// The CRDs of newestOnly are the newest ones.
func loadModule(module string) (olderFlux, error) {
	o := olderFlux{version: filepath.Base(module)}
	dir, err := os.MkdirTemp("", "fluxapp-conformance")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	flux := slices.DeleteFunc(slices.Clone(apis), func(api string) bool {
		return !strings.HasPrefix(api, "github.com/fluxcd/") || newestOnly[api] != nil
	})
	if err := generate(dir, module, flux...); err != nil {
		return o, err
	}
	if o.Checker, err = Load(dir); err != nil {
		return o, err
	}
	for gvk, k := range checker.kinds {
		if gvk.Kind == "KCLRun" || slices.Contains(slices.Concat(slices.Collect(maps.Values(newestOnly))...), gvk.Kind) {
			o.kinds[gvk] = k
		}
	}
	return o, nil
}

// TestOlderFluxes holds that every version that fluxapp knows is looked at.
func TestOlderFluxes(t *testing.T) {
	var known, looked []string
	for minor := range 100 {
		if v := fmt.Sprintf("2.%d", minor); schemaKnows(v) {
			known = append(known, v)
		}
	}
	for _, o := range olderFluxes(t) {
		looked = append(looked, o.version)
	}
	assert.DeepEqual(t, append(looked, terms.FluxVersion(0).String()), known)
}

func schemaKnows(version string) bool {
	_, err := terms.ParseFluxVersion(version)
	return err == nil
}

// renderFor renders for a version of Flux, the newest when it is empty. What is refused has errors and nothing else.
func renderFor(data []byte, version string) ([]byte, finding.Findings) {
	docs := schema.Parse("in.yaml", data) // Render says what Parse refuses
	result, err := render.Render(docs, render.Options{FluxVersion: version})
	if err != nil {
		return nil, finding.From(err)
	}
	var out bytes.Buffer
	if err := result.WriteYAML(&out); err != nil {
		panic(err) // buffers take everything
	}
	return out.Bytes(), nil
}

// An outcome says what became of documents for one version.
type outcome struct{ accepted, older, refused int }

// judge holds the promises for a document and an older Flux: what is rendered is what the newest gets, and that Flux
// takes it; what is refused for its sake says where, and it would have refused it.
func (o olderFlux) judge(data []byte, c *outcome) error {
	newest, always := renderFor(data, "")
	out, refused := renderFor(data, o.version)
	opts := emitted
	opts.Servers = serversOf(data)
	opts.Fill = bytes.Contains(newest, []byte("${")) // or an object that is refused is tried again and again
	switch {
	case len(refused) == 0 && !bytes.Equal(out, newest):
		return fmt.Errorf("rendered for Flux %s, other objects:\n%s\n%s\n%v", o.version, out, newest, always)
	case len(refused) == 0:
		c.accepted++
		if _, err := checkEmitted(o.Checker, out, data, opts); err != nil {
			return fmt.Errorf("rendered for Flux %s, which refuses it: %w\n%s", o.version, err, out)
		}
		return nil
	}
	for _, e := range refused {
		if err := o.blames(data, e); err != nil && !said(always, e) {
			return err
		}
	}
	if len(always) > 0 {
		c.refused++
		return nil
	}
	c.older++
	// see newestOnly
	newer := []string{"kind: ArtifactGenerator\n", "kind: Provider\n", "apiVersion: image.toolkit.fluxcd.io/v1\n"}
	if slices.ContainsFunc(newer, func(kind string) bool { return bytes.Contains(newest, []byte(kind)) }) {
		return nil
	}
	if _, err := checkEmitted(o.Checker, newest, data, opts); err == nil && !onlyWaves(refused) {
		return fmt.Errorf("refused for Flux %s, which takes it: %v\n%s", o.version, refused, newest)
	}
	return nil
}

// onlyWaves reports whether everything that is refused is a wave. Where there is one wave only, no object has a gate
// that a Flux could refuse.
func onlyWaves(refused finding.Findings) bool {
	return !slices.ContainsFunc(refused, func(e finding.Finding) bool { return e.Current != "wave" })
}

// blames expects a finding to be about the version, and to stand where its words do.
func (o olderFlux) blames(data []byte, e finding.Finding) error {
	if err := placed(data, e); err != nil {
		return err
	}
	line := []rune(strings.Split(string(data), "\n")[e.Line-1])
	text := strings.TrimLeft(string(line[e.Column-1:]), `"'`)
	switch {
	case e.Code == finding.CodeRequired && strings.Contains(e.Detail, "before Flux"):
	case e.Code != finding.CodeFluxField || !strings.Contains(e.Detail, "Flux "+o.version):
		return fmt.Errorf("says nothing of Flux %s, and nothing is wrong else: %v", o.version, e)
	case e.Current == "" || !strings.HasPrefix(text, e.Current):
		return fmt.Errorf("stands at %q: %v", text, e)
	}
	return nil
}

// said reports whether something is wrong there whatever the version. The words may differ, which propose what the
// version has.
func said(always finding.Findings, e finding.Finding) bool {
	return slices.ContainsFunc(always, func(a finding.Finding) bool {
		return a.Code == e.Code && a.Line == e.Line && a.Column == e.Column
	})
}

// judgeAll judges documents for every older version, and returns the counts by version.
func judgeAll(t *testing.T, documents [][]byte) {
	t.Helper()
	for _, o := range olderFluxes(t) {
		c := &outcome{}
		for _, data := range documents {
			assert.Check(t, o.judge(data, c))
		}
		t.Logf("%d documents for Flux %s: %d rendered as ever, %d refused for it, %d for every Flux",
			len(documents), o.version, c.accepted, c.older, c.refused)
		assert.Check(t, c.accepted >= 20, "documents were lost")
	}
}

// TestOlderCases renders the documents of cases and examples for every older version.
func TestOlderCases(t *testing.T) {
	valid, refused := inputs(t)
	unique := map[string]bool{}
	for _, data := range append(valid, refused...) {
		unique[string(data)] = true
	}
	var documents [][]byte
	for _, text := range slices.Sorted(maps.Keys(unique)) {
		documents = append(documents, []byte(text))
	}
	judgeAll(t, documents)
}

// TestOlderKubeSphere does the same for KubeSphere's applications, as TestKubeSphereCorpus reads them.
func TestOlderKubeSphere(t *testing.T) {
	var documents [][]byte
	for _, file := range shared(t, "ksdevops/inputs/*.yaml") {
		documents = append(documents,
			bytes.ReplaceAll(readFile(t, file), []byte("-targetNamespace"), []byte("-targetnamespace")))
	}
	judgeAll(t, documents)
}

// TestOlderFlux does the same for the objects of public repositories, as TestFluxCorpus reads them.
func TestOlderFlux(t *testing.T) {
	var documents [][]byte
	for _, file := range append(shared(t, "flux/*/*.yaml"), shared(t, "groups/*/*/*.yaml")...) {
		for text := range strings.SplitSeq(string(readFile(t, file)), "\n---\n") {
			object := &unstructured.Unstructured{}
			if decode([]byte(text), object) != nil {
				continue // comments only
			}
			if app := wrap(object); app != nil {
				data, err := yaml.Marshal(app)
				assert.NilError(t, err)
				documents = append(documents, data)
			}
		}
	}
	judgeAll(t, documents)
}
