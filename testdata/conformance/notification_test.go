package conformance

import (
	"context"
	"testing"

	"github.com/fluxcd/pkg/runtime/cel"
	celtypes "github.com/google/cel-go/common/types"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestCommitStatus evaluates the expression that Providers get with the library of notification-controller. The
// status of a commit has the cluster of the Alert in it. Without a cluster it is the one that the controller makes
// itself.
func TestCommitStatus(t *testing.T) {
	checked := 0
	for _, o := range documents(t, readFile(t, "../cases/notification/per-cluster/out.yaml")) {
		text, found, _ := unstructured.NestedString(o.Object, "spec", "commitStatusExpr")
		if !found || o.GetName() != "status" {
			continue
		}
		checked++
		expression, err := cel.NewExpression(text, cel.WithCompile(), cel.WithOutputType(celtypes.StringType),
			cel.WithStructVariables("event", "alert", "provider"))
		assert.NilError(t, err)
		for name, c := range map[string]struct {
			metadata any
			want     string
		}{
			"cluster":          {map[string]any{"cluster": "berlin"}, "kustomization/shop-berlin-shop/berlin/0c9c2e41"},
			"other metadata":   {map[string]any{"team": "web"}, "kustomization/shop-berlin-shop/0c9c2e41"},
			"without metadata": {nil, "kustomization/shop-berlin-shop/0c9c2e41"},
		} {
			event := map[string]any{"involvedObject": map[string]any{"kind": "Kustomization", "name": "shop-berlin-shop"}}
			if c.metadata != nil {
				event["metadata"] = c.metadata
			}
			provider := map[string]any{"metadata": map[string]any{"uid": "0c9c2e41-d2f9-4f9b-9c41-bebc1984d67a"}}
			status, err := expression.EvaluateString(context.Background(),
				map[string]any{"event": event, "alert": map[string]any{}, "provider": provider})
			assert.NilError(t, err, name)
			assert.Equal(t, status, c.want, name)
		}
	}
	assert.Equal(t, checked, 1)
}
