package kustomization_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fluxcd/pkg/kustomize"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
)

type object = map[string]any

type result struct {
	Objects []object
	Notes   []string
}

// newBuilder returns a Builder without limits, and with some data by KIND/NAMESPACE/NAME.
func newBuilder(known map[string]map[string]string) *kustomization.Builder {
	return &kustomization.Builder{
		Begin: func(string, []byte) (func(), error) { return func() {}, nil },
		Given: func(kind, namespace, name string) (map[string]string, string) {
			key := kind + "/" + namespace + "/" + name
			if known[key] == nil {
				return nil, "names " + key
			}
			return known[key], ""
		},
	}
}

func build(t testing.TB, b *kustomization.Builder, ks object, root string) (result, error) {
	t.Helper()
	text, err := json.Marshal(ks)
	assert.NilError(t, err)
	objects, notes, err := b.Build(text, root)
	return result{objects, notes}, err
}

// need skips a test whose program is not on the machine, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		assert.Assert(t, os.Getenv("FLUXAPP_REQUIRE_CLIENTS") != "1", "this test must run: %v", err)
		fmt.Fprintf(os.Stderr, "NOTHING WAS TESTED with %s: %v\n", program, err)
		t.Skipf("NOTHING WAS TESTED with %s: %v", program, err)
	}
}

// TestKubectl compares with kubectl kustomize. A case is a folder: flux.yaml has the Kustomization, source is the
// checkout, and kubectl has an overlay that says the same in the words of kustomize.
func TestKubectl(t *testing.T) {
	need(t, "kubectl")
	cases, err := filepath.Glob("testdata/*/flux.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(cases) >= 10)
	for _, file := range cases {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			before := tree(t, dir)
			result, err := build(t, newBuilder(nil), read(t, file), filepath.Join(dir, "source"))
			assert.NilError(t, err)
			assert.Equal(t, len(result.Notes), 0, "%q", result.Notes)
			assert.DeepEqual(t, tree(t, dir), before)

			out, err := exec.Command("kubectl", "kustomize", "--load-restrictor", "LoadRestrictionsNone",
				filepath.Join(dir, "kubectl")).Output()
			assert.NilError(t, err)
			var want []object
			for text := range strings.SplitSeq(string(out), "\n---\n") {
				var one object
				assert.NilError(t, yaml.Unmarshal([]byte(text), &one))
				want = append(want, one)
			}
			assert.DeepEqual(t, sorted(result.Objects), sorted(want))
		})
	}
}

// TestFlux compares with the library of the controller, used as the controller does, on a copy of the checkout.
func TestFlux(t *testing.T) {
	cases, err := filepath.Glob("testdata/*/flux.yaml")
	assert.NilError(t, err)
	for _, file := range cases {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			source := filepath.Join(filepath.Dir(file), "source")
			if filepath.Base(filepath.Dir(file)) == "plain" || filepath.Base(filepath.Dir(file)) == "metadata" {
				t.Skip("the source's controller leaves files out, and the controller sets common metadata itself")
			}
			want, err := flux(t, read(t, file), source)
			assert.NilError(t, err)
			result, err := build(t, newBuilder(nil), read(t, file), source)
			assert.NilError(t, err)
			assert.DeepEqual(t, result.Objects, want)
		})
	}
}

// flux builds as kustomize-controller does, with the variables that are in the Kustomization, in a copy of source.
func flux(t *testing.T, ks object, source string) ([]object, error) {
	root := t.TempDir()
	assert.NilError(t, os.CopyFS(root, os.DirFS(source)))
	return fluxIn(t, ks, root)
}

// fluxIn does it in root, and leaves nothing there.
func fluxIn(t *testing.T, ks object, root string) ([]object, error) {
	path, _, _ := unstructured.NestedString(ks, "spec", "path")
	dir := filepath.Join(root, path)
	action, err := kustomize.NewGenerator(root, unstructured.Unstructured{Object: ks}).
		WriteFile(dir, kustomize.WithSaveOriginalKustomization())
	if err != nil {
		return nil, err
	}
	defer func() { assert.NilError(t, kustomize.CleanDirectory(dir, action)) }()
	resources, err := kustomize.SecureBuild(root, dir, false)
	if err != nil {
		return nil, err
	}
	for _, resource := range resources.Resources() {
		if post, has, _ := unstructured.NestedMap(ks, "spec", "postBuild"); has {
			_, err := kustomize.SubstituteVariables(context.Background(), nil,
				unstructured.Unstructured{Object: ks}, resource,
				kustomize.SubstituteWithDryRun(true), kustomize.SubstituteWithStrict(true),
				kustomize.SubstituteWithAlways(post["substituteStrategy"] == "Always"))
			if err != nil {
				return nil, err
			}
		}
	}
	var all []object
	for _, resource := range resources.Resources() {
		text, err := resource.AsYAML()
		assert.NilError(t, err)
		var one object
		assert.NilError(t, yaml.Unmarshal(text, &one))
		all = append(all, one)
	}
	return all, nil
}

func read(t *testing.T, file string) object {
	t.Helper()
	text, err := os.ReadFile(file)
	assert.NilError(t, err)
	return parse(t, string(text))
}

func parse(t testing.TB, text string) (value object) {
	t.Helper()
	assert.NilError(t, yaml.Unmarshal([]byte(text), &value))
	return value
}

func sorted(objects []object) []object {
	key := func(o object) string {
		meta, _ := o["metadata"].(object)
		return fmt.Sprint(o["apiVersion"], o["kind"], meta["namespace"], meta["name"])
	}
	return slices.SortedFunc(slices.Values(objects), func(a, b object) int { return cmp.Compare(key(a), key(b)) })
}

// tree is what a folder has, with the times of its files.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	assert.NilError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		all[path] = fmt.Sprint(info.Mode(), info.Size(), info.ModTime())
		return err
	}))
	return all
}

// write makes files in a new folder, and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		assert.NilError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700))
		assert.NilError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
	}
	return root
}

func encode(t *testing.T, value any) string {
	t.Helper()
	text, err := yaml.Marshal(value)
	assert.NilError(t, err)
	return string(text)
}

// TestSchemas: a kustomization's own schemas are for its build alone, as with the controller.
func TestSchemas(t *testing.T) {
	source := filepath.Join("testdata", "schemas", "source")
	app, err := os.ReadFile(filepath.Join(source, "app", "kustomization.yaml"))
	assert.NilError(t, err)
	things, err := os.ReadFile(filepath.Join(source, "app", "thing.yaml"))
	assert.NilError(t, err)
	without := write(t, map[string]string{"thing.yaml": string(things),
		"kustomization.yaml": strings.Replace(string(app), "openapi: {path: schema.json}", "", 1)})
	want, err := flux(t, object{"spec": object{}}, without)
	assert.NilError(t, err)
	for range 2 {
		result, err := build(t, newBuilder(nil), read(t, "testdata/schemas/flux.yaml"), source)
		assert.NilError(t, err)
		parts, _, _ := unstructured.NestedSlice(result.Objects[0], "spec", "parts")
		assert.Equal(t, len(parts), 2)
		result, err = build(t, newBuilder(nil), object{"spec": object{}}, without)
		assert.NilError(t, err)
		assert.DeepEqual(t, result.Objects, want)
	}
}
