package conformance

import (
	"bytes"
	"context"
	"testing"

	"github.com/fluxcd/pkg/runtime/cel"
	celtypes "github.com/google/cel-go/common/types"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestGates evaluates the expression of every gate of the cases and examples as Flux's controllers do: it lets pass a dependency as
// it was rendered, and holds back one of an earlier rendering and one without annotations. A plain item stands before each, because
// Flux does not ask whether a dependency with an expression is ready.
func TestGates(t *testing.T) {
	gates := 0
	for _, file := range append(files(t, "../waves*/out.yaml"), files(t, "../../examples/fleet/.expected/out.yaml")...) {
		objects := map[string]map[string]any{}
		for _, o := range documents(t, readFile(t, file)) {
			objects[key(o.GetKind(), o.GetNamespace(), o.GetName())] = o.Object
		}
		for _, o := range objects {
			self := unstructured.Unstructured{Object: o}
			items, _, err := unstructured.NestedSlice(o, "spec", "dependsOn")
			assert.NilError(t, err)
			for i := range items {
				item := unstructured.Unstructured{Object: items[i].(map[string]any)}
				expression, gated, _ := unstructured.NestedString(item.Object, "readyExpr")
				if !gated {
					continue
				}
				gates++
				plain := runtime.DeepCopyJSON(item.Object)
				delete(plain, "readyExpr")
				assert.DeepEqual(t, items[i-1], any(plain))
				namespace, _, _ := unstructured.NestedString(item.Object, "namespace")
				if namespace == "" {
					namespace = self.GetNamespace()
				}
				name, _, _ := unstructured.NestedString(item.Object, "name")
				dependency := objects[key(self.GetKind(), namespace, name)]
				assert.Assert(t, dependency != nil, "%s waits for %s", self.GetName(), name)
				checkGate(t, expression, o, dependency)
			}
		}
	}
	assert.Assert(t, gates > 20, "%d gates", gates)
}

func key(kind, namespace, name string) string { return kind + " " + namespace + "/" + name }

func documents(t *testing.T, text []byte) (objects []unstructured.Unstructured) {
	t.Helper()
	for _, document := range bytes.Split(text, []byte("---\n")) {
		if len(document) == 0 {
			continue
		}
		o := unstructured.Unstructured{}
		assert.NilError(t, yaml.Unmarshal(document, &o.Object))
		objects = append(objects, o)
	}
	return objects
}

func checkGate(t *testing.T, text string, self, dependency map[string]any) {
	t.Helper()
	expression, err := cel.NewExpression(text, cel.WithCompile(), cel.WithOutputType(celtypes.BoolType), cel.WithStructVariables("self", "dep"))
	assert.NilError(t, err)
	for name, c := range map[string]struct {
		change func(metadata map[string]any)
		pass   bool
	}{
		"as rendered":         {func(map[string]any) {}, true},
		"of another digest":   {func(m map[string]any) { annotationsOf(m)[schema.AnnotationDigest] = "0000000000000000" }, false},
		"without the digest":  {func(m map[string]any) { delete(annotationsOf(m), schema.AnnotationDigest) }, false},
		"without annotations": {func(m map[string]any) { delete(m, "annotations") }, false},
	} {
		dep := runtime.DeepCopyJSON(dependency)
		c.change(dep["metadata"].(map[string]any))
		pass, err := expression.EvaluateBoolean(context.Background(), map[string]any{"self": self, "dep": dep})
		assert.NilError(t, err, name)
		assert.Equal(t, pass, c.pass, name)
	}
}

func annotationsOf(metadata map[string]any) map[string]any {
	return metadata["annotations"].(map[string]any)
}
