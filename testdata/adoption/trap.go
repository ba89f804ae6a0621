package adoption

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// traps change a repository, so that something of it must stay, or so that something sound looks strange. Each says
// whether it found something to change.
var traps = []struct {
	name string
	set  func(*generator) bool
}{
	{"duplicate", duplicate}, {"broken file", brokenFile}, {"key twice", keyTwice},
	{"encrypted", hasSecrets}, {"unknown field", unknownField}, {"placeholder", placeholder}, {"status", status},
	{"owned", hasOwner}, {"root", rootOfFolder}, {"patched", patched}, {"namespace", namespace}, {"prefix", prefix},
	{"labels", labels}, {"unlisted", unlisted}, {"list", kubectlList}, {"json", inJSONFile}, {"images", automation},
	{"stranger", stranger}, {"twin", twin}, {"both kinds", bothKinds}, {"hidden", hidden}, {"old version", oldVersion},
	{"numeric", numeric}, {"long", long}, {"comments", comments}, {"empty", empty}, {"byte order", byteOrder},
	{"no object", noObject}, {"file name", fileName}, {"annotated", annotated}, {"tools", byTools},
}

// trap sets one or two traps.
func (g *generator) trap() {
	for range g.between(1, 2) {
		for range 20 {
			trap := pick(g.random, traps...)
			if !slices.Contains(g.traps, trap.name) && trap.set(g) {
				g.traps = append(g.traps, trap.name)
				break
			}
		}
	}
}

// pick returns a sound workload, with its place; false where there is none.
func (g *generator) pick() (place, bool) {
	all := g.sound()
	if len(all) == 0 {
		return place{}, false
	}
	return pick(g.random, all...), true
}

// alone returns a sound release in a folder that has no file of kustomize, alone in its file.
func (g *generator) alone() (place, bool) {
	p, ok := g.pick()
	ok = ok && p.kind() == "HelmRelease" && len(g.files[p.file].documents) == 1
	return p, ok && g.files[beside(p.file, "kustomization.yaml")] == nil
}

// beside returns the name of a new file in the folder of another one.
func beside(name, base string) string { return path.Join(path.Dir(name), base) }

var (
	kindLine      = regexp.MustCompile(`(?m)^kind: (\w+)$`)
	nameLine      = regexp.MustCompile(`(?m)^  name: ([a-z0-9.-]+)$`)
	namespaceLine = regexp.MustCompile(`(?m)^  namespace: (\S+)$`)
	specLine      = regexp.MustCompile(`(?m)^spec:\n`)
	metadataLine  = regexp.MustCompile(`(?m)^metadata:\n`)
)

// change changes the text of a sound object at its first place.
func (g *generator) change(old *regexp.Regexp, text string) (place, bool) {
	p, ok := g.pick()
	if !ok || !old.MatchString(p.text) {
		return p, false
	}
	at := old.FindStringIndex(p.text)
	p.text = p.text[:at[0]] + old.ReplaceAllString(p.text[at[0]:at[1]], text) + p.text[at[1]:]
	return p, true
}

// leave changes a sound object so that it stays.
func (g *generator) leave(old *regexp.Regexp, text string, why reason) bool {
	p, ok := g.change(old, text)
	if ok {
		p.stay(why)
	}
	return ok
}

// duplicate copies an object within its cluster, perhaps with another value. Nobody knows which one is meant.
func duplicate(g *generator) bool {
	p, ok := g.pick()
	if !ok || len(g.clusters) == 0 || len(g.args) > 0 || strings.HasPrefix(g.layout, "hub") {
		return false
	}
	copied := *p.object
	if g.chance(1, 2) {
		copied.text = strings.Replace(copied.text, "interval: ", "interval: 1", 1)
	}
	g.add(beside(p.file, "copy.yaml"), &copied)
	if g.files[beside(p.file, "kustomization.yaml")] != nil { // which does not list it
		copied.stay(unbuilt)
		return true
	}
	g.wrong = "FA701"
	return true
}

// brokenFile adds a text to a file that is no YAML.
func brokenFile(g *generator) bool {
	p, ok := g.pick()
	if ok {
		g.add(p.file, plain("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x\nspec:\n  a: [\n"))
		g.wrong = "FA001"
	}
	return ok
}

func keyTwice(g *generator) bool {
	p, ok := g.pick()
	if ok {
		p.text += "kind: " + p.kind() + "\n"
		g.wrong = "FA002"
	}
	return ok
}

func hasSecrets(g *generator) bool {
	return g.leave(specLine, "sops:\n  mac: ENC[AES256_GCM,data:x,type:str]\n  version: 3.9.0\nspec:\n", encrypted)
}

func unknownField(g *generator) bool { return g.leave(specLine, "spec:\n  intervall: 5m\n", refused) }

func status(g *generator) bool {
	return g.leave(metadataLine, "metadata:\n  resourceVersion: \"1\"\n  uid: 0d9f8f5e-1111-2222-3333-44445555\n", observed)
}

func hasOwner(g *generator) bool {
	return g.leave(metadataLine, "metadata:\n  ownerReferences:\n  - apiVersion: example.com/v1\n    kind: Tenant\n"+
		"    name: web\n    uid: 0d9f8f5e-1111-2222-3333-444455556666\n", owned)
}

func placeholder(g *generator) bool {
	p, ok := g.change(nameLine, "  name: $1-$${SUFFIX}")
	if ok {
		p.perhaps()
	}
	return ok
}

// rootOfFolder adds a Kustomization that applies the folder of its own file.
func rootOfFolder(g *generator) bool {
	p, ok := g.alone()
	if !ok || len(p.clusters) != 1 || len(g.clusters) == 0 || strings.HasPrefix(g.layout, "hub") {
		return false
	}
	o := g.delivery(inFlux("everything"), "", "./"+path.Dir(p.file))
	g.add(beside(p.file, "everything.yaml"), o.at(p.clusters...).stay(root))
	return true
}

// list adds a file of kustomize beside a release, which has more than a list of resources.
func (g *generator) list(more string, fate fate, why reason) bool {
	p, ok := g.alone()
	if !ok || !namespaceLine.MatchString(p.text) {
		return false
	}
	g.add(beside(p.file, "kustomization.yaml"), plain("apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"+
		strings.ReplaceAll(more, "NAMESPACE", namespaceLine.FindStringSubmatch(p.text)[1])+
		"resources:\n  - "+path.Base(p.file)+"\n"))
	for _, name := range g.names() { // what the list does not name
		if path.Dir(name) == path.Dir(p.file) && name != p.file {
			for _, o := range g.files[name].documents {
				if o.fate == sound {
					o.stay(unbuilt)
				}
			}
		}
	}
	p.fate, p.why = fate, why
	return true
}

func namespace(g *generator) bool {
	if g.chance(1, 2) {
		return g.list("namespace: elsewhere\n", stays, changed)
	}
	return g.list("namespace: NAMESPACE\n", sound, "") // that changes nothing
}

func prefix(g *generator) bool { return g.list("namePrefix: a-\n", stays, changed) }

func labels(g *generator) bool {
	return g.list(pick(g.random, "commonLabels:\n  a: b\n", "labels:\n  - pairs:\n      a: b\n"), open, "")
}

// unlisted adds a file of kustomize that does not name the release beside it.
func unlisted(g *generator) bool {
	more := pick(g.random, "# - release.yaml\n", "")
	p, ok := g.alone()
	if ok {
		g.add(beside(p.file, "kustomization.yaml"), plain("resources:\n"+more+"- more.yaml\n"))
		g.add(beside(p.file, "more.yaml"), namespaceObject("more"))
		for _, name := range g.names() {
			for _, o := range g.files[name].documents {
				if o.fate == sound && path.Dir(name) == path.Dir(p.file) {
					o.stay(unbuilt)
				}
			}
		}
	}
	return ok
}

// patched adds a file of kustomize beside a release, which patches it.
func patched(g *generator) bool {
	return g.list("patches:\n  - target:\n      kind: HelmRelease\n    patch: |\n      - op: add\n"+
		"        path: /spec/suspend\n        value: true\n", stays, changed)
}

// kubectlList prints the objects of a file as a List.
func kubectlList(g *generator) bool {
	p, ok := g.alone()
	if ok {
		g.files[p.file].list = true
		p.stay(inList)
	}
	return ok
}

func inJSONFile(g *generator) bool {
	p, ok := g.alone()
	if ok {
		name := strings.TrimSuffix(p.file, path.Ext(p.file)) + ".json"
		g.files[name] = g.files[p.file]
		g.files[name].json = true
		delete(g.files, p.file)
		p.stay(inJSON)
	}
	return ok
}

// automation writes files where the documents are not.
func automation(g *generator) bool {
	p, ok := g.pick()
	if g.images, _, _ = strings.Cut(p.file, "/"); ok {
		g.add("images.yaml", plain("apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImageUpdateAutomation\nmetadata:\n"+
			"  name: all\n  namespace: flux-system\nspec:\n  interval: 1h\n  sourceRef: {kind: GitRepository, name: x}\n"+
			"  git: {commit: {author: {email: a@example.com}}}\n  update: {path: ./"+g.images+", strategy: Setters}\n"))
	}
	return ok
}
