package render_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
)

// TestSettersChangeNoDigest renders applications with and without a setter comment in what is part of a name, and of
// the digest of a wave: a client that drops comments must get the same objects.
func TestSettersChangeNoDigest(t *testing.T) {
	const marker = ` # {"$imagepolicy": "ns:a:tag"}`
	for name, text := range map[string]string{
		"inline source and values": `{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplication, metadata: {name: a, ` +
			`namespace: ns}, spec: {
clusters: [{name: b, kubeConfig: {secretRef: {name: b}}}, {name: c, kubeConfig: {secretRef: {name: c}}}],
source: {ociRepository: {url: "oci://e/a", interval: 1h, ref: {tag: v1` + marker + `
}}}, config: {helmRelease: {deploy: [
{destination: {cluster: b}, interval: 1h, values: {tag: v1` + marker + `
}}, {destination: {clusterSelector: {}, targetNamespace: x}, interval: 1h, wave: 1, values: {tag: v2` + marker + `
}}]}}}}`,
		"shared chart": `{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplication, metadata: {name: a, namespace: ns}, spec: {
source: {sourceRef: {kind: HelmRepository, name: r}}, config: {helmRelease: {shareChart: true, chart: {chart: c, ` +
			`version: 1.2.3` + marker + `
}, deploy: [{destination: {}, interval: 1h}]}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			marked, bare := output(t, rendered(t, []byte(text), render.Options{})),
				output(t, rendered(t, []byte(strings.ReplaceAll(text, marker, "")), render.Options{}))
			assert.Assert(t, strings.Contains(marked, marker), marked)
			assert.Equal(t, strings.ReplaceAll(marked, marker, ""), bare)
		})
	}
}
