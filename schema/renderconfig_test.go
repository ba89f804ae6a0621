package schema_test

import (
	"reflect"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestRenderConfigHasAllFields holds that a program can read every option that the type has.
func TestRenderConfigHasAllFields(t *testing.T) {
	docs := schema.Parse("a.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
spec: {applications: [a, b/c], fluxVersion: "2.8", namespace: team, strict: true, ignore: [FA505], literal: true, `+
		`charts: [d], check: true, pruneOrphans: true, limits: {maxDeleted: 3}, acknowledge: 0123456789abcdef}
`))
	got, problems := docs[0].RenderConfig()
	assert.Equal(t, len(problems), 0, "%v", finding.Locate(problems))
	assert.Equal(t, got.Limits.Get("maxDeleted").Text(), "3")
	typed, read := reflect.TypeFor[v1alpha1.RenderConfigSpec](), reflect.ValueOf(got)
	for field := range typed.Fields() {
		value := read.FieldByName(field.Name)
		assert.Assert(t, value.IsValid() && !value.IsZero(), field.Name)
	}
	assert.Equal(t, read.NumField(), typed.NumField())
	want := schema.RenderConfig{
		Applications: []string{"a", "b/c"}, FluxVersion: "2.8", Namespace: "team", Strict: true,
		Ignore: []finding.Code{"FA505"}, Literal: true, Charts: []string{"d"},
		Check: true, PruneOrphans: true, Acknowledge: "0123456789abcdef", Limits: got.Limits,
	}
	assert.Assert(t, reflect.DeepEqual(got, want), "%+v", got)
	none, _ := schema.Parse("a.yaml", []byte("apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"))[0].RenderConfig()
	assert.Assert(t, reflect.DeepEqual(none, schema.RenderConfig{}))
}
