package main

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// manifest is what the small Flux of these tests reads of an object.
type manifest struct {
	Kind     string
	Metadata struct {
		Name, Namespace string
		Annotations     map[string]string
	}
	Spec struct {
		Path      string
		SourceRef struct{ Kind, Name string }
		DependsOn []struct{ Name, Namespace string }
		Artifacts []struct {
			Name string
			Copy []struct{ From string }
		}
	}
	Resources []string // of a kustomization.yaml
}

func (m manifest) delivers() bool { return m.Metadata.Annotations["fluxapp.dev/delivers"] != "" }

func (m manifest) isMarked() bool {
	return m.Metadata.Annotations["kustomize.toolkit.fluxcd.io/prune"] == "disabled"
}

// isRelease reports whether its deletion takes workloads away.
func (m manifest) isRelease() bool {
	return m.Kind == "HelmRelease" || m.Kind == "Kustomization" && !m.delivers()
}

func (m manifest) String() string {
	return m.Kind + " " + m.Metadata.Namespace + "/" + m.Metadata.Name
}

// objects are what a Kustomization applies, by their names; nil where it cannot build.
type objects map[string]manifest

// applier is a Kustomization of an API server: one of the user's, which has no parent, or of delivery.
type applier struct {
	server, parent, path string
	manifest
	inventory objects
}

// flux is the hub and the clusters with a Flux of their own, by the names of their Kustomizations.
type flux struct {
	files map[string]string
	// source is what delivers must have: the path of the folder, and the name of the source.
	source, path string
	appliers     map[string]applier
	wrong        []string
}

// build returns the objects of a folder, as kustomize-controller builds it.
func (f *flux) build(folder string) objects {
	prefix := strings.TrimPrefix(folder+"/", "./")
	if text, listed := f.files[prefix+"kustomization.yaml"]; listed {
		built := objects{}
		for _, name := range manifests(text)[0].Resources {
			f.add(built, path.Join(folder, name))
		}
		return built
	}
	built, found := objects{}, false
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		if below, isBelow := strings.CutPrefix(name, prefix); isBelow && !f.isOther(prefix, below) {
			f.add(built, name)
			found = true
		}
	}
	if !found {
		return nil // the path is missing, or Git has no folder for it
	}
	return built
}

// isOther reports whether a file is not of the folder above: it is in a folder of a cluster with a Flux of its own.
func (f *flux) isOther(prefix, below string) bool {
	return prefix == "" && slices.Contains(ownClusters, strings.Split(below, "/")[0])
}

func (f *flux) add(built objects, file string) {
	for _, m := range manifests(f.files[file]) {
		built[m.String()] = m
	}
}

func manifests(text string) (all []manifest) {
	for _, part := range strings.Split(text, "\n---\n") {
		var m manifest
		if err := yaml.Unmarshal([]byte(part), &m); err != nil {
			panic(err)
		}
		all = append(all, m)
	}
	return all
}

// commit applies the files of a commit, and the paths of the user's Kustomizations by API server. It returns what may
// be deleted in the order that harms most, by API server and name, and notes in wrong what is not delivered.
func (f *flux) commit(files map[string]string, paths map[string]string) (deleted map[string]bool) {
	before := f.appliers
	f.files, f.appliers, f.wrong = files, map[string]applier{}, nil
	for server, folder := range paths {
		f.apply(applier{server: server, path: folder})
	}
	deleted = map[string]bool{}
	for name, k := range before {
		after, stays := f.appliers[name]
		if stays && after.inventory == nil {
			after.inventory = k.inventory // it fails, and prunes nothing
			f.appliers[name] = after
			continue
		}
		// It may apply the new files of its folder once more before it is gone, or gets another folder.
		once := f.build(k.path)
		for _, m := range slices.Concat(slices.Collect(maps.Values(k.inventory)), slices.Collect(maps.Values(once))) {
			if _, kept := after.inventory[m.String()]; !kept && !m.isMarked() {
				deleted[k.server+" "+m.String()] = true
			}
		}
	}
	f.check()
	return deleted
}

// apply adds a Kustomization and those that it applies.
func (f *flux) apply(k applier) {
	name := k.server + " " + k.Metadata.Name
	if k.inventory = f.build(k.path); k.inventory == nil && k.parent == "" {
		k.inventory = objects{} // its user has written an empty list, as FA417 tells
	}
	f.appliers[name] = k
	for _, m := range k.inventory {
		if m.Kind == "Kustomization" && m.delivers() {
			f.apply(applier{server: k.server, parent: name, manifest: m, path: f.folderOf(k, m)})
		}
	}
}

// folderOf returns the folder that a Kustomization of delivery applies; empty where it has no source.
func (f *flux) folderOf(parent applier, m manifest) string {
	at, ref := m.Spec.Path, m.Spec.SourceRef
	if ref.Kind == "ExternalArtifact" {
		at = ""
		for _, other := range parent.inventory {
			for _, made := range other.Spec.Artifacts {
				if made.Name == ref.Name {
					at = "./" + strings.TrimSuffix(strings.TrimPrefix(made.Copy[0].From, "@rendered_folder/"), "/**")
				}
			}
		}
	} else if ref.Name != f.source {
		return ""
	}
	folder, inSource := strings.CutPrefix(path.Clean(at)+"/", path.Clean(f.path)+"/")
	if !inSource {
		return ""
	}
	return path.Clean(folder)
}

// check notes what no Kustomization applies, and what waits for one that is not there.
func (f *flux) check() {
	applied := map[string]bool{}
	for name, k := range f.appliers {
		if k.parent != "" && k.path == "" {
			f.wrong = append(f.wrong, fmt.Sprintf("%q has no source", name))
		}
		for name := range k.inventory {
			applied[k.server+" "+name] = true
		}
	}
	for name, k := range f.appliers {
		for _, item := range k.Spec.DependsOn {
			namespace := item.Namespace
			if namespace == "" {
				namespace = k.Metadata.Namespace
			}
			if !applied[k.server+" Kustomization "+namespace+"/"+item.Name] {
				f.wrong = append(f.wrong, fmt.Sprintf("%q waits for %s, which is not there", name, item.Name))
			}
		}
	}
	for file, text := range f.files {
		server := ""
		if top := strings.Split(file, "/")[0]; slices.Contains(ownClusters, top) {
			server = top
		}
		for _, m := range manifests(text) {
			if m.isRelease() && path.Base(file) != "kustomization.yaml" && !applied[server+" "+m.String()] {
				f.wrong = append(f.wrong, fmt.Sprintf("nothing applies %s of %s", m, file))
			}
		}
	}
	slices.Sort(f.wrong)
}
