package validate

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestPlainCluster holds that no rule reports anything about a cluster that is not put through the rules, whatever
// the Flux.
func TestPlainCluster(t *testing.T) {
	names := []string{"a", "hub", "A", "-", `""`, "~", "1", "true", "[a]", "{}", "$(cluster.name)", `"${A}"`, "a.b", "a/b"}
	var clusters []string
	for _, name := range names {
		for _, rest := range []string{
			"", "kubeConfig: {secretRef: {name: b}}", "kubeConfig: {secretRef: {name: b}}, labels: {a: b}", "labels: {a: b}",
			"kubeConfig: {configMapRef: {name: b}}", "kubeConfig: {secretRef: {name: b}, configMapRef: {name: b}}",
			"kubeConfig: {}",
			"kubeConfig: {secretRef: {name: b}}, hub: true", "kubeConfig: {secretRef: {name: b}}, namespace: A", "kubeConfig: ~",
			"kubeConfig: {secretRef: ~}", "kubeConfig: {secretRef: {}}", "kubeConfig: {secretRef: {key: b}}", "kubeConfig: [a]",
		} {
			clusters = append(clusters, fmt.Sprintf("{name: %s, %s}", name, rest))
		}
		clusters = append(clusters, fmt.Sprintf("{name: a, kubeConfig: {secretRef: {name: %s}}}", name),
			fmt.Sprintf("{name: a, kubeConfig: {secretRef: {name: b, key: %s}}}", name),
			fmt.Sprintf("{kubeConfig: {secretRef: {name: %s}}}", name))
	}
	plain := 0
	for _, text := range clusters {
		docs, err := tree.Parse("in.yaml", []byte("clusters:\n- "+text+"\n"))
		assert.Equal(t, len(err), 0, "%s: %v", text, err)
		cluster := docs[0].Root().Get("clusters").First()
		if !plainCluster(cluster) {
			continue
		}
		plain++
		for flux := kinds.OldestFlux; flux <= kinds.NewestFlux; flux++ {
			c := newValidator(&schema.Document{}, kinds.FluxVersion(flux))
			c.rows(cluster, "cluster")
			c.Add(shape.CheckFields(cluster, shape.All().Cluster, c.Flux, "params"))
			assert.Equal(t, len(c.Problems), 0, "%s: %v", text, c.Problems)
		}
	}
	assert.Assert(t, plain >= 3, "%d", plain)
}
