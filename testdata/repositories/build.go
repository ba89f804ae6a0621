package repositories

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/resource"
)

// tree is an object of Kubernetes.
type tree = map[string]any

// build returns what a Kustomization of Flux makes of its path below a root, as kustomize-controller does, with its
// library, which writes a kustomization.yaml into the folder for the time of the build.
func build(root string, kustomization unstructured.Unstructured) (all []tree, err error) {
	path := filepath.Join("/", text(kustomization.Object, "spec", "path")) // which leads nowhere above
	folder := filepath.Join(root, path)
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	action, err := kustomize.NewGenerator(root, kustomization).WriteFile(folder, kustomize.WithSaveOriginalKustomization())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kustomize.CleanDirectory(folder, action)) }()
	const remoteBases = false // nothing is fetched
	resources, err := kustomize.SecureBuild(root, folder, remoteBases)
	if err != nil {
		return nil, err
	}
	for _, r := range resources.Resources() {
		object, err := finished(kustomization, r)
		if err != nil {
			return nil, err
		}
		all = append(all, object)
	}
	return all, nil
}

// finished does what follows a build: variables are replaced, and spec.commonMetadata is added.
func finished(kustomization unstructured.Unstructured, r *resource.Resource) (tree, error) {
	dryRun := kustomize.SubstituteWithDryRun(true) // no cluster is asked for variables
	switch replaced, err := kustomize.SubstituteVariables(context.Background(), nil, kustomization, r, dryRun); {
	case err != nil:
		return nil, err
	case replaced != nil: // nil says that the object wants none
		r = replaced
	}
	data, err := r.MarshalJSON()
	object := parsed(data)
	for _, field := range []string{"labels", "annotations"} {
		more, _, _ := unstructured.NestedStringMap(kustomization.Object, "spec", "commonMetadata", field)
		for key, value := range more {
			err = errors.Join(err, unstructured.SetNestedField(object, value, "metadata", field, key))
		}
	}
	return object, err
}

// parsed returns an object that was printed as JSON, with its numbers as they are.
func parsed(data []byte) (o tree) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	_ = decoder.Decode(&o)
	return o
}

// text returns the text at a path of keys; empty where there is none.
func text(object tree, keys ...string) string {
	found, _, _ := unstructured.NestedString(object, keys...)
	return found
}
