package main

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/fluxcd/pkg/kustomize"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// build builds a copy of a folder, because Flux writes a kustomization.yaml into a folder that has none. It returns how
// many objects the folder has, and the CPU time without that of copying.
func build(folder string) (objects int, cpu time.Duration, err error) {
	dir, err := os.MkdirTemp("", "fluxbuild")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	root, err := filepath.EvalSymlinks(dir) // Flux writes nothing below a link
	if err == nil {
		err = os.CopyFS(root, os.DirFS(folder))
	}
	if err != nil {
		return 0, 0, err
	}
	before := spent()
	objects, err = reconcile(root)
	return objects, spent() - before, err
}

// reconcile does what kustomize-controller does for a Kustomization without patches, substitutions and encrypted files
// before it applies the objects.
func reconcile(root string) (objects int, err error) {
	if _, err := kustomize.NewGenerator(root, unstructured.Unstructured{}).WriteFile(root); err != nil {
		return 0, err
	}
	const remoteBases = false // nothing is fetched
	built, err := kustomize.SecureBuild(root, root, remoteBases)
	if err != nil {
		return 0, err
	}
	_, err = built.AsYaml() // which it reads to apply
	return built.Size(), err
}
