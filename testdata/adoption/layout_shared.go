package adoption

// example is fluxcd/flux2-kustomize-helm-example: clusters/C has Kustomizations of overlays and of shared folders.
func example(g *generator) {
	infrastructure := &application{name: "infra-controllers", namespace: "flux-system"}
	configs := &application{name: "infra-configs", namespace: "flux-system"}
	apps := &application{name: "apps", namespace: "flux-system"}
	patched, readers := g.chance(1, 2), map[string]*object{}
	for _, c := range g.clusters {
		g.bootstrap("clusters/"+c, c)
		g.add("clusters/"+c+"/apps.yaml", g.delivery(apps, c, "./apps/"+c))
		readers[c] = g.sharedDelivery(infrastructure, c, "./infrastructure/controllers", patched && c == g.clusters[0])
		g.add("clusters/"+c+"/infrastructure.yaml", readers[c], g.delivery(configs, c, "./infrastructure/configs"))
	}
	half := len(g.apps) / 2
	g.base("apps", g.apps[half:])
	resources := []string{}
	for _, a := range g.apps[:half] {
		g.shared("infrastructure/controllers/"+a.name+".yaml", a, readers)
		resources = append(resources, a.name+".yaml")
	}
	g.add("infrastructure/controllers/kustomization.yaml", folder("", resources...))
	g.add("infrastructure/configs/kustomization.yaml", folder("", "issuers.yaml"))
	g.add("infrastructure/configs/issuers.yaml", plain("apiVersion: cert-manager.io/v1\nkind: ClusterIssuer\n"+
		"metadata:\n  name: main\nspec:\n  acme:\n    server: https://acme.example.com\n"))
}

// sharedDelivery returns a Kustomization of a folder that several clusters read, perhaps with a patch.
func (g *generator) sharedDelivery(a *application, c, path string, patched bool) *object {
	d := g.draft(a, "", "kustomization")
	d.own = draw(g.seed, a.name, c)
	all := fields{{key: "apiVersion", value: scalar(kustomize)}, {key: "kind", value: scalar("Kustomization")},
		{key: "metadata", value: fields{}.with("name", scalar(a.name)).with("namespace", scalar(a.namespace))}}
	spec := fields{{key: "interval", value: scalar("1h")}, {key: "path", value: scalar(path)},
		{key: "prune", value: oneOf("true", "true", "true", "true", "false")(d.random)}, {key: "sourceRef", value: fields{
			{key: "kind", value: scalar("GitRepository")}, {key: "name", value: scalar("flux-system")}}}}
	if patched {
		spec = spec.with("patches", list{fields{
			{key: "patch", value: block("- op: replace\n  path: /spec/interval\n  value: 5m\n")},
			{key: "target", value: fields{{key: "kind", value: scalar("HelmRelease")}}}}})
	}
	return g.on(a, all.with("spec", spec), c)
}

// shared adds a release in a folder that the Kustomizations of all clusters read.
func (g *generator) shared(name string, a *application, readers map[string]*object) {
	release := g.release(a, "").at(g.clusters...).perhaps("in a folder that several clusters read")
	release.readers = readers
	g.add(name, g.chart(a, "").at(g.clusters...).readBy(readers), release)
}

// base adds ROOT/base/APP with overlays ROOT/C, which patch it.
func (g *generator) base(root string, apps []*application) {
	for _, a := range apps {
		dir := root + "/base/" + a.name
		resources := []string{"release.yaml"}
		g.add(dir+"/release.yaml", g.release(a, "").at().stays("a base that overlays patch"))
		if chart := g.chart(a, "").at(g.clusters...); chart != nil {
			g.add(dir+"/repository.yaml", chart)
			resources = append(resources, "repository.yaml")
		}
		g.add(dir+"/kustomization.yaml", folder(a.namespace, resources...))
	}
	for _, c := range g.clusters {
		text := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
		patches := "patches:\n"
		for _, a := range apps {
			text += "  - ../base/" + a.name + "\n"
			patches += "  - path: " + a.name + "-values.yaml\n    target:\n      kind: HelmRelease\n      name: " + a.name + "\n"
			g.add(root+"/"+c+"/"+a.name+"-values.yaml", g.partial(a, c))
		}
		g.add(root+"/"+c+"/kustomization.yaml", plain(text+patches))
	}
}

// partial returns a patch of kustomize for a release.
func (g *generator) partial(a *application, c string) *object {
	d := g.draft(a, c, "patch")
	spec := fields{{key: "values", value: d.values()}}
	if d.chance(1, 2) {
		spec = append(fields{{key: "chart", value: fields{{key: "spec", value: fields{
			{key: "version", value: scalar("'>=1.0.0-alpha'")}}}}}}, spec...)
	}
	o := g.on(a, d.whole(helm, "HelmRelease", spec), c)
	return o.stays("a patch of kustomize")
}

// tenancy is fluxcd/flux2-multi-tenancy: the shared folders have Kustomizations.
func tenancy(g *generator) {
	policies, tenants := &application{name: "kyverno-policies", namespace: "flux-system"},
		&application{name: "tenants", namespace: "flux-system"}
	for _, c := range g.clusters {
		g.bootstrap("clusters/"+c, c)
		g.add("clusters/"+c+"/infrastructure.yaml", g.sharedDelivery(policies, c, "./infrastructure/kyverno-policies", false))
		g.add("clusters/"+c+"/tenants.yaml", g.delivery(tenants, c, "./tenants/"+c))
		overlay := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
		patches := "patches:\n"
		for _, a := range g.apps {
			overlay += "  - ../base/" + a.name + "\n"
			patches += "  - path: " + a.name + "-patch.yaml\n"
			d := g.draft(a, c, "patch")
			spec := fields{{key: "path", value: scalar("./" + c)}}
			g.add("tenants/"+c+"/"+a.name+"-patch.yaml",
				g.on(a, d.whole(kustomize, "Kustomization", spec), c).stays("a patch of kustomize"))
		}
		g.add("tenants/"+c+"/kustomization.yaml", plain(overlay+patches))
	}
	for _, a := range g.apps {
		sync := g.delivery(a, "", "./")
		sync.stays("a base that overlays patch")
		sync.clusters = nil
		g.add("tenants/base/"+a.name+"/sync.yaml", sync)
		g.add("tenants/base/"+a.name+"/kustomization.yaml", folder(a.namespace, "sync.yaml"))
	}
	g.add("infrastructure/kyverno-policies/kustomization.yaml", folder("", "policy.yaml"))
	g.add("infrastructure/kyverno-policies/policy.yaml", plain("apiVersion: kyverno.io/v1\nkind: ClusterPolicy\n"+
		"metadata:\n  name: verify\nspec: {}\n"))
}

// monorepo has a Kustomization per cluster for each shared folder, and folders of the clusters beside them.
func monorepo(g *generator) {
	half := (len(g.apps) + 1) / 2
	for _, a := range g.apps[:half] {
		on, readers := g.spread(a), map[string]*object{}
		dir := "infrastructure/" + a.name
		for _, c := range on {
			ks := &application{name: a.name, namespace: "flux-system"}
			readers[c] = g.sharedDelivery(ks, c, "./"+dir, false)
			g.add("clusters/"+c+"/infrastructure/"+a.name+".yaml", readers[c])
		}
		release, chart := g.release(a, "").at(on...), g.chart(a, "").at(on...).readBy(readers)
		release.perhaps("in a folder that several clusters read")
		release.readers = readers
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
	readers := map[string]*object{}
	for _, c := range g.clusters {
		apps := &application{name: "apps", namespace: "flux-system"}
		readers[c] = g.delivery(apps, c, "./apps/"+c)
		g.add("clusters/"+c+"/apps.yaml", readers[c])
	}
	for _, a := range g.apps {
		chart := g.chart(a, "").at(g.clusters...).readBy(readers)
		g.add("apps/base/"+a.name+"/source.yaml", chart)
		if chart != nil {
			g.add("apps/base/"+a.name+"/kustomization.yaml", folder("", "source.yaml"))
		}
		for _, c := range g.spread(a) {
			g.add("apps/"+c+"/"+a.name+"/release.yaml", g.release(a, c))
			if chart == nil {
				continue
			}
			g.add("apps/"+c+"/"+a.name+"/kustomization.yaml", folder("", "../../base/"+a.name, "release.yaml"))
		}
	}
}

// tenants is controlplaneio-fluxcd/d1-fleet: Flux itself is installed by flux-operator.
func tenants(g *generator) {
	readers := map[string]*object{}
	for _, c := range g.clusters {
		for _, name := range []string{"infra", "apps"} {
			ks := &application{name: "flux-" + name + "-tenant", namespace: "flux-system"}
			readers[c] = g.sharedDelivery(ks, c, "./tenants/"+name, false)
			g.add("clusters/"+c+"/"+name+"-tenant.yaml", readers[c])
		}
		g.add("clusters/"+c+"/runtime-info.yaml", plain("apiVersion: v1\nkind: ConfigMap\nmetadata:\n"+
			"  name: flux-runtime-info\n  namespace: flux-system\ndata:\n  CLUSTER_NAME: "+c+"\n"))
		g.add("clusters/"+c+"/flux-system/flux-instance.yaml", plain("apiVersion: fluxcd.controlplane.io/v1\n"+
			"kind: FluxInstance\nmetadata:\n  name: flux\n  namespace: flux-system\nspec:\n  distribution:\n    version: 2.x\n"))
	}
	for _, a := range g.apps {
		ks := g.delivery(a, "", "./components/"+a.name+"/${ENVIRONMENT}")
		ks.perhaps("in a folder that several clusters read")
		ks.clusters, ks.readers = g.clusters, readers
		dir := "tenants/apps/components/" + a.name
		g.add(dir+"/sync.yaml", ks)
		g.add(dir+"/kustomization.yaml", folder(a.namespace, "sync.yaml"))
	}
	resources := []string{}
	for _, a := range g.apps {
		resources = append(resources, "components/"+a.name)
	}
	g.add("tenants/apps/kustomization.yaml", folder("", resources...))
	g.add("tenants/infra/kustomization.yaml", folder("", "policy.yaml"))
	g.add("tenants/infra/policy.yaml", plain("apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata:\n  name: x\n"))
}
