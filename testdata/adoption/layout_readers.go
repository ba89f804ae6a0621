package adoption

import "strings"

// ownFolders is one cluster whose folders are namespaces: two applications have a Kustomization that applies the folder
// that it is in. That is no root of a cluster.
func ownFolders(g *generator) {
	g.hub = true
	for i, a := range g.apps {
		dir := a.namespace + "/" + a.name
		if i < 3 {
			dir = "kube-system/" + a.name
			ks := &application{name: a.name, namespace: "flux-system"}
			g.add(dir+"/ks.yaml", g.delivery(ks, "", "./"+dir).at("hub").perhaps("it applies its own folder"))
		}
		g.add(dir+"/"+a.name+".yaml", g.release(a, "").at("hub"))
		g.add(dir+"/"+a.name+"-more.yaml", g.companions(a, "hub")...)
	}
	g.add("default/namespace.yaml", namespaceObject("default"))
	g.clusters = nil
}

// aliases has the objects of a cluster in a folder with another name, which the Kustomization of the cluster reads.
func aliases(g *generator) {
	names, readers := g.clusters, make([]map[string]*object, len(g.clusters))
	g.clusters = nil
	for i, short := range names {
		c := "talos-" + short
		g.clusters = append(g.clusters, c)
		apps := &application{name: "kubernetes-apps", namespace: "flux-system"}
		readers[i] = map[string]*object{c: g.sharedDelivery(apps, c, "./kubernetes/apps/"+short, false)}
		g.add("clusters/"+c+"/flux/cluster.yaml", readers[i][c])
	}
	for _, a := range g.apps {
		for i, short := range names {
			release := g.release(a, short).at(g.clusters[i]).readBy(readers[i])
			g.add("kubernetes/apps/"+short+"/"+a.namespace+"/"+a.name+"/release.yaml", release)
		}
	}
}

// categories has shared folders whose names say what they are for, and folders that one of the clusters reads.
func categories(g *generator) {
	g.clusters = []string{"apps", "infra"}
	readers := map[string]*object{}
	for _, c := range g.clusters {
		shared := &application{name: "infrastructure", namespace: "flux-system"}
		readers[c] = g.sharedDelivery(shared, c, "./kubernetes/infrastructure", false)
		g.add("kubernetes/clusters/"+c+"/infrastructure.yaml", readers[c])
		config := &application{name: "cluster-config", namespace: "flux-system"}
		g.add("kubernetes/clusters/"+c+"/config.yaml", g.delivery(config, c, "./kubernetes/config/"+c))
	}
	workloads := &application{name: "workloads", namespace: "flux-system"}
	only := g.sharedDelivery(workloads, "apps", "./kubernetes/workloads", false)
	g.add("kubernetes/clusters/apps/workloads.yaml", only)
	half := (len(g.apps) + 1) / 2
	for i, a := range g.apps {
		if i < half {
			dir := "kubernetes/infrastructure/" + []string{"networking", "security", "storage"}[i%3] + "/" + a.name
			release := g.release(a, "").at(g.clusters...).perhaps("in a folder that both clusters read")
			release.readers = readers
			g.add(dir+"/helmrelease.yaml", release)
			continue
		}
		dir := "kubernetes/workloads/" + []string{"platform", "tenants"}[i%2] + "/" + a.name
		g.add(dir+"/helmrelease.yaml", g.release(a, "").at("apps").readBy(map[string]*object{"apps": only}))
	}
}

// namesakes has shared folders that are called like namespaces, one of which is called like a cluster.
func namesakes(g *generator) {
	g.clusters = []string{"main", "network", "registry"}
	for i, a := range g.apps {
		a.namespace = []string{"network", "storage", "default"}[i%3]
		dir := "kubernetes/apps/base/" + a.namespace + "/" + a.name
		on, readers := g.spread(a), map[string]*object{}
		for _, c := range on {
			ks := &application{name: a.name, namespace: "flux-system"}
			readers[c] = g.sharedDelivery(ks, c, "./"+dir, false)
			g.add("kubernetes/"+c+"/apps/"+a.namespace+"/"+a.name+".yaml", readers[c])
		}
		release := g.release(a, "").at(on...).perhaps("in a folder that several clusters read")
		release.readers = readers
		g.add(dir+"/helmrelease.yaml", release)
		g.add(dir+"/kustomization.yaml", folder("", "helmrelease.yaml"))
	}
}

// suffixed is one cluster whose applications have several Kustomizations: their names end or begin alike.
func suffixed(g *generator) {
	g.hub = true
	prefix := pick(g.random, "", "", "cluster-home-")
	ends := some(g.random, 2, []string{"-cluster", "-operator", "-crds", "-config"})
	for i, a := range g.apps {
		if i < 2 {
			a.namespace = "storage"
			a.object = func(string) string { return a.name + "-operator" }
		}
		dir := "kubernetes/apps/" + a.namespace + "/" + a.name
		names := []string{prefix + a.name}
		if i < 4 { // not all have more
			for _, end := range ends {
				names = append(names, prefix+a.name+end)
			}
		}
		for _, name := range names {
			ks := &application{name: name, namespace: "flux-system"}
			g.add(dir+"/ks.yaml", g.delivery(ks, "", "./"+dir+"/"+strings.TrimPrefix(name, prefix)).at("hub"))
		}
		g.add(dir+"/"+a.name+"/helmrelease.yaml", g.release(a, "").at("hub"))
		g.add(dir+"/"+a.name+"/kustomization.yaml", folder("", "helmrelease.yaml"))
	}
	g.clusters = nil
}

// besides has two clusters below one folder, and a third copy of some applications elsewhere, which may be one, too.
func besides(g *generator) {
	g.clusters = []string{"main", "utility"}
	for i, a := range g.apps {
		for _, c := range g.spread(a) {
			g.homeApp(a, c, "kubernetes/"+c+"/apps/"+a.namespace+"/"+a.name, c)
		}
		if i%2 == 0 {
			o := g.release(a, "").at("oci", "devenv", "apps").perhaps("nothing tells whether its folder is of a cluster")
			o.readers = map[string]*object{"oci": o, "devenv": o, "apps": o}
			g.add("devenv/oci/apps/"+a.namespace+"/"+a.name+"/app/helmrelease.yaml", o)
		}
	}
	for _, c := range g.clusters {
		all := &application{name: "cluster-apps", namespace: "flux-system"}
		g.add("kubernetes/"+c+"/flux/cluster.yaml", g.delivery(all, c, "./kubernetes/"+c+"/apps"))
	}
	g.clusters = append(g.clusters, "oci")
}

// instances is one cluster in which an application has several instances, in folders called clusters, or like
// what they are for.
func instances(g *generator) {
	g.hub = true
	for i, a := range g.apps {
		dir := "kube/deploy/" + a.namespace + "/" + a.name
		if i > 0 {
			g.add(dir+"/app/helmrelease.yaml", g.release(a, "").at("hub"))
			continue
		}
		for _, instance := range []string{"default", "home"} {
			one := *a
			one.object = func(string) string { return a.name + "-" + instance }
			one.name = a.name + "-" + instance // with values of its own
			o := g.release(&one, "").at("hub")
			g.add(dir+pick(draw(g.seed, a.name), "/clusters/", "/")+instance+"/helmrelease.yaml", o)
		}
	}
	g.clusters = nil
}
