package shape_test

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestKCLRunRules writes down the rules of the CRD that matter most, for where the CRD itself is not at hand.
func TestKCLRunRules(t *testing.T) {
	s := maker{}.shape(reflect.TypeFor[kcl.KCLRunSpec]())
	assert.DeepEqual(t, *s.Required(), []string{"interval", "prune", "sourceRef"})
	assert.DeepEqual(t, *s.Fields["argumentsReferences"].Shape.Elem.Required(), []string{"kind", "name"})
	assert.DeepEqual(t, *s.Fields["dependsOn"].Shape.Elem.Required(), []string{"name"})
	assert.Assert(t, s.Fields["dependsOn"].Shape.Elem.Fields["readyExpr"].Shape == nil, "a KCLRun knows no readyExpr")
	assert.DeepEqual(t, s.Fields["sourceRef"].Shape.Fields["kind"].Rule.Enum,
		[]string{"OCIRepository", "GitRepository", "Bucket"})
	assert.DeepEqual(t, s.Fields["argumentsReferences"].Shape.Elem.Fields["kind"].Rule.Enum,
		[]string{"Secret", "ConfigMap"})
	for _, field := range []string{"interval", "retryInterval", "timeout"} {
		assert.Equal(t, s.Fields[field].Shape.Kind, shape.Duration, field)
	}
}

// TestKCLRunIsItsCRD compares the type with the CRD of the controller: the same fields, types and required fields
// everywhere.
func TestKCLRunIsItsCRD(t *testing.T) {
	data, err := os.ReadFile("../../../../shared/crds/kclruns.yaml")
	if os.IsNotExist(err) {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" { // see testdata/README.md
			t.Fatal("NOTHING WAS TESTED: the CRD of KCLRun is not there")
		}
		t.Skip("NOTHING WAS TESTED: the CRD of KCLRun is not there")
	}
	assert.NilError(t, err)
	var crd apiextensionsv1.CustomResourceDefinition
	assert.NilError(t, yaml.Unmarshal(data, &crd))
	assert.Equal(t, crd.Spec.Group+"/"+crd.Spec.Versions[0].Name, kinds.KCLRun.APIVersion)
	spec := crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	compareWithCRD(t, "spec", maker{}.shape(reflect.TypeFor[kcl.KCLRunSpec]()), spec)
}

func compareWithCRD(t *testing.T, path string, s *shape.Shape, want apiextensionsv1.JSONSchemaProps) {
	t.Helper()
	types := map[shape.Kind]string{
		shape.String: "string", shape.Duration: "string", shape.Bool: "boolean", shape.Integer: "integer",
		shape.List: "array",
		shape.Dict: "object", shape.Object: "object",
	}
	assert.Equal(t, types[s.Kind], want.Type, path)
	switch s.Kind {
	case shape.List:
		compareWithCRD(t, path+"[]", s.Elem, *want.Items.Schema)
	case shape.Object:
		assert.DeepEqual(t, slices.Sorted(maps.Keys(s.Fields)), slices.Sorted(maps.Keys(want.Properties)))
		assert.DeepEqual(t, *s.Required(), slices.Sorted(slices.Values(want.Required)))
		for name, field := range s.Fields {
			compareWithCRD(t, path+"."+name, field.Shape, want.Properties[name])
		}
	}
}
