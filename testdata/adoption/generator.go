package adoption

import (
	"fmt"
	"slices"
)

// generator makes a repository.
type generator struct {
	random
	*repository
	apps    []*application
	sources map[string]bool // that several applications share, by their clusters
}

// layouts are the ways in which people arrange repositories.
var layouts = []struct {
	name string
	make func(*generator)
}{
	{"clusters", clusterFolders}, {"built", built}, {"environments", environments}, {"by-app", byApp},
	{"example", example}, {"tenancy", tenancy}, {"monorepo", monorepo}, {"overlays", overlays},
	{"home", home}, {"homes", homes}, {"flat", flat}, {"nested", nested},
	{"sites", sites}, {"two-depths", twoDepths}, {"hub-secrets", hubSecrets}, {"hub-namespaces", hubNamespaces},
	{"hub-names", hubNames}, {"labels", labelled}, {"dumps", dumps}, {"tenants", tenants},
	{"own-folders", ownFolders}, {"aliases", aliases}, {"categories", categories}, {"namesakes", namesakes},
	{"suffixed", suffixed}, {"besides", besides},
	{"instances", instances},
}

var fleets = [][]string{
	{"berlin", "tokyo"}, {"staging", "production"}, {"dev", "staging", "prod"}, {"prod-eu", "prod-us", "staging"},
	{"oslo", "lima", "quito", "cairo"}, {"talos-ottawa", "talos-robbinsdale"},
	{"edge01", "edge02", "edge03", "edge04", "edge05"},
	{"home", "lab"}, {"prod", "prod-eu", "prod-eu-2"}, {"eu-west-1", "us-east-2", "ap-south-1"}, {"c1", "c2", "c3"},
	{"no", "se", "dk"}, {"01", "02"}, {"ops", "data"}, {"ger-1", "ger-10", "ger-2"},
}

var charts = []string{"podinfo", "web", "shop", "redis", "cert-manager", "ingress-nginx", "grafana", "loki", "velero",
	"external-dns", "metrics-server", "kyverno", "longhorn", "plex", "sonarr", "atuin", "traefik", "api", "db", "blog"}

// generate makes the repository of a seed. The layouts take turns.
func generate(seed uint64) *repository {
	layout := layouts[seed%uint64(len(layouts))]
	r := draw(seed, layout.name)
	made := &repository{seed: seed, layout: layout.name, files: map[string]*file{}}
	g := &generator{random: r, sources: map[string]bool{}, repository: made}
	g.habits = habits{deep: g.chance(1, 2), dashes: g.chance(1, 2), schemas: g.chance(1, 4)}
	g.clusters = slices.Clone(pick(r, fleets...))
	if g.chance(1, 20) {
		g.clusters = nil
		for i := range g.between(12, 30) {
			g.clusters = append(g.clusters, fmt.Sprintf("edge-%03d", i))
		}
	}
	for _, name := range some(r, g.between(4, 7), charts) {
		g.apps = append(g.apps, g.application(name))
	}
	layout.make(g)
	g.surround()
	if g.chance(2, 5) {
		g.trap()
	}
	return made
}

// application draws what the objects of an application share.
func (g *generator) application(name string) *application {
	a := &application{name: name, namespace: name, chartRef: g.chance(1, 2)}
	if g.chance(1, 3) {
		a.namespace = "apps"
	}
	if g.chance(1, 2) {
		a.source = "flux-system"
	}
	a.noInterval = g.chance(1, 12)
	if g.chance(1, 15) {
		a.stranger = pick(g.random, g.clusters...)
	}
	if g.chance(1, 4) {
		a.repository = pick(g.random, "bitnami", "charts")
		a.source = "flux-system"
	}
	return a
}

// draft begins an object of an application for a cluster, which may be empty.
func (g *generator) draft(a *application, cluster, purpose string) draft {
	d := draft{random: draw(g.seed, a.namespace, a.name, purpose), app: a, cluster: cluster,
		own: draw(g.seed, a.namespace, a.name, purpose, cluster)}
	if cluster != "" && cluster == a.stranger {
		d.random = draw(g.seed, a.namespace, a.name, purpose, "stranger")
	}
	return d
}

// on returns an object that must come in, for clusters.
func (g *generator) on(a *application, all fields, clusters ...string) *object {
	return &object{text: g.habits.text(all), want: must, clusters: clusters, app: a.name}
}

func (g *generator) release(a *application, cluster string) *object {
	return g.on(a, g.draft(a, cluster, "release").release(), cluster)
}

func (g *generator) delivery(a *application, cluster, path string) *object {
	return g.on(a, g.draft(a, cluster, "kustomization").kustomization(path), cluster)
}

// chart returns the source of an application's chart, which is no workload; nil where the cluster has it already.
func (g *generator) chart(a *application, cluster string) *object {
	owner := *a
	if name := a.sourceName(); name != a.name {
		owner = application{name: name, namespace: "sources", source: a.source}
		if g.sources[cluster+"/"+name] {
			return nil
		}
		g.sources[cluster+"/"+name] = true
	}
	o := g.on(&owner, g.draft(&owner, cluster, "source").chartSource(), cluster)
	o.want = other
	return o
}

// at returns the same object, for other clusters; nil for nil.
func (o *object) at(clusters ...string) *object {
	if o != nil {
		o.clusters = clusters
	}
	return o
}

// readBy returns the same object, in a folder that Kustomizations of clusters read; nil for nil.
func (o *object) readBy(readers map[string]*object) *object {
	if o != nil {
		o.readers = readers
	}
	return o
}

// stays returns the same object, which no document may replace.
func (o *object) stays(why string) *object {
	o.want, o.why = left, why
	return o
}

// perhaps returns the same object, which may come in or stay.
func (o *object) perhaps(why string) *object {
	o.want, o.why = either, why
	return o
}

// plain returns an object of another kind.
func plain(text string) *object { return &object{text: text} }

// folder returns a file of kustomize for a folder.
func folder(namespace string, resources ...string) *object {
	text := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
	if namespace != "" {
		text += "namespace: " + namespace + "\n"
	}
	text += "resources:\n"
	for _, resource := range resources {
		text += "  - " + resource + "\n"
	}
	return plain(text)
}

func namespaceObject(name string) *object {
	return plain("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: " + name + "\n")
}

// spread returns the clusters of an application: all of them for the first two applications, for others some.
func (g *generator) spread(a *application) []string {
	if slices.Index(g.apps, a) < 2 || g.chance(1, 2) {
		return g.clusters
	}
	return some(g.random, g.between(1, len(g.clusters)), g.clusters)
}

// bootstrap adds what flux bootstrap makes of a cluster's folder.
func (g *generator) bootstrap(folderName, cluster string) {
	text := "# This manifest was generated by flux. DO NOT EDIT.\n"
	g.add(folderName+"/flux-system/gotk-sync.yaml",
		plain(text+`apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m0s
  ref:
    branch: main
  secretRef:
    name: flux-system
  url: ssh://git@git.example.com/fleet
`), (&object{text: `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 10m0s
  path: ./` + folderName + `
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
`, clusters: []string{cluster}}).stays("the root of flux bootstrap"))
	g.add(folderName+"/flux-system/gotk-components.yaml", namespaceObject("flux-system"),
		plain("apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: helm-controller\n  namespace: flux-system\n"))
	g.add(folderName+"/flux-system/kustomization.yaml", folder("", "gotk-components.yaml", "gotk-sync.yaml"))
}
