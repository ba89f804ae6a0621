package render_test

import (
	"reflect"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestNoDocuments holds that nothing is rendered from nothing, in whatever form it comes.
func TestNoDocuments(t *testing.T) {
	for _, docs := range []schema.Documents{nil, {}, {nil}} {
		result, err := render.Render(docs, render.Options{AllowEmpty: true})
		assert.NilError(t, err)
		assert.Equal(t, len(result.Objects)+len(result.Findings), 0)
	}
}

// TestZeroObject holds that no method of the zero Object panics, and that each returns nothing.
func TestZeroObject(t *testing.T) {
	o := reflect.ValueOf(render.Object{})
	for i := range o.NumMethod() {
		method, name := o.Method(i), o.Type().Method(i).Name
		if name == "PathIn" {
			continue // Path calls it
		}
		var arguments []reflect.Value
		for i := range method.Type().NumIn() {
			arguments = append(arguments, reflect.Zero(method.Type().In(i)))
		}
		if method.Type().IsVariadic() {
			arguments = arguments[:len(arguments)-1]
		}
		for _, result := range method.Call(arguments) {
			empty := result.IsZero() || result.Kind() == reflect.Slice && result.Len() == 0 || name == "Document"
			assert.Check(t, empty, "%s returns %v", name, result)
		}
	}
}
