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
	{"duplicate", duplicate}, {"same release", sameRelease}, {"encrypted", encrypted}, {"unknown field", unknownField},
	{"placeholder", placeholder}, {"deleted", deleted}, {"owned", owned}, {"broken file", brokenFile},
	{"key twice", keyTwice}, {"shared folder moved", sharedMoved}, {"folder renamed", folderRenamed},
	{"stranger", stranger}, {"helm operator", helmOperator}, {"root", root}, {"twin", twin}, {"patched", patched},
	{"odd cluster", oddCluster}, {"hidden", hidden}, {"old version", oldVersion},
	{"dotted", dotted}, {"numeric", numeric}, {"long", long}, {"same file name", sameFileName}, {"both kinds", bothKinds},
	{"same namespace", sameNamespace}, {"other namespace", otherNamespace}, {"more labels", moreLabels},
	{"prefix", prefix}, {"foreign", foreign}, {"file name", fileName}, {"comments", comments}, {"empty", empty},
	{"byte order", byteOrder}, {"no object", noObject},
}

// trap sets one or two traps.
func (g *generator) trap() {
	defer g.settleRoots()
	defer g.settleLonely()
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

// sound returns a workload that must come in, with its place; false where there is none.
func (g *generator) sound() (place, bool) {
	all := g.wanted(must)
	if len(all) == 0 {
		return place{}, false
	}
	return pick(g.random, all...), true
}

// beside returns the name of a new file in the folder of another one.
func beside(name, base string) string { return path.Join(path.Dir(name), base) }

// duplicate copies an object within its cluster, perhaps with another value. Nobody knows which one is meant.
func duplicate(g *generator) bool {
	p, ok := g.sound()
	if !ok || !strings.Contains(p.file, "/") {
		return false
	}
	copied := *p.object
	if g.chance(1, 2) {
		copied.text = strings.Replace(copied.text, "interval: ", "timeout: 7m\n  interval: ", 1)
	}
	p.stays("it is there twice")
	copied.stays("it is there twice")
	if g.chance(1, 2) || g.files[p.file].list {
		g.add(p.file, &copied)
	} else {
		g.add(sameFolder(p.file), &copied)
	}
	return true
}

// sameFolder returns the name of a file beside another one. A file for a cluster cannot have one beside it.
func sameFolder(name string) string { return strings.TrimSuffix(name, path.Ext(name)) + "/copy.yaml" }

var (
	nameLine    = regexp.MustCompile(`(?m)^  name: (\S+)$`)
	releaseLine = regexp.MustCompile(`(?m)^  releaseName: (\S+)\n`)
	kindLine    = regexp.MustCompile(`(?m)^kind: (\w+)$`)
)

func (o *object) kind() string { return kindLine.FindStringSubmatch(o.text)[1] }

// sameRelease adds a release that Helm stores under the name of another one.
func sameRelease(g *generator) bool {
	p, ok := g.sound()
	if !ok || p.kind() != "HelmRelease" {
		return false
	}
	name := nameLine.FindStringSubmatch(p.text)[1]
	release := name
	if set := releaseLine.FindStringSubmatch(p.text); set != nil {
		release = set[1]
	}
	text := releaseLine.ReplaceAllString(p.text, "")
	text = strings.Replace(text, "  name: "+name+"\n", "  name: "+name+"-canary\n", 1)
	text = strings.Replace(text, "\nspec:\n", "\nspec:\n  releaseName: "+release+"\n", 1)
	canary := *p.object
	canary.text = text
	p.stays("another HelmRelease has its Helm release")
	canary.stays("it has the Helm release of another one")
	g.add(p.file, &canary)
	return true
}

// change changes the text of a sound object.
func (g *generator) change(old *regexp.Regexp, text string) (place, bool) {
	p, ok := g.sound()
	if !ok || !old.MatchString(p.text) {
		return p, false
	}
	at := old.FindStringIndex(p.text)
	p.text = p.text[:at[0]] + old.ReplaceAllString(p.text[at[0]:at[1]], text) + p.text[at[1]:]
	return p, true
}

var (
	specLine     = regexp.MustCompile(`(?m)^spec:\n`)
	metadataLine = regexp.MustCompile(`(?m)^metadata:\n`)
)

func encrypted(g *generator) bool {
	p, ok := g.change(specLine, "sops:\n  age:\n    - recipient: age1example\n      enc: x\n"+
		"  mac: ENC[AES256_GCM,data:x,type:str]\n  lastmodified: \"2026-01-01T00:00:00Z\"\n  version: 3.9.0\nspec:\n")
	if ok {
		p.stays("SOPS has encrypted it")
	}
	return ok
}

func unknownField(g *generator) bool {
	p, ok := g.change(specLine, "spec:\n  intervall: 5m\n")
	if ok {
		p.stays("Flux knows no such field")
	}
	return ok
}

func placeholder(g *generator) bool {
	p, ok := g.change(regexp.MustCompile(`(?m)^  name: ([a-z0-9.-]+)$`), "  name: $1-$${SUFFIX}")
	if ok {
		p.perhaps("its name has a variable")
	}
	return ok
}

func deleted(g *generator) bool {
	p, ok := g.change(metadataLine, "metadata:\n  deletionTimestamp: \"2026-01-01T00:00:00Z\"\n")
	if ok {
		p.stays("it is being deleted")
	}
	return ok
}

func owned(g *generator) bool {
	if p, ok := g.sound(); ok && g.chance(1, 3) && !strings.Contains(p.text, "\n  labels:\n") &&
		!strings.Contains(p.text, "\n  annotations:\n") {
		p.text = metadataLine.ReplaceAllString(p.text, "metadata:\n  labels:\n    app.kubernetes.io/managed-by: Helm\n"+
			"  annotations:\n    meta.helm.sh/release-name: web\n    meta.helm.sh/release-namespace: web\n")
		p.perhaps("Helm owns it")
		p.warned = true
		return true
	}
	p, ok := g.change(metadataLine, "metadata:\n  ownerReferences:\n  - apiVersion: example.com/v1\n    kind: Tenant\n"+
		"    name: web\n    uid: 0d9f8f5e-1111-2222-3333-444455556666\n")
	if ok {
		p.perhaps("something else owns it")
		p.warned = true
	}
	return ok
}

// stranger adds a release in a folder that is of no cluster.
func stranger(g *generator) bool {
	if len(g.args) > 0 {
		return false // a pattern may be right for it
	}
	a := &application{name: "stranger", namespace: "tools"}
	o := g.release(a, "")
	o.perhaps("nothing tells its cluster")
	o.clusters = []string{"hub"}
	g.add(pick(g.random, "misc/", "bootstrap/tools/", "hack/a/b/c/")+"stranger.yaml", o)
	return true
}

// foreign adds a Kustomization whose path is that of another source: it reads nothing of this repository.
func foreign(g *generator) bool {
	p, ok := g.sound()
	delivers := func(p place) bool { return p.kind() == "Kustomization" }
	if !ok || g.hub || !strings.Contains(p.file, "/") || g.files[p.file].list || len(g.args) > 0 ||
		!slices.ContainsFunc(g.wanted(must), delivers) { // of one source alone, nobody knows that it is another one
		return false
	}
	text := "apiVersion: " + kustomize + "\nkind: Kustomization\nmetadata:\n  name: foreign\n  namespace: flux-system\n" +
		"spec:\n  interval: 1h\n  path: ./\n  prune: true\n  sourceRef:\n    kind: OCIRepository\n    name: flux-manifests\n"
	g.add(p.file, &object{text: text, want: must, clusters: p.clusters})
	o := g.release(&application{name: "archived", namespace: "tools"}, "").at("hub")
	g.add("archive/old/tools/archived.yaml", o.perhaps("nobody reads it"))
	return true
}

func helmOperator(g *generator) bool {
	g.add("legacy/old.yaml", plain("apiVersion: helm.fluxcd.io/v1\nkind: HelmRelease\nmetadata:\n  name: old\n"+
		"  namespace: old\nspec:\n  releaseName: old\n  chart:\n    name: old\n    version: 1.0.0\n"))
	return true
}

// root adds a Kustomization that applies the folder of its own file.
func root(g *generator) bool {
	p, ok := g.sound()
	folders := strings.Split(path.Dir(p.file), "/")
	if !ok || !strings.Contains(p.file, "/") || len(p.clusters) != 1 ||
		!g.hub && !slices.Contains(folders, p.clusters[0]) {
		return false // the folder is of several clusters
	}
	a := &application{name: "everything", namespace: "flux-system"}
	o := g.delivery(a, "", "./"+path.Dir(p.file))
	o.clusters = p.clusters
	g.add(beside(p.file, "everything.yaml"), o.stays(ownFile))
	return true
}

const ownFile = "it applies its own file"

// settleRoots looks whether the Kustomizations that read their own folder apply their own file: not where the folder
// has a list of kustomize, which does not name it.
func (g *generator) settleRoots() {
	for _, p := range g.wanted(left) {
		if p.why == ownFile && g.files[beside(p.file, "kustomization.yaml")] != nil {
			p.perhaps("it reads its own folder, but not its own file")
		}
	}
}

// settleLonely looks for folders of clusters with one object, which no other cluster has after its name has changed: a
// folder of one application is no cluster. What is for this cluster can stay then.
func (g *generator) settleLonely() {
	if !slices.ContainsFunc(g.traps, func(name string) bool { return slices.Contains(renaming, name) }) {
		return
	}
	for _, c := range g.clusters {
		names, elsewhere := []string{}, []string{}
		for _, p := range g.each() {
			switch name := nameLine.FindString(p.text); {
			case p.want == other:
			case slices.Contains(strings.Split(p.file, "/"), c):
				names = append(names, name)
			default:
				elsewhere = append(elsewhere, name)
			}
		}
		if len(names) != 1 || slices.Contains(elsewhere, names[0]) {
			continue
		}
		for _, p := range g.wanted(must) {
			if slices.Contains(p.clusters, c) {
				p.perhaps("the folder of its cluster has one application alone")
			}
		}
	}
}

// renaming are the traps that change names.
var renaming = []string{"placeholder", "dotted", "numeric", "long"}

// twin adds a release of the name that another one has, in another namespace of the same cluster.
func twin(g *generator) bool {
	p, ok := g.sound()
	if !ok || p.kind() != "HelmRelease" || g.layout == "hub-namespaces" || !strings.Contains(p.text, "\n  namespace: ") {
		return false
	}
	other := *p.object
	other.text = regexp.MustCompile(`(?m)^  namespace: \S+$`).ReplaceAllString(p.text, "  namespace: twins")
	g.add(p.file, &other)
	return true
}

// patched adds a patch of kustomize beside a release, which changes it.
func patched(g *generator) bool {
	p, ok := g.unlisted()
	if !ok {
		return false
	}
	text := "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n  - " + path.Base(p.file) +
		"\npatches:\n"
	if g.chance(1, 2) {
		text += "  - path: patch.yaml\n    target:\n      kind: HelmRelease\n"
		patch := &object{text: "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n" +
			nameLine.FindString(p.text) + "\nspec:\n  values:\n    patched: true\n"}
		g.add(beside(p.file, "patch.yaml"), patch.stays("a patch of kustomize"))
	} else {
		text += "  - target:\n      kind: HelmRelease\n    patch: |\n      - op: add\n        path: /spec/suspend\n" +
			"        value: true\n"
	}
	g.add(beside(p.file, "kustomization.yaml"), plain(text))
	for _, o := range g.files[p.file].documents {
		if o.want == must && o.kind() == "HelmRelease" {
			o.stays("a patch of kustomize changes it")
		}
	}
	return true
}

// oddCluster gives a cluster a name that no cluster can have.
func oddCluster(g *generator) bool {
	if g.hub || len(g.args) > 0 || g.fleet != "" || len(g.clusters) < 3 {
		return false
	}
	old := g.clusters[len(g.clusters)-1]
	segment := regexp.MustCompile(`(^|/)` + regexp.QuoteMeta(old) + `(/|\.yaml$)`)
	for _, name := range g.names() {
		if renamed := segment.ReplaceAllString(name, "${1}Site_A${2}"); renamed != name {
			g.files[renamed] = g.files[name]
			delete(g.files, name)
		}
	}
	for _, p := range g.wanted(must) {
		if slices.Contains(p.clusters, old) {
			p.perhaps("its cluster has no valid name")
		}
	}
	return true
}

// hidden adds a folder that nobody reads, with an object that is elsewhere too.
func hidden(g *generator) bool {
	p, ok := g.sound()
	if ok {
		g.files[".archive/"+p.file] = &file{text: p.text}
	}
	return ok
}

// oldVersion writes an object in an older version, which has the same fields.
func oldVersion(g *generator) bool {
	p, ok := g.sound()
	if !ok {
		return false
	}
	p.text = strings.Replace(p.text, helm, "helm.toolkit.fluxcd.io/v2beta2", 1)
	p.text = strings.Replace(p.text, kustomize, "kustomize.toolkit.fluxcd.io/v1beta2", 1)
	return true
}
