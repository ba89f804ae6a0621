package userlist

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// fileNames are the files that kustomize reads as the list of a folder.
var fileNames = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

const resources = "resources"

// fields are those of a list that lead to files and folders.
var fields = []string{resources, "components", "bases"}

// list is the list of a folder. One that is missing has no text.
type list struct {
	file, at string // at is its folder
	text     []byte
	root     tree.Node
	isOurs   bool
	isAsked  bool // a new file is to be in it
	entries  []tree.Node
	named    map[string]bool // the paths of the entries, and of what was added
	on       map[string]bool // the folders on the way to these
	added    []string        // below its folder
	dropped  []tree.Node
}

func newList(file string, text []byte) *list {
	l := &list{file: file, at: path.Dir(file), text: text, named: map[string]bool{}, on: map[string]bool{}}
	if trees, _ := tree.Parse(file, text); len(trees) == 1 {
		l.root = trees[0].Root()
	}
	l.isOurs = l.root.At("metadata", "annotations", kinds.AnnotationRenderedFrom).Exists()
	for _, field := range fields {
		for n := range l.root.Get(field).Children() {
			l.entries, l.named[l.path(n)] = append(l.entries, n), true
			mark(l.on, l.path(n))
		}
	}
	return l
}

func (l *list) path(entry tree.Node) string { return path.Clean(l.at + "/" + entry.Text()) }

// names reports whether the list names a file or folder, one that it is in, or else what is in it.
func (l *list) names(name string, orIn bool) bool {
	isNamed := func(at string) bool { return l.named[at] }
	return slices.ContainsFunc(append(foldersOf(name), name, "."), isNamed) || orIn && l.on[name]
}

// changed returns the text of the list after the run. It is not ok where single lines cannot be changed.
func (l *list) changed() (text []byte, ok bool) {
	b, dropped := tree.NewBuilder(), each.Once(l.dropped, each.Itself)
	want := b.Rebuild(l.root, func(field tree.Node) tree.Node {
		return b.Rebuild(field, func(item tree.Node) tree.Node {
			if dropped[item] {
				return tree.Node{}
			}
			return item
		})
	})
	if len(l.added) > 0 {
		items := slices.Collect(want.Get(resources).Children())
		byText := func(a, b tree.Node) int { return strings.Compare(a.Text(), b.Text()) }
		isSorted := slices.IsSortedFunc(items, byText)
		for _, file := range l.added {
			items = append(items, b.String(file, tree.Node{}))
		}
		if isSorted {
			slices.SortStableFunc(items, byText)
		}
		want = resource.With(b, want, b.List(want.Get(resources), items...), resources)
	}
	if l.text == nil {
		return tree.AppendYAML(nil, want), true
	}
	return yamledit.Update(l.text, want)
}
