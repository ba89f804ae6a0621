package render_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// TestEntryField looks up what the layers of two entries have for fields of all kinds, also those that no object has.
func TestEntryField(t *testing.T) {
	const text = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: web, namespace: apps}
spec: {config: {defaults: {interval: 1h, values: {host: '$(cluster.params.host)'}}}}
---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  bases: [web]
  source: {ociRepository: {url: oci://example.com/shop, interval: 1h, ref: {tag: "1"}}}
  clusters:
  - {name: berlin, labels: {stage: test}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: tokyo, labels: {stage: live}, kubeConfig: {secretRef: {name: tokyo}}}
  config:
    helmRelease:
      deploy:
      - destination: {clusterSelector: {}}
        params: {host: a}
    overrides:
    - clusterSelector: {matchLabels: {stage: test}}
      wave: 0
      source: {ociRepository: {ref: {tag: "2"}}}
      values: {port: 1}
    - cluster: berlin
      params: {host: b}
      values: null
`
	result, err := render.Render(schema.Parse("in.yaml", []byte(text)), render.Options{})
	assert.NilError(t, err)
	objects := map[string]render.Object{}
	for _, o := range result.Objects {
		objects[o.Kind()+" "+o.Cluster()] = o
	}
	berlin, tokyo := objects["HelmRelease berlin"], objects["HelmRelease tokyo"]
	for _, c := range []struct {
		object render.Object
		path   []string
		want   []string
	}{
		{berlin, []string{"interval"}, []string{`base web defaults in.yaml:4:38 "1h"`}},
		{berlin, []string{"source", "ociRepository", "ref", "tag"},
			[]string{`overrides[0] in.yaml:23:43 "2"`, `source in.yaml:11:82 "1"`}},
		{tokyo, []string{"source", "ociRepository", "ref", "tag"}, []string{`source in.yaml:11:82 "1"`}},
		{berlin, []string{"params", "host"}, []string{`overrides[1] in.yaml:26:22 "b"`, `entry in.yaml:19:24 "a"`}},
		{berlin, []string{"wave"}, []string{`overrides[0] in.yaml:22:13 0`}},
		{berlin, []string{"values", "port"}, []string{`overrides[1] in.yaml:27:15 null`, `overrides[0] in.yaml:24:22 1`}},
		{tokyo, []string{"values", "port"}, nil},
		{tokyo, nil, nil},
		{objects["OCIRepository "], []string{"interval"}, nil},
		{render.Object{}, []string{"interval"}, nil},
	} {
		var got []string
		for _, s := range c.object.Facts().EntryField(c.path...) {
			got = append(got, s.String()+" "+s.Value)
		}
		assert.DeepEqual(t, got, c.want)
	}
}
