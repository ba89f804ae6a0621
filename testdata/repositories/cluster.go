package repositories

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// place is where an object is: on a cluster, applied by a Kustomization. Two that apply the same object are two places.
type place struct{ cluster, owner, id string }

func (p place) String() string { return p.cluster + ": " + p.id + " of " + p.owner }

// state is what clusters get. A build that fails is there too, as an object of the kind Failure.
type state map[place]tree

// bootstrap is the Kustomization that flux bootstrap makes, and the source that it reads.
const bootstrap = "flux-system"

// cluster follows the Kustomizations of a cluster. What one needs may be in the folder of another one that is read
// later, so it follows them again until nothing is new.
type cluster struct {
	*builder
	name      string
	got       state
	first     tree // the Kustomization that flux bootstrap has made
	variables map[string]map[string]string
	artifacts map[string]string // folders
}

// follow returns what the clusters of the repository get, by the folders that their Flux begins with.
func (b *builder) follow(clusters map[string]string) (state, error) {
	all := state{}
	if err := os.RemoveAll(filepath.Join(b.base, "artifacts")); err != nil {
		return nil, err
	}
	for name, folder := range clusters {
		c := &cluster{builder: b, name: name, variables: map[string]map[string]string{}, artifacts: map[string]string{}}
		c.first = tree{"metadata": tree{"name": bootstrap, "namespace": bootstrap}, "spec": tree{"path": folder}}
		for known := -1; known != c.known(); {
			known, c.got = c.known(), state{}
			if err := c.apply(bootstrap+"/"+bootstrap, c.first); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		maps.Copy(all, c.got)
	}
	return all, nil
}

func (c *cluster) known() int { return len(c.got) + len(c.variables) + len(c.artifacts) }

// apply adds what a Kustomization applies, and what the Kustomizations among that do.
func (c *cluster) apply(owner string, kustomization tree) error {
	objects, err := c.build(c.source(kustomization), c.resolved(kustomization))
	if err != nil {
		objects = []tree{{"kind": "Failure", "metadata": tree{"name": "build"}, "message": err.Error()}}
	}
	for _, o := range objects {
		c.got[place{c.name, owner, id(o)}] = o
	}
	for _, o := range objects {
		if err := c.learn(o); err != nil {
			return err
		}
		if isFlux(o, "kustomize", "Kustomization") && c.source(o) != "" && !c.hasApplied(name(o)) {
			if err := c.apply(name(o), o); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *cluster) hasApplied(owner string) bool {
	for p := range c.got {
		if p.owner == owner {
			return true
		}
	}
	return false
}

// source returns the folder of what a Kustomization reads; empty for a source that is not of the repository.
func (c *cluster) source(kustomization tree) string {
	switch name := text(kustomization, "spec", "sourceRef", "name"); {
	case text(kustomization, "spec", "sourceRef", "kind") == "ExternalArtifact":
		return c.artifacts[name]
	case name == bootstrap || name == "":
		return filepath.Join(c.base, "repository")
	}
	return ""
}

// resolved returns a Kustomization whose postBuild.substitute has all variables.
func (c *cluster) resolved(kustomization tree) tree {
	kustomization = runtime.DeepCopyJSON(kustomization)
	postBuild, ok, _ := unstructured.NestedMap(kustomization, "spec", "postBuild")
	if !ok {
		return kustomization
	}
	all := tree{}
	from, _ := postBuild["substituteFrom"].([]any)
	for _, one := range from {
		for key, value := range c.variables[fmt.Sprint(one.(tree)["kind"], one.(tree)["name"])] {
			all[key] = value
		}
	}
	own, _ := postBuild["substitute"].(tree)
	for key, value := range own {
		all[key] = fmt.Sprint(value)
	}
	kustomization["spec"].(tree)["postBuild"] = tree{"substitute": all}
	return kustomization
}

// learn keeps what other objects need of an object.
func (c *cluster) learn(o tree) error {
	switch kind := text(o, "kind"); {
	case kind == "ConfigMap": // nobody keeps a Secret that can be read in Git
		texts, _, _ := unstructured.NestedStringMap(o, "data")
		c.variables[kind+text(o, "metadata", "name")] = texts
	case kind == "ArtifactGenerator":
		return c.generate(o)
	case name(o) == bootstrap+"/"+bootstrap && isFlux(o, "kustomize", "Kustomization") &&
		path.Clean(text(o, "spec", "path")) == path.Clean(text(c.first, "spec", "path")):
		c.first = o
	}
	return nil
}

// generate copies the folders of the artifacts of an ArtifactGenerator, as source-watcher does for "**".
func (c *cluster) generate(o tree) error {
	artifacts, _, _ := unstructured.NestedSlice(o, "spec", "artifacts")
	for _, a := range artifacts {
		name := a.(tree)["name"].(string)
		if c.artifacts[name] != "" {
			continue
		}
		dir := filepath.Join(c.base, "artifacts", c.name, name)
		for _, one := range a.(tree)["copy"].([]any) {
			_, from, _ := strings.Cut(text(one.(tree), "from"), "/") // behind the alias of the source
			from, isAll := strings.CutSuffix(from, "/**")
			to, isInside := strings.CutPrefix(text(one.(tree), "to"), "@artifact/")
			if !isAll || !isInside {
				return fmt.Errorf("%s copies in another way than the test can", id(o))
			}
			if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(filepath.Join(c.base, "repository", from))); err != nil {
				return err
			}
		}
		c.artifacts[name] = dir
	}
	return nil
}

// isFlux reports whether an object is of a kind of a group of Flux.
func isFlux(o tree, group, kind string) bool {
	return strings.HasPrefix(text(o, "apiVersion"), group+".toolkit.fluxcd.io/") && text(o, "kind") == kind
}

func name(o tree) string { return text(o, "metadata", "namespace") + "/" + text(o, "metadata", "name") }

// id is what an API server knows an object by.
func id(o tree) string {
	group := schema.FromAPIVersionAndKind(text(o, "apiVersion"), "").Group
	return strings.TrimSpace(group + " " + text(o, "kind") + " " + name(o))
}
