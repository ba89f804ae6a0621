package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// classes names what a document is to fluxapp.
var classes = map[schema.Class]string{
	schema.ClassForeign: "foreign", schema.ClassApplication: "application", schema.ClassHelmChart: "HelmChart",
	schema.ClassRepository:   "repository",
	schema.ClassRenderConfig: "RenderConfig", schema.ClassCluster: "cluster", schema.ClassRendered: "rendered",
	schema.ClassArgoCD: "Argo CD",
	schema.ClassBase:   "base", schema.ClassDecision: "decision",
}

// parsed returns the classes of the documents of a text, and everything that Parse reports about them.
func parsed(t *testing.T, text string) string {
	var out strings.Builder
	docs := schema.Parse("a.yaml", []byte(text))
	for _, d := range docs {
		name, known := classes[d.Class()]
		assert.Assert(t, known, "class %d", d.Class())
		fmt.Fprintf(&out, "    %s %s\n", name, d)
		for _, f := range schema.Documents.Findings([]*schema.Document{d}) {
			fmt.Fprintf(&out, "        %s\n", f)
		}
	}
	return out.String()
}

// TestKinds compares with testdata/kinds.txt what documents of these groups and kinds are to fluxapp, and what is
// reported about them. Foreign documents without a report are left out.
func TestKinds(t *testing.T) {
	versions := []string{
		"fluxapp.dev/v1alpha1", "fluxapp.dev/v1beta1", "fluxapp.dev", "fluxap.dev/v1alpha1", "flxapp.de/v1alpha1",
		"gitops.kubesphere.io/v1alpha1", "gitops.kubesphere.io/v1beta1", "gitops.kubesphere.io",
		"gitop.kubesphere.io/v1alpha1", "gitops.kubespere.oi/v1alpha1", "gitops.kubespher.oe/v1alpha1",
		"gitops.kubesphere/v1alpha1", "Gitops.KubeSphere.io/v1alpha1", "cluster.kubesphere.io/v1alpha1",
		"cluster.kubesphere.io/v2", "cluster.kubesphere.io", "clusters.kubesphere.io/v1alpha1",
		"cluster.x-k8s.io/v1beta1", "cluster.x-k8s.io/v1beta2", "cluster.x-k8s/v1beta1", "cluster.xk8s.io/v1beta1",
		"multicluster.x-k8s.io/v1alpha1", "multi-cluster.x-k8s.io/v1alpha1",
		"cluster.open-cluster-management.io/v1beta1", "clusters.open-cluster-management.io/v1beta1",
		"devops.kubesphere.io/v1alpha3", "devops.kubesphere.io/v1alpha1", "devop.kubesphere.io/v1alpha3",
		"source.toolkit.fluxcd.io/v1", "source.toolkit.fluxcd.io/v1beta2",
		"source.toolkit.flux.io/v1", "kustomize.toolkit.fluxcd.io/v1", "argoproj.io/v1alpha1", "example.org/v1", "v1alpha1",
		"v1", "null", "''", "[a]",
	}
	names := []string{
		"FluxApplication", "Application", "RenderConfig", "ApplicationSet", "ImageUpdater", "Cluster", "ClusterProfile",
		"PlacementDecision", "PlacementDecisionList", "PlacementDecisions",
		"GitRepository", "HelmChart", "Kustomization", "FluxApplicationList",
		"ApplicationList", "ClusterList", "List", "FluxAplication", "fluxapplication", "Aplication", "ApplicationX",
		"RenderConfigs", "Clutser", "ClusterProfiles", "HelmChrat", "GitRepo",
		"GitRepositry", "Lists", "FluxApp", "FluxApplicationBase", "FluxAplicationBase", "FluxApplicationBases",
		"FluxApplicationBaseList", "null", "[a]",
	}
	var out strings.Builder
	for _, version := range versions {
		for _, kind := range names {
			for _, text := range []string{object(version, kind), repository(version, kind)} {
				said := parsed(t, text)
				if strings.Count(said, "\n") > 1 || !strings.HasPrefix(said, "    foreign") {
					fmt.Fprintf(&out, "%s %s\n%s", version, kind, said)
					noText := slices.Contains([]string{version, kind}, "null") || kind == "[a]"
					assert.Check(t, noText || schema.MayHold([]byte(text)), text)
				}
				if !strings.Contains(said, "repository ") && !strings.Contains(said, "GitRepositor") {
					break // the label matters to repositories only
				}
			}
		}
	}
	golden.Assert(t, out.String(), "kinds.txt")
}

// TestShapesOfDocuments compares with testdata/documents.txt what is reported about documents that are lists,
// clusters, output, or in parts not written as documents.
func TestShapesOfDocuments(t *testing.T) {
	app, cluster, foreign := "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: a}\n",
		object("cluster.x-k8s.io/v1beta1", "Cluster"), object("v1", "ConfigMap")
	indented := func(text string) string {
		return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
	}
	item := func(text string) string { return "-" + indented(text)[1:] }
	lists := func(depth int, items string) string {
		for range depth {
			items = item("apiVersion: v1\nkind: List\nitems:\n" + items)
		}
		return "apiVersion: v1\nkind: List\nitems:\n" + items
	}
	texts := []string{
		app, cluster, foreign, app + "---\n" + cluster, app + foreign, foreign + app, foreign + cluster, cluster + foreign,
		foreign + repository("devops.kubesphere.io/v1alpha3", "GitRepository"),
		foreign + "kind: HelmChart\n", object("source.toolkit.fluxcd.io/v1", "OCIRepository") + "kind: HelmChart\n",
		object("v1", "HelmChart") + "apiVersion: source.toolkit.fluxcd.io/v1\n",
		foreign + "data: {}\ndata: {}\n", foreign + "apiVersion: v2\n", foreign + "kind: Secret\n",
		app + "kind: FluxApplication\n", cluster + "spec: {a: 1, a: 2}\n",
		"apiVersion: v1\nkind: Secret\nmetadata: {apiVersion: v1, apiVersion: fluxapp.dev/v1alpha1}\n",
		item(app), item(app) + item(foreign), item(foreign), item(app) + "- a\n", "- a\n", "a\n", "", "--- \n", "[]", "{}",
		"null\n",
		lists(0, item(app)+item(foreign)), lists(1, item(app)), lists(9, item(app)), lists(10, item(app)),
		lists(11, item(app)), lists(10, item(foreign)),
		"apiVersion: v1\nkind: List\nitems:\n" + indented(app), "apiVersion: v1\nkind: Lists\nitems:\n" + item(app),
		"apiVersion: v1\nkind: list\nitems:\n" + item(app),
		"apiVersion: v1\nkind: Listing\nitems:\n" + item(app), "apiVersion: v2\nkind: List\nitems:\n" + item(app),
		"kind: List\nitems:\n" + item(app), "apiVersion: v1\nkind: List\nitem:\n" + item(app),
		"apiVersion: v1\nkind: List\nItems:\n" + item(foreign), "apiVersion: v1\nknd: List\nitems:\n" + item(app),
		"apiVersion: v1\nkind: Lost\nitems:\n" + item(foreign),
		"apiversion: v1\nkind: List\nitems:\n" + item(app), "apiVersion: v1\nkind: List\nitems: a\n",
		"apiVersion: v1\nkind: List\nitems: []\n", "apiVersion: v1\nkind: List\nitems:\n- a\n- ~\n- [b]\n",
		"apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationList\nitems:\n- metadata: {name: a}\n",
		"apiVersion: gitops.kubesphere.io/v1alpha1\nkind: ApplicationList\nitems:\n" + item(app),
		"apiVersion: cluster.x-k8s.io/v1beta1\nkind: ClusterList\nitems:\n" + indented(cluster),
		"apiVersion: cluster.x-k8s.io/v1beta1\nkind: ClusterList\nitems:\n" + item(cluster) + "- kind: Cluster\n" +
			"- apiVersion: v1\n- {}\n",
		"apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: ClusterProfileList\nmetadata: {name: a}\n",
		"apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n",
		"a: &a\n" + indented(app) + "b: *a\n", "kind: Cluster\n", "kind: Cluster\nmetadata: {}\n", "kind: Cluster\n" +
			"metadata: {name: a}\nspec: {}\n", "apiVersion: gitops.kubesphere.io/v1alpha1\n",
		"apiVersion: fluxapp.dev/v1alpha1\n",
		"apiVersion: cluster.x-k8s.io/v1beta1\nmetadata: {name: a}\n", "metadata: {name: a}\nspec: {}\n",
	}
	for _, kind := range []string{"FluxApplication", "Kustomization", "RenderConfig", "ApplicationSet"} {
		for _, group := range []string{"fluxapp.dev/v1alpha1", "gitops.kubesphere.io/v1alpha1",
			"kustomize.toolkit.fluxcd.io/v1", "kustomize.config.k8s.io/v1beta1", "helm.toolkit.fluxcd.io/v2"} {
			texts = append(texts, "apiVersion: "+group+"\nkind: "+kind+
				"\nmetadata: {name: a, annotations: {fluxapp.dev/rendered-from: b}}\n")
		}
	}
	for _, metadata := range []string{
		"", "metadata: ~", "metadata: {}", "metadata: a", "metadata: {name: ~}", "metadata: {name: A}",
		"metadata: {name: " + strings.Repeat("a", 253) + "}", "metadata: {name: " + strings.Repeat("a", 254) + "}",
		"metadata: {name: a, namespace: ''}", "metadata: {name: a, namespace: Team}", "metadata: {name: a, namespace: b.c}",
		"metadata: {name: a, labels: {a b: c}}", "metadata: {name: a, labels: {a: b c}}",
		"metadata: {name: a, labels: {a: 1}}", "metadata: {name: a, annotations: {a b: c}}", "metadata: {name: a, label: {}}",
		"metadata: {name: a, labels: {gitops.kubesphere.io/hots: 'true'}}",
		"metadata: {name: a, labels: {cluster-role.kubesphere.io/host: ''}}",
		"metadata: {name: a, labels: {cluster-role.kubesphere.io/hots: ''}}",
		"metadata: {name: a, labels: {clusterrole.kubesphere.io/host: ''}}",
		"name: a", "name: a\nmetadata: {name: b}", "labels: {a: b}\nmetadata: {name: b}", "metdata: {name: a}",
		"metadata: {name: a}\nsepc: {}", "metadata: {name: a}\nstats: {}", "metadata: {name: a}\nother: {}",
		"metadata: {name: a}\napiversion: b", "metadata: {name: a}\nKind: b", "metadata: {name: a}\n" +
			"spec: {b: on, c: 1.10, c: 2}", "metadata: {name: a}\nspec: {b: on}", "metadata: {name: on}",
		"metadata: {name: 1.10}",
		"metadata: {name: a, labels: {b: on}}", "metadata: {name: a, labels: {on: b}}",
		"metadata: {name: a, annotations: {on: b}}", "metadata: {name: a, namespace: on}", "metadata: {name: a, uid: on}",
		"metadata: {name: a, labels: {b: !x c}}", "metadata: {name: a, labels: !x {b: c}}",
		"metadata: {name: a, annotations: !x {b: c}}", "metadata: !x {name: a}", "metadata: {name: !x a}",
		"metadata: {name: a}\nspec: {b: !x c}", "metadata: {name: a}\nspec: {b: .nan}", "metadata: {name: a}\nspec: {[b]: c}",
		"metadata: {name: a}\nspec: {b: 1.10}",
	} {
		texts = append(texts, "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+metadata+"\n")
	}
	for _, value := range []string{"a", "a/b", "a/", "/b", "A", "A/b", "a/b/c", "a/b_C.d", "''", "'${a}'", "a.b/c", "/"} {
		texts = append(texts, "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+
			"metadata: {name: a, annotations: {fluxapp.dev/kubeconfig-secret: "+value+"}}\n")
	}
	texts = append(texts, "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\n"+
		"metadata: {name: a, annotations: {fluxapp.dev/kubeconfig-secrt: b}}\n")
	var out strings.Builder
	for _, text := range slices.Compact(texts) {
		shown := strings.ReplaceAll(strings.ReplaceAll(fmt.Sprintf("%q", text), strings.Repeat("a", 254), "<254 times a>"),
			strings.Repeat("a", 253), "<253 times a>")
		fmt.Fprintf(&out, "%s\n%s", shown,
			strings.ReplaceAll(strings.ReplaceAll(parsed(t, text), strings.Repeat("a", 254), "<254 times a>"),
				strings.Repeat("a", 253), "<253 times a>"))
	}
	golden.Assert(t, out.String(), "documents.txt")
}

// TestSpellings finds the kind of a document however its fields are written, and so does the search for words in a
// text.
func TestSpellings(t *testing.T) {
	for _, kind := range []string{
		"kind: FluxAplication", "kind:  FluxAplication", "kind: FluxAplication # c", `kind: "FluxAplication"`,
		"kind: 'FluxAplication'", `"kind": FluxAplication`, "'kind': 'FluxAplication'", "kind : FluxAplication",
		"kind:\tFluxAplication", "kind: FluxAplication\r", "Kind: FluxAplication", "? kind\n: FluxAplication",
		"kind: !!str FluxAplication", "kind: &a FluxAplication", "kind: >-\n  FluxAplication",
	} {
		for _, version := range []string{"apiVersion: fluxap.dev/v1alpha1", "apiVersion: 'fluxap.dev/v1alpha1'",
			"apiVersion: v1alpha1", "metadata: {name: a}"} {
			text := version + "\n" + kind + "\n"
			docs := schema.Parse("a.yaml", []byte(text))
			unusual := strings.ContainsAny(kind, "?!&>K") // two mistakes, or what nobody writes
			assert.Check(t, len(docs.Findings()) > 0, text)
			assert.Check(t, unusual || schema.MayHold([]byte(text)), text)
		}
	}
}

// TestRenderConfig checks what options of a run can be.
func TestRenderConfig(t *testing.T) {
	for spec, want := range map[string]string{
		"{}": "", "{namespace: team}": "", "{namespace: ''}": "is empty", "{namespace: Team}": "no valid name",
		"{namespace: a.b}": "no valid name", "{fluxVersion: '2.6'}": "", "{fluxVersion: v2.8.3}": "",
		"{fluxVersion: '2.5'}": "does not know Flux", "{fluxVersion: '2.11'}": "does not know Flux",
		"{fluxVersion: '3.0'}": "does not know Flux", "{fluxVersion: ''}": "", "{applications: [a]}": "",
		"{applications: [a/b]}": "",
		"{applications: [a.b]}": "", "{applications: [a/b.c]}": "", "{applications: [A]}": "no name of an application",
		"{applications: [a/B]}": "no name of an application", "{applications: [A/b]}": "no name of an application",
		"{applications: [a.b/c]}": "no name of an application", "{applications: [a/b/c]}": "no name of an application",
		"{applications: ['']}": "no name of an application", "{applications: [a/]}": "no name of an application",
		"{applications: [/a]}": "no name of an application", "{applications: [a, B]}": "no name of an application",
		"{strict: maybe}": "is a string", "{strikt: true}": "did you mean", "{applications: a}": "is a string",
	} {
		docs := schema.Parse("a.yaml",
			[]byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: a}\nspec: "+spec+"\n"))
		_, problems := docs[0].RenderConfig()
		got := finding.Locate(problems).String()
		assert.Check(t, (got == "") == (want == "") && strings.Contains(got, want) && strings.Count(got, "\n") == 0, "%s: %s",
			spec, got)
	}
}

// TestTooLarge reports a text that is too large where it may hold an application, and leaves it alone where it surely
// holds none.
func TestTooLarge(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'j'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 10), ", "))
	}
	app := object("fluxapp.dev/v1alpha1", "FluxApplication")
	for text, want := range map[string]bool{
		app + bomb: true, bomb: true, object("v1", "Secret") + bomb: false, object("cluster.x-k8s.io/v1beta1", "Cluster") +
			bomb: true, app + "---\n" + object("v1", "Secret") + bomb: false,
		object("v1", "Secret") + bomb + "---\n" + app: false, app + "---\n" + bomb: true,
	} {
		found := schema.Parse("a.yaml", []byte(text)).Findings()
		large := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Code == codes.TooLarge })
		assert.Check(t, large == want, "%s\n%s", text, found)
	}
}

// TestEmptyListWithMarker reads a list without items whose kind has a setter comment, which is for no document.
func TestEmptyListWithMarker(t *testing.T) {
	list := "apiVersion: v1\nkind: List # {\"$imagepolicy\": \"apps:web\"}\nitems: []\n"
	assert.Equal(t, parsed(t, list), "")
}
