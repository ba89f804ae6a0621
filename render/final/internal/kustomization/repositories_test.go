package kustomization_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestRepositories builds what the clusters of public repositories get, and what that applies in turn, and compares
// with the library of the controller. Where the corpus is absent it is skipped, or fails where FLUXAPP_REQUIRE_SHARED
// is 1. Sources other than the repository itself are left out.
func TestRepositories(t *testing.T) {
	dir, err := filepath.Abs("../../../../../shared/corpus/repos")
	assert.NilError(t, err)
	table, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil && os.Getenv("FLUXAPP_REQUIRE_SHARED") != "1" {
		fmt.Fprintf(os.Stderr, "NOTHING WAS TESTED of repositories: %v\n", err)
		t.Skipf("NOTHING WAS TESTED of repositories: %v", err)
	}
	assert.NilError(t, err, "NOTHING WAS TESTED of repositories")
	row := regexp.MustCompile("(?m)^\\| ([\\w./-]+/[\\w.-]+) \\|.*\\| `([^`]+)` \\|$")
	built := 0
	for _, m := range row.FindAllStringSubmatch(string(table), -1) {
		t.Run(m[1], func(t *testing.T) {
			root := filepath.Join(dir, strings.Replace(m[1], "/", "+", 1))
			before := tree(t, root)
			copied := t.TempDir()
			assert.NilError(t, os.CopyFS(copied, os.DirFS(root)))
			var queue []object
			for _, entry := range regexp.MustCompile(`=([^@]+)@`).FindAllStringSubmatch(m[2], -1) {
				found, err := filepath.Glob(filepath.Join(root, entry[1]))
				assert.NilError(t, err)
				for _, folder := range found {
					queue = append(queue, object{"metadata": object{"name": "flux-system", "namespace": "flux-system"},
						"spec": object{"path": path.Join(path.Dir(entry[1]), filepath.Base(folder))}})
				}
			}
			builder := newBuilder(nil)
			seen := map[string]bool{}
			for len(queue) > 0 {
				ks := queue[0]
				queue = queue[1:]
				spec, _ := ks["spec"].(object)
				key := fmt.Sprint(spec)
				if seen[key] {
					continue
				}
				seen[key] = true
				result, err := build(t, builder, ks, root)
				queue = append(queue, followed(result.Objects)...)
				if len(result.Notes) > 0 {
					continue // with a remote base or a variable that is not given there is nothing to compare
				}
				want, wrong := fluxIn(t, ks, copied)
				assert.Equal(t, err == nil, wrong == nil, "%v: %v, and Flux says %v", spec["path"], err, wrong)
				if common, _, _ := unstructured.NestedMap(ks, "spec", "commonMetadata"); err == nil && common == nil {
					assert.DeepEqual(t, result.Objects, want)
					built += len(want)
				}
			}
			assert.DeepEqual(t, tree(t, root), before)
		})
	}
	t.Logf("%d objects as Flux builds them", built)
	assert.Assert(t, built > 500, "%d", built)
}

// followed are the Kustomizations of the repository's own source.
func followed(objects []object) (all []object) {
	for _, o := range objects {
		kind, _, _ := unstructured.NestedString(o, "spec", "sourceRef", "kind")
		version, _ := o["apiVersion"].(string)
		flux := strings.HasPrefix(version, "kustomize.toolkit.fluxcd.io/") && o["kind"] == "Kustomization"
		if flux && kind == "GitRepository" {
			all = append(all, o)
		}
	}
	return all
}
