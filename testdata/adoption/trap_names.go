package adoption

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// dotted gives a release a name with a point, as an object of Kubernetes may have.
func dotted(g *generator) bool {
	_, ok := g.change(nameLine, "  name: $1.v2")
	return ok
}

// numeric gives an object a name that is a number, in quotes.
func numeric(g *generator) bool {
	_, ok := g.change(nameLine, "  name: \"007\"")
	return ok
}

// long gives an object a name that is as long as those of Flux may be: 63 characters.
func long(g *generator) bool {
	_, ok := g.change(regexp.MustCompile(`(?m)^  name: ([a-z0-9][a-z0-9.-]{0,21})$`),
		"  name: $1-"+strings.Repeat("l", 40))
	return ok
}

// sameFileName adds releases whose names, with their namespaces, would be the name of one file.
func sameFileName(g *generator) bool {
	p, ok := g.sound()
	if !ok || p.kind() != "HelmRelease" || !strings.Contains(p.text, "\n  namespace: ") || g.layout == "hub-namespaces" {
		return false
	}
	name := nameLine.FindStringSubmatch(p.text)[1]
	namespace := regexp.MustCompile(`(?m)^  namespace: \S+$`)
	for _, n := range [][2]string{{name, "a"}, {name, "b"}, {"a-" + name, "c"}, {name + "-helmrelease", "a"},
		{"a_" + name, "a"}} {
		other := *p.object
		other.text = releaseLine.ReplaceAllString(p.text, "")
		other.text = strings.Replace(other.text, "  name: "+name+"\n", "  name: "+n[0]+"\n", 1)
		other.text = namespace.ReplaceAllString(other.text, "  namespace: "+n[1])
		if strings.Contains(n[0], "_") || len(n[0]) > 63 { // no name of an object of Flux is like that
			other.stays("its name is none")
		}
		g.add(p.file, &other)
	}
	return true
}

// bothKinds adds a Kustomization with the name and the namespace of a release.
func bothKinds(g *generator) bool {
	p, ok := g.sound()
	if !ok || p.kind() != "HelmRelease" || !strings.Contains(p.text, "\n  namespace: ") || g.layout == "hub-namespaces" ||
		g.layout == "home" || g.layout == "homes" || g.layout == "besides" { // they have it already
		return false
	}
	other := *p.object
	other.text = "apiVersion: " + kustomize + "\nkind: Kustomization\nmetadata:\n" + nameLine.FindString(p.text) + "\n" +
		regexp.MustCompile(`(?m)^  namespace: \S+$`).FindString(p.text) + "\nspec:\n  interval: 1h\n" +
		"  path: ./somewhere/else\n  prune: true\n  sourceRef:\n    kind: GitRepository\n    name: flux-system\n" +
		"    namespace: flux-system\n"
	if i := strings.Index(p.text, "  kubeConfig:\n"); i >= 0 {
		other.text += strings.Join(strings.SplitAfter(p.text[i:], "\n")[:3], "")
	}
	if i := strings.Index(p.text, "  labels:\n    example.com/cluster"); i >= 0 {
		labels := strings.Join(strings.SplitAfter(p.text[i:], "\n")[:2], "")
		other.text = strings.Replace(other.text, "\nspec:", "\n"+labels+"spec:", 1)
	}
	g.add(p.file, &other)
	return true
}

// comments writes comments and marks around the documents of a file, which change nothing.
func comments(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list {
		return false
	}
	text := strings.Replace(p.text, "\nspec:\n", "\n# above\nspec: # behind\n  # first\n", 1)
	p.text = "# before\n\n" + text + "# after\n\n"
	return true
}

// empty adds documents that are empty.
func empty(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list {
		return false
	}
	p.text += "---\n# nothing\n---\n"
	return true
}

// noObject adds a document that is no object of Kubernetes, so that its file stays.
func noObject(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list {
		return false
	}
	text := pick(g.random, "replicas: 2\nimage: x\n", "- a\n- b\n", "only a text\n", "metadata:\n  name: x\n")
	g.add(p.file, plain(text))
	return true
}

// byteOrder begins a file with a byte order mark, as some editors of Windows do.
func byteOrder(g *generator) bool {
	p, ok := g.sound()
	if !ok || g.files[p.file].list {
		return false
	}
	g.files[p.file].mark = true
	return true
}

// fileName renames a file, to a name that a shell would take for two.
func fileName(g *generator) bool {
	p, ok := g.sound()
	if !ok || !strings.Contains(p.file, "/"+p.app+"/") || len(g.args) > 0 ||
		slices.Contains(p.clusters, strings.TrimSuffix(path.Base(p.file), ".yaml")) { // the name of the cluster
		return false
	}
	renamed := beside(p.file, "my release (1).yaml")
	g.files[renamed] = g.files[p.file]
	delete(g.files, p.file)
	return true
}
