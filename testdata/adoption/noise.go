package adoption

// noise are files that have nothing to do with Flux, or only seem to.
var noise = map[string]string{
	".github/workflows/ci.yaml":            "on: push\njobs: {}\n",
	"README.md":                            "# helm.toolkit.fluxcd.io/v2\n",
	"charts/web/templates/deployment.yaml": "{{- if .Values.on }}\napiVersion: apps/v1\nkind: Deployment\n{{- end }}\n",
	"charts/web/Chart.yaml":                "apiVersion: v2\nname: web\nversion: 1.0.0\n",
	"charts/web/templates/release.yaml": "{{- range .Values.all }}\n---\napiVersion: helm.toolkit.fluxcd.io/v2\n" +
		"kind: HelmRelease\nmetadata:\n  name: {{ .name }}\n{{- end }}\n",
	"talos/patches/kubelet.yaml": "machine:\n  kubelet:\n    extraArgs: {a: b}\n",
	"docs/values.yaml":           "a: b\n---\n- c\n- d\n",
	"infra-notes/list.json":      "[1, 2]\n",
	"secrets/cluster.sops.yaml":  "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\nsops: {}\n",
	"crds/helmreleases.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n" +
		"  name: helmreleases.helm.toolkit.fluxcd.io\nspec:\n  group: helm.toolkit.fluxcd.io\n",
	"policies/match.yaml": "kind: ClusterPolicy\nspec:\n  kinds: [helm.toolkit.fluxcd.io/v2/HelmRelease]\n",
}

// surround adds files that have nothing to do with Flux.
func (g *generator) surround() {
	for _, name := range sorted(noise) {
		if g.chance(1, 6) {
			g.files[name] = &file{text: noise[name]}
		}
	}
	if p, ok := g.pick(); ok && g.chance(1, 10) {
		g.files[p.file].crlf = true
	}
}
