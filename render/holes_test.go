package render_test

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"gotest.tools/v3/assert"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Clusters of a fleet share one template, and so do entries that repeat each other. The tests of this file hold that
// nobody can see it: what is rendered and reported together is what is rendered and reported for each cluster and
// each entry alone.

// lineByLine is an application whose clusters and entries have a line each. A line that is left out leaves an empty
// one, so that findings keep their lines.
type lineByLine struct {
	clusters, entries []string
	entry             string // the field of spec.config above the entries
}

// text prints the application with some of its clusters and entries.
func (a lineByLine) text(keepsCluster, keepsEntry func(i int) bool) string {
	kind, above := "GitRepository", "    kustomization:\n    # no chart\n    # no list\n"
	if a.entry == "helmRelease" {
		kind, above = "HelmRepository", "    helmRelease:\n      chart: {chart: c, version: 1.0.0}\n      deploy:\n"
	}
	var b strings.Builder
	b.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: app, namespace: ns}\n" +
		"spec:\n" +
		"  source: {sourceRef: {kind: " + kind + ", name: s}}\n")
	write := func(key string, lines []string, keeps func(int) bool) {
		b.WriteString(key)
		for i, line := range lines {
			if keeps(i) {
				b.WriteString("      - " + strings.ReplaceAll(line, "\n", " "))
			}
			b.WriteString("\n")
		}
	}
	if len(a.clusters) > 0 {
		write("  clusters:\n", a.clusters, keepsCluster)
	}
	write("  config:\n"+above, a.entries, keepsEntry)
	return b.String()
}

func all(int) bool { return true }

func only(which int) func(int) bool { return func(i int) bool { return i == which } }

// outcome is what users see of a run.
type outcome struct {
	document string
	objects  map[string]string // and how they are explained, by what they are called
	needs    []string
	errors   []string // code and line
}

// remembered has the outcomes of documents: most of what is compared is the same many times.
type remembered map[string]outcome

func (all remembered) of(t *testing.T, document string) outcome {
	t.Helper()
	if _, known := all[document]; !known {
		all[document] = outcomeOf(t, document)
	}
	return all[document]
}

func outcomeOf(t *testing.T, document string) outcome {
	t.Helper()
	o := outcome{document: document, objects: map[string]string{}}
	docs := schema.Parse("in.yaml", []byte(document)) // render reports the errors again
	result, _ := render.Render(docs, render.Options{})
	for _, e := range result.Findings.Only(finding.SeverityError) {
		o.errors = append(o.errors, fmt.Sprintf("%s at %d", e.Code, e.Line))
	}
	for _, object := range result.Objects {
		fitsFlux(t, object)
		var explained strings.Builder
		for _, s := range object.Explain() {
			fmt.Fprintln(&explained, s)
		}
		o.objects[object.Kind()+" "+object.Namespace()+"/"+object.Name()] = string(object.YAML()) + explained.String()
	}
	for _, need := range result.Needs() {
		for _, cluster := range need.Clusters {
			for _, why := range need.Reasons {
				o.needs = append(o.needs, needed(need)+" on "+cluster+": "+why.Text)
			}
		}
	}
	return o
}

// fitsFlux decodes an object as Flux does. What Flux substitutes before that may stand for anything.
func fitsFlux(t *testing.T, o render.Object) {
	t.Helper()
	var err error
	switch substituted := bytes.Contains(o.YAML(), []byte("${")); {
	case substituted:
	case o.Kind() == "HelmRelease":
		err = sigsyaml.UnmarshalStrict(o.YAML(), &helmv2.HelmRelease{})
	case o.Kind() == "Kustomization":
		err = sigsyaml.UnmarshalStrict(o.YAML(), &kustomizev1.Kustomization{})
	}
	assert.Check(t, err == nil, "%s: %v", o.YAML(), err)
}

// sameAsAlone compares a run with the runs of its parts.
func sameAsAlone(t *testing.T, together outcome, alone []outcome) {
	t.Helper()
	var want outcome
	want.objects = map[string]string{}
	for _, part := range alone {
		for name, text := range part.objects {
			want.objects[name] = text
		}
		want.needs = append(want.needs, part.needs...)
		want.errors = append(want.errors, part.errors...)
	}
	assert.Check(t, slices.Equal(sortedOnce(together.errors), sortedOnce(want.errors)),
		"%s\ntogether: %v\nalone: %v", together.document, sortedOnce(together.errors), sortedOnce(want.errors))
	if len(together.errors) > 0 || len(want.errors) > 0 {
		return
	}
	assert.Check(t, slices.Equal(sortedOnce(together.needs), sortedOnce(want.needs)),
		"%s\ntogether: %v\nalone: %v", together.document, sortedOnce(together.needs), sortedOnce(want.needs))
	assert.Check(t, len(together.objects) == len(want.objects), "%s", together.document)
	for name, text := range want.objects {
		assert.Check(t, together.objects[name] == text, "%s\ntogether: %s\nalone: %s", together.document,
			together.objects[name], text)
	}
}

func sortedOnce(lines []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(lines)))
}

// holes are places of an entry, with REF for what stands there, and a value that fits where plain texts do not.
var holes = []struct{ name, workload, fields, fits string }{
	{"name", "helmRelease", `name: "REF", releaseName: r`, `plain`},
	{"a part of the name", "helmRelease", `name: "x-REF", releaseName: r`, `plain`},
	{"releaseName", "helmRelease", `releaseName: "REF"`, `plain`},
	{"storageNamespace", "helmRelease", `storageNamespace: "REF"`, `plain`},
	{"targetNamespace", "helmRelease", `targetNamespace: "REF"`, `plain`},
	{"serviceAccountName", "helmRelease", `serviceAccountName: "REF"`, `plain`},
	{"the chart", "helmRelease", `chart: {chart: "REF"}`, `plain`},
	{"the version of the chart", "helmRelease", `chart: {version: "REF"}`, `plain`},
	{"sourceRef", "helmRelease", `sourceRef: {kind: HelmRepository, name: "REF"}`, `plain`},
	{"valuesFrom", "helmRelease", `valuesFrom: [{kind: Secret, name: "REF"}]`, `plain`},
	{"the key of valuesFrom", "helmRelease", `valuesFrom: [{kind: Secret, name: s, valuesKey: "REF"}]`, `plain`},
	{"the kind of valuesFrom", "helmRelease", `valuesFrom: [{kind: "REF", name: s}]`, `Secret`},
	{"labels", "helmRelease", `commonMetadata: {labels: {region: "REF"}}`, `plain`},
	{"annotations", "helmRelease", `commonMetadata: {annotations: {region: "REF"}}`, `plain`},
	{"labels of the object", "helmRelease", `metadata: {labels: {region: "REF"}}`, `plain`},
	{"labels and annotations, by an alias", "helmRelease",
		`commonMetadata: {labels: &l {region: "REF"}}, metadata: {annotations: *l}`, `plain`},
	{"annotations of the object", "kustomization", `metadata: {annotations: {region: "REF", zone: "x REF"}}`, `plain`},
	{"a patch of a chart", "helmRelease", `postRenderers: [{kustomize: {patches: [{patch: "REF"}]}}]`, `plain`},
	{"dependsOn", "helmRelease", `dependsOn: [{name: "REF"}]`, `plain`},
	{"interval", "helmRelease", `interval: "REF"`, `5m`},
	{"timeout", "helmRelease", `timeout: "REF"`, `5m`},
	{"suspend", "helmRelease", `suspend: "REF"`, `true`},
	{"createNamespace", "helmRelease", `install: {createNamespace: "REF"}, targetNamespace: t`, `true`},
	{"maxHistory", "helmRelease", `maxHistory: "REF"`, `3`},
	{"values", "helmRelease", `values: "REF"`, `{a: b}`},
	{"a value", "helmRelease", `values: {a: [{b: "REF"}], c: "x REF"}`, `plain`},
	{"two values", "helmRelease", `values: {a: "REF", b: "REF", name: "$(cluster.name)"}`, `plain`},
	{"a value and a name", "helmRelease", `values: {a: "REF"}, name: "x-REF", releaseName: r`, `plain`},
	{"path", "kustomization", `path: "REF"`, `plain`},
	{"a part of the path", "kustomization", `path: "./REF/x"`, `plain`},
	{"substitute", "kustomization", `postBuild: {substitute: {a: "REF", b: "x REF"}}`, `plain`},
	{"all of substitute", "kustomization", `postBuild: {substitute: "REF"}`, `{a: b}`},
	{"all of postBuild", "kustomization", `postBuild: "REF"`, `{substitute: {a: b}}`},
	{"substituteFrom", "kustomization", `postBuild: {substituteFrom: [{kind: ConfigMap, name: "REF"}]}`, `plain`},
	{"targetNamespace of manifests", "kustomization", `targetNamespace: "REF"`, `plain`},
	{"sourceRef of manifests", "kustomization", `sourceRef: {kind: GitRepository, name: "REF"}`, `plain`},
	{"the kind of sourceRef", "kustomization", `sourceRef: {kind: "REF", name: g}`, `GitRepository`},
	{"labels of manifests", "kustomization", `commonMetadata: {labels: {region: "REF"}}`, `plain`},
	{"namePrefix", "kustomization", `namePrefix: "REF"`, `plain`},
	{"a patch", "kustomization", `patches: [{patch: "REF", target: {kind: Deployment}}]`, `plain`},
	{"the target of a patch", "kustomization", `patches: [{patch: "a: b", target: {kind: Deployment, name: "REF"}}]`,
		`plain`},
	{"an image", "kustomization", `images: [{name: a, newTag: "REF"}]`, `plain`},
	{"components", "kustomization", `components: ["REF"]`, `plain`},
	{"a health check", "kustomization", `healthChecks: [{apiVersion: v1, kind: Service, name: "REF", namespace: ns}]`,
		`plain`},
	{"prune", "kustomization", `prune: "REF"`, `true`},
}

// hole returns an application with a reference in a place, for clusters whose parameters are given.
func hole(workload, place string, values []string) lineByLine {
	a := lineByLine{entry: workload}
	for i, value := range values {
		a.clusters = append(a.clusters,
			fmt.Sprintf(`{name: c%d, params: {p: %s}, kubeConfig: {secretRef: {name: c%[1]d}}}`, i, value))
	}
	place, target, _ := cutField(place, "targetNamespace")
	given := "interval: 1h, prune: true, path: ./x"
	if workload == "helmRelease" {
		given = "interval: 1h"
	}
	for _, field := range strings.Split(given, ", ") {
		if name, _, _ := strings.Cut(field, ":"); !strings.HasPrefix(place, name+":") {
			place = strings.TrimPrefix(place+", "+field, ", ")
		}
	}
	a.entries = []string{fmt.Sprintf(`{%s, destination: {clusterSelector: {}, %s}}`,
		strings.ReplaceAll(place, "REF", "$(cluster.params.p)"),
		cmp.Or(strings.ReplaceAll(target, "REF", "$(cluster.params.p)"), "targetNamespace: web"))}
	return a
}

// cutField cuts a field that is the last one out of others.
func cutField(fields, name string) (rest, field string, found bool) {
	i := strings.Index(fields, name+":")
	if i < 0 {
		return fields, "", false
	}
	return strings.TrimSuffix(fields[:i], ", "), fields[i:], true
}

// TestHoles puts values of every kind into every place of one cluster, beside clusters whose values are plain texts.
func TestHoles(t *testing.T) {
	t.Parallel()
	values := []string{
		"other", `"no.yes"`, `""`, "7", `"7"`, "0x10", "1.50", "true", `"true"`, "null", "~", "[a]", "[]", "{x: true}", "{}",
		"{a: b}", "Upper", `"a b"`,
		`"a\nb"`, "hub", "5m", `"5 m"`, "../up", "/abs", strings.Repeat("long", 16), `"$(cluster.name)"`, `"${v}"`, "é",
		`"- x"`, "GitRepository",
	}
	for _, h := range holes {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			good, known := 0, remembered{}
			for n, value := range values {
				for position := range 3 {
					if testing.Short() && (position != n%2+1 || (n/2+len(h.name))%3 > 0) {
						continue
					}
					params := []string{h.fits, h.fits, h.fits}
					if h.fits == "plain" {
						params = []string{"plain", "simple", "usual"}
					}
					params[position] = value
					a := hole(h.workload, h.fields, params)
					together := outcomeOf(t, a.text(all, all))
					var alone []outcome
					for i := range a.clusters {
						alone = append(alone, known.of(t, a.text(only(i), all)))
					}
					sameAsAlone(t, together, alone)
					if len(together.errors) == 0 {
						good++
					}
				}
			}
			t.Logf("%d render", good)
		})
	}
}

// TestTwoEntries renders two entries for each cluster, which get into each other's way on the second cluster alone:
// there, a reference stands for what the other entry has.
func TestTwoEntries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first, second, want string }{
		{"one name", `name: "x-REF"`, `name: x-simple`, "FA302"},
		{"one release", `name: "a-$(cluster.name)", releaseName: "REF"`, `name: "b-$(cluster.name)", releaseName: simple`,
			"FA303"},
		{"one release, derived", `name: "REF", targetNamespace: tns`,
			`name: "b-$(cluster.name)", releaseName: tns-simple, storageNamespace: ns`, "FA303"},
		{"one release in a namespace", `name: "a-$(cluster.name)", releaseName: r, storageNamespace: "REF"`,
			`name: "b-$(cluster.name)", releaseName: r, storageNamespace: simple`, "FA303"},
		{"one release in a target", `name: "a-$(cluster.name)", targetNamespace: "REF"`,
			`name: "b-$(cluster.name)", releaseName: simple-a-c1`, "FA303"},
		{"a circle", `name: "a-$(cluster.name)", dependsOn: [{name: "b-REF"}]`, `name: b-simple, dependsOn: [{name: a-c1}]`,
			"FA309"},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := []string{"plain", "simple", "usual"}
			first, second := hole("helmRelease", c.first, values), hole("helmRelease", c.second, values)
			a := lineByLine{entry: first.entry, clusters: first.clusters, entries: append(first.entries, second.entries...)}
			if strings.Contains(c.second, "simple") && !strings.Contains(c.second, "cluster.name") {
				a.entries[1] = strings.Replace(a.entries[1], "clusterSelector: {}", "cluster: c1", 1)
			}
			together := outcomeOf(t, a.text(all, all))
			assert.Check(t, slices.Contains(codesOf(together), c.want), "%s%v", together.document, together.errors)
			values[1] = "other"
			a.clusters = hole("helmRelease", c.first, values).clusters
			apart := outcomeOf(t, a.text(all, all))
			assert.Check(t, len(apart.errors) == 0, "%s%v", apart.document, apart.errors)
		})
	}
}

// TestLongAnnotation refers to an annotation that is too long for one cluster, whichever it is.
func TestLongAnnotation(t *testing.T) {
	t.Parallel()
	for position := range 3 {
		values := []string{"plain", "simple", "usual"}
		values[position] = strings.Repeat("long", 1<<16)
		for fields, want := range map[string]int{
			`metadata: {annotations: {region: "REF"}}`: 1, `metadata: {annotations: {region: "REF", zone: "x REF"}}`: 1,
			`path: "REF"`: 0,
		} {
			together := outcomeOf(t, hole("kustomization", fields, values).text(all, all))
			assert.Check(t, len(together.errors) == want, "%s for cluster %d: %v", fields, position, together.errors)
		}
	}
}

// TestVariablesOfApplications refers to one variable in two applications: what a manifest may make of it is reported
// for each.
func TestVariablesOfApplications(t *testing.T) {
	t.Parallel()
	text := hole("kustomization", `postBuild: {substitute: {v: "REF"}}`, []string{"plain", `"7"`}).text(all, all)
	findings := rendered(t, []byte(text+"---\n"+strings.Replace(text, "name: app", "name: other", 1)), render.Options{}).
		Findings
	assert.Equal(t, strings.Count(fmt.Sprint(findings), "[FA908]"), 1, "%v", findings)
	assert.Assert(t, strings.Contains(fmt.Sprint(findings), " (also at "), "%v", findings)
}

// TestNamespacesOfTheFleet selects clusters with and without a namespace, the hub among them: each object is in the
// namespace of its cluster.
func TestNamespacesOfTheFleet(t *testing.T) {
	t.Parallel()
	for hub, want := range map[string]string{"{name: h, hub: true, namespace: fleet}": "fleet",
		"{name: h, hub: true}": "ns"} {
		a := lineByLine{entry: "kustomization",
			clusters: []string{hub, "{name: c, namespace: c, kubeConfig: {secretRef: {name: s}}}"},
			entries:  []string{"{path: ./x, prune: true, interval: 1h, destination: {clusterSelector: {}}}"}}
		for _, o := range rendered(t, []byte(a.text(all, all)), render.Options{}).Objects {
			assert.Equal(t, o.Namespace(), cmp.Or(o.Cluster(), want))
		}
	}
}

// TestNeighbouringValues refers to two numbers that are, one behind the other, the same digits for both clusters.
func TestNeighbouringValues(t *testing.T) {
	t.Parallel()
	a := lineByLine{entry: "helmRelease", clusters: []string{
		"{name: c0, params: {p: 1, q: 23}, kubeConfig: {secretRef: {name: s0}}}",
		"{name: c1, params: {p: 12, q: 3}, kubeConfig: {secretRef: {name: s1}}}",
	}, entries: []string{`{interval: 1h, destination: {clusterSelector: {}}, install: {remediation: {retries: ` +
		`"$(cluster.params.p)"}}, ` +
		`upgrade: {remediation: {retries: "$(cluster.params.q)"}}}`}}
	together := outcomeOf(t, a.text(all, all))
	assert.Equal(t, len(together.objects), 2)
	sameAsAlone(t, together, []outcome{outcomeOf(t, a.text(only(0), all)), outcomeOf(t, a.text(only(1), all))})
}

// TestWrongNames puts one value into a field of two entries that decides what their objects are called. A right value
// makes them clash. A wrong one is reported, and nothing that would follow from it.
func TestWrongNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ fields, clash string }{
		{"name: NAME", "FA302"},
		{"name: x, namespace: NAME", "FA302"},
		{"releaseName: NAME", "FA303"},
		{"releaseName: r, storageNamespace: NAME", "FA303"},
		{"destination: {targetNamespace: NAME}", "FA302"},
		{"destination: {cluster: NAME, kubeConfig: {secretRef: {name: s}}}", "FA302"},
	} {
		codes := func(name string) []string {
			a := lineByLine{entry: "helmRelease"}
			for i := range 2 {
				fields := strings.ReplaceAll(c.fields, "NAME", name)
				if c.clash == "FA303" {
					fields = fmt.Sprintf("name: x%d, %s", i, fields)
				}
				if !strings.Contains(fields, "destination") {
					fields += ", destination: {targetNamespace: web}"
				}
				a.entries = append(a.entries, "{interval: 1h, "+fields+"}")
			}
			return codesOf(outcomeOf(t, a.text(all, all)))
		}
		assert.Check(t, slices.Equal(sortedOnce(codes("right")), []string{c.clash}), "%s: %v", c.fields, codes("right"))
		wrong := sortedOnce(codes("Wrong_"))
		assert.Check(t, len(wrong) == 1 && wrong[0] != c.clash, "%s: %v", c.fields, wrong)
	}
}

// TestManyOverrides gives each of many clusters an override of its own, and every second one another for its label.
// Each cluster gets what its overrides write, and nothing of the others.
func TestManyOverrides(t *testing.T) {
	t.Parallel()
	const count = 40
	var clusters, overrides strings.Builder
	for i := range count {
		fmt.Fprintf(&clusters, "  - {name: c%d, labels: {group: g%d}, kubeConfig: {secretRef: {name: s}}}\n", i, i/2)
		fmt.Fprintf(&overrides, "    - {cluster: c%d, path: ./own%[1]d}\n", i)
		if i%2 == 0 {
			fmt.Fprintf(&overrides, "    - {clusterSelector: {matchLabels: {group: g%d}}, serviceAccountName: "+
				"group%[1]d}\n", i/2)
		}
	}
	result := rendered(t, []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: app, namespace: ns}\nspec:\n"+
		"  source: {sourceRef: {kind: GitRepository, name: s}}\n  clusters:\n"+clusters.String()+"  config:\n"+
		"    overrides:\n"+overrides.String()+
		"    kustomization:\n    - {path: ./x, prune: true, interval: 1h, destination: {clusterSelector: {}}}\n"),
		render.Options{})
	assert.Equal(t, len(result.Objects), count)
	for _, object := range result.Objects {
		var i int
		_, err := fmt.Sscanf(object.Cluster(), "c%d", &i)
		assert.NilError(t, err)
		spec := object.Tree().Get("spec")
		assert.Equal(t, spec.Get("path").Text(), fmt.Sprintf("./own%d", i))
		assert.Equal(t, spec.Get("serviceAccountName").Text(), fmt.Sprintf("group%d", i/2))
	}
}

// TestClusters puts a cluster that is wrong, unusual or reserved among others that are written like it.
func TestClusters(t *testing.T) {
	t.Parallel()
	const like = `name: NAME, labels: {region: eu, stage: prod}, kubeConfig: {secretRef: {name: SECRET, key: KEY}}`
	plain := strings.NewReplacer("NAME", "berlin", "SECRET", "s1", "KEY", "k1")
	next := strings.NewReplacer("NAME", "paris", "SECRET", "s2", "KEY", "k2")
	for _, c := range []struct {
		name, from, to string
		errors         string // the code, as far as it matters; empty for a cluster that renders
	}{
		{"another one", "", "", ""},
		{"hub", "name: NAME", "name: hub", "FA217"},
		{"hub in quotes", "name: NAME", `name: "hub"`, "FA217"},
		{"the hub", "kubeConfig: {secretRef: {name: SECRET, key: KEY}}", "hub: true", ""},
		{"a name of a number", "name: NAME", "name: 5", "FA104"},
		{"a name of digits", "name: NAME", `name: "5"`, ""},
		{"no name", "name: NAME", `name: ""`, "FA"},
		{"a null name", "name: NAME", "name: null", "FA"},
		{"a large letter", "name: NAME", "name: Berlin", "FA210"},
		{"an underline", "name: NAME", "name: a_b", "FA210"},
		{"a dot", "name: NAME", "name: a.b", ""},
		{"two dots", "name: NAME", "name: ..", "FA210"},
		{"a slash", "name: NAME", "name: a/b", "FA210"},
		{"a long name", "name: NAME", "name: " + strings.Repeat("a", 64), "FA"},
		{"a reference for a name", "name: NAME", `name: "$(app.name)"`, "FA"},
		{"a list for a name", "name: NAME", "name: [a]", "FA103"},
		{"a name of another cluster", "name: NAME", "name: berlin", "FA"},
		{"a Secret with a large letter", "name: SECRET", "name: S3", "FA210"},
		{"a Secret of a number", "name: SECRET", "name: 3", "FA104"},
		{"no Secret", "name: SECRET", `name: ""`, "FA"},
		{"a null Secret", "name: SECRET", "name: null", "FA"},
		{"the Secret of another cluster", "name: SECRET", "name: s1", ""},
		{"a key with a blank", "key: KEY", `key: "a b"`, "FA"},
		{"no key", "key: KEY", `key: ""`, "FA"},
		{"a key of a number", "key: KEY", "key: 7", "FA104"},
		{"a null key", "key: KEY", "key: null", ""},
		{"a label of a number", "region: eu", "region: 1", "FA104"},
		{"an empty label", "region: eu", `region: ""`, ""},
		{"a label with a blank", "region: eu", `region: "a b"`, ""},
		{"a null label", "region: eu", "region: null", ""},
		{"another key of a label", "region: eu", "zone: eu", ""},
		{"a wrong key of a label", "region: eu", "a b: eu", "FA212"},
		{"labels that are none", "labels: {region: eu, stage: prod}", "labels: x", "FA103"},
		{"another field", "labels:", "label:", "FA101"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			known := remembered{}
			for position := range 4 {
				third := strings.NewReplacer("NAME", "tokyo", "SECRET", "s3", "KEY",
					"k3").Replace(strings.Replace(like, c.from, c.to, 1))
				lines := []string{plain.Replace(like), next.Replace(like),
					strings.NewReplacer("NAME", "oslo", "SECRET", "s4", "KEY", "k4").Replace(like)}
				a := lineByLine{entry: "kustomization",
					entries: []string{`{path: ./x, prune: true, interval: 1h, destination: {clusterSelector: {}, allowEmpty: true}}`}}
				for _, line := range slices.Insert(lines, position, third) {
					a.clusters = append(a.clusters, "{"+line+"}")
				}
				together := outcomeOf(t, a.text(all, all))
				assert.Check(t, (c.errors == "") == (len(together.errors) == 0) &&
					strings.Contains(strings.Join(together.errors, " "), c.errors),
					"%s%q", together.document, together.errors)
				if c.name == "a name of another cluster" {
					continue // nothing is wrong with it alone
				}
				var alone []outcome
				for i := range a.clusters {
					alone = append(alone, known.of(t, a.text(only(i), all)))
				}
				sameAsAlone(t, together, alone)
			}
		})
	}
}

// TestSelectors compares what selectors match with Kubernetes' own answer, for clusters with all pairs of labels whose
// texts, one behind the other, are the texts of another pair. Each pair is written in both orders, beside clusters that
// lack a label.
func TestSelectors(t *testing.T) {
	t.Parallel()
	values := []string{"", "eu", "test", "eutest", "eute", "st"}
	for _, keys := range [][2]string{{"region", "stage"}, {"stage", "region"}} {
		var sets []labels.Set
		a := lineByLine{entry: "kustomization"}
		add := func(set labels.Set, text string) {
			a.clusters = append(a.clusters,
				fmt.Sprintf("{name: c%d, labels: {%s}, kubeConfig: {secretRef: {name: c%[1]d}}}", len(sets), text))
			sets = append(sets, set)
		}
		for _, first := range values {
			for _, second := range values {
				add(labels.Set{keys[0]: first, keys[1]: second}, fmt.Sprintf("%s: %q, %s: %q", keys[0], first, keys[1], second))
			}
		}
		for _, value := range values {
			add(labels.Set{keys[0]: value}, fmt.Sprintf("%s: %q", keys[0], value))
			add(labels.Set{keys[1]: value}, fmt.Sprintf("%s: %q", keys[1], value))
		}
		add(labels.Set{}, "")
		selectors := []string{"{}"}
		for i, value := range values {
			selectors = append(selectors,
				fmt.Sprintf("{matchLabels: {%s: %q}}", keys[0], value), fmt.Sprintf("{matchLabels: {%s: %q}}", keys[1], value),
				fmt.Sprintf("{matchLabels: {%s: %q, %s: %q}}", keys[0], value, keys[1], values[5-i]),
				fmt.Sprintf("{matchExpressions: [{key: %s, operator: NotIn, values: [%q, eu]}]}", keys[1], value),
				fmt.Sprintf("{matchExpressions: [{key: %s, operator: In, values: [%q, eu]}, {key: %s, operator: Exists}]}", keys[0],
					value, keys[1]),
				fmt.Sprintf("{matchExpressions: [{key: %s, operator: DoesNotExist}]}", keys[1]))
		}
		for i, selector := range selectors {
			a.entries = append(a.entries,
				fmt.Sprintf("{name: e%d-$(cluster.name), path: ./x, prune: true, interval: 1h, destination: {clusterSelector: "+
					"%s, allowEmpty: true}}", i, selector))
		}
		matched := map[string]bool{}
		for _, object := range rendered(t, []byte(a.text(all, all)), render.Options{}).Objects {
			matched[object.Name()] = true
		}
		for i, text := range selectors {
			var written metav1.LabelSelector
			assert.NilError(t, sigsyaml.UnmarshalStrict([]byte(text), &written))
			selector, err := metav1.LabelSelectorAsSelector(&written)
			assert.NilError(t, err)
			for c, set := range sets {
				assert.Check(t, matched[fmt.Sprintf("e%d-c%d", i, c)] == selector.Matches(set), "%s of %v", text, set)
			}
		}
	}
}

// entryLines are entries for a cluster NAME that together have nearly every field. One with a chart of its own is for
// itself.
var entryLines = []struct{ workload, line string }{
	{"helmRelease", `{interval: 1h, chart: {version: 1.0.0, interval: 2m, reconcileStrategy: Revision}, sourceRef: ` +
		`{kind: HelmRepository, name: repo},
		destination: {cluster: NAME, targetNamespace: tns, kubeConfig: {secretRef: {name: NAME-secret, key: k}}}}`},
	{"helmRelease", `{interval: 1h, timeout: 5m, suspend: false, maxHistory: 3, releaseName: rel, storageNamespace: st, ` +
		`serviceAccountName: sa, persistentClient: true,
		install: {createNamespace: true, timeout: 5m, replace: false, crds: Skip, remediation: {retries: 1}},
		upgrade: {force: false, timeout: 5m, crds: Skip, cleanupOnFail: true}, rollback: {timeout: 5m}, uninstall: ` +
		`{keepHistory: true}, test: {enable: true},
		driftDetection: {mode: enabled}, dependsOn: [{name: dep, namespace: dns}],
		values: {a: text, b: [c]}, valuesFrom: [{kind: Secret, name: val, valuesKey: key, optional: true}], ` +
		`commonMetadata: {labels: {lab: one}, annotations: {ann: two}},
		postRenderers: [{kustomize: {images: [{name: img, newTag: tag}]}}],
		destination: {cluster: NAME, targetNamespace: tns, kubeConfig: {secretRef: {name: NAME-secret, key: k}}}}`},
	{"kustomization", `{path: ./deploy, interval: 1h, retryInterval: 2m, timeout: 5m, prune: true, wait: false, force: ` +
		`false, suspend: false, serviceAccountName: sa,
		namePrefix: pre, nameSuffix: suf, deletionPolicy: Delete, sourceRef: {kind: GitRepository, name: git, namespace: ` +
		`gns}, dependsOn: [{name: dep, namespace: dns}],
		patches: [{patch: '{kind: A, metadata: {name: a}}', target: {kind: Deployment, name: dn}}], ` +
		`images: [{name: img, newName: new, newTag: tag}], components: [comp],
		postBuild: {substitute: {var: one}, substituteFrom: [{kind: Secret, name: sub, optional: true}]}, commonMetadata: ` +
		`{labels: {lab: one}},
		healthChecks: [{apiVersion: v1, kind: Service, name: svc, namespace: hns}], decryption: {provider: sops, ` +
		`secretRef: {name: dec}},
		destination: {cluster: NAME, targetNamespace: tns, kubeConfig: {secretRef: {name: NAME-secret, key: k}}}}`},
}

// scalar finds the scalars of an entry.
var scalar = regexp.MustCompile(`[:\[] ?([A-Za-z0-9./-]+)[,}\]]`)

// TestEntries changes each scalar of an entry among others that are written like it.
func TestEntries(t *testing.T) {
	t.Parallel()
	values := []string{"other", "true", "false", "7", `""`, "null", "[x]", "{x: y}", "hub", "9m", "Upper", "a b",
		`"$(app.name)"`, "value", "value.yaml", "NAME"}
	for _, like := range entryLines {
		workload, line := like.workload, like.line
		places := scalar.FindAllStringSubmatchIndex(line, -1)
		assert.Assert(t, len(places) > 7, "%d", len(places))
		base := outcomeOf(t, lineByLine{entry: workload, entries: []string{strings.ReplaceAll(line, "NAME", "c0")}}.text(
			all, all))
		assert.Equal(t, len(base.errors), 0, "%s%v", base.document, base.errors)
		for _, place := range places {
			t.Run(workload+"/"+line[place[0]-4:place[3]], func(t *testing.T) {
				t.Parallel()
				known := remembered{}
				for n, value := range values {
					if testing.Short() && (n+place[0])%6 > 0 && value != "true" {
						continue
					}
					changed := line[:place[2]] + value + line[place[3]:]
					a := lineByLine{entry: workload}
					for i, entry := range []string{line, line, changed, line} {
						a.entries = append(a.entries, strings.ReplaceAll(entry, "NAME", fmt.Sprintf("c%d", i)))
					}
					var alone []outcome
					for i := range a.entries {
						alone = append(alone, known.of(t, a.text(all, only(i))))
					}
					sameAsAlone(t, outcomeOf(t, a.text(all, all)), alone)
				}
			})
		}
	}
}

// TestKeysOfOneKubeConfig holds that a kubeConfig without a key, with the key value and with the key value.yaml is
// one: Flux looks for these keys. Helm would install one release twice.
func TestKeysOfOneKubeConfig(t *testing.T) {
	t.Parallel()
	keys := []string{"", ", key: value", ", key: value.yaml", `, key: "value"`, ", key: null", ", key: other",
		", key: value.yml"}
	isDefault := func(i int) bool { return i < 5 }
	for i, first := range keys {
		for j, second := range keys {
			entry := `{name: NAME, releaseName: rel, interval: 1h, destination: {cluster: NAME, targetNamespace: web, ` +
				`kubeConfig: {secretRef: {name: one KEY}}}}`
			cluster := `{name: NAME, kubeConfig: {secretRef: {name: one KEY}}}`
			line := func(line, name, key string) string {
				return strings.NewReplacer("NAME", name, " KEY", key).Replace(line)
			}
			for _, a := range []lineByLine{
				{entry: "helmRelease", entries: []string{line(entry, "c1", first), line(entry, "c2", second)}},
				{entry: "helmRelease", clusters: []string{line(cluster, "c1", first), line(cluster, "c2", second)},
					entries: []string{`{releaseName: rel, interval: 1h, destination: {clusterSelector: {}, targetNamespace: web}}`}},
				{entry: "helmRelease", clusters: []string{line(cluster, "c1", first)},
					entries: []string{`{releaseName: rel, interval: 1h, destination: {cluster: c1, targetNamespace: web}}`,
						line(entry, "c2", second)}},
			} {
				one := isDefault(i) && isDefault(j) || i == j
				together := outcomeOf(t, a.text(all, all))
				assert.Check(t, slices.Contains(codesOf(together), "FA303") == one && (one || len(together.errors) == 0), "%s%v",
					together.document, together.errors)
			}
		}
	}
}

func codesOf(o outcome) (codes []string) {
	for _, e := range o.errors {
		code, _, _ := strings.Cut(e, " ")
		codes = append(codes, code)
	}
	return codes
}

// TestLeftOutReferences disables a cluster where a field that decides what Flux deletes is a reference: what follows
// is open, whichever field it is.
func TestLeftOutReferences(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"suspend", "prune", "deletionPolicy"} {
		in := `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: ns}
spec:
  source: {sourceRef: {kind: GitRepository, name: s}}
  clusters: [{name: c, kubeConfig: {secretRef: {name: c}}}]
  config:
    kustomization:
    - {path: ./x, interval: 1h, destination: {clusterSelector: {}}, ` + field + `: $(cluster.params.x)}
    overrides: [{cluster: c, disable: true}]
`
		findings := fmt.Sprint(rendered(t, []byte(in), render.Options{}).Findings)
		assert.Check(t, strings.Contains(findings, "what Flux deletes depends on its "+field+", which is a reference here"),
			findings)
	}
}
