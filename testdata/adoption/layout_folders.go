package adoption

import (
	"fmt"
	"slices"
	"strings"
)

// clusterFolders is clusters/C with a file or a folder for each application.
func clusterFolders(g *generator) {
	root := pick(g.random, "clusters", "fleet", "deploy/clusters")
	inFolders, withSources := g.chance(1, 2), g.chance(1, 2)
	boot := g.chance(1, 2)
	for _, a := range g.apps {
		kustomized := g.chance(1, 4)
		for _, c := range g.spread(a) {
			g.deploy(a, c, root+"/"+c, inFolders, withSources, kustomized)
		}
	}
	for _, c := range g.clusters {
		if boot {
			g.bootstrap(root+"/"+c, c)
		}
	}
	if g.chance(1, 4) {
		g.documentFleet("fleet.yaml")
	}
}

// deploy adds an application of a cluster to its folder.
func (g *generator) deploy(a *application, c, folderName string, inFolders, withSources, kustomized bool) {
	o := g.release(a, c)
	if kustomized {
		o = g.delivery(a, c, "./apps/"+a.name+"/"+c)
	}
	if withSources && !kustomized {
		g.add(folderName+"/"+a.name+"-more.yaml", g.companions(a, c)...)
	}
	switch {
	case kustomized:
		g.add(folderName+"/"+a.name+".yaml", o)
	case inFolders:
		g.add(folderName+"/"+a.name+"/release.yaml", o)
		if chart := g.chart(a, c); withSources && chart != nil {
			g.add(folderName+"/"+a.name+"/source.yaml", chart)
			g.add(folderName+"/"+a.name+"/kustomization.yaml", folder("", "release.yaml", "source.yaml"))
		}
	case withSources:
		g.add(folderName+"/"+a.name+".yaml", namespaceObject(a.home(c)), g.chart(a, c), o)
	default:
		g.add(folderName+"/"+a.name+".yaml", o)
	}
}

// built has what kustomize build prints for each cluster: one file, or one for each application.
func built(g *generator) {
	root := pick(g.random, "", "rendered/", "build/manifests/")
	one, withSources := g.chance(1, 2), g.chance(1, 2)
	g.habits = habits{}
	for _, c := range g.clusters {
		for _, a := range g.apps {
			name := root + c + ".yaml"
			if !one {
				name = root + c + "/" + a.name + ".yaml"
			}
			if withSources {
				g.add(name, g.chart(a, c))
				g.add(name, g.companions(a, c)...)
			}
			g.add(name, g.release(a, c))
		}
	}
}

// environments is environments/E/APP.
func environments(g *generator) {
	root := pick(g.random, "environments", "envs", "overlays/built")
	for _, a := range g.apps {
		file := pick(g.random, "release.yaml", "helmrelease.yaml", "hr.yml")
		for _, c := range g.spread(a) {
			g.add(root+"/"+c+"/"+a.name+"/"+file, g.release(a, c))
			g.add(root+"/"+c+"/"+a.name+"/namespace.yaml", namespaceObject(a.home(c)))
		}
	}
	if g.chance(1, 4) {
		g.documentFleet("inventory/clusters.yaml")
	}
}

// byApp is APP/E: the applications come first.
func byApp(g *generator) {
	root := pick(g.random, "", "apps/", "services/all/")
	inFiles := g.chance(1, 2)
	for _, a := range g.apps {
		for _, c := range g.spread(a) {
			name := root + a.name + "/" + c
			if inFiles {
				g.add(name+".yaml", g.release(a, c))
				continue
			}
			g.add(name+"/release.yaml", g.release(a, c))
			g.add(name+"/source.yaml", g.chart(a, c))
		}
	}
}

// homes is kubernetes/C/apps/NAMESPACE/APP for several clusters.
func homes(g *generator) {
	for _, a := range g.apps {
		for _, c := range g.spread(a) {
			g.homeApp(a, c, "kubernetes/"+c+"/apps/"+a.namespace+"/"+a.name, c)
		}
	}
	for _, c := range g.clusters {
		g.add("kubernetes/"+c+"/flux/cluster.yaml", g.delivery(&application{name: "cluster-apps", namespace: "flux-system"},
			c, "./kubernetes/"+c+"/apps"))
	}
}

// home is kubernetes/apps/NAMESPACE/APP for one cluster.
func home(g *generator) {
	root := pick(g.random, "kubernetes/apps", "cluster/apps", "apps")
	nameless := g.chance(1, 2)
	for _, a := range g.apps {
		a.nameless = nameless
		g.homeApp(a, "", root+"/"+a.namespace+"/"+a.name, "hub")
		if nameless {
			g.add(root + "/" + a.namespace + "/kustomization.yaml")
		}
	}
	if nameless {
		for _, a := range g.apps {
			name := root + "/" + a.namespace + "/kustomization.yaml"
			g.files[name] = &file{documents: []*object{folder(a.namespace, "./"+a.name+"/ks.yaml")}}
		}
	}
	g.clusters = nil
	g.hub = true
	if g.chance(1, 2) {
		g.bootstrap("cluster", "hub")
	}
}

// homeApp adds the files that an application of a home-lab has.
func (g *generator) homeApp(a *application, c, folderName, on string) {
	ks := g.delivery(a, c, "./"+folderName+"/app")
	release := g.release(a, c)
	ks.clusters, release.clusters = []string{on}, []string{on}
	g.add(folderName+"/ks.yaml", ks)
	g.add(folderName+"/app/helmrelease.yaml", release)
	resources := []string{"./helmrelease.yaml"}
	if draw(g.seed, a.name, "home").chance(1, 2) {
		if chart := g.chart(a, c).at(on); chart != nil {
			g.add(folderName+"/app/ocirepository.yaml", chart)
			resources = append(resources, "./ocirepository.yaml")
		}
	}
	g.add(folderName+"/app/kustomization.yaml", folder("", resources...))
}

// flat is a folder of one cluster.
func flat(g *generator) {
	root := pick(g.random, "", "releases/", "flux/apps/")
	for _, a := range g.apps {
		o := g.release(a, "")
		o.clusters = []string{"hub"}
		g.add(root+a.name+".yaml", o)
	}
	g.clusters, g.hub = nil, true
}

// nested is one cluster whose applications have folders of several depths, with two releases of one name.
func nested(g *generator) {
	twin := &application{name: g.apps[0].name, namespace: "other", chartRef: true}
	g.apps[0].namespace = "first"
	for i, a := range append(g.apps, twin) {
		o := g.release(a, "")
		o.clusters = []string{"hub"}
		g.add(fmt.Sprintf("apps/%s/%s%s.yaml", a.namespace, strings.Repeat("sub/", i%3), a.name), o)
	}
	g.clusters, g.hub = nil, true
}

// sites is SITE/KIND/C: the names of clusters have two parts, and one site has a cluster of the name that another has.
func sites(g *generator) {
	names := []string{}
	for _, site := range []string{"ottawa", "berlin"} {
		for _, c := range []string{"manager", "edge"} {
			names = append(names, site+"-"+c)
			for _, a := range g.apps {
				o := g.release(a, site+"-"+c)
				g.add(site+"/kubernetes/"+c+"/"+a.name+".yaml", o)
			}
		}
	}
	g.clusters = names
	g.args = []string{"--cluster-from", "{site}/*/{cluster}/…"}
}

// twoDepths is clusters/C for Kustomizations and kubernetes/apps/C for releases; a file may name the clusters.
func twoDepths(g *generator) {
	for _, c := range g.clusters {
		apps := &application{name: "apps", namespace: "flux-system"}
		g.add("clusters/"+c+"/apps.yaml", g.delivery(apps, c, "./kubernetes/apps/"+c))
	}
	for _, a := range g.apps {
		for _, c := range g.spread(a) {
			g.add("kubernetes/apps/"+c+"/"+a.name+"/release.yaml", g.release(a, c))
		}
	}
	switch g.IntN(3) {
	case 0:
		g.documentFleet("fleet.yaml")
	case 1:
		g.args = []string{"--cluster-from", "clusters/{cluster}/…", "--cluster-from", "kubernetes/apps/{cluster}/…"}
	}
}

// documentFleet adds the documents of the clusters.
func (g *generator) documentFleet(name string) {
	kubeSphere, all := g.chance(1, 2), g.clusters
	if g.chance(1, 2) {
		all = append(slices.Clone(all), "spare") // a cluster that has nothing yet
	}
	for _, c := range all {
		apiVersion, namespace := "cluster.x-k8s.io/v1beta1", "\n  namespace: fleet"
		if kubeSphere {
			apiVersion, namespace = "cluster.kubesphere.io/v1alpha1", ""
		}
		env := pick(g.random, "prod", "dev")
		g.add(name, plain("apiVersion: "+apiVersion+"\nkind: Cluster\nmetadata:\n  name: "+string(word(c))+namespace+
			"\n  labels:\n    env: "+env+"\n"))
	}
	g.fleet = name
}
