package render_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// fields is a decoded map.
type fields = map[string]any

// sharedDir returns a folder of the material that lies beside the repository: documents of others, which are read
// where they are and never copied. Without it a test is skipped, or fails where FLUXAPP_REQUIRE_SHARED is 1: see
// testdata/README.md.
func sharedDir(t testing.TB, path ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "shared"}, path...)...))
	assert.NilError(t, err)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED: %v", err)
	}
	return dir
}

func readFile(t testing.TB, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	assert.NilError(t, err)
	return data
}

// decodeDocs cuts a stream of YAML and decodes each document as kubectl does.
func decodeDocs(t testing.TB, data []byte) (docs []fields) {
	t.Helper()
	for _, text := range splitDocs(data) {
		var doc fields
		assert.NilError(t, yaml.Unmarshal(text, &doc), "%s", text)
		if doc != nil {
			docs = append(docs, doc)
		}
	}
	return docs
}

func splitDocs(data []byte) [][]byte { return bytes.Split(data, []byte("\n---\n")) }

// get walks down a decoded tree; nil where there is nothing.
func get(v any, path ...string) any {
	for _, key := range path {
		m, _ := v.(fields)
		v = m[key]
	}
	return v
}

func str(v any, path ...string) string {
	s, _ := get(v, path...).(string)
	return s
}

func decodeObject(t testing.TB, o render.Object) (object fields) {
	t.Helper()
	assert.NilError(t, json.Unmarshal(o.JSON(), &object))
	return object
}

// twoGenerations is the case that holds two generations of one application, of which the last one counts.
const twoGenerations = "r2-api-create-then-update.yaml"

// badNamespace is one that no cluster accepts; ks-devops' unit tests have it.
const badNamespace = "fake-targetNamespace"

// TestKubeSphere compares what we make of KubeSphere's applications with what its own controller made of them. Where
// the two differ on purpose, a rule below turns its object into ours; whatever no rule names must be equal.
func TestKubeSphere(t *testing.T) {
	dir := sharedDir(t, "corpus", "ksdevops")
	inputs, err := filepath.Glob(filepath.Join(dir, "inputs", "*.yaml"))
	assert.NilError(t, err)
	assert.Equal(t, len(inputs), 28)
	seen, ran := map[string]int{}, 0
	for _, path := range inputs {
		name := filepath.Base(path)
		t.Run(strings.TrimSuffix(name, ".yaml"), func(t *testing.T) {
			ran++
			c := readCase(t, dir, name, seen)
			if name == twoGenerations {
				c.lastGeneration()
			}
			if bytes.Contains(c.input, []byte(badNamespace)) {
				c.badNamespaces()
			}
			c.compare()
		})
	}
	if ran < len(inputs) {
		return // only some cases were asked for
	}
	assert.Equal(t, seen[refusedNamespaces], 10)
	for _, d := range differences {
		assert.Check(t, seen[d.name] > 0, "no case shows the difference %q (%s)", d.name, d.reason)
		delete(seen, d.name)
	}
	for name, reason := range outcomes {
		assert.Check(t, seen[name] > 0, "no case shows the difference %q (%s)", name, reason)
		delete(seen, name)
	}
	assert.Check(t, len(seen) == 0, "differences without a reason: %v", seen)
}

// ksCase is one input with what KubeSphere made of it.
type ksCase struct {
	*testing.T
	name     string
	input    []byte
	docs     []fields // of the input
	want     []fields // objects that KubeSphere's controller left in the cluster
	message  string   // of its last reconciliation; <nil> when it was content
	seen     map[string]int
	expected []byte
}

func readCase(t *testing.T, dir, name string, seen map[string]int) *ksCase {
	c := &ksCase{T: t, name: name, seen: seen, input: readFile(t, dir, "inputs", name),
		expected: readFile(t, dir, "expected", name)}
	c.decode()
	return c
}

func (c *ksCase) decode() {
	c.docs, c.want = decodeDocs(c, c.input), decodeDocs(c, c.expected)
	for line := range strings.Lines(string(c.expected)) {
		if _, message, ok := strings.Cut(line, ") error: "); ok && strings.HasPrefix(line, "# reconcile(") {
			c.message = strings.TrimSpace(message)
		}
	}
	assert.Assert(c, c.message != "", "nothing says how the reconciliation ended")
}

func (c *ksCase) render() (render.Result, error) {
	docs := schema.Parse(c.name, c.input)
	return render.Render(docs, render.Options{AllowEmpty: true})
}

// lastGeneration leaves out all but the last document; together they are refused.
func (c *ksCase) lastGeneration() {
	_, err := c.render()
	errs := finding.From(err)
	assert.Equal(c, len(errs), 1)
	assert.Equal(c, errs[0].Code, wording.CodeDuplicateDocument)
	texts := splitDocs(c.input)
	c.input = texts[len(texts)-1]
	c.decode()
}

// badNamespaces expects the namespaces that no cluster accepts to be refused, each at its own line, and writes them as
// their authors would have to.
func (c *ksCase) badNamespaces() {
	var want, got []int
	ours := false
	for i, line := range strings.Split(string(c.input), "\n") {
		ours = ours && line != "---" || line == "kind: Application"
		if ours && strings.Contains(line, badNamespace) {
			want = append(want, i+1)
		}
	}
	_, err := c.render()
	for _, e := range finding.From(err) {
		if e.Code == codes.Namespace {
			got = append(got, e.Line)
		}
	}
	assert.DeepEqual(c, got, want)
	c.seen[refusedNamespaces]++
	good := []byte(strings.ToLower(badNamespace))
	c.input = bytes.ReplaceAll(c.input, []byte(badNamespace), good)
	c.expected = bytes.ReplaceAll(c.expected, []byte(badNamespace), good)
	c.decode()
}

const refusedNamespaces = "namespaces that no cluster accepts are refused"

// outcomes are the differences in whether there is an object at all, each with its reason.
var outcomes = map[string]string{
	refusedNamespaces: "its controller creates objects that can never be installed",
	"a template that is not in the input is not an error": "a renderer cannot know what is in the cluster; the release " +
		"points at the HelmChart with chartRef, and a note says so",
	"the misspelt label saves too":      "KubeSphere's code and its documentation spell the label differently",
	"what it refuses, we refuse":        "its messages come one at a time and without a place",
	"an Application of Argo CD is said": "leaving it alone silently would look like a loss",
	"templates of the input stay there": "they are somebody else's objects, and already in the cluster",
}

// refusals are our errors for each of KubeSphere's, as code and path.
var refusals = map[string][]string{
	"should provide FluxApplication":                                                   {"FA107 spec.fluxApp"},
	"should provide FluxApplication Configuration (HelmRelease or Kustomization)":      {"FA107 spec.fluxApp.spec.config"},
	"should provide a Source for the FluxCD HelmRelease":                               {"FA203 spec.fluxApp.spec.source"},
	"should has one and only one FluxApplicationConfig (HelmRelease or Kustomization)": {"FA201 spec.fluxApp.spec.config"},
	"should provide a chart for the FluxCD HelmRelease": {
		"FA206 spec.fluxApp.spec.config.helmRelease.deploy[0]"},
}

func (c *ksCase) compare() {
	result, err := c.render()
	if want, ok := refusals[c.message]; ok {
		var got []string
		for _, e := range finding.From(err) {
			got = append(got, string(e.Code)+" "+e.Path)
		}
		assert.DeepEqual(c, got, want)
		assert.Equal(c, len(c.want), 0)
		c.seen["what it refuses, we refuse"]++
		return
	}
	assert.NilError(c, err)
	c.outcomes(result)
	got := map[string]fields{}
	for _, o := range result.Objects {
		object := decodeObject(c, o)
		assert.Assert(c, got[destination(object)] == nil, "two objects for %s", destination(object))
		got[destination(object)] = object
	}
	want := map[string]fields{}
	for _, object := range c.want {
		c.turn(object, got[destination(object)])
		want[destination(object)] = object
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.Fatalf("KubeSphere's (-) and ours (+) differ beyond the rules:\n%s", diff)
	}
}

// destination identifies an object in both worlds: theirs have random names.
func destination(object fields) string {
	if kind := str(object, "kind"); kind == "HelmChart" {
		return kind + " " + str(object, "metadata", "name")
	}
	return strings.Join([]string{
		str(object, "kind"), str(object, "spec", "kubeConfig", "secretRef", "name"), str(object, "spec", "targetNamespace"),
	}, " ")
}

// outcomes adds to and removes from what KubeSphere made the objects that only one side has.
func (c *ksCase) outcomes(result render.Result) {
	for _, doc := range c.docs {
		switch {
		case str(doc, "kind") == "HelmChart":
			c.want = slices.DeleteFunc(c.want, func(object fields) bool {
				same := cmp.Equal(object, doc)
				if same {
					c.seen["templates of the input stay there"]++
				}
				return same
			})
		case str(doc, "spec", "kind") == "argocd":
			assert.Equal(c, len(result.Findings), 1)
			assert.Equal(c, result.Findings[0].Code, codes.Argo)
			c.seen["an Application of Argo CD is said"]++
		case str(doc, "metadata", "labels", "gitops.kubesphere.io/save-helmtemplate") == "true":
			c.want = append(c.want, savedChart(doc))
			c.seen["the misspelt label saves too"]++
		}
	}
	if strings.HasPrefix(c.message, "helmcharts.source.toolkit.fluxcd.io ") {
		assert.Equal(c, len(c.want), 0)
		c.fromCluster(result)
	} else {
		assert.Equal(c, c.message, "<nil>")
	}
}

// savedChart is the HelmChart that KubeSphere would have saved under the label that its code reads.
func savedChart(app fields) fields {
	spec := maps.Clone(get(app, "spec", "fluxApp", "spec", "config", "helmRelease", "chart").(fields))
	ref := maps.Clone(get(app, "spec", "fluxApp", "spec", "source", "sourceRef").(fields))
	delete(ref, "namespace")
	spec["sourceRef"] = ref
	return fields{
		"apiVersion": "source.toolkit.fluxcd.io/v1beta2", "kind": "HelmChart", "spec": spec,
		"metadata": fields{
			"name": str(app, "metadata", "name"), "namespace": str(app, "metadata", "namespace"),
			"labels":      fields{"app.kubernetes.io/managed-by": "gitops.kubesphere.io"},
			"annotations": fields{"gitops.kubesphere.io/helm-template-name": str(app, "metadata", "name")},
		},
	}
}

// fromCluster expects a release that names its chart for every entry of the application.
func (c *ksCase) fromCluster(result render.Result) {
	app := c.docs[0]
	release := get(app, "spec", "fluxApp", "spec", "config", "helmRelease")
	for _, e := range get(release, "deploy").([]any) {
		spec := maps.Clone(e.(fields))
		where := spec["destination"].(fields)
		delete(spec, "destination")
		spec["chartRef"] = fields{"kind": "HelmChart", "name": str(release, "template")}
		spec["targetNamespace"] = where["targetNamespace"]
		annotation := str(where, "targetNamespace")
		if secret := str(where, "kubeConfig", "secretRef", "name"); secret != "" {
			spec["kubeConfig"], annotation = where["kubeConfig"], secret+"-"+annotation
		}
		if spec["interval"] == nil {
			spec["interval"] = "0s" // as KubeSphere would
		}
		name := str(app, "metadata", "name")
		c.want = append(c.want, fields{
			"apiVersion": "helm.toolkit.fluxcd.io/v2beta1", "kind": "HelmRelease", "spec": spec,
			"metadata": fields{
				"generateName": name, "namespace": str(app, "metadata", "namespace"),
				"labels":      fields{"app.kubernetes.io/managed-by": name},
				"annotations": fields{"app.kubernetes.io/name": annotation},
			},
		})
	}
	assert.Equal(c, string(result.Findings.Only(finding.SeverityInfo)[0].Code), string(inventory.CodeTemplateInCluster))
	c.seen["a template that is not in the input is not an error"]++
}

// difference turns an object of KubeSphere into ours in one respect, and reports whether it had to.
type difference struct {
	name, reason string
	turn         func(c *ksCase, object, app, ours fields) bool
}

// turn applies all differences to an object of KubeSphere's.
func (c *ksCase) turn(object, ours fields) {
	name := str(object, "metadata", "labels", "app.kubernetes.io/managed-by")
	if str(object, "kind") == "HelmChart" {
		name = str(object, "metadata", "name")
	}
	i := slices.IndexFunc(c.docs, func(doc fields) bool {
		return str(doc, "kind") == "Application" && str(doc, "metadata", "name") == name
	})
	assert.Assert(c, i >= 0, "no application %s", name)
	for _, d := range differences {
		if d.turn(c, object, c.docs[i], ours) {
			c.seen[d.name]++
		}
	}
}

// currentVersions are ours for KubeSphere's API versions, which Flux 2.8 no longer serves.
var currentVersions = map[string]string{
	"helm.toolkit.fluxcd.io/v2beta1":      "helm.toolkit.fluxcd.io/v2",
	"kustomize.toolkit.fluxcd.io/v1beta2": "kustomize.toolkit.fluxcd.io/v1",
	"source.toolkit.fluxcd.io/v1beta2":    "source.toolkit.fluxcd.io/v1",
}

var differences = []difference{
	{"current API versions", "Flux 2.8 removed the old ones", func(c *ksCase, object, _, _ fields) bool {
		current, old := currentVersions[str(object, "apiVersion")]
		if old {
			object["apiVersion"] = current
		}
		return old
	}},
	{"deterministic names", "a random name is another one in every run", func(c *ksCase, object, app, _ fields) bool {
		metadata := object["metadata"].(fields)
		if metadata["generateName"] == nil {
			return false
		}
		assert.Equal(c, metadata["generateName"], str(app, "metadata", "name"))
		delete(metadata, "generateName")
		metadata["name"] = expectedName(object, app)
		return true
	}},
	{"names of what exists already", "a pure function does not know what is in the cluster",
		func(c *ksCase, object, app, _ fields) bool {
			name := str(object, "metadata", "name")
			exists := slices.ContainsFunc(c.docs, func(doc fields) bool {
				return str(doc, "kind") == str(object, "kind") && str(doc, "metadata", "name") == name
			})
			if exists {
				object["metadata"].(fields)["name"] = expectedName(object, app)
			}
			return exists
		}},
	{"no owner references", "a pure function knows no UID", func(_ *ksCase, object, _, _ fields) bool {
		metadata := object["metadata"].(fields)
		_, there := metadata["ownerReferences"]
		delete(metadata, "ownerReferences")
		return there
	}},
	{"rendered-from", "what we render must never be read as input again", func(_ *ksCase, object, app, _ fields) bool {
		object["metadata"].(fields)["annotations"].(fields)[kinds.AnnotationRenderedFrom] =
			str(app, "metadata", "namespace") + "/" + str(app, "metadata", "name")
		return true
	}},
	{"current versions of references", "the old ones no longer exist", func(_ *ksCase, object, _, _ fields) bool {
		ref, _ := sourceRef(object)
		if str(ref, "apiVersion") != "source.toolkit.fluxcd.io/v1beta2" {
			return false
		}
		ref["apiVersion"] = "source.toolkit.fluxcd.io/v1"
		return true
	}},
	{"the source's namespace is kept for Helm", "without it the chart is looked for in the wrong namespace",
		func(_ *ksCase, object, app, _ fields) bool {
			ref, _ := get(object, "spec", "chart", "spec", "sourceRef").(fields)
			application := get(app, "spec", "fluxApp", "spec")
			namespace := str(application, "source", "sourceRef", "namespace")
			if ref == nil || namespace == "" || str(application, "config", "helmRelease", "template") != "" {
				return false
			}
			ref["namespace"] = namespace
			return true
		}},
	{"a missing interval is 10m", "Flux would reconcile without pause at 0s, which its CRD refuses",
		func(c *ksCase, object, app, _ fields) bool {
			spec := object["spec"].(fields)
			if spec["interval"] != "0s" {
				return false
			}
			assert.Assert(c, entryFor(c, app, object)["interval"] == nil)
			spec["interval"] = "10m"
			return true
		}},
	{"no chart interval is filled in", "Flux takes the release's", func(c *ksCase, object, app, _ fields) bool {
		chart, _ := get(object, "spec", "chart", "spec").(fields)
		if chart["interval"] != "10m0s" || !chartWithoutInterval(app) {
			return false
		}
		delete(chart, "interval")
		return true
	}},
	{"the filled interval of a template is written 10m", "as people write it",
		func(_ *ksCase, object, app, _ fields) bool {
			if str(object, "kind") != "HelmChart" || !chartWithoutInterval(app) {
				return false
			}
			object["spec"].(fields)["interval"] = "10m"
			return true
		}},
	{"durations as written", "what you write is what Flux gets", func(c *ksCase, object, _, ours fields) bool {
		changed := false
		for _, path := range [][]string{{"spec"}, {"spec", "chart", "spec"}} {
			theirs, _ := get(object, path...).(fields)
			written := str(get(ours, path...), "interval")
			if theirs == nil || theirs["interval"] == nil || theirs["interval"] == written {
				continue
			}
			assert.Equal(c, duration(c, theirs["interval"].(string)), duration(c, written))
			assert.Assert(c, bytes.Contains(c.input, []byte("interval: "+written+"\n")), "nobody wrote %s", written)
			theirs["interval"], changed = written, true
		}
		return changed
	}},
}

// expectedName is the name of an entry's object, computed apart from package render.
func expectedName(object, app fields) string {
	name := str(app, "metadata", "name")
	if secret := str(object, "spec", "kubeConfig", "secretRef", "name"); secret != "" {
		name += "-" + strings.TrimSuffix(secret, "-kubeconfig")
	}
	return name + "-" + str(object, "spec", "targetNamespace")
}

func sourceRef(object fields) (fields, bool) {
	ref, ok := get(object, "spec", "chart", "spec", "sourceRef").(fields)
	if !ok {
		ref, ok = get(object, "spec", "sourceRef").(fields)
	}
	return ref, ok
}

// chartWithoutInterval reports whether the application has a chart of its own, and no interval in it.
func chartWithoutInterval(app fields) bool {
	chart, ok := get(app, "spec", "fluxApp", "spec", "config", "helmRelease", "chart").(fields)
	return ok && chart["interval"] == nil
}

// entryFor returns the entry of the application that the object was made of.
func entryFor(c *ksCase, app, object fields) fields {
	config := get(app, "spec", "fluxApp", "spec", "config")
	entries, ok := get(config, "helmRelease", "deploy").([]any)
	if !ok {
		entries, _ = get(config, "kustomization").([]any)
	}
	for _, e := range entries {
		if str(e, "destination", "targetNamespace") == str(object, "spec", "targetNamespace") &&
			str(e, "destination", "kubeConfig", "secretRef", "name") == str(object, "spec", "kubeConfig", "secretRef", "name") {
			return e.(fields)
		}
	}
	c.Fatalf("no entry for %s", destination(object))
	return nil
}

func duration(t testing.TB, s string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(s)
	assert.NilError(t, err)
	return d
}

// TestKubeSphereRepository compares what we make of a devops GitRepository with what KubeSphere's controller makes of
// it.
func TestKubeSphereRepository(t *testing.T) {
	dir := sharedDir(t, "corpus", "ksdevops", "sources-and-secrets")
	docs := schema.Parse("g1.yaml", readFile(t, dir, "g1-gitrepository.input.yaml"))
	err := docs.Findings().Err()
	assert.NilError(t, err)
	result, err := render.Render(docs, render.Options{})
	assert.NilError(t, err)
	assert.Equal(t, len(result.Objects), 1)
	want := decodeDocs(t, readFile(t, dir, "g1-gitrepository.expected.yaml"))[0]
	assert.Equal(t, want["apiVersion"], "source.toolkit.fluxcd.io/v1beta2")
	want["apiVersion"] = "source.toolkit.fluxcd.io/v1"
	want["metadata"].(fields)["annotations"] = fields{kinds.AnnotationRenderedFrom: "fake-ns/fake-repo"}
	assert.DeepEqual(t, decodeObject(t, result.Objects[0]), want)
}
