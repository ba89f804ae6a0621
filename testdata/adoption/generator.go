package adoption

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// generator makes a repository.
type generator struct {
	random
	*repository
	apps    []*application
	sources map[string]bool // that several applications share, by their clusters
	images  string          // the folder in which image automation writes
}

// layouts are the ways in which people arrange repositories.
var layouts = []struct {
	name string
	make func(*generator)
}{
	{"clusters", clusterFolders}, {"folders", clusterFolders}, {"by-app", byApp}, {"example", example},
	{"tenancy", tenancy}, {"monorepo", monorepo}, {"overlays", overlays}, {"home", home}, {"homes", homes},
	{"sites", sites}, {"hub-secrets", hubSecrets}, {"hub-namespaces", hubNamespaces},
}

var fleets = [][]string{
	{"berlin", "tokyo"}, {"staging", "production"}, {"dev", "staging", "prod"}, {"prod-eu", "prod-us", "staging"},
	{"oslo", "lima", "quito", "cairo"}, {"talos-ottawa", "talos-robbinsdale"}, {"home", "lab"},
	{"prod", "prod-eu", "prod-eu-2"}, {"no", "se", "dk"}, {"01", "02"}, {"ger-1", "ger-10", "ger-2"},
}

var charts = []string{"podinfo", "web", "shop", "redis", "cert-manager", "ingress-nginx", "grafana", "loki", "velero",
	"external-dns", "metrics-server", "kyverno", "longhorn", "plex", "sonarr", "atuin", "traefik", "api", "db", "blog"}

// generate makes the repository of a seed. The layouts take turns.
func generate(seed uint64) *repository {
	layout := layouts[seed%uint64(len(layouts))]
	r := draw(seed, layout.name)
	made := &repository{seed: seed, layout: layout.name, files: map[string]*file{}}
	g := &generator{random: r, sources: map[string]bool{}, repository: made}
	g.habits = habits{deep: g.chance(1, 2), dashes: g.chance(1, 2), schemas: g.chance(1, 4), flow: g.chance(1, 4)}
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
	g.settle()
	return made
}

// words are values that kustomize reads as texts, and kubectl as booleans.
var words = regexp.MustCompile(`(?m)^ +(?:switch|on): `)

// settle leaves what is odd to readers, and the applications of which another program writes a file, and not the
// documents.
func (g *generator) settle() {
	renovate := g.chance(2, 3)
	if renovate {
		g.files["renovate.json"] = &file{text: "{\"kubernetes\": {\"managerFilePatterns\": [\"/\\\\.ya?ml$/\"]}}\n"}
	}
	for _, f := range g.files {
		for _, o := range f.documents {
			if words.MatchString(o.text) && (o.fate == sound || slices.Contains([]reason{shared, changed, unbuilt}, o.why)) {
				o.stay(yesOrNo)
			}
		}
	}
	several, writes := g.several(), map[string]bool{}
	for _, p := range g.sound() {
		if !renovate && strings.Contains(p.text, "# renovate:") ||
			g.images != "" && strings.HasPrefix(p.file, g.images+"/") && strings.Contains(p.text, "$imagepolicy") {
			writes[p.key()] = true
		}
	}
	for _, p := range g.sound() {
		switch source := g.sourceOf(p); {
		case writes[p.key()] && len(several[p.key()]) > 1:
			p.stay(automated)
		case writes[p.key()], source && !renovate: // of one cluster, or perhaps with its source
			p.perhaps()
		}
	}
}

// sourceOf reports whether Renovate writes a source in the files of the application of an object.
func (g *generator) sourceOf(p place) bool {
	for _, f := range g.files {
		for _, o := range f.documents {
			if o.fate == other && o.app == p.app && strings.Contains(o.text, "# renovate:") {
				return true
			}
		}
	}
	return false
}

// application draws what the objects of an application share.
func (g *generator) application(name string) *application {
	a := &application{name: name, namespace: name, chartRef: g.chance(1, 2), noInterval: g.chance(1, 12)}
	if g.chance(1, 3) {
		a.namespace = "apps"
	}
	if g.chance(1, 2) {
		a.source = "flux-system"
	}
	if g.chance(1, 15) {
		a.stranger = pick(g.random, g.clusters...)
	}
	if g.chance(1, 4) {
		a.repository, a.source = pick(g.random, "bitnami", "charts"), "flux-system"
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

// on returns a sound object for clusters.
func (g *generator) on(a *application, all fields, clusters ...string) *object {
	return &object{text: g.habits.text(all), fate: sound, clusters: clusters, app: a.namespace + "/" + a.name}
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
	o.fate = other
	return o
}

// spread returns the clusters of an application: all of them for the first two applications, for others some.
func (g *generator) spread(a *application) []string {
	if slices.Index(g.apps, a) < 2 || g.chance(1, 2) {
		return g.clusters
	}
	return some(g.random, g.between(1, len(g.clusters)), g.clusters)
}

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
	return plain("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: " + string(word(name)) + "\n")
}

// reads returns the Kustomization of a cluster that reads a folder of several clusters, perhaps with a patch.
func (g *generator) reads(a *application, cluster, path string, patched bool) *object {
	spec := fields{{key: "interval", value: scalar("1h")}, {key: "path", value: scalar(path)},
		{key: "prune", value: scalar("true")}, {key: "sourceRef", value: fields{
			{key: "kind", value: scalar("GitRepository")}, {key: "name", value: scalar("flux-system")}}}}
	if patched {
		spec = spec.with("patches", list{fields{
			{key: "patch", value: block("- op: replace\n  path: /spec/interval\n  value: 5m\n")},
			{key: "target", value: fields{{key: "kind", value: scalar("HelmRelease")}}}}})
	}
	d := draft{random: g.random, own: g.random, app: a, cluster: cluster}
	return g.on(a, fields{{key: "apiVersion", value: scalar(kustomize)}, {key: "kind", value: scalar("Kustomization")},
		{key: "metadata", value: fields{}.with("name", word(a.name)).with("namespace", word(d.app.namespace))},
		{key: "spec", value: spec}}, cluster)
}

// bootstrap adds what flux bootstrap makes of a cluster's folder.
func (g *generator) bootstrap(dir, cluster string) {
	text := "# This manifest was generated by flux. DO NOT EDIT.\n"
	g.add(dir+"/flux-system/gotk-sync.yaml",
		plain(text+`apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m0s
  url: ssh://git@git.example.com/fleet
`), (&object{text: `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 10m0s
  path: ./` + dir + `
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
`, clusters: []string{cluster}}).stay(root))
	g.add(dir+"/flux-system/gotk-components.yaml", namespaceObject("flux-system"))
	g.add(dir+"/flux-system/kustomization.yaml", folder("", "gotk-components.yaml", "gotk-sync.yaml"))
}

func sorted[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
