package output

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// ListFile is the name of the file of a list.
const ListFile = "kustomization.yaml"

// List is a kustomization.yaml of fluxapp's: it lists the files of a folder that Flux applies.
type List struct {
	Place
	From  string    // the documents of the objects that it lists, as in the annotation, with commas between them
	Text  []byte    // the document that was there; empty for a new one
	Value tree.Node // the document after the run

	entries []tree.Node
	changed bool
}

// ReadList reads a document. It is false for all but a list of fluxapp's own; a copy of one is the user's.
func ReadList(at Place, value tree.Node, text []byte) (l List, isList bool) {
	row := kinds.OfObject(value)
	from := value.At("metadata", "annotations", kinds.AnnotationRenderedFrom).Text()
	l = List{Place: at, From: from, Text: text, Value: value}
	if resources := value.Get("resources"); resources.Kind() == tree.List {
		l.entries = slices.Collect(resources.Children())
	}
	return l, row != nil && row.Is(kinds.FolderList) && from != "" && path.Base(at.Path) == ListFile
}

// Changed reports whether the list is new, or not as it was.
func (l List) Changed() bool { return l.changed }

// Print returns the text after the run: what a user has written around the entries stays.
func (l List) Print() []byte {
	if text, ok := yamledit.Update(l.Text, l.Value); ok {
		return text
	}
	return tree.AppendYAML(nil, l.Value)
}

// Delivers reports whether the list is delivery's, or keeps Flux from what administrators apply.
func (l List) Delivers() bool { return path.Dir(l.File()) == "." || len(l.entries) == 0 }

// Hides reports whether the list keeps Flux from what administrators apply.
func (l List) Hides() bool { return len(l.entries) == 0 && isBootstrap(path.Dir(l.File())) }

// isBootstrap reports whether a folder is called like one of what administrators apply.
func isBootstrap(folder string) bool {
	return render.IsBootstrap(folder+"/cluster/app/file", "disabled")
}

// listed returns the files in lists, with the folders of the lists; not ../base or a URL, which are not fluxapp's.
func listed(lists []List) map[string]string {
	folders := map[string]string{}
	for _, l := range lists {
		for _, entry := range l.entries {
			if file, below := fileBelow(path.Dir(l.File()), entry); below {
				folders[file] = path.Dir(l.File())
			}
		}
	}
	return folders
}

func fileBelow(folder string, entry tree.Node) (file string, below bool) {
	file, err := render.JoinPath(folder, strings.Split(path.Clean(entry.Text()), "/")...)
	return file, err == nil
}

// namesOf returns the names of the file that kustomize reads in the folder of a list, the list's first.
func namesOf(list string) []string {
	return []string{list, Place{path.Dir(list), "kustomization.yml"}.File(), Place{path.Dir(list), "Kustomization"}.File()}
}

// with returns the list with other entries and documents. All else is the user's, and stays.
func (l List) with(entries []tree.Node, from string) List {
	if l.Text != nil && l.From == from && slices.Equal(entries, l.entries) {
		return l
	}
	b := tree.NewBuilder()
	l.Value = resource.With(b, l.Value, b.String(from, tree.Node{}), "metadata", "annotations",
		kinds.AnnotationRenderedFrom)
	l.Value = resource.With(b, l.Value, b.List(l.Value.Get("resources"), entries...), "resources")
	l.entries, l.From, l.changed = entries, from, true
	return l
}

func emptyList(at Place, name string) List {
	const empty = "apiVersion: %s\nkind: %s\nmetadata:\n  name: %q\n  annotations:\n    %s: \"true\"\n"
	trees, _ := tree.Parse("", fmt.Appendf(nil, empty, kinds.KustomizeFile.APIVersion, kinds.KustomizeFile.Name, name,
		resource.Local))
	return List{Place: at, Value: trees[0].Root()}
}

// Renamed warns of lists with which kustomize renames or moves objects of the run, and not the references to them: of
// Flux's kinds it knows none but by configurations. A reference without a namespace stays right when both move.
func (d *Decisions) Renamed(called func(file string) string) (found finding.Findings) {
	fields, known, reported := map[string][]tree.Node{}, map[string]bool{}, map[tree.Node]bool{}
	for _, list := range d.lists {
		for _, key := range []string{"namePrefix", "nameSuffix", "namespace"} {
			field, folder := list.Value.Get(key), path.Dir(list.File())
			if field.Text() != "" && !list.Value.Get("configurations").Exists() {
				fields[folder] = append(fields[folder], field)
			}
		}
	}
	for _, o := range d.objects {
		if folder, r := o.list(), o.Rendered; fields[folder] != nil {
			known[fmt.Sprint(folder, kinds.Target{Kind: r.Kind(), Namespace: r.Namespace(), Name: r.Name()})] = true
		}
	}
	for _, o := range d.objects {
		for _, field := range fields[o.list()] {
			for r, n := range o.Rendered.Row().Named(o.Rendered.Value) {
				to, own := r.Target(n, o.Rendered.Namespace(), o.Rendered.Value), o.Rendered.Namespace()
				isLost := known[fmt.Sprint(o.list(), to)]
				if field.Key() == "namespace" {
					isLost = own != "" && own != field.Text() && isLost == n.Get("namespace").Exists()
				}
				if isLost && to.Name != "" && !reported[field] {
					reported[field] = true
					found = append(found, finding.Finding{Severity: finding.SeverityWarning, Code: CodeRenamed,
						File: called(Place{o.list(), ListFile}.File()), Line: field.Position().Line, Column: field.Position().Column,
						Path: field.Key(), Detail: fmt.Sprintf("kustomize changes objects and no reference to them: the %s still "+
							"refers to the %s %s; leave it out, or name the references below configurations",
							o.Rendered.ID(), to.Kind, to.Name)})
				}
			}
		}
	}
	return found
}
