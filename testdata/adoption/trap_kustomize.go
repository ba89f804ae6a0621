package adoption

import (
	"path"
	"regexp"
	"strings"
)

var namespaceLine = regexp.MustCompile(`(?m)^  namespace: (\S+)$`)

// unlisted returns a sound release in a folder that has no file of kustomize.
func (g *generator) unlisted() (place, bool) {
	p, ok := g.sound()
	ok = ok && p.kind() == "HelmRelease" && !g.files[p.file].list && strings.Contains(p.file, "/")
	return p, ok && g.files[beside(p.file, "kustomization.yaml")] == nil
}

// kustomized adds a file of kustomize beside a release, which has more than a list of resources. It returns the
// release.
func (g *generator) kustomized(more func(namespace string) string) (place, bool) {
	p, ok := g.unlisted()
	if !ok || !namespaceLine.MatchString(p.text) {
		return p, false
	}
	g.add(beside(p.file, "kustomization.yaml"), plain("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"+
		more(namespaceLine.FindStringSubmatch(p.text)[1])+"resources:\n  - "+path.Base(p.file)+"\n"))
	return p, true
}

// all says what must become of the releases of a file.
func (g *generator) all(p place, w want, why string) {
	for _, o := range g.files[p.file].documents {
		if o.want == must {
			o.want, o.why = w, why
		}
	}
}

// sameNamespace sets the namespace that the release has: that changes nothing.
func sameNamespace(g *generator) bool {
	p, ok := g.kustomized(func(namespace string) string { return "namespace: " + namespace + "\n" })
	if ok && strings.Count(strings.Join(g.textsOf(p.file), ""), "\n  namespace: ") > 1 {
		g.all(p, either, "kustomize changes its namespace, or that of another one of its file")
	}
	return ok
}

func (g *generator) textsOf(name string) (all []string) {
	for _, o := range g.files[name].documents {
		all = append(all, o.text)
	}
	return all
}

// otherNamespace sets another namespace: what is deployed is not what the file has.
func otherNamespace(g *generator) bool {
	p, ok := g.kustomized(func(string) string { return "namespace: elsewhere\n" })
	if ok {
		g.all(p, left, "kustomize changes its namespace")
	}
	return ok
}

func moreLabels(g *generator) bool {
	p, ok := g.kustomized(func(string) string {
		return pick(g.random, "commonLabels:\n  a: b\n",
			"labels:\n  - pairs:\n      a: b\n", "commonAnnotations:\n  a: b\n")
	})
	if ok {
		g.all(p, left, "kustomize adds labels or annotations")
	}
	return ok
}

func prefix(g *generator) bool {
	p, ok := g.kustomized(func(string) string { return pick(g.random, "namePrefix: a-\n", "nameSuffix: -b\n") })
	if ok {
		g.all(p, left, "kustomize changes its name")
	}
	return ok
}
