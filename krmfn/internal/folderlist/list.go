// Package folderlist reads, makes and edits the kustomization.yaml of a cluster's folder, which lists the files that the Flux of the
// cluster applies. Its user may edit the file too: fluxapp only changes its own entries.
//
//	for file, list := range files.Lists() { … }
//
// [Files.Lists] documents which entries are fluxapp's. The package neither reads nor writes a file.
package folderlist

import (
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	sigsyaml "sigs.k8s.io/yaml"
)

// FileName is the name of the file of a list.
const FileName = "kustomization.yaml"

// List is a kustomization.yaml that an earlier run wrote.
type List struct {
	// File is its name.
	File string
	// From are the documents of the objects that it lists, as in the annotation rendered-from: with commas between them.
	From string
	// Text is the whole file.
	Text []byte

	resources []string // its entries, as they are written
	problem   string   // what keeps fluxapp from editing the file; empty for nothing
}

// Read reads the document of a file. It is false for anything but a list that fluxapp wrote: a copy under another file name is the
// user's.
func Read(file string, d *schema.Document, text []byte) (l List, ours bool) {
	if d.Class() != schema.ClassRendered || !IsKind(d) || path.Base(file) != FileName {
		return l, false
	}
	l = List{File: file, From: d.Root().At("metadata", "annotations", v1alpha1.AnnotationRenderedFrom).Text(), Text: text}
	resources := d.Root().Get("resources")
	if resources.Exists() && resources.Kind() != tree.List && resources.Kind() != tree.Null {
		l.problem = "resources is no list; write a list of files"
	}
	for resource := range resources.Children() {
		l.resources = append(l.resources, resource.Text())
	}
	return l, l.From != ""
}

// IsKind reports whether a document has the kind of lists: kustomize's Kustomization, which is not Flux's.
func IsKind(d *schema.Document) bool {
	return kinds.Find(kinds.FolderList, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
}

// Listed returns the files in lists, with the folders of the lists. A resource that is not below its folder, for example ../base or
// a URL, was not written by fluxapp.
func Listed(lists []List) map[string]string {
	folders := map[string]string{}
	for _, l := range lists {
		for _, resource := range l.resources {
			if file, below := fileBelow(path.Dir(l.File), resource); below {
				folders[file] = path.Dir(l.File)
			}
		}
	}
	return folders
}

// fileBelow returns the file of an entry of resources; false when it is not below the folder.
func fileBelow(folder, resource string) (file string, below bool) {
	file, err := render.JoinPath(folder, strings.Split(path.Clean(resource), "/")...)
	return file, err == nil
}

// OtherNames returns the files that kustomize reads like the file of a list. It builds no folder that holds two of them.
func OtherNames(list string) []string {
	return []string{join(path.Dir(list), "kustomization.yml"), join(path.Dir(list), "Kustomization")}
}

// join returns a file in a folder. The name is a constant, so that it cannot lead to another folder.
func join(folder, file string) string {
	name, _ := render.JoinPath(folder, file)
	return name
}

// Cluster returns what messages call the list in a file.
func Cluster(file string) string { return "list of the cluster " + path.Base(path.Dir(file)) }

// applications returns the names of the documents of the objects in a list.
func (l List) applications() map[string]bool {
	names := map[string]bool{}
	for _, document := range strings.Split(l.From, ", ") {
		names[path.Base(document)] = true
	}
	return names
}

// newList returns a new list, printed as kpt prints it: long lines are not broken.
func newList(cluster string, owners, resources []string) After {
	text, err := sigsyaml.Marshal(map[string]any{
		"apiVersion": kinds.KustomizeFile.APIVersion,
		"kind":       kinds.KustomizeFile.Name,
		"metadata": map[string]any{
			"name":        cluster,
			"annotations": map[string]string{resource.Local: "true", v1alpha1.AnnotationRenderedFrom: strings.Join(owners, ", ")},
		},
		"resources": resources,
	})
	if err == nil {
		text, err = asKptPrints(text)
	}
	if err != nil {
		return After{Problem: err.Error()}
	}
	return After{Text: text}
}

// asKptPrints reads and prints a text with kyaml, as kpt does.
func asKptPrints(text []byte) ([]byte, error) {
	node, err := yaml.Parse(string(text))
	if err != nil {
		return nil, err
	}
	printed, err := node.String()
	return []byte(printed), err
}
