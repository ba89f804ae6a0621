package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// A fluxCRDs is a version of Flux with the CRDs of its own API modules: what fluxapp tells of it is compared with
// those, and not with the table that it tells it from.
type fluxCRDs struct {
	version string
	*Checker
}

// TestFluxes holds that every version that fluxapp knows is looked at.
func TestFluxes(t *testing.T) {
	assert.Equal(t, len(fluxes), 5)
	for _, f := range fluxes {
		assert.Assert(t, len(f.kinds) > 13, "%s: %d", f.version, len(f.kinds))
	}
}

// renderFor renders for a version of Flux, the newest when it is empty. What is refused has errors and nothing else.
func renderFor(data []byte, version string) ([]byte, finding.Findings) {
	docs := schema.Parse("in.yaml", data) // Render says what Parse refuses
	opts := logins(docs)
	opts.FluxVersion, opts.AllowEmpty = version, true
	result, err := render.Render(docs, opts)
	if err != nil {
		return nil, finding.From(err)
	}
	var out bytes.Buffer
	if err := result.WriteYAML(&out); err != nil {
		panic(err) // buffers take everything
	}
	return out.Bytes(), nil
}

// written returns objects as this Flux takes them: each in the newest version of its kind that is not deprecated, and a
// HelmChart without the word where an older Flux makes no other chart.
func (o fluxCRDs) written(objects []byte) []byte {
	objects = apiVersion.ReplaceAllFunc(objects, func(text []byte) []byte {
		match := apiVersion.FindSubmatch(text)
		if gvk, k := o.current(string(match[2])); k != nil && gvk.Group == string(match[1]) {
			return fmt.Appendf(nil, "apiVersion: %s\nkind: %s", gvk.GroupVersion(), gvk.Kind)
		}
		return text
	})
	if !o.hasChartKind() {
		objects = bytes.ReplaceAll(objects, []byte("\n  chart:\n    kind: HelmChart\n"), []byte("\n  chart:\n"))
	}
	return objects
}

// hasChartKind reports whether the chart of a release has a kind.
func (o fluxCRDs) hasChartKind() bool {
	return fieldSchema(fieldSchema(fieldSchema(o.schemaOf("HelmRelease"), "spec"), "chart"), "kind") != nil
}

var apiVersion = regexp.MustCompile(`(?m)^apiVersion: (\S+)/\S+\nkind: (\S+)$`)

// makesChart reports whether Flux makes an OCIRepository of the chart of a release, which fluxapp makes for an older
// one.
func makesChart(objects []byte) bool {
	return bytes.Contains(objects, []byte("  chart:\n    kind: OCIRepository\n"))
}

// onlyAsked reports whether a finding is that only the newest API of this Flux has something, which is written when the
// version is asked for.
func (o fluxCRDs) onlyAsked(e finding.Finding) bool {
	return e.Code == codes.FluxField && strings.Contains(e.Detail, "only the newest API of Flux "+o.version+" ")
}

// An outcome says what became of documents for one version.
type outcome struct{ accepted, older, refused int }

// judge holds the promises for a document and a Flux: what is rendered is what the newest gets, in the versions of the
// API that this Flux has, and this Flux takes it; what is refused for its sake says where, and this Flux would have
// refused it.
func (o fluxCRDs) judge(data []byte, c *outcome) error {
	newest, always := renderFor(data, "")
	always = slices.DeleteFunc(always, o.onlyAsked)
	out, refused := renderFor(data, o.version)
	opts := emitted
	opts.Servers = serversOf(data)
	opts.Fill = bytes.Contains(newest, []byte("${")) // or an object that is refused is tried again and again
	isSame := o.hasChartKind() || !makesChart(newest)
	switch {
	case len(refused) == 0 && len(always) > 0:
		return fmt.Errorf("rendered for Flux %s, and refused for no version: %v\n%s", o.version, always, out)
	case len(refused) == 0 && newest != nil && isSame && !bytes.Equal(out, o.written(newest)):
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
	if bytes.Contains(data, []byte("allowEmpty")) {
		return nil // an entry that reaches no cluster is checked, and there is no object of it
	}
	if newest == nil || bytes.Contains(newest, []byte("kind: ArtifactGenerator\n")) {
		return nil // only this version would have it, or made no charts of artifacts at first
	}
	newest = o.written(newest)
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
func (o fluxCRDs) blames(data []byte, e finding.Finding) error {
	if err := placed(data, e); err != nil {
		return err
	}
	line := []rune(strings.Split(string(data), "\n")[e.Line-1])
	text := strings.TrimLeft(string(line[e.Column-1:]), `"'`)
	switch {
	case e.Code == codes.Required && strings.Contains(e.Detail, "before Flux"):
	case e.Code != codes.FluxField || !strings.Contains(e.Detail, "Flux "+o.version):
		return fmt.Errorf("says nothing of Flux %s, and nothing is wrong else: %v", o.version, e)
	case strings.Contains(e.Detail, "kubeConfig.configMapRef"): // which fluxapp makes of another field
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

// judgeAll judges documents for every version, and returns the counts by version.
func judgeAll(t *testing.T, documents [][]byte) {
	t.Helper()
	for _, o := range fluxes {
		c := &outcome{}
		for _, data := range documents {
			assert.Check(t, o.judge(data, c))
		}
		t.Logf("%d documents for Flux %s: %d rendered as ever, %d refused for it, %d for every Flux",
			len(documents), o.version, c.accepted, c.older, c.refused)
		assert.Check(t, c.accepted >= 20, "documents were lost")
	}
}

// TestVersionsCases renders each file of cases and examples for every version, or with -short each fifth.
func TestVersionsCases(t *testing.T) {
	valid, refused := inputs(t)
	unique := map[string]bool{}
	for _, data := range append(valid, refused...) {
		unique[string(data)] = true
	}
	var documents [][]byte
	for i, text := range slices.Sorted(maps.Keys(unique)) {
		if !testing.Short() || i%5 == 0 {
			documents = append(documents, []byte(text))
		}
	}
	judgeAll(t, documents)
}

// TestVersionsKubeSphere does the same for KubeSphere's applications, as TestKubeSphereCorpus reads them.
func TestVersionsKubeSphere(t *testing.T) {
	var documents [][]byte
	for _, file := range shared(t, "ksdevops/inputs/*.yaml") {
		documents = append(documents,
			bytes.ReplaceAll(readFile(t, file), []byte("-targetNamespace"), []byte("-targetnamespace")))
	}
	judgeAll(t, documents)
}

// TestVersionsFlux does the same for the objects of public repositories, as TestFluxCorpus reads them.
func TestVersionsFlux(t *testing.T) {
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
