package conformance

import (
	"bytes"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gotest.tools/v3/assert"
)

// compiled returns a JSON Schema, ready to judge.
func compiled(t *testing.T, name string, data []byte) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	assert.NilError(t, err, "%s", name)
	compiler := jsonschema.NewCompiler()
	assert.NilError(t, compiler.AddResource(name, value))
	out, err := compiler.Compile(name)
	assert.NilError(t, err)
	assert.Equal(t, out.DraftVersion, 7)
	return out
}

// editor refuses what an editor would mark that has the JSON Schemas.
func editor(t *testing.T) func(document) error {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	for _, kind := range []string{kinds.Application.Name, kinds.FluxApplication.Name, kinds.FluxApplicationBase.Name} {
		data, err := schema.JSONSchema(kind)
		assert.NilError(t, err)
		all[kind] = compiled(t, kind+".json", data)
	}
	return func(d document) error {
		if d.unread != nil {
			return d.unread
		}
		return all[d.kind].Validate(d.value)
	}
}

// TestSchemas compares what the JSON Schemas say of the cases and examples with what fluxapp says.
func TestSchemas(t *testing.T) {
	v := compareVerdicts(editor(t))
	v.addAll(t, append(applicationsOf(t), besideCases(t)...))
	v.allNeeded(t)
	assert.Assert(t, v.accepted >= 150 && v.refused >= 100 && v.alsoSchema >= 60, "applications were lost")
}

// TestSchemasCorpus does the same with KubeSphere's applications and Flux's repositories.
func TestSchemasCorpus(t *testing.T) {
	v := compareVerdicts(editor(t))
	v.addAll(t, applicationsOfCorpus(t))
	assert.Assert(t, v.accepted >= 100, "applications were lost")
}

// TestSchemasMutations does the same with applications of the project that were changed at random.
func TestSchemasMutations(t *testing.T) {
	v := compareVerdicts(editor(t))
	v.addAll(t, applicationsMutated(t))
	assert.Assert(t, v.accepted*5 >= *mutations && v.refused*5 >= *mutations && v.alsoSchema*20 >= *mutations)
}

// TestSchemasMutationsCorpus does the same with applications of KubeSphere that were changed at random.
func TestSchemasMutationsCorpus(t *testing.T) {
	v := compareVerdicts(editor(t))
	v.addAll(t, applicationsMutatedCorpus(t))
	assert.Assert(t, v.accepted*100 >= *mutations && v.refused*100 >= *mutations)
}

// TestSchemasArgo holds that Applications of Argo CD, of which fluxapp says nothing, may be written.
func TestSchemasArgo(t *testing.T) {
	data := readFile(t, "../cases/kubesphere/application-argocd/in.yaml")
	value, err := readValue(data)
	assert.NilError(t, err)
	for name, refuses := range map[string]func(document) error{"schema": editor(t), "CRD": server(t)} {
		assert.NilError(t, refuses(document{kind: kinds.Application.Name, value: value}), name)
	}
}
