package krmfn

import (
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// KustomizationFile is the file of a cluster's folder that lists what the Flux of the cluster applies.
const KustomizationFile = "kustomization.yaml"

// OtherKustomizations returns the files that kustomize takes for the same as a kustomization.yaml, and does not build beside it.
func OtherKustomizations(list string) []string {
	return []string{ownFile(path.Dir(list), "kustomization.yml"), ownFile(path.Dir(list), "Kustomization")}
}

// ownFile returns a file of ours in a folder.
func ownFile(folder, file string) string {
	name, err := render.JoinPath(folder, file)
	if err != nil {
		panic(err) // the names of ours are constants
	}
	return name
}

// groupKustomize is the group of kustomize's own Kustomization, which is none of Flux's.
const groupKustomize = "kustomize.config.k8s.io"

// Kustomization is a kustomization.yaml that fluxapp wrote.
type Kustomization struct {
	// From are the documents that it lists objects of, as the annotation rendered-from says them, with commas between them.
	From string
	// Resources are the files that it lists, relative to its folder.
	Resources []string
}

// KustomizationOf reads a document. It is false of what is no kustomization.yaml that fluxapp wrote.
func KustomizationOf(d *schema.Document) (k Kustomization, ours bool) {
	if d.Class != schema.Rendered || d.Kind != "Kustomization" || group(d.APIVersion) != groupKustomize {
		return k, false
	}
	k.From = d.Root.At("metadata", "annotations", schema.AnnotationRenderedFrom).Text()
	for resource := range d.Root.Get("resources").Children() {
		k.Resources = append(k.Resources, resource.Text())
	}
	return k, k.From != ""
}

// FilesOf returns the files that the kustomization.yaml lists when it is the file list. A resource that is not below its folder,
// for example ../base or a URL, is none that fluxapp wrote.
func (k Kustomization) FilesOf(list string) (files []string) {
	for _, resource := range k.Resources {
		if file, err := render.JoinPath(path.Dir(list), strings.Split(path.Clean(resource), "/")...); err == nil {
			files = append(files, file)
		}
	}
	return files
}

// Files are those that a run leaves behind.
type Files struct {
	// Made are those of the objects of the run.
	Made map[string]render.Object
	// Kustomizations are the files of that name that an earlier run left.
	Kustomizations map[string]Kustomization
	// Stays says of any other file whether it is there after the run, and what it was rendered from; empty when fluxapp did not
	// write it.
	Stays func(file string) (from string, there bool)
}

// Lists returns the kustomization.yaml of each cluster's folder, by its file, as it must be after the run; one of an earlier run
// that is not among them must go. It lists the files of the run's Standalone objects, and those that were listed before and are
// still there: other runs may write for the same clusters, and what leaves the list leaves the cluster.
func (f Files) Lists() map[string][]byte {
	listed := map[string]map[string]bool{} // files by folder
	add := func(folder, file string) {
		if listed[folder] == nil {
			listed[folder] = map[string]bool{}
		}
		listed[folder][file] = true
	}
	for file := range f.Made {
		add(path.Dir(path.Dir(file)), file)
	}
	for list, k := range f.Kustomizations {
		for _, file := range k.FilesOf(list) {
			add(path.Dir(list), file)
		}
	}
	lists := map[string][]byte{}
	for folder, files := range listed {
		if text := f.list(folder, slices.Sorted(maps.Keys(files))); text != nil {
			lists[ownFile(folder, KustomizationFile)] = text
		}
	}
	return lists
}

// list returns the text of a folder's kustomization.yaml; nil when nothing that fluxapp wrote is left to list.
func (f Files) list(folder string, files []string) []byte {
	var resources []string
	owners := map[string]bool{}
	for _, file := range files {
		from, there := f.applied(file)
		below, inside := strings.CutPrefix(file, folder+"/")
		if !there || !inside {
			continue
		}
		resources = append(resources, below)
		if from != "" {
			owners[from] = true
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return kustomizationText(path.Base(folder), slices.Sorted(maps.Keys(owners)), resources)
}

// applied reports whether a file is there after the run for the Flux of a cluster, and what it was rendered from.
func (f Files) applied(file string) (from string, there bool) {
	if o, made := f.Made[file]; made {
		return o.Application(), o.Standalone()
	}
	return f.Stays(file)
}

// kustomizationText prints a kustomization.yaml as kpt does, which breaks no long lines.
func kustomizationText(cluster string, owners, resources []string) []byte {
	text, err := sigsyaml.Marshal(map[string]any{
		"apiVersion": groupKustomize + "/v1beta1",
		"kind":       "Kustomization",
		"metadata": map[string]any{
			"name":        cluster,
			"annotations": map[string]string{annotationLocal: "true", schema.AnnotationRenderedFrom: strings.Join(owners, ", ")},
		},
		"resources": resources,
	})
	if err != nil {
		panic(err) // texts alone can be printed
	}
	return []byte(yaml.MustParse(string(text)).MustString())
}
