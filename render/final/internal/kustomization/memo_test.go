package kustomization_test

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestOnce builds a folder once for all variables, and again for another field: the folder is gone then.
func TestOnce(t *testing.T) {
	root := write(t, map[string]string{"a.yaml": config("a", "${x}"), "b.yaml": config("b", "y")})
	builder := newBuilder(nil)
	made := func(spec string) (result, error) {
		return build(t, builder, parse(t, "metadata: {name: apps, namespace: flux-system}\nspec: {path: ., "+spec+"}"), root)
	}
	first, err := made("postBuild: {substitute: {x: one}}, interval: 1m")
	assert.NilError(t, err)
	assert.NilError(t, os.RemoveAll(root))

	second, err := made("postBuild: {substitute: {x: two}}, interval: 2m")
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(first), []string{"one", "y"})
	assert.DeepEqual(t, texts(second), []string{"two", "y"})
	plain, err := made("interval: 3m")
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(plain), []string{"${x}", "y"})

	_, err = made("namePrefix: a-")
	assert.ErrorContains(t, err, "no such file or directory")
}
