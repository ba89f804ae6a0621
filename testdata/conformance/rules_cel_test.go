package conformance

import (
	"context"
	"encoding/json"
	"slices"

	"gotest.tools/v3/assert"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apischema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// oneRule is a kind with one of its rules.
type oneRule struct {
	rule rule
	kind *kind
}

// only returns the kind with one rule.
func (k *kind) only(r rule) *kind {
	s := eachRules(k.schema, "", func(path string, all apischema.ValidationExtensions) apischema.ValidationExtensions {
		all.XValidations = slices.DeleteFunc(slices.Clone(all.XValidations), func(v apiextensionsv1.ValidationRule) bool {
			return path != r.path || v.Rule != r.text
		})
		return all
	})
	return &kind{schema: s, rules: cel.NewValidator(s, true, celconfig.PerCallLimit)}
}

func (k *kind) refuses(object map[string]any) bool {
	errs, _ := k.rules.Validate(context.Background(), nil, k.schema, object, nil, celconfig.RuntimeCELCostBudget)
	return len(errs) > 0
}

// A ruling is what the CRD says of an object.
type ruling struct {
	taken   bool   // by the schema
	refused []rule // by CEL, if taken
}

// ask asks the CRD about an object without placeholders.
func (c *comparison) ask(object map[string]any) (r ruling) {
	text, err := json.Marshal(object)
	assert.NilError(c, err)
	if known, ok := c.asked[string(text)]; ok {
		return known
	}
	copied := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(object)}
	if r.taken = len(c.plain.check(copied)) == 0; r.taken && c.whole.refuses(copied.Object) {
		for _, one := range c.each {
			if one.kind.refuses(copied.Object) {
				r.refused = append(r.refused, one.rule)
			}
		}
		assert.Assert(c, len(r.refused) > 0, "%s is refused by all rules together, and by none of them", text)
	}
	c.asked[string(text)] = r
	return r
}
