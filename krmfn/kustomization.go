package krmfn

import (
	"path"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// KustomizationFile is the file of a cluster's folder that lists what the Flux of the cluster applies.
const KustomizationFile = "kustomization.yaml"

// OtherKustomizations returns the files that kustomize takes for the same as a kustomization.yaml, and does not build beside it.
func OtherKustomizations(list string) []string {
	return []string{ownFile(path.Dir(list), "kustomization.yml"), ownFile(path.Dir(list), "Kustomization")}
}

// ownFile returns a file of ours in a folder.
func ownFile(folder, file string) string {
	name, _ := render.JoinPath(folder, file) // no error: the names are constants
	return name
}

// Kustomization is a kustomization.yaml that fluxapp wrote. Its user may have edited it.
type Kustomization struct {
	// From are the documents that it lists objects of, as the annotation rendered-from says them, with commas between them.
	From string
	// Resources are its entries, as they are written.
	Resources []string
	// text is all of the file.
	text []byte
	// problem is what keeps fluxapp from editing the file; empty for nothing.
	problem string
}

// KustomizationOf reads the document of a file. It is false of what is no kustomization.yaml that fluxapp wrote: one that its
// user has copied to a file of another name is the user's.
func KustomizationOf(file string, d *schema.Document, text []byte) (k Kustomization, ours bool) {
	if d.Class != schema.Rendered || !IsKustomization(d) || path.Base(file) != KustomizationFile {
		return k, false
	}
	k.From, k.text = d.Root.At("metadata", "annotations", schema.AnnotationRenderedFrom).Text(), text
	resources := d.Root.Get("resources")
	if resources.Exists() && resources.Kind() != tree.List && resources.Kind() != tree.Null {
		k.problem = "resources is no list; write a list of files"
	}
	for resource := range resources.Children() {
		k.Resources = append(k.Resources, resource.Text())
	}
	return k, k.From != ""
}

// FilesOf returns the files that the kustomization.yaml lists when it is the file list. A resource that is not below its folder,
// for example ../base or a URL, is none that fluxapp wrote.
func (k Kustomization) FilesOf(list string) (files []string) {
	for _, resource := range k.Resources {
		if file, below := fileBelow(path.Dir(list), resource); below {
			files = append(files, file)
		}
	}
	return files
}

// fileBelow returns the file of an entry of resources; false when it is not below the folder.
func fileBelow(folder, resource string) (file string, below bool) {
	file, err := render.JoinPath(folder, strings.Split(path.Clean(resource), "/")...)
	return file, err == nil
}

// IsKustomization reports whether a document is one of kustomize, as a kustomization.yaml holds, rather than Flux's.
func IsKustomization(d *schema.Document) bool {
	return kinds.Find(kinds.FolderList, kinds.GroupOf(d.APIVersion), d.Kind) != nil
}

// applications returns the names of the documents that a kustomization.yaml lists objects of.
func (k Kustomization) applications() map[string]bool {
	names := map[string]bool{}
	for _, document := range strings.Split(k.From, ", ") {
		names[path.Base(document)] = true
	}
	return names
}

// newList returns a new kustomization.yaml, printed as kpt prints it: long lines are not broken.
func newList(cluster string, owners, resources []string) List {
	text, err := sigsyaml.Marshal(map[string]any{
		"apiVersion": kinds.KustomizeFile.APIVersion,
		"kind":       kinds.KustomizeFile.Name,
		"metadata": map[string]any{
			"name":        cluster,
			"annotations": map[string]string{annotationLocal: "true", schema.AnnotationRenderedFrom: strings.Join(owners, ", ")},
		},
		"resources": resources,
	})
	if err == nil {
		text, err = asKptPrints(text)
	}
	if err != nil {
		return List{Problem: err.Error()}
	}
	return List{Text: text}
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
