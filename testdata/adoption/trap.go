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
	{"duplicate", duplicate}, {"broken file", anywhere(brokenFile)}, {"key twice", anywhere(keyTwice)},
	{"encrypted", hasSecrets}, {"unknown field", unknownField}, {"placeholder", placeholder}, {"status", status},
	{"owned", hasOwner}, {"root", rootOfFolder}, {"patched", patched}, {"namespace", namespace}, {"prefix", prefix},
	{"labels", labels}, {"unlisted", alone(unlisted)}, {"list", alone(kubectlList)}, {"json", alone(inJSONFile)},
	{"images", anywhere(automation)}, {"stranger", stranger}, {"twin", twin}, {"both kinds", bothKinds},
	{"hidden", anywhere(hidden)}, {"old version", anywhere(oldVersion)}, {"numeric", numeric}, {"long", long},
	{"comments", anywhere(comments)}, {"empty", anywhere(empty)}, {"byte order", anywhere(byteOrder)},
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

// anywhere is a trap that changes a sound workload.
func anywhere(change func(*generator, place)) func(*generator) bool {
	return at((*generator).pick, change)
}

// alone is a trap that changes a release that is alone.
func alone(change func(*generator, place)) func(*generator) bool {
	return at((*generator).alone, change)
}

func at(pick func(*generator) (place, bool), change func(*generator, place)) func(*generator) bool {
	return func(g *generator) bool {
		p, ok := pick(g)
		if ok {
			change(g, p)
		}
		return ok
	}
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

// change changes the text of a sound object at its first place, and what is known of it.
func (g *generator) change(old *regexp.Regexp, text string, known func(place)) bool {
	p, ok := g.pick()
	if !ok || !old.MatchString(p.text) {
		return false
	}
	at := old.FindStringIndex(p.text)
	p.text = p.text[:at[0]] + old.ReplaceAllString(p.text[at[0]:at[1]], text) + p.text[at[1]:]
	known(p)
	return true
}

// leave changes a sound object so that it stays.
func (g *generator) leave(old *regexp.Regexp, text string, why reason) bool {
	return g.change(old, text, func(p place) { p.stay(why) })
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
func brokenFile(g *generator, p place) {
	g.add(p.file, plain("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: x\nspec:\n  a: [\n"))
	g.wrong = "FA001"
}

func keyTwice(g *generator, p place) {
	p.text += "kind: " + p.kind() + "\n"
	g.wrong = "FA002"
}

func hasSecrets(g *generator) bool {
	return g.leave(specLine, "sops:\n  mac: ENC[AES256_GCM,data:x,type:str]\n  version: 3.9.0\nspec:\n", encrypted)
}

func unknownField(g *generator) bool { return g.leave(specLine, "spec:\n  intervall: 5m\n", refused) }

func status(g *generator) bool {
	return g.leave(metadataLine, "metadata:\n  resourceVersion: \"1\"\n  uid: 0d9f8f5e-1111-2222-3333-444455\n", observed)
}

func hasOwner(g *generator) bool {
	return g.leave(metadataLine, "metadata:\n  ownerReferences:\n  - apiVersion: example.com/v1\n    kind: Tenant\n"+
		"    name: web\n    uid: 0d9f8f5e-1111-2222-3333-444455556666\n", owned)
}

func placeholder(g *generator) bool {
	return g.change(nameLine, "  name: $1-$${SUFFIX}", func(p place) { p.perhaps() })
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
	g.unbuilt(p.file)
	p.fate, p.why = fate, why
	return true
}

// unbuilt leaves what is sound in the folder of a file, which a list names no more.
func (g *generator) unbuilt(file string) {
	for _, p := range g.sound() {
		if path.Dir(p.file) == path.Dir(file) {
			p.stay(unbuilt)
		}
	}
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
func unlisted(g *generator, p place) {
	more := pick(g.random, "# - release.yaml\n", "")
	g.add(beside(p.file, "kustomization.yaml"), plain("resources:\n"+more+"- more.yaml\n"))
	g.add(beside(p.file, "more.yaml"), namespaceObject("more"))
	g.unbuilt(p.file)
}

// patched adds a file of kustomize beside a release, which patches it.
func patched(g *generator) bool {
	return g.list("patches:\n  - target:\n      kind: HelmRelease\n    patch: |\n      - op: add\n"+
		"        path: /spec/suspend\n        value: true\n", stays, changed)
}

// kubectlList prints the objects of a file as a List.
func kubectlList(g *generator, p place) {
	g.files[p.file].list = true
	p.stay(inList)
}

func inJSONFile(g *generator, p place) {
	name := strings.TrimSuffix(p.file, path.Ext(p.file)) + ".json"
	g.files[name] = g.files[p.file]
	g.files[name].json = true
	delete(g.files, p.file)
	p.stay(inJSON)
}

// automation writes files where the documents are not.
func automation(g *generator, p place) {
	g.images, _, _ = strings.Cut(p.file, "/")
	g.add("images.yaml", plain("apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImageUpdateAutomation\nmetadata:\n"+
		"  name: all\n  namespace: flux-system\nspec:\n  interval: 1h\n  sourceRef: {kind: GitRepository, name: x}\n"+
		"  git: {commit: {author: {email: a@example.com}}}\n  update: {path: ./"+g.images+", strategy: Setters}\n"))
}
