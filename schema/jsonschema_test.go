package schema

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestSchemaFiles holds that the files are what fluxapp schema prints. What they say is compared with what Parse says in
// testdata/conformance.
func TestSchemaFiles(t *testing.T) {
	for file, made := range map[string]func() ([]byte, error){
		"application.json":                               func() ([]byte, error) { return JSONSchema(KindApplication) },
		"fluxapplication.json":                           func() ([]byte, error) { return JSONSchema(KindFluxApplication) },
		"renderconfig.json":                              func() ([]byte, error) { return JSONSchema(KindRenderConfig) },
		"crd/gitops.kubesphere.io_applications.yaml":     func() ([]byte, error) { return CRD(KindApplication) },
		"crd/gitops.kubesphere.io_fluxapplications.yaml": func() ([]byte, error) { return CRD(KindFluxApplication) },
	} {
		want, err := made()
		assert.NilError(t, err)
		got, err := os.ReadFile(file)
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", file)
	}
	for _, made := range []func(string) ([]byte, error){JSONSchema, CRD} {
		_, err := made("Kustomization")
		assert.ErrorContains(t, err, `there is no schema of kind "Kustomization"; write Application`)
	}
}

// TestDescriptions holds that the descriptions are in the order in which they are searched, and that every field of an
// application has one.
func TestDescriptions(t *testing.T) {
	assert.Assert(t, slices.IsSortedFunc(descriptions[:], func(a, b description) int {
		return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.field, b.field))
	}))
	for name, s := range reached(shapes().application, shapes().fluxApplication) {
		for field, of := range s.from {
			kubernetes := strings.HasPrefix(of, "k8s.io/") || field == "metadata"
			assert.Check(t, kubernetes || describe(of, field) != "", "nothing says what %s.%s is for", name, field)
		}
	}
}
