package adoption

// hubSecrets is one Flux that reaches each cluster by a kubeConfig.
func hubSecrets(g *generator) {
	g.hub = true
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
		g.add("hub/"+a.name+"-more.yaml", g.companions(a, "hub")...)
		g.add("hub/sources.yaml", g.chart(a, "").at(g.clusters...))
	}
	if g.chance(1, 3) {
		g.documentFleet("fleet.yaml")
	}
}

// hubNamespaces is one Flux with a namespace for each cluster, which a Secret of one name reaches.
func hubNamespaces(g *generator) {
	g.hub = true
	for _, a := range g.apps {
		a.in = func(c string) string { return c }
		a.source = "flux-system"
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

// hubNames is one Flux whose objects have the names of their clusters, in a file for each application.
func hubNames(g *generator) {
	g.hub = true
	g.apps = g.apps[:2]
	for _, a := range g.apps {
		a.object = func(c string) string { return a.name + "-" + c }
		a.kubeConfig = func(c string) string { return "kubeconfig-" + c }
		for _, c := range g.clusters {
			g.add("apps/"+a.name+"/"+a.name+".yaml", g.release(a, c))
		}
	}
	g.args = []string{"--cluster-from", "kubeConfig"}
}

// labelled has all objects of all clusters in one folder: a label tells their clusters.
func labelled(g *generator) {
	for _, a := range g.apps {
		a.labels = func(c string) fields {
			return fields{{key: "example.com/cluster", value: word(c)}, {key: "team", value: scalar("web")}}
		}
		for _, c := range g.clusters {
			g.add("releases/"+a.name+"_"+c+".yaml", g.release(a, c))
		}
	}
	g.args = []string{"--cluster-from", "label:example.com/cluster"}
}

// dumps is what kubectl prints of each cluster.
func dumps(g *generator) {
	g.habits = habits{}
	inJSON := g.chance(1, 3)
	for _, c := range g.clusters {
		name := "dumps/" + c + ".yaml"
		if inJSON {
			name = "dumps/" + c + ".json"
		}
		for _, a := range g.apps {
			a.labels = func(string) fields {
				return fields{{key: "kustomize.toolkit.fluxcd.io/name", value: scalar("apps")},
					{key: "kustomize.toolkit.fluxcd.io/namespace", value: scalar("flux-system")}}
			}
			d := g.draft(a, c, "release")
			all := d.release()
			metadata := all[2].value.(fields)
			all[2].value = append(fields{{key: "creationTimestamp", value: scalar(`"2026-01-01T00:00:00Z"`)},
				{key: "generation", value: scalar("3")}}, metadata...).with("resourceVersion", scalar(`"12345"`)).
				with("uid", scalar("0d9f8f5e-1111-2222-3333-444455556666"))
			all = all.with("status", fields{{key: "observedGeneration", value: scalar("3")}})
			g.add(name, g.on(a, all, c))
		}
		g.files[name].list, g.files[name].json = true, inJSON
	}
}
