package schema

import (
	"encoding/json"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// crdKinds returns the names of the kinds with a CustomResourceDefinition.
func crdKinds() (names []string) {
	for k := range kinds.With(kinds.Read) {
		if k.Plural != "" {
			names = append(names, k.Name)
		}
	}
	return names
}

// CRD returns a CustomResourceDefinition of a kind, Application or FluxApplication, as YAML, for clusters that hold documents of
// fluxapp without KubeSphere. What it refuses, fluxapp refuses, but for a reference that stands for something else than a text
// outside of defaults, overrides and values; fluxapp refuses more. KubeSphere brings a definition of
// Application of its own, which takes fewer fields: never replace it. It is an error when the kind is no other.
func CRD(kind string) ([]byte, error) {
	root, err := rootShape(kind, crdKinds())
	if err != nil {
		return nil, err
	}
	w := schemaWriter{server: true}
	plural := kinds.Find(kinds.App, Group, kind).Plural
	data, err := json.Marshal(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": plural + "." + Group},
		"spec": map[string]any{
			"group": Group,
			"names": map[string]any{"kind": kind, "listKind": kind + "List", "plural": plural, "singular": strings.ToLower(kind)},
			"scope": "Namespaced",
			"versions": []any{map[string]any{
				"name": Version, "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": w.document(kind, root)},
			}},
		},
	})
	if err != nil {
		return nil, err
	}
	return yaml.JSONToYAML(data)
}
