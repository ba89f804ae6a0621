package adoption

import "strings"

func drop(o *outcome, cluster string) {
	for name := range o.deployed {
		if strings.HasPrefix(name, cluster+"/") {
			delete(o.deployed, name)
		}
	}
}

// replace replaces a text in all files of which the names are in the way of a map.
func replace(files map[string]string, old, text string) {
	for name := range files {
		files[name] = strings.ReplaceAll(files[name], old, text)
	}
}

// say replaces a text in what adopt says.
func say(old, text string) func(*outcome) {
	return func(o *outcome) { o.adopt.stderr = strings.Replace(o.adopt.stderr, old, text, 1) }
}

const (
	release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: apps, labels: {team: a}}
spec:
  interval: 1h
  chartRef: {kind: OCIRepository, name: web}
  values:
    # two are enough
    replicas: 2
    text: "2"
    plain: yes
    nothing: null
    image:
      # renovate: x
      tag: 1.0.0
`
	chart = `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: web, namespace: apps}
spec: {interval: 1h, url: "oci://example.com/web"}
`
	delivery = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: shared, namespace: apps}
spec:
  interval: 1h
  path: ./shared
  prune: true
  sourceRef: {kind: GitRepository, name: x}
  dependsOn: [{name: crds}]
`
	ownRoot = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: apps}
spec: {path: ./tokyo, prune: true, interval: 1h, sourceRef: {kind: GitRepository, name: x}}
`
	written = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  topology: Standalone
  clusters: [{name: berlin}, {name: tokyo}]
  values:
    # two are enough
    replicas: 2
    # renovate: x
    tag: 1.0.0
`
	said = `berlin/shared.yaml:9:3: info: spec.dependsOn: this Kustomization and 1 other one wait for others before [FA714]
shared/db.yaml:3:12: warning: metadata.name: several clusters read this folder, so [FA715]
tokyo/root.yaml:1:1: info: the Kustomization apps/root stays as it is: it applies its own folder: it is [FA712]
left as it is: 1 Kustomization, which applies its own folder: it is the root of a cluster
left as it is: 1 kustomization.yaml, 1 ConfigMap, 1 Namespace, 1 Secret, each is a list of kustomize
next, to see it: fluxapp render ../written fleet.yaml -o dir=deploy; ` +
		`kubectl --context CLUSTER diff -k deploy/CLUSTER shows the annotation fluxapp.dev/rendered-from alone
next, git rm -- berlin/shared.yaml berlin/web.yaml shared/db.yaml tokyo/shared.yaml tokyo/web.yaml; ` +
		`take what came in out of tokyo/root.yaml (OCIRepository apps/web); ` +
		`take the names of these files out of 1 kustomization.yaml, for example db.yaml out of shared/kustomization.yaml
next, put each there, for example deploy/tokyo/web/helmrelease-web.yaml into tokyo; where several read that, ` +
		`for example deploy/tokyo/web/helmrelease-db.yaml into tokyo; it is
`
)

// ofDocument returns an object as the document of the test renders it.
func ofDocument(text string) string {
	return strings.NewReplacer("metadata: {", "metadata: {annotations: {fluxapp.dev/rendered-from: apps/web}, ",
		"plain: yes", `plain: "yes"`).Replace(text)
}

// honest returns a repository of two clusters and what a right adopt makes of it.
func honest() (*repository, outcome) {
	r := &repository{layout: "test", clusters: []string{"berlin", "tokyo"}, files: map[string]*file{}}
	o := outcome{written: map[string]string{"web.yaml": written}, deployed: map[string]string{}}
	database := strings.Replace(release, "name: web", "name: db", 1)
	shared := (&object{text: database, clusters: r.clusters, readers: map[string]*object{}}).perhaps("shared")
	r.add("shared/db.yaml", shared)
	r.add("shared/kustomization.yaml", folder("", "db.yaml"))
	r.add("fleet.yaml", plain("apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: berlin}\n"),
		plain("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n"))
	r.add("more.yaml", namespaceObject("apps"), plain("apiVersion: v1\nkind: Secret\nmetadata: {name: more}\n"))
	for _, c := range r.clusters {
		shared.readers[c] = &object{text: delivery, want: must, clusters: []string{c}}
		r.add(c+"/shared.yaml", shared.readers[c])
		r.add(c+"/web.yaml", &object{text: release, want: must, clusters: []string{c}})
		list := folder("", "web/kustomization-shared.yaml", "web/helmrelease-db.yaml", "web/helmrelease-web.yaml")
		o.deployed[c+"/kustomization.yaml"] = list.text
		o.deployed[c+"/web/kustomization-shared.yaml"] = ofDocument(delivery)
		o.deployed[c+"/web/helmrelease-db.yaml"] = ofDocument(database)
		o.deployed[c+"/web/helmrelease-web.yaml"] = ofDocument(release)
	}
	tokyo := []string{"tokyo"}
	r.add("tokyo/root.yaml", (&object{text: ownRoot, clusters: tokyo}).stays("it is a root"),
		&object{text: chart, clusters: tokyo})
	o.deployed["tokyo/web/ocirepository-web.yaml"] = ofDocument(chart)
	o.deployed["tokyo/kustomization.yaml"] += "  - web/ocirepository-web.yaml\n"
	o.adopt.stderr = said
	o.before = r.texts()
	return r, o
}
