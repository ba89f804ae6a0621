package adoption

import "strings"

// example is fluxcd/flux2-kustomize-helm-example: clusters/C has Kustomizations of overlays and of shared folders.
func example(g *generator) {
	controllers, configs, apps := inFlux("infra-controllers"), inFlux("infra-configs"), inFlux("apps")
	patched := g.chance(1, 2)
	why := shared
	if patched {
		why = changed
	}
	for _, c := range g.clusters {
		g.bootstrap("clusters/"+c, c)
		g.add("clusters/"+c+"/apps.yaml", g.delivery(apps, c, "./apps/"+c))
		g.add("clusters/"+c+"/infrastructure.yaml",
			g.reads(controllers, c, "./infrastructure/controllers", patched && c == g.clusters[0]),
			g.delivery(configs, c, "./infrastructure/configs"))
	}
	half := len(g.apps) / 2
	g.base("apps", g.apps[half:])
	resources := []string{}
	for _, a := range g.apps[:half] {
		g.add("infrastructure/controllers/"+a.name+".yaml", g.chart(a, "").at(g.clusters...),
			g.release(a, "").at(g.clusters...).stay(why))
		resources = append(resources, a.name+".yaml")
	}
	g.add("infrastructure/controllers/kustomization.yaml", folder("", resources...))
	g.add("infrastructure/configs/kustomization.yaml", folder("", "issuers.yaml"))
	g.add("infrastructure/configs/issuers.yaml", plain("apiVersion: cert-manager.io/v1\nkind: ClusterIssuer\n"+
		"metadata:\n  name: main\nspec:\n  acme:\n    server: https://acme.example.com\n"))
}

// inFlux returns an application in the namespace of Flux.
func inFlux(name string) *application { return &application{name: name, namespace: "flux-system"} }

// base adds ROOT/base/APP with overlays ROOT/C, which patch it.
func (g *generator) base(dir string, apps []*application) {
	for _, a := range apps {
		base := dir + "/base/" + a.name
		resources := []string{"release.yaml"}
		g.add(base+"/release.yaml", g.release(a, "").at(g.clusters...).stay(changed))
		if chart := g.chart(a, "").at(g.clusters...); chart != nil {
			g.add(base+"/repository.yaml", chart)
			resources = append(resources, "repository.yaml")
		}
		g.add(base+"/kustomization.yaml", folder(a.namespace, resources...))
	}
	for _, c := range g.clusters {
		text := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
		patches := "patches:\n"
		for _, a := range apps {
			text += "  - ../base/" + a.name + "\n"
			patches += "  - path: " + a.name + "-values.yaml\n    target:\n      kind: HelmRelease\n      name: " + a.name + "\n"
			d := g.draft(a, c, "patch")
			o := g.on(a, d.whole(helm, "HelmRelease", fields{{key: "values", value: d.values()}}), c)
			g.add(dir+"/"+c+"/"+a.name+"-values.yaml", o.stay(patch))
		}
		g.add(dir+"/"+c+"/kustomization.yaml", plain(text+patches))
	}
}

// tenancy is fluxcd/flux2-multi-tenancy: the shared folders have Kustomizations, which overlays patch.
func tenancy(g *generator) {
	for _, c := range g.clusters {
		g.bootstrap("clusters/"+c, c)
		g.add("clusters/"+c+"/infrastructure.yaml", g.reads(inFlux("policies"), c, "./infrastructure/policies", false))
		g.add("clusters/"+c+"/tenants.yaml", g.delivery(inFlux("tenants"), c, "./tenants/"+c))
		overlay := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
		patches := "patches:\n"
		for _, a := range g.apps {
			overlay += "  - ../base/" + a.name + "\n"
			patches += "  - path: " + a.name + "-patch.yaml\n"
			all := g.draft(a, c, "patch").whole(kustomize, "Kustomization", fields{{key: "path", value: scalar("./" + c)}})
			g.add("tenants/"+c+"/"+a.name+"-patch.yaml", g.on(a, all, c).stay(patch))
		}
		g.add("tenants/"+c+"/kustomization.yaml", plain(overlay+patches))
	}
	for _, a := range g.apps {
		sync := g.delivery(a, "", "./").at(g.clusters...).stay(changed)
		sync.text = strings.Replace(sync.text, "\n    name: flux-system\n", "\n    name: "+a.name+"\n", 1)
		g.add("tenants/base/"+a.name+"/sync.yaml", sync)
		g.add("tenants/base/"+a.name+"/kustomization.yaml", folder(a.namespace, "sync.yaml"))
	}
	g.add("infrastructure/policies/kustomization.yaml", folder("", "policy.yaml"))
	g.add("infrastructure/policies/policy.yaml", plain("apiVersion: kyverno.io/v1\nkind: ClusterPolicy\n"+
		"metadata:\n  name: verify\nspec: {}\n"))
}

// monorepo has a Kustomization per cluster for each shared folder, and folders of the clusters beside them.
func monorepo(g *generator) {
	half := (len(g.apps) + 1) / 2
	for _, a := range g.apps[:half] {
		on, dir := g.spread(a), "infrastructure/"+a.name
		for _, c := range on {
			g.add("clusters/"+c+"/infrastructure/"+a.name+".yaml", g.reads(inFlux(a.name), c, "./"+dir, false))
		}
		release, chart := g.release(a, "").at(on...), g.chart(a, "").at(on...)
		if len(on) > 1 { // else the release is of one cluster
			release.stay(shared)
		}
		g.add(dir+"/release.yaml", release)
		g.add(dir+"/source.yaml", chart)
		if g.chance(1, 2) && chart != nil {
			g.add(dir+"/kustomization.yaml", folder("", "release.yaml", "source.yaml"))
		}
	}
	for _, a := range g.apps[half:] {
		for _, c := range g.spread(a) {
			g.add("clusters/"+c+"/apps/"+a.name+".yaml", g.release(a, c))
		}
	}
}

// overlays has complete releases in overlays, and a base of sources.
func overlays(g *generator) {
	for _, c := range g.clusters {
		g.add("clusters/"+c+"/apps.yaml", g.delivery(inFlux("apps"), c, "./apps/"+c))
	}
	for _, a := range g.apps {
		chart := g.chart(a, "").at(g.clusters...)
		g.add("apps/base/"+a.name+"/source.yaml", chart)
		if chart != nil {
			g.add("apps/base/"+a.name+"/kustomization.yaml", folder("", "source.yaml"))
		}
		for _, c := range g.spread(a) {
			g.add("apps/"+c+"/"+a.name+"/release.yaml", g.release(a, c))
			if chart != nil {
				g.add("apps/"+c+"/"+a.name+"/kustomization.yaml", folder("", "../../base/"+a.name, "release.yaml"))
			}
		}
	}
}
