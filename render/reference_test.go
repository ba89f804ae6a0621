package render_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// FuzzReferences holds that what a reference stands for is a value and nothing else: whatever a label or param holds,
// it comes out as that very text where the reference stood, and nothing around it or in other objects changes.
func FuzzReferences(f *testing.F) {
	for _, hostile := range []string{
		"", "a", "x: 1", "a\nb: c", "- a", "{a: b}", "[]", "}", "]", "\"", "'", "${X}", "$(cluster.name)", "$$(cluster.name)",
		"# a", "&a", "*a", "!!int 1",
		"---\napiVersion: v1", "| a", "> b\n c", "true", "null", "~", "0x10", "1e3", "1.10", "2020-01-01", "\t", " a ",
		"\u2028", "日本", "\U0001F600",
		strings.Repeat("a", 63), strings.Repeat("é\n", 100), "{{ .Values }}", "%", "@", "`", "?", ": ", "a:", "\\", "\x00",
		"\xff",
	} {
		f.Add(hostile)
	}
	f.Fuzz(func(t *testing.T, hostile string) {
		written, err := json.Marshal(hostile)
		assert.NilError(t, err)
		var meant string // JSON has no invalid UTF-8
		assert.NilError(t, json.Unmarshal(written, &meant))
		escaped, err := json.Marshal(names.EscapeReferences(meant)) // in params references are replaced
		assert.NilError(t, err)
		docs := schema.Parse("in.yaml", []byte(referring(string(written), string(escaped))))
		err = docs.Findings().Err()
		if err != nil {
			return // YAML has no control characters, and kyaml no surrogates
		}
		result, err := render.Render(docs, render.Options{})
		assert.NilError(t, err)
		harmless := schema.Parse("in.yaml", []byte(referring(`"harmless"`, `"harmless"`)))
		err = harmless.Findings().Err()
		assert.NilError(t, err)
		want, err := render.Render(harmless, render.Options{})
		assert.NilError(t, err)
		assert.Equal(t, len(result.Objects), len(want.Objects))
		for i, o := range result.Objects {
			var got, expected any
			assert.NilError(t, yaml.Unmarshal(o.YAML(), &got))
			assert.NilError(t, yaml.Unmarshal(want.Objects[i].YAML(), &expected))
			assert.DeepEqual(t, got, replaced(expected, meant))
			if o.Cluster() == "other" {
				assert.Assert(t, bytes.Equal(o.YAML(), want.Objects[i].YAML()), "another object changed")
			}
		}
	})
}

// referring is an application whose first cluster has a text as a label, an annotation and a param.
func referring(text, param string) string {
	return `{"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication", "metadata": {"name": "a", ` +
		`"namespace": "apps"},
"spec": {"source": {"sourceRef": {"kind": "HelmRepository", "name": "repo"}},
"clusters": [
{"name": "one", "labels": {"l": ` + text + `}, "annotations": {"a": ` + text + `}, "params": {"p": ` + param +
		`}, "kubeConfig": {"secretRef": {"name": "one"}}},
{"name": "other", "labels": {"l": "x"}, "annotations": {"a": "y"}, "params": {"p": 1}, "kubeConfig": {"secretRef": ` +
		`{"name": "other"}}}],
"config": {"helmRelease": {"chart": {"chart": "podinfo"}, "deploy": [{"destination": {"clusterSelector": {}}, ` +
		`"interval": "1h",
"values": {"label": "$(cluster.labels['l'])", "annotation": "$(cluster.annotations['a'])", "param": ` +
		`"$(cluster.params.p)",
"inside": "<$(cluster.labels['l'])>", "list": ["$(cluster.params.p)", "z"], "$$(cluster.params.p)": "key"}}]}}}}`
}

// replaced returns a value with another text in the place of harmless.
func replaced(value any, text string) any {
	switch value := value.(type) {
	case string:
		if strings.Contains(value, "$(") {
			return value
		}
		return strings.ReplaceAll(value, "harmless", text)
	case []any:
		for i := range value {
			value[i] = replaced(value[i], text)
		}
	case map[string]any:
		for key := range value {
			value[key] = replaced(value[key], text)
		}
	}
	return value
}
