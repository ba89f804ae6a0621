package adoption

import "path"

// clusterFolders is clusters/C with one file for all, or a file or a folder for each application.
func clusterFolders(g *generator) {
	dir := pick(g.random, "clusters", "fleet/clusters", "deploy/clusters", "environments", "sites")
	how, withSources, boot := g.IntN(3), g.chance(1, 2), g.chance(1, 2)
	for _, a := range g.apps {
		kustomized, name := g.chance(1, 4), pick(g.random, "release.yaml", "helmrelease.yaml", "hr.yml")
		for _, c := range g.spread(a) {
			file := []string{"all.yaml", a.name + ".yaml", a.name + "/" + name}[how]
			g.deploy(a, c, dir+"/"+c, file, withSources, kustomized)
		}
	}
	for _, c := range g.clusters {
		if boot {
			g.bootstrap(dir+"/"+c, c)
		}
	}
}

// deploy adds an application of a cluster to its folder.
func (g *generator) deploy(a *application, c, dir, file string, withSources, kustomized bool) {
	chart := g.chart(a, c)
	switch {
	case kustomized:
		g.add(dir+"/"+file, g.delivery(a, c, "./apps/"+a.name+"/"+c))
		return
	case withSources && path.Dir(file) != "." && chart != nil:
		g.add(dir+"/"+a.name+"/source.yaml", chart)
		g.add(dir+"/"+a.name+"/kustomization.yaml", folder("", path.Base(file), "source.yaml"))
	case withSources:
		g.add(dir+"/"+file, namespaceObject(a.home(c)), chart)
	}
	g.add(dir+"/"+file, g.release(a, c))
}

// byApp is APP/E: the applications come first, and a flag tells which part is the cluster.
func byApp(g *generator) {
	dir, inFiles := pick(g.random, "apps/", "services/all/"), g.chance(1, 2)
	for _, a := range g.apps {
		for _, c := range g.spread(a) {
			name := dir + a.name + "/" + c
			if inFiles {
				g.add(name+".yaml", g.release(a, c))
				continue
			}
			g.add(name+"/release.yaml", g.release(a, c))
			g.add(name+"/source.yaml", g.chart(a, c))
		}
	}
	g.args = []string{"--cluster-from", dir + "*/{cluster}"}
	if !inFiles {
		g.args[1] += "/…"
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
		g.bootstrap("kubernetes/"+c, c)
	}
}

// home is kubernetes/apps/NAMESPACE/APP for one cluster.
func home(g *generator) {
	dir := pick(g.random, "kubernetes/apps", "cluster/apps", "apps")
	for _, a := range g.apps {
		g.homeApp(a, "", dir+"/"+a.namespace+"/"+a.name, "hub")
	}
	g.clusters = nil
}

// homeApp adds the files that an application of a home-lab has.
func (g *generator) homeApp(a *application, c, dir, on string) {
	g.add(dir+"/ks.yaml", g.delivery(a, c, "./"+dir+"/app").at(on))
	g.add(dir+"/app/helmrelease.yaml", g.release(a, c).at(on))
	resources := []string{"./helmrelease.yaml"}
	if draw(g.seed, a.name, "home").chance(1, 2) {
		if chart := g.chart(a, c).at(on); chart != nil {
			g.add(dir+"/app/ocirepository.yaml", chart)
			resources = append(resources, "./ocirepository.yaml")
		}
	}
	g.add(dir+"/app/kustomization.yaml", folder("", resources...))
}

// sites is SITE/kubernetes/C: the names of clusters have two parts.
func sites(g *generator) {
	g.clusters = nil
	for _, site := range []string{"ottawa", "berlin"} {
		for _, c := range []string{"manager", "edge"} {
			g.clusters = append(g.clusters, site+"-"+c)
			for _, a := range g.apps {
				g.add(site+"/kubernetes/"+c+"/"+a.name+".yaml", g.release(a, site+"-"+c))
			}
		}
	}
	g.args = []string{"--cluster-from", "{site}/*/{cluster}/…"}
}

// hubSecrets is one Flux that reaches each cluster by a kubeConfig.
func hubSecrets(g *generator) {
	byCluster := g.chance(1, 2)
	for _, a := range g.apps {
		a.kubeConfig = func(c string) string { return c + "-kubeconfig" }
		a.object = func(c string) string { return a.name + "-" + c }
		if g.chance(1, 3) {
			a.object = func(c string) string { return c + "-" + a.name }
		}
		for _, c := range g.spread(a) {
			name := "hub/" + a.name + ".yaml"
			if byCluster {
				name = "hub/" + c + "/" + a.name + ".yaml"
			}
			g.add(name, g.release(a, c))
		}
		g.add("hub/sources.yaml", g.chart(a, "").at(g.clusters...))
	}
}

// hubNamespaces is one Flux with a namespace for each cluster, which a Secret of one name reaches.
func hubNamespaces(g *generator) {
	for _, a := range g.apps {
		a.in, a.source = func(c string) string { return c }, "flux-system"
		a.kubeConfig = func(string) string { return "cluster-kubeconfig" }
		kustomized := g.chance(1, 3)
		for _, c := range g.clusters {
			o := g.release(a, c)
			if kustomized {
				o = g.delivery(a, c, "./clusters/"+c+"/"+a.name)
			}
			g.add("hub/"+c+".yaml", o)
		}
	}
	for _, c := range g.clusters {
		g.add("hub/"+c+".yaml", namespaceObject(c))
	}
}
