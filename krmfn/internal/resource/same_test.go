package resource

import (
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

func TestSame(t *testing.T) {
	const text = "kind: X\nmetadata:\n  name: a\n  annotations: {own: x, internal.config.kubernetes.io/path: a.yaml}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: z}\n"
	for other, want := range map[string]bool{
		text: true,
		"kind: \"X\" # comment\nmetadata:\n  name: 'a'\n  annotations:\n    config.kubernetes.io/index: '1'\n    kustomize.config.k8s.io/id: x\n    internal.config.kubernetes.io/prefixes: x-\n    own: x\nspec:\n  list:\n  - 1\n  - b: c\n  annotations: {y: z}\n": true,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: y}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: z}\n":                                                                                                                                                 false,
		"kind: X\nmetadata:\n  name: b\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: z}\n":                                                                                                                                                 false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x, more: x}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: z}\n":                                                                                                                                        false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: ['1', {b: c}]\n  annotations: {y: z}\n":                                                                                                                                               false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {b: d}]\n  annotations: {y: z}\n":                                                                                                                                                 false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {d: c}]\n  annotations: {y: z}\n":                                                                                                                                                 false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1]\n  annotations: {y: z}\n":                                                                                                                                                         false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: internal.config.kubernetes.io/path}\n":                                                                                                                false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n":                                                                                                                                                                        false,
		"kind: X\nmetadata:\n  name: &n a\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n  annotations: {y: *n}\n":                                                                                                                                             false,
	} {
		assert.Equal(t, Same(yaml.MustParse(text), yaml.MustParse(other)), want, other)
		assert.Equal(t, Same(yaml.MustParse(other), yaml.MustParse(text)), want, other)
	}
}
