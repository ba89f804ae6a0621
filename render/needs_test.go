package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// needLines returns a line for each need, without the places.
func needLines(result render.Result) (lines []string) {
	for _, n := range result.Needs() {
		var texts []string
		for _, why := range n.Reasons {
			texts = append(texts, why.Text)
		}
		lines = append(lines, fmt.Sprintf("%s on %s: %s", needed(n), neededOn(n),
			strings.Join(texts, ", ")))
	}
	return lines
}

// needsDocument is an application with two clusters, or with its own source and config.
func needsDocument(source, config string) string {
	return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: apps}
spec:
  source: {` + source + `}
  clusters:
  - {name: a, kubeConfig: {secretRef: {name: a-kubeconfig}}, params: {secret: s1, none: null}}
  - {name: h, hub: true, params: {secret: s2, none: null}}
  config: {` + config + `}
`
}

// TestNeedReasons holds for each field that names something what must exist where, and why. What the base document of
// the test needs itself is left out.
func TestNeedReasons(t *testing.T) {
	const (
		git     = "gitRepository: {url: https://a.b/c, interval: 1h}"
		release = "helmRelease: {chart: {chart: c}, deploy: [{destination: {clusterSelector: {}}, interval: 1h, FIELDS}]}"
		apply   = "kustomization: [{destination: {clusterSelector: {}}, interval: 1h, prune: true, FIELDS}]"
		program = "kclRun: [{destination: {clusterSelector: {}}, interval: 1h, prune: true, FIELDS}]"
	)
	for _, c := range []struct {
		source, config, fields string
		want                   []string
	}{
		{git, release, "valuesFrom: [{kind: Secret, name: v}]",
			[]string{"Secret apps/v with values.yaml on the hub: Flux reads values from it"}},
		{git, release, "valuesFrom: [{kind: ConfigMap, name: v, valuesKey: k}, {kind: ConfigMap, name: v, valuesKey: l}]",
			[]string{
				"ConfigMap apps/v with k on the hub: Flux reads values from it",
				"ConfigMap apps/v with l on the hub: Flux reads values from it"}},
		{git, release, "valuesFrom: [{kind: Secret, name: v, optional: true}]", nil},
		{git, release, "valuesFrom: []", nil},
		{git, release, "valuesFrom: null", nil},
		{git, release, "valuesFrom: [{kind: Secret, name: v-$(cluster.params.secret)}]", []string{
			"Secret apps/v-s1 with values.yaml on the hub: Flux reads values from it",
			"Secret apps/v-s2 with values.yaml on the hub: Flux reads values from it"}},
		{"helmRepository: {url: oci://a.b, type: oci, interval: 1h}", release, "chart: {verify: {provider: cosign, " +
			"secretRef: {name: v}}}", []string{"Secret apps/v on the hub: it has the keys that verify signatures"}},
		{"sourceRef: {kind: HelmRepository, name: r, namespace: other}", release,
			"chart: {verify: {provider: cosign, secretRef: {name: v}}}", []string{
				"HelmRepository other/r on the hub: Flux takes the chart from it",
				"Secret other/v on the hub: it has the keys that verify signatures"}},
		{git, release, "serviceAccountName: v", []string{
			"ServiceAccount apps/v on the hub: Flux impersonates it",
			"Namespace apps on a: Helm stores its releases in it, Flux deploys into it, a ServiceAccount that Flux " +
				"impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there"}},
		{git, release, "serviceAccountName: $(cluster.params.none)", nil},
		{git, release, "dependsOn: [{name: v}, {name: w, namespace: other}]", []string{
			"HelmRelease apps/v on the hub: objects wait for it", "HelmRelease other/w on the hub: objects wait for it"}},
		{git, release, "storageNamespace: v", []string{
			"Namespace v on the hub: Helm stores its releases in it", "Namespace apps on a: Flux deploys into it",
			"Namespace v on a: Helm stores its releases in it",
			"Namespace apps on the hub: objects are in it, Flux deploys into it"}},
		{git, release, "install: {createNamespace: true}",
			[]string{"Namespace apps on the hub: objects are in it", "-Namespace apps on a"}},
		{git, release, "install: {createNamespace: true}, storageNamespace: v", []string{
			"Namespace apps on the hub: objects are in it", "Namespace v on the hub: Helm stores its releases in it",
			"Namespace v on a: Helm stores its releases in it", "-Namespace apps on a"}},
		{git, apply, "decryption: {provider: sops, secretRef: {name: v}}",
			[]string{"Secret apps/v on the hub: Flux decrypts manifests with it"}},
		{git, apply, "decryption: {provider: sops, serviceAccountName: v}",
			[]string{"ServiceAccount apps/v on the hub: Flux decrypts manifests with it; let Flux create tokens of it"}},
		{git, strings.Replace(apply, "clusterSelector: {}", "kubeConfig: {configMapRef: {name: v}}", 1), "path: x",
			[]string{"ConfigMap apps/v on the hub: Flux reaches the cluster with it; if it has serviceAccountName or " +
				"provider: generic, let Flux create tokens"}},
		{git, apply, "postBuild: {substituteFrom: [{kind: ConfigMap, name: v}, {kind: Secret, name: o, optional: true}]}",
			[]string{
				"ConfigMap apps/v on the hub: Flux substitutes variables from it"}},
		{git, strings.Replace(apply, "{}", "{}, targetNamespace: v", 1), "path: x",
			[]string{"Namespace v on the hub: Flux deploys into it", "Namespace v on a: Flux deploys into it"}},
		{git, apply, "serviceAccountName: v", []string{
			"ServiceAccount apps/v on the hub: Flux impersonates it, Flux impersonates it when it deletes what a " +
				"Kustomization applied",
			"Namespace apps on a: a ServiceAccount that Flux impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there"}},
		{git, apply, "sourceRef: {kind: Bucket, name: v}",
			[]string{"Bucket apps/v on the hub: Flux takes manifests from it"}},
		{git, apply, "name: x-$(cluster.name), dependsOn: [{name: app-a}]",
			[]string{"Kustomization apps/app-a on the hub: objects wait for it"}},
		{git, program, "argumentsReferences: [{kind: Secret, name: v}]",
			[]string{"Secret apps/v on the hub: Flux reads arguments from it"}},
		{git, program, "serviceAccountName: v", []string{
			"ServiceAccount apps/v on the hub: Flux impersonates it",
			"Namespace apps on a: a ServiceAccount that Flux impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there"}},
		{"gitRepository: {url: https://a.b/c, interval: 1h, proxySecretRef: {name: v}, include: [{repository: {name: w}}]}",
			apply, "path: x", []string{
				"Secret apps/v on the hub: it has the address of the proxy",
				"GitRepository apps/w on the hub: Flux copies files from it"}},
		{"gitRepository: {url: https://a.b/c, interval: 1h, include: [{repository: {name: app}}]}", apply, "path: x", nil},
		{"ociRepository: {url: oci://a.b/c, interval: 1h, serviceAccountName: v, certSecretRef: {name: w}}", apply, "path: x",
			[]string{
				"ServiceAccount apps/v on the hub: Flux logs in with it; for a cloud, let Flux create tokens of it",
				"Secret apps/w on the hub: it has the certificates"}},
		{"bucket: {bucketName: bbb, endpoint: a.b, interval: 1h, secretRef: {name: v}, sts: {provider: ldap, endpoint: " +
			"https://a.b, secretRef: {name: v}}}", apply, "path: x", []string{
			"Secret apps/v on the hub: it has the credentials"}},
		{"sourceRef: {kind: GitRepository, name: v, namespace: other}", apply, "path: x",
			[]string{"GitRepository other/v on the hub: Flux takes manifests from it"}},
		{"sourceRef: {kind: OCIRepository, name: v}",
			"helmRelease: {deploy: [{destination: {clusterSelector: {}}, interval: 1h, FIELDS}]}", "suspend: true", []string{
				"OCIRepository apps/v on the hub: Flux takes the chart from it"}},
		{"", "helmRelease: {template: v, deploy: [{destination: {clusterSelector: {}}, interval: 1h, FIELDS}]}",
			"suspend: true", []string{
				"HelmChart apps/v on the hub: it is the template of the releases"}},
	} {
		t.Run(c.fields+" "+c.source, func(t *testing.T) {
			result := renderedNeeds(t, needsDocument(c.source, strings.Replace(c.config, "FIELDS", c.fields, 1)))
			base := needLines(renderedNeeds(t, needsDocument("ociRepository: {url: oci://a.b/c, interval: 1h}",
				"helmRelease: {deploy: [{destination: {clusterSelector: {}}, interval: 1h}]}")))
			if !strings.HasPrefix(c.config, "helmRelease") {
				base = needLines(renderedNeeds(t, needsDocument(git, strings.Replace(apply, "FIELDS", "path: x", 1))))
			}
			got := slices.DeleteFunc(needLines(result), func(line string) bool { return slices.Contains(base, line) })
			want := slices.DeleteFunc(slices.Clone(c.want), func(line string) bool { return strings.HasPrefix(line, "-") })
			slices.Sort(got)
			slices.Sort(want)
			assert.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
			for _, line := range c.want {
				gone, isGone := strings.CutPrefix(line, "-")
				assert.Assert(t, !isGone || !strings.Contains(strings.Join(needLines(result), "\n"), gone+":"),
					"%s is listed", gone)
			}
		})
	}
}

func renderedNeeds(t *testing.T, document string) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	return result
}

// TestNeedsOfSeveralApplications holds that what one application renders another one does not need, on the same API
// server only.
func TestNeedsOfSeveralApplications(t *testing.T) {
	const second = `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: second, namespace: apps}
spec:
  TOPOLOGY
  source: {sourceRef: {kind: GitRepository, name: app}}
  config: {kustomization: [{destination: {cluster: a, kubeConfig: {secretRef: {name: a-kubeconfig}}}, interval: 1h, ` +
		`prune: true, dependsOn: [{name: app-a}]}]}
`
	first := needsDocument("gitRepository: {url: https://a.b/c, interval: 1h}",
		"kustomization: [{destination: {cluster: a}, interval: 1h, prune: true}]")
	of := func(topology string) (lines []string) {
		for _, n := range renderedNeeds(t, first+strings.Replace(second, "TOPOLOGY", topology, 1)).Needs() {
			if n.Application == "apps/second" {
				lines = append(lines, fmt.Sprint(n.Kind, " ", n.Name, " ", n.Clusters))
			}
		}
		return lines
	}
	assert.DeepEqual(t, of("topology: HubAndSpoke"), []string{"Namespace apps [hub]", "Secret a-kubeconfig [hub]"})
	assert.DeepEqual(t, of("topology: Standalone"),
		[]string{"Namespace apps [a]", "GitRepository app [a]", "Kustomization app-a [a]"})
}

// TestNeedsOfShards holds that the needs of all shards together are the needs of one run: each shard knows what the
// others render.
func TestNeedsOfShards(t *testing.T) {
	document := needsDocument("gitRepository: {url: https://a.b/c, interval: 1h}",
		"kustomization: [{destination: {cluster: a}, interval: 1h, prune: true, dependsOn: [{name: app}]}, {destination: "+
			"{cluster: h}, interval: 1h, prune: true}]")
	together := map[string]bool{}
	for index := range 3 {
		result, err := render.Render(schema.Parse("in.yaml", []byte(document)),
			render.Options{Shard: render.Shard{Index: index, Count: 3}})
		assert.NilError(t, err)
		for _, line := range needLines(result) {
			together[line] = true
		}
	}
	want := map[string]bool{}
	for _, line := range needLines(renderedNeeds(t, document)) {
		want[line] = true
	}
	assert.DeepEqual(t, together, want)
}

// TestNeedsOfNothing holds that a result without objects, as of wrong documents, needs nothing.
func TestNeedsOfNothing(t *testing.T) {
	assert.Equal(t, len(render.Result{}.Needs()), 0)
}

// TestNeedsAroundTheWorkload holds what the objects of the sections around the workload name: Secrets,
// ServiceAccounts, Providers, a source that nobody renders, and a ClusterRole that each cluster must have unless
// Kubernetes brings it.
func TestNeedsAroundTheWorkload(t *testing.T) {
	around := func(sections string) string {
		document := needsDocument("sourceRef: {kind: GitRepository, name: repo, namespace: other}",
			"kustomization: [{destination: {clusterSelector: {}}, interval: 1h, prune: true}]")
		return document + "  " + strings.ReplaceAll(sections, "\n", "\n  ") + "\n"
	}
	base := needLines(renderedNeeds(t, around("topology: HubAndSpoke")))
	for _, c := range []struct {
		sections string
		want     []string
	}{
		{`imageAutomation:
  repositories:
  - name: i
    spec: {image: registry.example.com/shop, interval: 1h, secretRef: {name: v}, certSecretRef: {name: w}, ` +
			`serviceAccountName: x}
    policies: [{name: p, spec: {policy: {semver: {range: 1.x}}}}]
  update:
    interval: 1h
    git: {commit: {author: {email: a@b.c}, signingKey: {secretRef: {name: k}}}}
    update: {path: ./apps, strategy: Setters}`, []string{
			"GitRepository other/repo on the hub: Flux commits new tags to its repository, Flux takes manifests from it",
			"Secret apps/k with git.asc on the hub: Flux signs commits with it",
			"Secret apps/v on the hub: it has the credentials",
			"Secret apps/w on the hub: it has the certificates",
			"ServiceAccount apps/x on the hub: Flux logs in with it; for a cloud, let Flux create tokens of it",
		}},
		{`notification:
  providers: [{name: p-a, spec: {type: slack, channel: c, secretRef: {name: v}, serviceAccountName: x}}]
  alerts:
  - {name: own, spec: {providerRef: {name: w}, eventSources: [{kind: Kustomization, name: "*"}]}}
  - {name: each, perCluster: true, spec: {providerRef: {name: p-$(cluster.params.secret)}}}`, []string{
			"Provider apps/p-s1 on the hub: Alerts send messages through it",
			"Provider apps/p-s2 on the hub: Alerts send messages through it",
			"Provider apps/w on the hub: Alerts send messages through it",
			"Secret apps/v on the hub: it has the credentials",
			"ServiceAccount apps/x on the hub: Flux logs in with it; for a cloud, let Flux create tokens of it",
		}},
		{"tenancy: {serviceAccount: v}", []string{
			"Namespace apps on a: a ServiceAccount that Flux impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there",
		}},
		{"tenancy: {serviceAccount: v, clusterRole: tenant}", []string{
			"ClusterRole tenant on a: RoleBindings refer to it",
			"Namespace apps on a: a ServiceAccount that Flux impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there",
		}},
		{"tenancy: {serviceAccount: v, clusterRole: edit, role: {rules: [{apiGroups: [apps], resources: [deployments], " +
			"verbs: [get]}]}}", []string{
			"Namespace apps on a: a ServiceAccount that Flux impersonates is in it",
			"ServiceAccount apps/v on a: Flux impersonates it; bind its role to it there",
		}},
	} {
		lines := slices.DeleteFunc(needLines(renderedNeeds(t, around(c.sections))),
			func(line string) bool { return slices.Contains(base, line) })
		slices.Sort(lines)
		assert.Equal(t, strings.Join(lines, "\n"), strings.Join(c.want, "\n"), c.sections)
	}
}
