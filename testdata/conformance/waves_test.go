package conformance

import (
	"bytes"
	"context"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"github.com/fluxcd/pkg/runtime/cel"
	celtypes "github.com/google/cel-go/common/types"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

// TestGates evaluates the expression of every gate of the cases and examples with the library of Flux's controllers.
// The expression is true for a dependency with the rendered spec. It is false for one of an earlier rendering, for
// one without annotations, and for one that is suspended. A plain item follows each, because for an item with an
// expression Flux does not ask whether the dependency is ready.
func TestGates(t *testing.T) {
	gates := 0
	for _, file := range append(files(t, "../cases/waves/*/out.yaml"),
		files(t, "../../examples/fleet*/.expected/out.yaml")...) {
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
				assert.DeepEqual(t, items[i+1], any(plain))
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
	expression, err := cel.NewExpression(text, cel.WithCompile(), cel.WithOutputType(celtypes.BoolType),
		cel.WithStructVariables("self", "dep"))
	assert.NilError(t, err)
	spec := func(fields map[string]any) map[string]any { return fields["spec"].(map[string]any) }
	annotations := func(fields map[string]any) map[string]any { return annotationsOf(fields["metadata"].(map[string]any)) }
	for name, c := range map[string]struct {
		change func(dependency map[string]any)
		pass   bool
	}{
		"as rendered":    {func(map[string]any) {}, true},
		"suspend: false": {func(d map[string]any) { spec(d)["suspend"] = false }, true},
		"suspend: true":  {func(d map[string]any) { spec(d)["suspend"] = true }, false},
		"of another digest": {func(d map[string]any) {
			annotations(d)[kinds.AnnotationDigest] = "0000000000000000"
		}, false},
		"without the digest": {func(d map[string]any) { delete(annotations(d), kinds.AnnotationDigest) }, false},
		"without annotations": {func(d map[string]any) { delete(d["metadata"].(map[string]any), "annotations") },
			false},
		"without, and suspend: " +
			"false": {func(d map[string]any) { delete(annotations(d), kinds.AnnotationDigest); spec(d)["suspend"] = false },
			false},
	} {
		dep := runtime.DeepCopyJSON(dependency)
		c.change(dep)
		pass, err := expression.EvaluateBoolean(context.Background(), map[string]any{"self": self, "dep": dep})
		assert.NilError(t, err, name)
		assert.Equal(t, pass, c.pass, name)
	}
}

func annotationsOf(metadata map[string]any) map[string]any {
	return metadata["annotations"].(map[string]any)
}
