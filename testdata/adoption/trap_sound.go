package adoption

import (
	"slices"
	"strings"
)

// stranger adds a release in a folder that is of no cluster.
func stranger(g *generator) bool {
	o := g.release(&application{name: "stranger", namespace: "tools"}, "").at("hub").perhaps()
	g.add(pick(g.random, "misc/", "bootstrap/tools/", "hack/a/b/c/")+"stranger.yaml", o)
	return true
}

// renamed returns the application of an object with another name.
func (o *object) renamed() { o.app += " renamed" }

// twin adds a release of the name that another one has, in another namespace of the same cluster.
func twin(g *generator) bool {
	p, ok := g.pick()
	if !ok || p.kind() != "HelmRelease" || g.layout == "hub-namespaces" || !namespaceLine.MatchString(p.text) {
		return false
	}
	other := *p.object
	other.text = namespaceLine.ReplaceAllString(p.text, "  namespace: twins")
	other.renamed()
	g.add(p.file, &other)
	return true
}

// bothKinds adds a Kustomization with the name and the namespace of a release.
func bothKinds(g *generator) bool {
	p, ok := g.pick()
	if !ok || p.kind() != "HelmRelease" || !namespaceLine.MatchString(p.text) || strings.HasPrefix(g.layout, "h") {
		return false
	}
	other := *p.object
	other.text = "apiVersion: " + kustomize + "\nkind: Kustomization\nmetadata:\n" + nameLine.FindString(p.text) + "\n" +
		namespaceLine.FindString(p.text) + "\nspec:\n  interval: 1h\n  path: ./somewhere/else\n  prune: true\n" +
		"  sourceRef:\n    kind: GitRepository\n    name: flux-system\n    namespace: flux-system\n"
	other.renamed()
	g.add(p.file, &other)
	return true
}

// hidden adds a folder that nobody reads, with an object that is elsewhere too.
func hidden(g *generator, p place) {
	g.files[".archive/"+p.file] = &file{text: p.text}
}

// oldVersion writes an object in an older version, which has the same fields.
func oldVersion(g *generator, p place) {
	p.text = strings.Replace(p.text, helm, "helm.toolkit.fluxcd.io/v2beta2", 1)
	p.text = strings.Replace(p.text, kustomize, "kustomize.toolkit.fluxcd.io/v1beta2", 1)
}

// numeric gives an object a name that is a number, in quotes.
func numeric(g *generator) bool { return g.rename("  name: \"007\"") }

// long gives an object a name that is as long as those of Flux may be.
func long(g *generator) bool { return g.rename("  name: $1-" + strings.Repeat("l", 30)) }

func (g *generator) rename(text string) bool { return g.change(nameLine, text, place.renamed) }

// comments writes comments and marks around the documents of a file, which change nothing.
func comments(g *generator, p place) {
	text := strings.Replace(p.text, "\nspec:\n", "\n# above\nspec: # behind\n  # first\n", 1)
	p.text = "# before\n\n" + text + "# after\n\n"
}

// empty adds documents that are empty.
func empty(g *generator, p place) {
	p.text += "---\n# nothing\n---\n"
}

// byteOrder begins a file with a byte order mark, as some editors of Windows do.
func byteOrder(g *generator, p place) {
	g.files[p.file].mark = true
}

// noObject adds a document that is no object of Kubernetes.
func noObject(g *generator) bool {
	p, ok := g.pick()
	if ok && !slices.Contains(g.traps, "list") {
		g.add(p.file, plain(pick(g.random, "replicas: 2\nimage: x\n", "metadata:\n  name: x\n")))
	}
	return ok
}

// fileName renames a file, to a name that a shell would take for two.
func fileName(g *generator) bool {
	p, ok := g.alone()
	if !ok || len(g.args) > 0 {
		return false
	}
	renamed := beside(p.file, "my release (1).yaml")
	g.files[renamed] = g.files[p.file]
	delete(g.files, p.file)
	return true
}

// annotated gives an object annotations in an odd style.
func annotated(g *generator) bool {
	p, ok := g.pick()
	if !ok || strings.Contains(p.text, "\n  annotations:") || !metadataLine.MatchString(p.text) {
		return false
	}
	p.text = metadataLine.ReplaceAllString(p.text, pick(g.random, "metadata:\n  annotations: {a: b} # short\n",
		"metadata:\n  annotations:\n\n      # deep\n      a: b\n", "metadata:\n  annotations: {}\n",
		"metadata:\n  annotations:\n"))
	return true
}

// byTools gives an object what tools write, which is the author's in Git.
func byTools(g *generator) bool {
	p, ok := g.pick()
	if !ok || strings.Contains(p.text, "\n  labels:\n") || !metadataLine.MatchString(p.text) {
		return false
	}
	p.text = metadataLine.ReplaceAllString(p.text, "metadata:\n  labels:\n    app.kubernetes.io/managed-by: Helm\n")
	return true
}
