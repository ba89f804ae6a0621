package krmfn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// The objects of app, as lines of names.
const (
	hubObject    = "Kustomization apps/hello-hello"
	memberObject = "Kustomization apps/hello-member1-hello"
	hubFile      = " apps/hello/hub/kustomization-hello-hello.yaml#0"
	memberFile   = " apps/hello/member1/kustomization-hello-member1-hello.yaml#0"
)

func TestFunctionConfig(t *testing.T) {
	other := strings.ReplaceAll(app, "name: hello", "name: other")
	const settings = "apiVersion: v1\nkind: ConfigMap\n" +
		"metadata: {name: x, annotations: {config.kubernetes.io/local-config: \"true\"}}\n"
	console := strings.Replace(app, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication",
		"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application", 1)
	console = strings.Replace(console, "spec:\n", "spec:\n  kind: fluxcd\n  fluxApp:\n    spec:\n", 1)
	head, body, _ := strings.Cut(console, "    spec:\n")
	console = head + "    spec:\n" + strings.ReplaceAll(indented(indented(body)), "\n    \n", "\n")
	for name, c := range map[string]struct {
		config string
		items  []string
		want   []string
	}{
		"none renders every application": {
			items: []string{other, app},
			want: []string{"FluxApplication apps/other", "FluxApplication apps/hello", hubObject,
				"Kustomization apps/other-hello", memberObject, "Kustomization apps/other-member1-hello"},
		},
		"null is none": {config: "null", items: []string{app},
			want: []string{"FluxApplication apps/hello", hubObject, memberObject}},
		"what kpt fn eval sends is none": {
			config: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: function-input}\ndata: {}",
			items:  []string{app}, want: []string{"FluxApplication apps/hello", hubObject, memberObject},
		},
		"a FluxApplication is rendered alone": {
			config: app, items: []string{other, app},
			want: []string{"FluxApplication apps/other", "FluxApplication apps/hello", hubObject, memberObject},
		},
		"a FluxApplication need not be an item": {
			config: app, items: []string{foreign}, want: []string{"ConfigMap /settings", hubObject, memberObject},
		},
		"an Application": {config: console, items: []string{foreign},
			want: []string{"ConfigMap /settings", hubObject, memberObject}},
		"the copy of a generator": {config: app, items: []string{app}, want: []string{hubObject, memberObject}},
		"a copy with a file": {config: app, items: []string{inFile},
			want: []string{"FluxApplication apps/hello apps/app.yaml#0", hubObject + hubFile, memberObject + memberFile}},
		"a copy that is no local one": {config: app, items: []string{strings.Replace(app, `"true"`, `"false"`, 1)},
			want: []string{"FluxApplication apps/hello", hubObject, memberObject}},
		"a copy out of a build": {config: app,
			items: []string{strings.Replace(app, `"true"`, `"true"`+"\n    kustomize.config.k8s.io/id: \"1\"", 1)},
			want:  []string{"FluxApplication apps/hello", hubObject, memberObject}},
		"a copy of another": {config: app, items: []string{other},
			want: []string{"FluxApplication apps/other", hubObject, memberObject}},
		"nothing but a ConfigMap": {config: settings, items: []string{settings}, want: []string{"ConfigMap /x"}},
		"an item is no copy": {config: app, items: []string{app, foreign},
			want: []string{"FluxApplication apps/hello", "ConfigMap /settings", hubObject, memberObject}},
		"a resource of a build stays": {config: app,
			items: []string{strings.Replace(app, "config.kubernetes.io/local-config: \"true\"",
				"kustomize.config.k8s.io/id: \"1\"", 1)}, want: []string{"FluxApplication apps/hello", hubObject, memberObject}},
		"a fleet to render nothing on": {items: []string{berlin}, want: []string{"Cluster /berlin"}},
		"nothing to render":            {items: []string{foreign}, want: []string{"ConfigMap /settings"}},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, c.config, c.items...)
			assert.Assert(t, !rl.Results.failed(), said(rl))
			assert.DeepEqual(t, names(rl), c.want)
			nothing := slices.Contains(said(rl), "info: there is no application among the items [FA009]")
			assert.Equal(t, nothing, strings.Contains(name, "nothing"))
		})
	}
}

func TestWrongFunctionConfig(t *testing.T) {
	const accepted = "; write a FluxApplication or a RenderConfig of fluxapp.dev/v1alpha1, an Application (kind fluxcd) " +
		"of gitops.kubesphere.io/v1alpha1, a ConfigMap with the fields of a RenderConfig, or no functionConfig, which " +
		"renders every application among the items [FA401]"
	for name, c := range map[string]struct{ config, want string }{
		"another kind": {
			"apiVersion: v1\nkind: Secret\nmetadata: {name: x}",
			`Secret x: a functionConfig of kind "Secret" and apiVersion "v1" is not supported` + accepted,
		},
		"a ConfigMap of another version": {
			"apiVersion: v2\nkind: ConfigMap\nmetadata: {name: x}",
			`ConfigMap x: a functionConfig of kind "ConfigMap" and apiVersion "v2" is not supported` + accepted,
		},
		"an Application of Argo CD": {
			"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: x}\nspec: {kind: argocd}",
			"Application x: an Application of Argo CD is not rendered" + accepted,
		},
		"a base": {
			"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationBase\nmetadata: {name: x}\nspec: {}",
			"FluxApplicationBase x: nothing is rendered from a base by itself; put it among the items, beside the " +
				"applications that name it, and write one of them, a RenderConfig or no functionConfig [FA401]",
		},
		"options of a version that is none": {
			"apiVersion: fluxapp.dev/v1\nkind: RenderConfig\nmetadata: {name: x}",
			"RenderConfig x: apiVersion: there is no version fluxapp.dev/v1 of RenderConfig; write fluxapp.dev/v1alpha1 [FA007]",
		},
		"a version that is none": {
			"apiVersion: fluxapp.dev/v1\nkind: FluxApplication\nmetadata: {name: x}",
			"FluxApplication x: apiVersion: there is no version fluxapp.dev/v1 of FluxApplication; write " +
				"fluxapp.dev/v1alpha1 [FA007]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			rl := process(t, c.config, app)
			assert.DeepEqual(t, said(rl), []string{c.want})
			assert.DeepEqual(t, printed(t, rl), []string{app})
		})
	}
}

// A generator, a transformer and kpt must give the same objects.
func TestSameObjectsThroughEveryForm(t *testing.T) {
	want := printed(t, process(t, app, app))
	assert.Equal(t, len(want), 2)
	for _, rl := range []nodeList{process(t, app), process(t, "", app), process(t, app, foreign, app)} {
		all := printed(t, rl)
		assert.DeepEqual(t, all[len(all)-2:], want)
	}
}

func TestItemsPassThrough(t *testing.T) {
	question := resourceList("", foreign, at(app, "path=apps/app.yaml", "index=0"))
	unchanged := written(t, read(t, question))
	answer := written(t, answerTo(t, (question)))
	assert.Assert(t, strings.HasPrefix(answer, unchanged), cmp.Diff(unchanged, answer))
}

func TestSecondRunChangesNothing(t *testing.T) {
	for name, items := range map[string][]string{
		"files":    {foreign, at(app, "path=apps/app.yaml", "index=0")},
		"no files": {foreign, app},
	} {
		t.Run(name, func(t *testing.T) {
			once := written(t, process(t, "", items...))
			twice := written(t, answerTo(t, (once)))
			assert.Equal(t, twice, once)
		})
	}
}

func TestOrderOfItemsDoesNotMatter(t *testing.T) {
	items := []string{at(app, "path=b/app.yaml"),
		at(strings.ReplaceAll(app, "name: hello", "name: other"), "path=a/app.yaml"), foreign}
	one := process(t, "", items...)
	slices.Reverse(items)
	other := process(t, "", items...)
	assert.DeepEqual(t, printed(t, one)[3:], printed(t, other)[3:])
	assert.DeepEqual(t, one.Results, other.Results)
}

// TestResultsAreSorted checks the order of results, whatever the order of the items: by file and place in the file, the
// place being a number, then by namespace, name, kind and apiVersion. Those without a file come first.
func TestResultsAreSorted(t *testing.T) {
	wrong := func(apiVersion, kind, namespace, name string, client ...string) string {
		return at("apiVersion: "+apiVersion+"\nkind: "+kind+"\nmetadata:\n  name: "+name+"\n  namespace: "+namespace+
			"\nmetdata: {}\n", client...)
	}
	const ours, capi, console = "fluxapp.dev/v1alpha1", "cluster.x-k8s.io/v1beta2", "cluster.kubesphere.io/v1alpha1"
	items := []string{ // in the order of their results
		wrong(capi, "Cluster", "a", "y"),
		wrong(ours, "FluxApplication", "a", "y"),
		wrong(ours, "FluxApplication", "a", "z"),
		wrong(console, "Cluster", "b", "x"),
		wrong(capi, "Cluster", "b", "x"),
		wrong(capi, "Cluster", "z", "z", "path=a.yaml", "index=0"),
		wrong(capi, "Cluster", "y", "y", "path=a.yaml", "index=2"),
		wrong(capi, "Cluster", "x", "x", "path=a.yaml", "index=10"),
		wrong(capi, "Cluster", "a", "a", "path=b.yaml"),
	}
	about := func(rl nodeList) (names []string) {
		for _, r := range rl.Results {
			name := r.ResourceRef.APIVersion + " " + r.ResourceRef.String()
			if len(names) == 0 || names[len(names)-1] != name {
				names = append(names, name)
			}
		}
		return names
	}
	var want []string
	for _, item := range items {
		m := parsed(t, item)
		want = append(want, fmt.Sprintf("%s %s %s/%s", m.GetApiVersion(), m.GetKind(), m.GetNamespace(), m.GetName()))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		assert.DeepEqual(t, about(process(t, "", items...)), want)
		random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	}
}

// TestResultsOfARunAreSorted checks that what a run reports about its items comes in the order of files too, between
// what the documents report: warnings, removed objects, places that are taken twice and lists that are idle.
func TestResultsOfARunAreSorted(t *testing.T) {
	unset := func(name string) string {
		return strings.Replace(withoutMember(strings.ReplaceAll(app, "name: hello", "name: "+name)), "      prune: true\n",
			"", 1)
	}
	removed := at(strings.Replace(printed(t, process(t, "", inFile))[1], "name: hello-hello", "name: gone", 1),
		"path=b/hello/kustomization-gone.yaml", "index=0")
	items := []string{
		at(unset("hello"), "path=c.yaml", "index=0"), at(unset("other"), "path=a.yaml", "index=0"), removed,
		at(foreign, "path=d.yaml", "index=0"), at(foreign, "path=d.yaml", "index=0"),
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		var files []string
		for _, r := range process(t, "", items...).Results {
			files = append(files, r.File.Path+" "+r.Tags["code"])
		}
		assert.DeepEqual(t, files,
			[]string{"a.yaml FA504", "b/hello/kustomization-gone.yaml FA405", "c.yaml FA504", "d.yaml FA403"})
		random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	}
}

func TestListAmongItems(t *testing.T) {
	list := func(items string) string { return "apiVersion: v1\nkind: List\nitems:\n" + items }
	item := strings.TrimPrefix(strings.ReplaceAll("\n"+strings.TrimSuffix(app, "\n"), "\n", "\n  "), "\n  ")
	ours := list("- apiVersion: v1\n  kind: ConfigMap\n- " + item + "\n")
	rl := process(t, "", at(ours, "path=a/list.yaml"))
	assert.Assert(t, !rl.Results.failed(), said(rl))
	assert.DeepEqual(t, names(rl), []string{"List / a/list.yaml#",
		hubObject + " a/hello/hub/kustomization-hello-hello.yaml#0",
		memberObject + " a/hello/member1/kustomization-hello-member1-hello.yaml#0"})
	assert.Equal(t, printed(t, rl)[0], at(ours, "path=a/list.yaml"))
	assert.DeepEqual(t, names(processList(t, rl)), names(rl))

	wrong := process(t, "", at(strings.Replace(ours, "prune:", "prun:", 1), "path=a/list.yaml"))
	assert.DeepEqual(t, said(wrong), []string{
		`a/list.yaml: items[1].spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]`})

	nested := list("- apiVersion: v1\n  kind: List\n  items: [" +
		strings.Repeat("{apiVersion: v1, kind: List, items: [", 3) +
		"{apiVersion: fluxapp.dev/v1alpha1, kind: FluxAplication}" + strings.Repeat("]}", 3) + "]\n")
	assert.Equal(t, len(errorsOf(process(t, "", nested))), 1)

	for _, foreign := range []string{list("- a: b\n- c\n- null\n"), "apiVersion: v1\nkind: List\nitems: a",
		list("- kind: A\n  a: 1\n  a: 2\n"), "apiVersion: v1\nkind: List\nmetadata: &x {kind: List, apiVersion: v1, items: " +
			"[*x]}\nitems: [*x]", "apiVersion: v1\nkind: List"} {
		rl := process(t, "", foreign)
		assert.DeepEqual(t, said(rl), []string{"info: there is no application among the items [FA009]"})
	}
}

func TestTemplateOfItems(t *testing.T) {
	const chart = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: podinfo, namespace: apps}
spec: {chart: podinfo, interval: 1h, sourceRef: {kind: HelmRepository, name: podinfo}}
`
	const release = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: hello, namespace: apps}
spec: {config: {helmRelease: {template: podinfo, deploy: [{interval: 1m, destination: {targetNamespace: hello}}]}}}
`
	for _, config := range []string{"", release} {
		rl := process(t, config, chart, release)
		assert.DeepEqual(t, names(rl)[2:], []string{"HelmRelease apps/hello-hello"})
		assert.Equal(t, resource.Text(values(rl.Items[2]), "spec", "chart", "spec", "chart"), "podinfo")
		assert.Equal(t, resource.Text(values(rl.Items[2]), "spec", "chart", "spec", "interval"), "1h")
	}
}

// What YAML readers see differently must reach the objects as the file says it.
func TestValuesGoThroughText(t *testing.T) {
	const release = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: hello, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: podinfo}}
  config:
    helmRelease:
      chart: {chart: podinfo, version: "1.10"}
      deploy:
      - interval: 1h
        values: &values
          on: 1.10
          octal: 0123
          long: 100000000000000000000000000001
          date: 2020-01-01
        destination: {targetNamespace: hello}
      - values:
          <<: *values
        interval: 1h
        destination: {targetNamespace: other}
`
	rl := process(t, "", release)
	assert.Assert(t, !rl.Results.failed(), said(rl))
	for _, object := range printed(t, rl)[1:] {
		for _, want := range []string{"octal: 83\n", "long: 100000000000000000000000000001\n", `"true": 1.10`,
			`date: "2020-01-01"`} {
			assert.Assert(t, strings.Contains(object, want), object)
		}
	}
}

// TestFleetOfItems checks that clusters among the items are the fleet, for all applications and for one.
func TestFleetOfItems(t *testing.T) {
	const cluster = `apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: {name: berlin, namespace: apps, labels: {stage: test}}
`
	selecting := strings.Replace(app, "{kubeConfig: {secretRef: {name: member1-kubeconfig}}, targetNamespace: hello}",
		"{clusterSelector: {}}", 1)
	for _, config := range []string{"", selecting} {
		rl := process(t, config, cluster, selecting)
		assert.DeepEqual(t, names(rl),
			[]string{"Cluster apps/berlin", "FluxApplication apps/hello", hubObject, "Kustomization apps/hello-berlin"})
	}
	assert.DeepEqual(t, errorsOf(process(t, selecting, selecting)), []string{
		"FluxApplication apps/hello: spec.config.kustomization[1].destination.clusterSelector: there is no fleet to " +
			"select from; add spec.clusters, or documents of clusters; a generator of kustomize sees this document only " +
			"[FA221]"})
}

// TestDecisionsOfItems checks that what schedulers have chosen is read among the items, for all applications and for
// one, also from lists.
func TestDecisionsOfItems(t *testing.T) {
	const cluster = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: %s, namespace: apps}\n"
	placed := strings.Replace(app, "{kubeConfig: {secretRef: {name: member1-kubeconfig}}, targetNamespace: hello}",
		"{placement: hello}", 1)
	for _, item := range []string{
		"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: PlacementDecision, metadata: {name: hello, namespace: apps}, " +
			"decisions: [{clusterProfileRef: {name: berlin}}]}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: PlacementDecision, metadata: {name: a, " +
			"namespace: apps, labels: {cluster.open-cluster-management.io/placement: hello}}, " +
			"status: {decisions: [{clusterName: berlin, reason: \"\"}]}}",
	} {
		version, _, _ := strings.Cut(strings.TrimPrefix(item, "{apiVersion: "), ",")
		for _, decision := range []string{item, "apiVersion: v1\nkind: List\nitems: [" + item + "]",
			"apiVersion: " + version + "\nkind: PlacementDecisionList\nitems: [" + item + "]"} {
			for _, config := range []string{"", placed} {
				rl := process(t, config, fmt.Sprintf(cluster, "berlin"), fmt.Sprintf(cluster, "paris"), decision+"\n", placed)
				assert.DeepEqual(t, errorsOf(rl), []string(nil))
				assert.DeepEqual(t, names(rl)[3:],
					[]string{"FluxApplication apps/hello", hubObject, "Kustomization apps/hello-berlin"})
			}
		}
	}
}
