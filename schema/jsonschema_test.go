package schema_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestSchemaFiles compares the files with JSON Schemas and CustomResourceDefinitions with those that follow from the
// types. With -update it writes them. What they accept is compared with what Parse accepts in testdata/conformance.
func TestSchemaFiles(t *testing.T) {
	set := shape.All()
	type writer func(string, *shape.Shape) ([]byte, error)
	for _, file := range []struct {
		name, kind string
		shape      *shape.Shape
		write      writer
		read       func(string) ([]byte, error)
	}{
		{"application.json", kinds.Application.Name, set.Application, writeJSONSchema, schema.JSONSchema},
		{"fluxapplication.json", kinds.FluxApplication.Name, set.FluxApplication, writeJSONSchema, schema.JSONSchema},
		{"renderconfig.json", kinds.RenderConfig.Name, set.RenderConfig, writeJSONSchema, schema.JSONSchema},
		{"fluxapplicationbase.json", kinds.FluxApplicationBase.Name, set.Base, writeJSONSchema, schema.JSONSchema},
		{"crd/fluxapp.dev_fluxapplicationbases.yaml", kinds.FluxApplicationBase.Name, set.Base, writeCRD, schema.CRD},
		{"crd/gitops.kubesphere.io_applications.yaml", kinds.Application.Name, set.Application, writeCRD, schema.CRD},
		{"crd/fluxapp.dev_fluxapplications.yaml", kinds.FluxApplication.Name, set.FluxApplication, writeCRD, schema.CRD},
	} {
		want, err := file.write(file.kind, file.shape)
		assert.NilError(t, err)
		if golden.FlagUpdate() {
			assert.NilError(t, os.WriteFile(file.name, want, 0o644))
			continue
		}
		got, err := file.read(file.kind)
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", file.name)
	}
}

// TestSchemaOfOtherKind checks the errors for a kind that has no schema.
func TestSchemaOfOtherKind(t *testing.T) {
	_, err := schema.JSONSchema("RenderConfigs")
	assert.Error(t, err, `there is no schema of kind "RenderConfigs"; did you mean RenderConfig?`)
	_, err = schema.JSONSchema("Kustomization")
	assert.Error(t, err, `there is no schema of kind "Kustomization"; write Application, FluxApplication, `+
		`FluxApplicationBase or RenderConfig`)
	_, err = schema.CRD(kinds.RenderConfig.Name)
	assert.Error(t, err, `there is no schema of kind "RenderConfig"; write Application, FluxApplication or `+
		`FluxApplicationBase`)
}

// TestDefinitionsHaveNoGoNames checks that the names of definitions, which editors show, are names of fields and not of
// Go types.
func TestDefinitionsHaveNoGoNames(t *testing.T) {
	definedAs := regexp.MustCompile(`"#/definitions/(.*?)"`)
	for _, kind := range schema.OwnKinds(kinds.Group, kinds.KubeSphereGroup) {
		data, err := schema.JSONSchema(kind)
		assert.NilError(t, err)
		for _, ref := range definedAs.FindAllStringSubmatch(string(data), -1) {
			assert.Check(t, !strings.ContainsFunc(ref[1][:1], unicode.IsUpper) && !strings.Contains(ref[1], "schema."), ref[1])
		}
	}
}
