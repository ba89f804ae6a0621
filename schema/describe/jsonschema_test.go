package describe

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestSchemaFiles holds that the files are what fluxapp schema prints. What they say is compared with what Parse says in
// testdata/conformance.
func TestSchemaFiles(t *testing.T) {
	for file, made := range map[string]func() ([]byte, error){
		"application.json":                               func() ([]byte, error) { return JSONSchema(v1alpha1.KindApplication) },
		"fluxapplication.json":                           func() ([]byte, error) { return JSONSchema(v1alpha1.KindFluxApplication) },
		"renderconfig.json":                              func() ([]byte, error) { return JSONSchema(v1alpha1.KindRenderConfig) },
		"crd/gitops.kubesphere.io_applications.yaml":     func() ([]byte, error) { return CRD(v1alpha1.KindApplication) },
		"crd/gitops.kubesphere.io_fluxapplications.yaml": func() ([]byte, error) { return CRD(v1alpha1.KindFluxApplication) },
	} {
		want, err := made()
		assert.NilError(t, err)
		got, err := os.ReadFile(filepath.Join("..", file))
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", file)
	}
	for _, made := range []func(string) ([]byte, error){JSONSchema, CRD} {
		_, err := made("Kustomization")
		assert.ErrorContains(t, err, `there is no schema of kind "Kustomization"; write Application`)
	}
}

// TestDescriptions holds that every field of a document has a description.
func TestDescriptions(t *testing.T) {
	seen := map[string]bool{}
	var walk func(Field)
	walk = func(f Field) {
		for _, below := range f.Fields() {
			assert.Check(t, below.Description != "", "nothing says what %s.%s is for", f.Holds, below.Name)
			if key := f.Holds + "." + below.Name; !seen[key] {
				seen[key] = true
				walk(below)
			}
		}
	}
	for _, kind := range explained {
		walk(documentField(kind))
	}
	assert.Assert(t, len(seen) > 300, "%d", len(seen))
}

// TestDefinitionsHaveNoGoNames holds that the names of definitions, which editors show, are those of fields and not of Go types.
func TestDefinitionsHaveNoGoNames(t *testing.T) {
	for _, kind := range kinds.Own() {
		data, err := JSONSchema(kind)
		assert.NilError(t, err)
		for _, ref := range definedAs.FindAllStringSubmatch(string(data), -1) {
			assert.Check(t, !strings.ContainsFunc(ref[1][:1], unicode.IsUpper) && !strings.Contains(ref[1], "schema."), ref[1])
		}
	}
}

var definedAs = regexp.MustCompile(`"#/definitions/(.*?)"`)
