package repositories

import (
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// place is where an object is: on a cluster, applied by a Kustomization. Two that apply the same object are two places.
type place struct{ cluster, owner, id string }

// state is what clusters get. A build that fails is there too.
type state map[place]tree

const (
	bootstrap      = "flux-system" // what flux bootstrap calls its Kustomization, and the source that this reads
	failure        = "Failure /build"
	kustomizations = "kustomize.toolkit.fluxcd.io Kustomization " // begins the ids of Kustomizations of Flux
)

// follow returns what clusters of a repository get, by the folders that their Flux begins with.
func follow(root string, clusters map[string]string) state {
	f := follower{root, state{}, map[place]bool{}}
	for name, folder := range clusters {
		f.apply(place{cluster: name, owner: bootstrap + "/" + bootstrap}, tree{"spec": tree{"path": folder}})
	}
	return f.got
}

// follower follows Kustomizations.
type follower struct {
	root    string
	got     state
	applied map[place]bool // Kustomizations of clusters
}

// apply adds what a Kustomization applies, and what the Kustomizations among that do.
func (f follower) apply(by place, kustomization tree) {
	root := f.source(kustomization)
	if f.applied[by] || root == "" {
		return
	}
	f.applied[by] = true
	objects, err := build(root, unstructured.Unstructured{Object: kustomization})
	if err != nil { // in one line, which does not tell where the repository lies
		message := strings.NewReplacer(f.root, "", "\n", " ").Replace(err.Error())
		objects = []tree{{"kind": "Failure", "metadata": tree{"name": "build"}, "message": message}}
	}
	for _, o := range objects {
		f.got[place{by.cluster, by.owner, id(o)}] = o
		if strings.HasPrefix(id(o), kustomizations) {
			f.apply(place{cluster: by.cluster, owner: name(o)}, o)
		}
	}
}

// source returns the folder of what a Kustomization reads; empty for a source that is not of the repository. An
// artifact is what its ArtifactGenerator copies of the folder of its name.
func (f follower) source(kustomization tree) string {
	switch name := text(kustomization, "spec", "sourceRef", "name"); {
	case text(kustomization, "spec", "sourceRef", "kind") == "ExternalArtifact":
		return filepath.Join(f.root, name)
	case name == bootstrap || name == "":
		return f.root
	}
	return ""
}

func name(o tree) string { return text(o, "metadata", "namespace") + "/" + text(o, "metadata", "name") }

// id is what an API server knows an object by.
func id(o tree) string {
	group := schema.FromAPIVersionAndKind(text(o, "apiVersion"), "").Group
	return strings.TrimSpace(group + " " + text(o, "kind") + " " + name(o))
}
