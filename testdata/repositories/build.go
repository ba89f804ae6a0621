package repositories

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxcd/pkg/kustomize"
	secure "github.com/fluxcd/pkg/kustomize/filesys"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// tree is an object of Kubernetes.
type tree = map[string]any

// builder builds folders of a repository as kustomize-controller does, with its library. What has not changed since the
// last build is not built again: most of a build is spent in reading the schemas of Kubernetes.
type builder struct {
	base string // the folder of the repository, and of the artifacts that are made of it
	done map[string]built
}

// built is what a folder came to, with the files that the build has read.
type built struct {
	reads
	objects []tree
	err     error
}

// build returns what a Kustomization of Flux makes of its path below a root. Its postBuild has all variables.
func (b *builder) build(root string, kustomization tree) ([]tree, error) {
	folder := filepath.Join(root, filepath.Join("/", text(kustomization, "spec", "path"))) // which leads nowhere above
	spec, err := json.Marshal(kustomization["spec"])
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(folder); err != nil {
		return nil, b.short(err)
	}
	u := unstructured.Unstructured{Object: kustomization}
	action, err := kustomize.NewGenerator(root, u).WriteFile(folder, kustomize.WithSaveOriginalKustomization())
	if err != nil {
		return nil, b.short(err)
	}
	key := strings.TrimPrefix(root, b.base) + string(spec)
	found, ok := b.done[key]
	if !ok || !found.isSame(b.base) {
		found = b.fresh(root, folder, u)
		b.done[key] = found
	}
	return found.objects, errors.Join(found.err, kustomize.CleanDirectory(folder, action))
}

// fresh builds a folder that has a kustomization.yaml.
func (b *builder) fresh(root, folder string, kustomization unstructured.Unstructured) (done built) {
	disk, err := secure.MakeFsOnDiskSecure(root) // nothing is fetched, and nothing read outside
	done.reads = reads{}
	var resources resmap.ResMap
	if err == nil {
		resources, err = kustomize.Build(watched{disk, b.base, done.reads}, folder)
	}
	if err != nil {
		done.err = b.short(err)
		return done
	}
	for _, r := range resources.Resources() {
		object, err := finished(kustomization, r)
		if err != nil {
			done.err = b.short(err)
			return done
		}
		done.objects = append(done.objects, object)
	}
	return done
}

// short returns an error in one line that does not tell where the repository lies.
func (b *builder) short(err error) error {
	return errors.New(strings.NewReplacer(b.base, "", "\n", " ").Replace(err.Error()))
}

// reads are files, and errors of reading them, as a build has seen them.
type reads map[string]string

// watched is a disk that keeps what is read of it.
type watched struct {
	filesys.FileSystem
	base string
	reads
}

func (w watched) ReadFile(name string) ([]byte, error) {
	data, err := w.FileSystem.ReadFile(name)
	w.reads[strings.TrimPrefix(name, w.base)] = string(data)
	return data, err
}

// isSame reports whether the files are as they were.
func (r reads) isSame(base string) bool {
	for name, was := range r {
		if data, _ := os.ReadFile(filepath.Join(base, name)); string(data) != was {
			return false
		}
	}
	return true
}

// finished does what follows a build: variables are replaced, and spec.commonMetadata is added.
func finished(kustomization unstructured.Unstructured, r *resource.Resource) (object tree, err error) {
	dryRun := kustomize.SubstituteWithDryRun(true) // no cluster is asked for variables
	switch replaced, err := kustomize.SubstituteVariables(context.Background(), nil, kustomization, r, dryRun); {
	case err != nil:
		return nil, err
	case replaced != nil: // nil says that the object wants none
		r = replaced
	}
	data, err := r.MarshalJSON()
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return nil, err
	}
	for _, field := range []string{"labels", "annotations"} {
		more, _, _ := unstructured.NestedStringMap(kustomization.Object, "spec", "commonMetadata", field)
		for key, value := range more {
			if err := unstructured.SetNestedField(object, value, "metadata", field, key); err != nil {
				return nil, err
			}
		}
	}
	return object, nil
}

// text returns the text at a path of keys; empty where there is none.
func text(object tree, keys ...string) string {
	found, _, _ := unstructured.NestedString(object, keys...)
	return found
}
