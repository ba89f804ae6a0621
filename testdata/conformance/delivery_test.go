package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// TestDeliveryInEveryFlux checks what delivers the objects of cases and examples, with the CRDs of each Flux that has
// what the RenderConfig asks for.
func TestDeliveryInEveryFlux(t *testing.T) {
	configs := append(files(t, "../cases/*/*/config.yaml"), files(t, "../../examples/*/documents/fluxapp.yaml")...)
	checked, generators := 0, 0
	for _, file := range configs {
		config, problems := schema.Parse("config.yaml", readFile(t, file))[0].RenderConfig()
		if finding.Locate(problems).Err() != nil || config.Delivery == nil {
			continue
		}
		opts := emitted
		in := deliveredBy(t, file)
		opts.Servers = serversOf(in)
		for _, f := range fluxes {
			options := render.OptionsOf(config)
			options.FluxVersion = f.version
			result, err := render.Render(schema.Parse("in.yaml", in), options)
			if err != nil {
				continue // this Flux lacks something of it
			}
			for _, o := range result.Delivery {
				count, err := f.Check(o.YAML(), opts)
				assert.Check(t, err, "%s: %s in Flux %s", file, o.ID(), f.version)
				checked += count
				if o.Kind() == kinds.ArtifactGenerator.Name {
					generators++
					version, err := kinds.ParseFluxVersion(f.version)
					assert.NilError(t, err)
					assert.Assert(t, version.Has(8), f.version)
				}
			}
		}
	}
	assert.Assert(t, checked > 100 && generators > 1, "%d, and %d ArtifactGenerators", checked, generators)
}

// deliveredBy returns the documents beside a RenderConfig.
func deliveredBy(t *testing.T, config string) []byte {
	t.Helper()
	var all [][]byte
	for _, pattern := range []string{"*.yaml", "documents/*.yaml", "apps/*.yaml"} {
		found, err := filepath.Glob(filepath.Join(filepath.Dir(config), pattern))
		assert.NilError(t, err)
		for _, file := range found {
			data, err := os.ReadFile(file)
			assert.NilError(t, err)
			if file != config && bytes.Contains(data, []byte("fluxapp.dev/v1alpha1")) {
				all = append(all, data)
			}
		}
	}
	return bytes.Join(all, []byte("\n---\n"))
}
