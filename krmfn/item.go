package krmfn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type list struct {
	items  []*item
	config *item // nil when the client sent none
}

// item is a resource of a list: one that came in, or one that the run has made.
type item struct {
	index int // in the list that came in; isNew for one that the run has made
	root  tree.Node

	list *listText // that it came in with
	at   span      // in the text, with its dash and the comments of a user before it and behind

	name string // of a new one, in messages
	raw  string // the text of a new one
}

const isNew = -1

// values returns the resource; absent for no item.
func (i *item) values() tree.Node {
	switch {
	case i == nil:
		return tree.Node{}
	case i.index == isNew && !i.root.Exists(): // few are asked for
		if trees, _ := tree.Parse("", []byte(i.raw)); len(trees) == 1 {
			i.root = trees[0].Root()
		}
	}
	return i.root
}

// document returns the text of an item that came in as a document, indented as it is in the list.
func (i *item) document() []byte {
	if !i.list.isBlock {
		return tree.AppendYAML(nil, tree.NewBuilder().Verbatim(i.root))
	}
	return []byte(i.margin() + i.list.text[start(i.root):i.at.end])
}

// isWrong reports whether the YAML of an item is wrong, so that its values are not all that it says.
func (i *item) isWrong() bool {
	return slices.ContainsFunc(i.list.wrong, func(at int) bool { return i.at.start <= at && at < i.at.end })
}

func (i *item) margin() string {
	if !i.list.isBlock {
		return ""
	}
	return strings.Repeat(" ", start(i.root)-lineStart(i.list.text, start(i.root)))
}

func (i *item) text(path ...string) string        { return resource.Text(i.values(), path...) }
func (i *item) annotation(name string) string     { return resource.Annotation(i.values(), name) }
func (i *item) kind(roles kinds.Role) *kinds.Kind { return resource.Kind(i.values(), roles) }

func (i *item) file() string {
	if path := i.annotation(resource.Path); path != "" {
		return path
	}
	return fmt.Sprintf("items[%d]", i.index)
}

func (l list) fileBased() bool { return l.has(resource.Path) }

// selected reports whether kpt has handed over a selection of a package, whose items it numbers.
func (l list) selected() bool { return l.has(resource.ResourceID) || l.has(resource.OldResourceID) }

// has reports whether an item has all of some annotations.
func (l list) has(all ...string) bool {
	return slices.ContainsFunc(l.items, func(i *item) bool {
		return !slices.ContainsFunc(all, func(name string) bool { return i.annotation(name) == "" })
	})
}

// pkg returns the package of the functionConfig: empty where the client has none. kpt tells it to a mutator with a
// file. That of a validator, and that of a configMap, is the one that holds those of all items.
func (l list) pkg() string {
	return cmp.Or(l.config.annotation(resource.Package), rootOf(each.Of(l.items, placeOf)))
}

// isGeneratorCopy recognizes the copy of the functionConfig that kustomize hands a generator: no resource of the build.
func (l list) isGeneratorCopy(i *item) bool {
	return len(l.items) == 1 && l.config.kind(kinds.App|kinds.Options) != nil && identityOf(i) == identityOf(l.config) &&
		i.annotation(resource.Local) == "true" && i.annotation(resource.Path) == "" && i.annotation(resource.Kustomize) == ""
}

// rootOf returns the folder that holds all packages; empty without one.
func rootOf(all []output.Place) (root string) {
	for i, at := range all {
		if i == 0 {
			root = at.Package
		}
		for at.Package != root && !strings.HasPrefix(at.Package, root+"/") {
			if root = path.Dir(root); root == "." || root == "/" {
				return ""
			}
		}
	}
	return root
}

func placeOf(i *item) output.Place {
	return output.Place{Package: i.annotation(resource.Package), Path: i.annotation(resource.Path)}
}

func identityOf(item *item) identity.Key { return output.IdentityOf(item.values()) }

func renderedFrom(n tree.Node) string {
	return resource.Text(n, "metadata", "annotations", kinds.AnnotationRenderedFrom)
}

// annotation is an annotation of a client. Without a value there is none.
type annotation struct{ name, value string }

// annotationsHead begins the annotations in the text of a rendered object or list: both are rendered-from something.
const annotationsHead = "\nmetadata:\n  annotations:\n"

func annotated(o render.Object, annotations []annotation) []byte {
	n := o.Tree()
	text := tree.AppendYAML(nil, n)
	if !slices.ContainsFunc(annotations, func(a annotation) bool { return bytes.Contains(text, []byte(a.name)) }) {
		return annotate(text, annotations)
	}
	b := tree.NewBuilder() // its author has written an annotation of a client too: the client's counts
	for _, a := range annotations {
		if a.value != "" {
			n = resource.With(b, n, b.String(a.value, tree.Node{}), "metadata", "annotations", a.name)
		}
	}
	return tree.AppendYAML(nil, n)
}

// annotate adds annotations of a client behind those that fluxapp has written into a text.
func annotate(text []byte, annotations []annotation) []byte {
	end := bytes.Index(text, []byte(annotationsHead)) + len(annotationsHead)
	for end < len(text) && (text[end] == '\n' || bytes.HasPrefix(text[end:], []byte("    "))) {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	out := append(make([]byte, 0, len(text)+100*len(annotations)), text[:end]...)
	for _, a := range annotations {
		if a.value != "" {
			out = append(append(append(out, "    "...), a.name...), ": "...)
			out = append(append(out, quotedValue(a.value)...), '\n')
		}
	}
	return append(out, text[end:]...)
}

// quotedValue quotes the value of an annotation as kyaml does, in single quotes where that is possible in one line.
func quotedValue(value string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		text, _ := json.Marshal(value) // no error: it is a string
		return string(text)
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}
