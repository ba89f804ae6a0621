package change_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// application is a document that delivers to its own clusters. A cluster may have labels behind a colon.
type application struct {
	name, limits, more string
	clusters           []string
	path, selector     string
	prefix             string // of the names of what is applied
}

func (a application) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: %s, namespace: apps}\nspec:\n", a.name)
	b.WriteString("  source: {sourceRef: {kind: GitRepository, name: web}}\n")
	if a.limits != "" {
		fmt.Fprintf(&b, "  limits: %s\n", a.limits)
	}
	b.WriteString("  clusters:\n")
	for _, c := range a.clusters {
		name, labels, _ := strings.Cut(c, ":")
		fmt.Fprintf(&b, "  - {name: %s, labels: {%s}, kubeConfig: {secretRef: {name: %[1]s}}}\n", name, labels)
	}
	if len(a.clusters) == 0 {
		b.WriteString("  - {name: none, labels: {none: \"true\"}, kubeConfig: {secretRef: {name: none}}}\n")
	}
	path, selector := a.path, a.selector
	if path == "" {
		path = "./deploy"
	}
	if selector == "" {
		selector = "{matchExpressions: [{key: none, operator: DoesNotExist}]}"
	}
	if a.prefix != "" {
		path += ", namePrefix: " + a.prefix
	}
	fmt.Fprintf(&b, "  config:\n    kustomization:\n    - {path: %s, prune: true, interval: 10m, destination: "+
		"{clusterSelector: %s, allowEmpty: true}}\n%s", path, selector, a.more)
	return b.String()
}

// toAcknowledge is the end of a finding that holds a change.
const toAcknowledge = `; if intended, write --acknowledge DIGEST, or acknowledge in a RenderConfig`

// numbered returns names of clusters, the first to the last.
func numbered(first, last int) (names []string) {
	for i := first; i <= last; i++ {
		names = append(names, fmt.Sprintf("c%02d", i))
	}
	return names
}

func ran(t *testing.T, text string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("app.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	return result
}

// config returns a RenderConfig with a spec.
func config(t *testing.T, spec string) *schema.Document {
	t.Helper()
	docs := schema.Parse("config.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: "+spec+"\n"))
	_, problems := docs[0].RenderConfig()
	assert.Equal(t, len(problems), 0, "%v", problems)
	return docs[0]
}

// found returns findings on a line each, with DIGEST in the place of the digest.
func found(findings finding.Findings, c change.Changes) string {
	return strings.ReplaceAll(findings.String(), c.Digest(), "DIGEST")
}

// read returns the objects of a run as files that it has written.
func read(t *testing.T, r render.Result) (all []change.Object) {
	for _, o := range r.Objects {
		all = append(all, change.Read(fileOf(t, o)))
	}
	return all
}

func objects(r render.Result) (all []change.Object) {
	for _, o := range r.Objects {
		all = append(all, change.Rendered(o))
	}
	return all
}

// TestAmounts deletes from clusters and reinstalls nothing, and checks which limits hold.
func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		limits       string
		before, left int // clusters
		allowed      string
	}{
		// The default: more than half of the clusters, and at least three.
		{"", 1, 0, ""}, {"", 2, 0, ""}, {"", 3, 1, ""}, {"", 3, 0, "without limits.maxDeleted 2 are allowed"}, {"", 4, 2, ""},
		{"", 4, 1, "without limits.maxDeleted 2 are allowed"}, {"", 5, 2, "without limits.maxDeleted 2 are allowed"},
		{"", 5, 3, ""},
		{"", 6, 3, ""}, {"", 6, 2, "without limits.maxDeleted 3 are allowed"},
		{"", 9, 0, "without limits.maxDeleted 4 are allowed"},
		{"{}", 5, 2, "without limits.maxDeleted 2 are allowed"},
		{"{maxDeleted: null}", 5, 2, "without limits.maxDeleted 2 are allowed"},
		{"{maxReinstalled: 0}", 5, 2, "without limits.maxDeleted 2 are allowed"}, {"{maxDeleted: 100%}", 5, 0, ""},
		{"{maxDeleted: 5}", 5, 0, ""},
		// Numbers.
		{"{maxDeleted: 0}", 5, 5, ""}, {"{maxDeleted: 0}", 5, 4, "the limit allows none"}, {"{maxDeleted: 1}", 5, 4, ""},
		{"{maxDeleted: 1}", 5, 3, "the limit allows 1"}, {"{maxDeleted: 3}", 5, 2, ""},
		{"{maxDeleted: 3}", 5, 1, "the limit allows 3"},
		// Percentages are not rounded.
		{"{maxDeleted: 0%}", 5, 4, "0% allows none"}, {"{maxDeleted: 50%}", 3, 2, ""},
		{"{maxDeleted: 50%}", 3, 1, "50% allows 1"},
		{"{maxDeleted: 50%}", 4, 2, ""}, {"{maxDeleted: 33%}", 3, 2, "33% allows none"}, {"{maxDeleted: 34%}", 3, 2, ""},
		{"{maxDeleted: 10%}", 9, 8, "10% allows none"}, {"{maxDeleted: 10%}", 10, 9, ""}, {"{maxDeleted: 10%}", 20, 18, ""},
		{"{maxDeleted: 10%}", 20, 17, "10% allows 2"}, {"{maxDeleted: 99%}", 5, 0, "99% allows 4"},
		// All changes.
		{"{maxChanged: 2}", 5, 3, ""}, {"{maxChanged: 1}", 5, 3, "the limit allows 1"},
		{"{maxChanged: 20%}", 5, 3, "20% allows 1"},
	} {
		t.Run(fmt.Sprintf("%s %d of %d", c.limits, c.before-c.left, c.before), func(t *testing.T) {
			before := ran(t, application{name: "web", clusters: numbered(1, c.before)}.String())
			after := ran(t, application{name: "web", limits: c.limits, clusters: numbered(1, c.left)}.String())
			for _, was := range [][]change.Object{objects(before), read(t, before)} {
				findings := change.CompareObjects(was, objects(after), after).Check(change.LimitOptions{})
				if c.allowed == "" {
					assert.Equal(t, len(findings), 0, "%s", findings)
					continue
				}
				assert.Equal(t, len(findings), 1, "%s", findings)
				assert.Assert(t, strings.Contains(findings[0].Detail,
					fmt.Sprintf(" workloads on %d of %d clusters (", c.before-c.left, c.before)), "%s", findings)
				assert.Assert(t, strings.Contains(findings[0].Detail, "), and "+c.allowed), "%s", findings)
			}
		})
	}
}

// member is a cluster with a document of its own.
func member(name string) string {
	return "---\napiVersion: cluster.kubesphere.io/v1alpha1\nkind: Cluster\nmetadata: {name: " + name + "}\n"
}

// fleetless is an application that selects from the clusters among the documents.
var fleetless = strings.Replace(application{name: "web", selector: "{}"}.String(),
	"  clusters:\n  - {name: none, labels: {none: \"true\"}, kubeConfig: {secretRef: {name: none}}}\n", "", 1)

// unpruned is an application whose objects leave what they have applied to a namespace when they apply to another one.
func unpruned(a application, namespace string) string {
	a.more = "    overrides: [{clusterSelector: {}, prune: false, destination: {targetNamespace: " + namespace +
		"}}]\n    defaults: {name: web-$(cluster.name)}\n"
	return a.String()
}

// pinned is an application with one object, which keeps its name when its destination changes.
func pinned(destination string) string {
	return "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n" +
		"spec:\n" +
		"  limits: {maxDeleted: 0}\n  source: {sourceRef: {kind: GitRepository, name: web}}\n" +
		"  config: {kustomization: [{name: web, path: ./deploy, prune: true, interval: 10m, destination: {" + destination +
		"}}]}\n"
}

// TestLimits checks what is reported about limits of applications, of bases, of the RenderConfig and of nobody.
func TestLimits(t *testing.T) {
	ten := application{name: "web", clusters: numbered(1, 10)}
	few := application{name: "docs", clusters: numbered(1, 4)}
	with := func(a application, edit func(*application)) string {
		edit(&a)
		return a.String()
	}
	upTo := func(a application, last int) string {
		return with(a, func(a *application) { a.clusters = numbered(1, last) })
	}
	const base = "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationBase\n" +
		"metadata: {name: rollout, namespace: apps}\nspec:\n  limits: {maxDeleted: 10%}\n"
	onBase := func(a *application) { a.more = "  bases: [rollout]\n" }
	staged := application{name: "web",
		clusters: []string{"berlin:stage: prod", "oslo:stage: prod", "paris:stage: test", "rome:stage: test"}}
	const protect, prod = "{protected: {clusterSelector: {matchLabels: {stage: prod}}}}", "{matchLabels: {stage: prod}}"
	slipped := strings.Replace(with(staged, func(a *application) { a.limits, a.selector = protect, prod }),
		"{name: oslo, labels: {stage: prod}", "{name: oslo, labels: {stage: test}", 1)
	east := strings.Replace(pinned("kubeConfig: {secretRef: {name: east}}"), "maxDeleted", "maxReinstalled", 1)
	const slip = `app.yaml:7:24: spec.limits.protected.clusterSelector: this change deletes workloads on 1 ` +
		`protected cluster (oslo); Flux deletes what it applied` + toAcknowledge + ` [FA604]`
	const leftTen = `Flux deletes what it applied` + toAcknowledge + ` [FA601]`
	for name, c := range map[string]struct {
		before, after, config string
		read                  bool // what was before
		want                  string
	}{
		"exactly at the limit": {before: ten.String(),
			after: with(ten, func(a *application) { a.limits, a.clusters = "{maxDeleted: 2}", numbered(1, 8) })},
		"one over": {before: ten.String(),
			after: with(ten, func(a *application) { a.limits, a.clusters = "{maxDeleted: 1}", numbered(1, 8) }),
			want: `app.yaml:7:24: spec.limits.maxDeleted: this change deletes workloads on 2 of 10 clusters (c09, ` +
				`c10), and the limit allows 1; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"in a base": {before: ten.String(),
			after: base + with(ten, func(a *application) { onBase(a); a.clusters = numbered(1, 7) }),
			want: `app.yaml:6:24: spec.limits.maxDeleted: this change deletes workloads on 3 of 10 clusters (c08, ` +
				`c09, c10), and 10% allows 1; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"over a base": {before: ten.String(), after: base +
			with(ten, func(a *application) { onBase(a); a.limits, a.clusters = "{maxDeleted: 30%}", numbered(1, 7) })},
		"of the run": {before: ten.String() + few.String(), after: upTo(ten, 8) + upTo(few, 2),
			config: "{limits: {maxDeleted: 3}}",
			want: `config.yaml:3:29: spec.limits.maxDeleted: this change deletes workloads on 4 of 10 clusters of ` +
				`all applications (c03, c04, c09, c10), and the limit allows 3; Flux deletes what it ` +
				`applied` + toAcknowledge + ` [FA601]`},
		"of both": {before: ten.String() + few.String(),
			after: with(ten, func(a *application) { a.limits, a.clusters = "{maxDeleted: 10%}", numbered(1, 8) }) +
				few.String(),
			config: "{limits: {maxDeleted: 1, maxChanged: 10%}}",
			want: `app.yaml:7:24: spec.limits.maxDeleted: this change deletes workloads on 2 of 10 clusters (c09, ` +
				`c10), and 10% allows 1; Flux deletes what it applied` + toAcknowledge + ` [FA601]` + "\n" +
				`config.yaml:3:29: spec.limits.maxDeleted: this change deletes workloads on 2 of 10 clusters of ` +
				`all applications (c09, c10), and the limit allows 1; DIGEST acknowledges it [FA601]` + "\n" +
				`config.yaml:3:44: spec.limits.maxChanged: this change affects workloads on 2 of 10 clusters of all applications ` +
				`(c09, c10), and 10% allows 1; DIGEST acknowledges it [FA602]`},
		"the run lifts the default": {before: ten.String(), after: upTo(ten, 0), config: "{limits: {maxDeleted: 100%}}"},
		"the run has others": {before: ten.String(), after: upTo(ten, 0), config: "{limits: {maxReinstalled: 0}}",
			want: `app.yaml:2:1: this change deletes workloads on 10 of 10 clusters (c01, c02, c03, c04, c05 and 5 ` +
				`more), and without limits.maxDeleted 5 are allowed; Flux deletes what it applied` + toAcknowledge + ` ` +
				`[FA601]`},
		"new ones do not count": {before: few.String(),
			after: with(ten, func(a *application) { a.name, a.limits = "docs", "{maxChanged: 0, maxDeleted: 0}" })},
		"renamed": {before: few.String(), after: with(few, func(a *application) { a.name = "pages" }),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what the old object ` +
				`applied` + toAcknowledge + ` [FA601]`},
		"renamed and read": {before: few.String(), read: true,
			after: with(few, func(a *application) { a.name = "pages" }),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what the old object ` +
				`applied` + toAcknowledge + ` [FA601]`},
		"into another namespace": {before: few.String(),
			after: strings.ReplaceAll(few.String(), "namespace: apps", "namespace: web"),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what the old object applied; nothing moves if ` +
				`both kubeconfigs have one server` + toAcknowledge + ` [FA601]`},
		"gone": {before: ten.String() + few.String(), after: ten.String(),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"gone with limits": {before: ten.String() + with(few, func(a *application) { a.limits = "{maxDeleted: 1}" }),
			after: ten.String(), want: `app.yaml:27:24: spec.limits.maxDeleted: this change deletes workloads on 4 ` +
				`of 4 clusters (c01, c02, c03, c04), and before this change the limit allows 1; Flux deletes what ` +
				`it applied` + toAcknowledge + ` [FA601]`},
		"gone with limits and read": {before: ten.String() + with(few, func(a *application) { a.limits = "{maxDeleted: 1}" }),
			read: true, after: ten.String(),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"of Argo CD": {before: ten.String() + few.String(),
			after: ten.String() + "---\napiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\n" +
				"metadata: {name: docs, namespace: apps}\nspec: {kind: argocd}\n",
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"a base now": {before: ten.String() + few.String(),
			after: ten.String() + strings.Replace(base, "rollout", "docs", 1),
			want: `this change deletes workloads of apps/docs on 4 of 4 clusters (c01, c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"several causes": {before: ten.String(), after: with(ten, func(a *application) {
			a.clusters = []string{"c01", "c02", "c03", "c04", "c05", "c06", "c07:none: x"}
			a.more = "    overrides: [{clusters: [c01, c02], disable: true}]\n"
		}), want: `app.yaml:2:1: this change deletes workloads on 6 of 10 clusters (c01, c02, c07, c08, c09, c10), and ` +
			`without limits.maxDeleted 5 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"no fleet": {before: ten.String(), after: upTo(ten, 0),
			want: `app.yaml:2:1: this change deletes workloads on 10 of 10 clusters (c01, c02, c03, c04, c05 and 5 ` +
				`more), and without limits.maxDeleted 5 are allowed; Flux deletes what it applied` + toAcknowledge + ` ` +
				`[FA601]`},
		"no clusters": {before: member("east") + member("north") + member("west") + fleetless,
			after: fleetless, want: `app.yaml:2:1: this change deletes workloads on 3 of 3 clusters (east, north, ` +
				`west), and without limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` ` +
				`[FA601]`},
		"the hub, and to another cluster": {before: pinned(""), after: pinned("kubeConfig: {secretRef: {name: east}}"),
			want: `app.yaml:6:24: spec.limits.maxDeleted: this change deletes or orphans workloads on 1 of 1 ` +
				`cluster (the hub), and the limit allows none; Flux applies it on east, and what it applied on the ` +
				`hub stays there without an owner` + toAcknowledge + ` [FA601]`},
		"protected": {before: staged.String(), after: with(staged, func(a *application) {
			a.limits, a.clusters = protect, []string{"berlin:stage: prod", "paris:stage: test"}
		}), want: `app.yaml:7:24: spec.limits.protected.clusterSelector: this change deletes workloads on 1 ` +
			`protected cluster (oslo); Flux deletes what it applied` + toAcknowledge + ` [FA604]`},
		"protected and read": {before: staged.String(), read: true, after: with(staged, func(a *application) {
			a.limits, a.clusters = protect, []string{"berlin:stage: prod", "paris:stage: test"}
		}), want: `app.yaml:7:24: spec.limits.protected.clusterSelector: this change deletes workloads on 2 ` +
			`protected clusters (oslo, rome); nobody knows the labels of oslo, rome any more; Flux deletes what it ` +
			`applied` + toAcknowledge + ` [FA604]`},
		"protected before a label changed": {before: staged.String(), after: with(staged, func(a *application) {
			a.limits, a.clusters, a.selector = protect,
				[]string{"berlin:stage: prod", "oslo:stage: production", "paris:stage: test", "rome:stage: test"},
				"{matchExpressions: [{key: stage, operator: In, values: [prod, test]}]}"
		}), want: `app.yaml:7:24: spec.limits.protected.clusterSelector: this change deletes workloads on 1 ` +
			`protected cluster (oslo); Flux deletes what it applied` + toAcknowledge + ` [FA604]`},
		"protected by the run": {before: staged.String(),
			after:  with(staged, func(a *application) { a.clusters = []string{"berlin:stage: prod", "paris:stage: test"} }),
			config: "{limits: " + protect + "}",
			want: `config.yaml:3:29: spec.limits.protected.clusterSelector: this change deletes workloads on 1 ` +
				`protected cluster (oslo); Flux deletes what it applied` + toAcknowledge + ` [FA604]`},
		"protected, and reinstalled": {before: staged.String(),
			after: with(staged, func(a *application) { a.limits, a.prefix = "{maxReinstalled: 4, "+protect[1:], "new-" }),
			want: `app.yaml:7:43: spec.limits.protected.clusterSelector: this change reinstalls workloads on 2 protected ` +
				`clusters (berlin, oslo); Flux applies all of it under new names, because its name prefix changes from none to ` +
				`new-, and deletes what has the old names` + toAcknowledge + ` [FA604]`},
		"the cluster in the effect": {
			before: with(ten, func(a *application) { a.prefix = "$(cluster.name)-" }),
			after:  with(ten, func(a *application) { a.limits, a.prefix = "{maxReinstalled: 0}", "new-" }),
			want: `app.yaml:7:28: spec.limits.maxReinstalled: this change reinstalls workloads on 10 of 10 clusters (c01, ` +
				`c02, c03, c04, c05 and 5 more), and the limit allows none; Flux applies all of it under new names, because its ` +
				`name prefix changes from $(cluster.name)- to new-, and deletes what has the old names` + toAcknowledge + ` ` +
				`[FA603]`},
		"reinstalled": {before: ten.String(),
			after: with(ten, func(a *application) { a.limits, a.prefix = "{maxReinstalled: 10%, maxChanged: 100%}", "new-" }),
			want: `app.yaml:7:28: spec.limits.maxReinstalled: this change reinstalls workloads on 10 of 10 clusters (c01, ` +
				`c02, c03, c04, c05 and 5 more), and 10% allows 1; Flux applies all of it under new names, because its ` +
				`name prefix changes from none to new-, and deletes what has the old names` + toAcknowledge + ` [FA603]`},
		"another path is no reinstallation": {before: ten.String(),
			after: with(ten, func(a *application) { a.limits, a.path = "{maxReinstalled: 0, maxDeleted: 0}", "./other" })},
		"another Secret": {before: few.String(),
			after: strings.Replace(with(few, func(a *application) { a.limits = "{maxDeleted: 0}" }),
				"{name: c01}", "{name: c02}", 1),
			want: `app.yaml:7:24: spec.limits.maxDeleted: this change deletes or orphans workloads on 1 of 4 ` +
				`clusters (c01), and the limit allows none; Flux applies it on the cluster of Secret apps/c02, and ` +
				`what it applied on the cluster of Secret apps/c01 stays there without an owner; nothing moves ` +
				`if both kubeconfigs have one server` + toAcknowledge + ` [FA601]`},
		"a cluster is renamed": {before: few.String(),
			after: strings.Replace(with(few, func(a *application) { a.limits = "{maxDeleted: 0, maxReinstalled: 0}" }),
				"{name: c01,", "{name: rome,", 1),
			want: `app.yaml:7:43: spec.limits.maxReinstalled: this change renames workloads on 1 of 4 clusters (c01), and ` +
				`the limit allows none; Flux deletes what the old object applied` + toAcknowledge + ` [FA603]`},
		"a limit that the change takes away": {
			before: with(ten, func(a *application) { a.limits = "{maxDeleted: 1, maxReinstalled: 1}" }),
			after: with(ten, func(a *application) {
				a.limits, a.clusters = "{maxDeleted: 5, maxReinstalled: 1}", numbered(1, 7)
			}),
			want: `app.yaml:7:24: spec.limits.maxDeleted: this change deletes workloads on 3 of 10 clusters (c08, c09, c10), ` +
				`and before this change the limit allows 1; ` + leftTen},
		"a limit on both sides": {before: with(ten, func(a *application) { a.limits = "{maxDeleted: 1}" }),
			after: with(ten, func(a *application) { a.limits, a.clusters = "{maxDeleted: 1}", numbered(1, 7) }),
			want: `app.yaml:7:24: spec.limits.maxDeleted: this change deletes workloads on 3 of 10 clusters (c08, c09, c10), ` +
				`and the limit allows 1; ` + leftTen},
		"a base that the change takes away": {before: base + with(ten, onBase),
			after: base + with(ten, func(a *application) { a.clusters = numbered(1, 7) }),
			want: `app.yaml:6:24: spec.limits.maxDeleted: this change deletes workloads on 3 of 10 clusters (c08, c09, c10), ` +
				`and before this change 10% allows 1; ` + leftTen},
		"a label that the change takes away": {
			before: with(staged, func(a *application) { a.limits, a.selector = protect, prod }),
			after:  slipped, want: slip},
		"a label that the change takes away, and read": {
			before: with(staged, func(a *application) { a.limits, a.selector = protect, prod }), read: true,
			after: slipped, want: slip},
		"protected that the change takes away, and read": {
			before: with(staged, func(a *application) { a.limits = protect }), read: true,
			after: with(staged, func(a *application) { a.clusters = staged.clusters[1:] }),
			want: `app.yaml:2:1: this change deletes workloads on 1 protected cluster (berlin), by the annotation ` +
				`fluxapp.dev/protected of the rendered objects; Flux deletes what it applied` + toAcknowledge + ` [FA604]`},
		"protected that the change takes away, and read, on a cluster without the label": {
			before: with(staged, func(a *application) { a.limits = protect }), read: true,
			after: with(staged, func(a *application) { a.clusters = staged.clusters[:3] })},
		"gone and protected by the " +
			"run": {before: ten.String() + with(staged, func(a *application) { a.name = "shop" }), after: upTo(few, 2),
			read: true, config: "{limits: {maxDeleted: 100%, protected: {clusterSelector: {matchLabels: {stage: prod}}}}}",
			want: `config.yaml:3:47: spec.limits.protected.clusterSelector: this change deletes workloads on 12 protected ` +
				`clusters (berlin, c03, c04, c05, c06 and 7 more); nobody knows the labels of berlin, c03, c04, c05, c06 ` +
				`and 7 more any more; Flux ` +
				`deletes what it applied` + toAcknowledge + ` [FA604]`},
		"another namespace": {before: unpruned(few, "one"), after: unpruned(few, "two"),
			want: `app.yaml:2:1: this change deletes or orphans workloads on 4 of 4 clusters (c01, c02, c03, c04), ` +
				`and without limits.maxDeleted 2 are allowed; Flux applies it to the namespace two, and what it ` +
				`applied to the namespace one stays there without an owner, because its prune is false` + toAcknowledge + ` ` +
				`[FA601]`},
		"other objects": {before: few.String(),
			after: with(few, func(a *application) { a.path, a.more = "./other", "    defaults: {name: new-$(cluster.name)}\n" }),
			want: `app.yaml:2:1: this change deletes workloads on 4 of 4 clusters (c01, c02, c03, c04), and ` +
				`without limits.maxDeleted 2 are allowed; Flux deletes what it applied` + toAcknowledge + ` [FA601]`},
		"objects of another application": {before: few.String(),
			after: upTo(few, 1) + with(few,
				func(a *application) { a.name, a.clusters = "pages", []string{"c02", "c03", "c04"} }),
			want: `app.yaml:2:1: this change deletes workloads on 3 of 4 clusters (c02, c03, c04), and without ` +
				`limits.maxDeleted 2 are allowed; Flux deletes what the old object ` +
				`applied` + toAcknowledge + ` [FA601]`},
		"another Flux has the objects": {before: few.String(),
			after: with(few, func(a *application) { a.more = "  topology: Standalone\n" }),
			want: `app.yaml:2:1: this change deletes workloads on 4 of 4 clusters (c01, c02, c03, c04), and ` +
				`without limits.maxDeleted 2 are allowed; Flux of the hub deletes what the old object ` +
				`applied` + toAcknowledge + ` [FA601]`},
		"renamed and protected": {before: few.String(),
			after:  with(few, func(a *application) { a.name = "pages" }),
			config: "{limits: {maxDeleted: 100%, protected: {clusterSelector: {}}}}",
			want: `config.yaml:3:47: spec.limits.protected.clusterSelector: this change deletes workloads on 4 ` +
				`protected clusters (c01, c02, c03, c04); Flux deletes what the old object applied` + toAcknowledge + ` ` +
				`[FA604]`},
		"without labels": {before: east,
			after: fleetless + "  limits: " + protect + "\n" + member("west")},
		"without labels and all protected": {before: east,
			after: fleetless + "  limits: {protected: {clusterSelector: {}}}\n" + member("west"),
			want: `app.yaml:10:24: spec.limits.protected.clusterSelector: this change deletes workloads on 1 ` +
				`protected cluster (east); Flux deletes what it applied` + toAcknowledge + ` [FA604]`},
		"the hub is never gone": {before: pinned(""), read: true,
			after: fleetless + "  limits: " + protect + "\n" + member("west")},
		"an application is gone, and not its clusters": {before: fleetless + member("east"), read: true,
			after:  with(few, func(a *application) { a.selector = "{matchLabels: {a: b}}" }) + member("east"),
			config: "{limits: " + protect + "}"},
	} {
		t.Run(name, func(t *testing.T) {
			before, after := ran(t, c.before), ran(t, c.after)
			rules, changes := change.LimitOptions{}, change.Compare(before, after)
			if c.config != "" {
				rules.Config = config(t, c.config)
			}
			if c.read {
				changes = change.CompareObjects(read(t, before), objects(after), after)
			}
			assert.Equal(t, found(changes.Check(rules), changes), c.want)
		})
	}
}

// TestLimitsAreOfTheirDocument checks which document a finding is about: a limit of a base is one of the base.
func TestLimitsAreOfTheirDocument(t *testing.T) {
	const base = "---\napiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationBase\n" +
		"metadata: {name: rollout, namespace: apps}\nspec: {limits: {maxDeleted: 0}}\n"
	before := ran(t, application{name: "web", clusters: numbered(1, 9)}.String())
	for want, after := range map[string]string{
		"FluxApplicationBase apps/rollout": base +
			application{name: "web", clusters: numbered(1, 3), more: "  bases: [rollout]\n"}.String(),
		"FluxApplication apps/web": application{name: "web", clusters: numbered(1, 3)}.String(),
	} {
		result := ran(t, after)
		findings := change.Compare(before, result).Check(change.LimitOptions{})
		assert.Equal(t, len(findings), 1)
		assert.Equal(t, findings[0].Subject.String(), want)
	}
}

// TestReadCluster reads workloads where their folders do not tell the cluster.
func TestReadCluster(t *testing.T) {
	hub := ran(t, strings.ReplaceAll(application{name: "web", clusters: []string{"berlin", "web"}}.String(),
		"{name: none}", "{name: web}"))
	for _, o := range hub.Objects {
		f := fileOf(t, o)
		f.Listed = true // by the kustomization.yaml of a cluster that is called like the application
		r := change.Read(f)
		assert.Equal(t, r.Server, "", "%s", f.Path)
		assert.Equal(t, r.Cluster, o.Cluster())
	}
}

// TestLimitsOfMovedFiles deletes workloads where no folder tells their clusters: people have moved all of them to one
// folder, or there are no files. The kubeConfigs of one fleet have the name of the cluster, and the kubeConfigs of the
// other one the same name in a namespace for each cluster.
func TestLimitsOfMovedFiles(t *testing.T) {
	named := func(names ...string) render.Result {
		return ran(t, application{name: "web", clusters: names}.String())
	}
	same := func(names ...string) render.Result {
		var b strings.Builder
		for _, name := range names {
			fmt.Fprintf(&b, "---\napiVersion: multicluster.x-k8s.io/v1alpha1\nkind: ClusterProfile\n"+
				"metadata: {name: %s, namespace: %[1]s, annotations: {fluxapp.dev/kubeconfig-secret: cluster-kubeconfig}}\n", name)
		}
		return ran(t, b.String()+fleetless)
	}
	for want, fleet := range map[string]func(...string) render.Result{"(lima, oslo, rome)": named,
		"(lima/cluster, oslo/cluster, rome/cluster)": same} {
		before, after := fleet("berlin", "lima", "oslo", "rome"), fleet("berlin")
		for _, folder := range []string{"", "web/all/", "web/hub/", "x/"} {
			var was []change.Object
			for i, o := range before.Objects {
				f := fileOf(t, o)
				if f.Path = ""; folder != "" {
					f.Path = fmt.Sprintf("%s%d.yaml", folder, i)
				}
				was = append(was, change.Read(f))
			}
			findings := change.CompareObjects(was, objects(after), after).Check(change.LimitOptions{}).String()
			assert.Assert(t, strings.Contains(findings, "deletes workloads on 3 of 4 clusters "+want+", and"), "%s: %s", folder,
				findings)
		}
	}
}

// TestLimitsOfCertainFolders deletes one of two workloads whose kubeConfigs differ, in the folder of their cluster: the
// other one, which stays, tells that the folder is the cluster's.
func TestLimitsOfCertainFolders(t *testing.T) {
	entry := func(name string) string {
		return "{interval: 10m, prune: true, path: ./" + name + ", name: " + name +
			", destination: {cluster: berlin, kubeConfig: {secretRef: {name: " + name + "-kubeconfig}}}}"
	}
	with := func(entries ...string) render.Result {
		return ran(t, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n"+
			"spec:\n  limits: {maxDeleted: 0}\n  source: {sourceRef: {kind: GitRepository, name: web}}\n"+
			"  config: {kustomization: ["+strings.Join(entries, ", ")+"]}\n")
	}
	before, after := with(entry("a"), entry("b")), with(entry("a"))
	changes := change.CompareObjects(read(t, before), objects(after), after)
	findings := changes.Check(change.LimitOptions{}).String()
	assert.Assert(t, strings.Contains(findings, "deletes workloads on 1 of 1 cluster (berlin), and"), findings)
}
