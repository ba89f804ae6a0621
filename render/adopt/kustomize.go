package adopt

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// kustomizeFiles are the names that kustomize looks for in a folder
// (github.com/kubernetes-sigs/kustomize, api/konfig/general.go).
var kustomizeFiles = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// kustomizations are the files of kustomize among the input, by their folders. They may have no apiVersion and kind.
type kustomizations map[string]tree.Node

// ofKustomize is why a kustomization.yaml stays.
const ofKustomize = "is a list of kustomize; adopt what kustomize build prints of it, or take out what comes in"

func isKustomizeFile(name string) bool { return slices.Contains(kustomizeFiles, path.Base(name)) }

func (k kustomizations) read(file File) {
	if !isKustomizeFile(file.Name) {
		return
	}
	trees, _ := tree.Parse(file.Name, file.Data)
	for _, t := range trees {
		group := kinds.GroupOf(t.Root().Get("apiVersion").Text())
		if t.Root().Kind() == tree.Map && (group == "" || group == kinds.KustomizeFile.Group) {
			k[path.Dir(path.Clean(file.Name))] = t.Root()
		}
	}
}

// reach is what a folder's kustomization is made of: files, and folders of which all files count, because their own
// kustomization is not among the input.
type reach struct{ files, folders map[string]bool }

func (r reach) has(file string) bool {
	file = path.Clean(file)
	return r.files[file] || slices.ContainsFunc(slices.Collect(maps.Keys(r.folders)), func(folder string) bool {
		return strings.HasPrefix(file, folder+"/")
	})
}

// reachOf returns what the patches of a folder can change: what its kustomization is made of, and, because it may be a
// component, what the kustomizations that name it are made of.
func (k kustomizations) reachOf(dir string) reach {
	r, seen := reach{map[string]bool{}, map[string]bool{}}, map[string]bool{}
	k.add(r, dir, seen)
	for _, other := range slices.Sorted(maps.Keys(k)) {
		for entry := range k[other].Get("components").Children() {
			if beside(other, entry) == dir {
				k.add(r, other, seen)
			}
		}
	}
	return r
}

func (k kustomizations) add(r reach, dir string, seen map[string]bool) {
	if seen[dir] {
		return
	}
	seen[dir] = true
	for _, list := range []string{"resources", "bases", "components"} {
		for entry := range k[dir].Get(list).Children() {
			switch below := beside(dir, entry); {
			case entry.Text() == "":
			case k[below].Exists():
				k.add(r, below, seen)
			default:
				r.files[below], r.folders[below] = true, true
			}
		}
	}
}

// around reports whether a kustomization is in the folder of a file, or in one above it: a patch there that it does not
// name is applied by none.
func (k kustomizations) around(file string) bool {
	for dir := path.Dir(path.Clean(file)); ; dir = path.Dir(dir) {
		if k[dir].Exists() {
			return true
		}
		if dir == path.Dir(dir) {
			return false
		}
	}
}

// patching is a patch as a kustomization names it: in a file, or in its own text.
type patching struct {
	dir    string
	at     tree.Node
	file   string
	inline tree.Node
	target tree.Node
}

// patchings returns the patches of all kustomizations, in the order of their folders.
func (k kustomizations) patchings() (all []patching) {
	for _, dir := range slices.Sorted(maps.Keys(k)) {
		for item := range k[dir].Get("patchesStrategicMerge").Children() {
			all = append(all, patchingOf(dir, item, item, tree.Node{}))
		}
		for _, list := range []string{"patches", "patchesJson6902"} {
			for item := range k[dir].Get(list).Children() {
				text := item.Get("patch")
				if written := item.Get("path"); written.Exists() {
					text = written
				}
				all = append(all, patchingOf(dir, item, text, item.Get("target")))
			}
		}
	}
	return all
}

// patchingOf reads a text that is a patch, or the name of its file: only a patch has a colon and a break, or a brace.
func patchingOf(dir string, at, text, target tree.Node) patching {
	p := patching{dir: dir, at: at, target: target}
	if written := text.Text(); strings.ContainsAny(written, "\n{") {
		p.inline = tree.ParseValue([]byte(written))
	} else {
		p.file = beside(dir, text)
	}
	return p
}

// beside returns the file or folder that a kustomization names, which may be outside of its own folder.
func beside(dir string, named tree.Node) string { return path.Clean(dir + "/" + named.Text()) }

// fitsTarget reports whether a text fits what a target of kustomize has for it, which is a regular expression for the
// whole text (api/types/selector.go). An empty one fits everything, and so does one that nobody understands.
func fitsTarget(target tree.Node, text string) bool {
	if target.Text() == "" {
		return true
	}
	pattern, err := regexp.Compile("^(?:" + target.Text() + ")$")
	return err != nil || pattern.MatchString(text)
}

// changing are the fields of a kustomization.yaml that change objects.
var changing = []string{"commonAnnotations", "commonLabels", "labels", "namePrefix", "nameSuffix", "namespace",
	"patches", "patchesJson6902", "patchesStrategicMerge", "replacements", "transformers"}

// setsOf returns the fields of a kustomization.yaml that change objects; none of another object.
func setsOf(s *finding.Subject) (sets []string) {
	if kinds.GroupOf(s.APIVersion()) != kinds.KustomizeFile.Group && !isKustomizeFile(s.File()) {
		return nil
	}
	for _, key := range changing {
		if s.Root().Find(key).Exists() {
			sets = append(sets, key)
		}
	}
	return sets
}
