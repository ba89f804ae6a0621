package schema

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/kcl"
)

// TestKCLRunRules writes down the rules of the CRD that matter most, for where the CRD itself is not at hand.
func TestKCLRunRules(t *testing.T) {
	s := shapeMaker{}.shape(reflect.TypeFor[kcl.KCLRunSpec]())
	assert.DeepEqual(t, requiredFields(s), []string{"interval", "prune", "sourceRef"})
	assert.DeepEqual(t, requiredFields(s.fields["argumentsReferences"].elem), []string{"kind", "name"})
	assert.DeepEqual(t, requiredFields(s.fields["dependsOn"].elem), []string{"name"})
	assert.Assert(t, s.fields["dependsOn"].elem.fields["readyExpr"] == nil, "a KCLRun knows no readyExpr")
	assert.DeepEqual(t, s.fields["sourceRef"].rules["kind"].enum, []string{"OCIRepository", "GitRepository", "Bucket"})
	assert.DeepEqual(t, s.fields["argumentsReferences"].elem.rules["kind"].enum, []string{"Secret", "ConfigMap"})
	for _, field := range []string{"interval", "retryInterval", "timeout"} {
		assert.Equal(t, s.fields[field].kind, shapeDuration, field)
	}
}

// TestKCLRunIsItsCRD compares the type with the CRD of the controller: the same fields, types and required fields everywhere.
func TestKCLRunIsItsCRD(t *testing.T) {
	data, err := os.ReadFile("../../shared/crds/kclruns.yaml")
	if os.IsNotExist(err) {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" { // see testdata/README.md
			t.Fatal("NOTHING WAS TESTED: the CRD of KCLRun is not there")
		}
		t.Skip("NOTHING WAS TESTED: the CRD of KCLRun is not there")
	}
	assert.NilError(t, err)
	var crd apiextensionsv1.CustomResourceDefinition
	assert.NilError(t, yaml.Unmarshal(data, &crd))
	assert.Equal(t, crd.Spec.Group+"/"+crd.Spec.Versions[0].Name, kcl.APIVersion)
	spec := crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	compareWithCRD(t, "spec", shapeMaker{}.shape(reflect.TypeFor[kcl.KCLRunSpec]()), spec)
}

func requiredFields(s *shape) (names []string) {
	for _, r := range s.required {
		names = append(names, r.field)
	}
	return names
}

func compareWithCRD(t *testing.T, path string, s *shape, want apiextensionsv1.JSONSchemaProps) {
	t.Helper()
	types := map[shapeKind]string{
		shapeString: "string", shapeDuration: "string", shapeBool: "boolean", shapeInteger: "integer", shapeList: "array",
		shapeDict: "object", shapeObject: "object",
	}
	assert.Equal(t, types[s.kind], want.Type, path)
	switch s.kind {
	case shapeList:
		compareWithCRD(t, path+"[]", s.elem, *want.Items.Schema)
	case shapeObject:
		assert.DeepEqual(t, slices.Sorted(maps.Keys(s.fields)), slices.Sorted(maps.Keys(want.Properties)))
		assert.DeepEqual(t, requiredFields(s), slices.Sorted(slices.Values(want.Required)))
		for name, field := range s.fields {
			compareWithCRD(t, path+"."+name, field, want.Properties[name])
		}
	}
}
