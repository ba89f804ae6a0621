package kustomization_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
)

// TestOnce builds a folder once for all variables, and again for another field: the folder is gone then.
func TestOnce(t *testing.T) {
	root := write(t, map[string]string{"a.yaml": config("a", "${x}"), "b.yaml": config("b", "y")})
	var builder kustomization.Builder
	build := func(spec string) (kustomization.Result, error) {
		return builder.Build(parse(t, "metadata: {name: apps, namespace: flux-system}\nspec: {path: ., "+spec+"}"), root)
	}
	first, err := build("postBuild: {substitute: {x: one}}, interval: 1m")
	assert.NilError(t, err)
	assert.NilError(t, os.RemoveAll(root))

	second, err := build("postBuild: {substitute: {x: two}}, interval: 2m")
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(first), []string{"one", "y"})
	assert.DeepEqual(t, texts(second), []string{"two", "y"})
	plain, err := build("interval: 3m")
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(plain), []string{"${x}", "y"})

	_, err = build("namePrefix: a-")
	assert.ErrorContains(t, err, "no such file or directory")
}

// TestGoroutines builds with builders that are shared, and with several at once.
func TestGoroutines(t *testing.T) {
	root := write(t, map[string]string{"a.yaml": config("a", "${x}"), "b/kustomization.yaml": "resources: [../a.yaml]"})
	var builders [2]kustomization.Builder
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			result, err := builders[i%2].Build(object{"spec": object{"path": "b", "namePrefix": fmt.Sprint("p", i%4),
				"postBuild": object{"substitute": object{"x": fmt.Sprint(i)}}}}, root)
			assert.Check(t, err)
			assert.Check(t, fmt.Sprint(texts(result)) == fmt.Sprintf("[%d]", i))
		})
	}
	all.Wait()
}
