package schema_test

import (
	"reflect"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestBaseHasTheFieldsOfAnApplication holds that a base takes every field of an application but the entries and bases
// of its own. What an application gets, a base gets.
func TestBaseHasTheFieldsOfAnApplication(t *testing.T) {
	for of, parts := range map[reflect.Type]struct {
		base   reflect.Type
		others []string // which are of another type in a base, or not in it
	}{
		reflect.TypeFor[v1alpha1.FluxApplicationSpec](): {reflect.TypeFor[v1alpha1.FluxApplicationBaseSpec](),
			[]string{"Bases", "Config"}},
		reflect.TypeFor[v1alpha1.Config](): {reflect.TypeFor[v1alpha1.BaseConfig](),
			[]string{"HelmRelease", "Kustomization", "KCLRun"}},
		reflect.TypeFor[v1alpha1.HelmRelease](): {reflect.TypeFor[v1alpha1.BaseHelmRelease](), []string{"Deploy"}},
	} {
		for field := range of.Fields() {
			if strings.Contains(strings.Join(parts.others, " "), field.Name) {
				continue
			}
			inBase, found := parts.base.FieldByName(field.Name)
			assert.Check(t, found, "%s has no %s", parts.base, field.Name)
			if pointer := reflect.PointerTo(field.Type); inBase.Type != pointer {
				assert.Check(t, inBase.Type == field.Type, "%s.%s is %s", parts.base, field.Name, inBase.Type)
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			assert.Equal(t, inBase.Tag.Get("json"), name+",omitempty", "%s.%s", parts.base, field.Name)
		}
	}
}

// TestForWorkload holds what a base is for applications of each workload.
func TestForWorkload(t *testing.T) {
	base := schema.Parse("a.yaml", []byte(`
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplicationBase
metadata: {name: web}
spec: {config: {defaults: {interval: 1h, patchesStrategicMerge: [{kind: x}]}}}
`))[0]
	assert.Equal(t, len(base.Problems()), 0)
	for workload, want := range map[kinds.WorkloadField]string{
		kinds.HelmReleases: "a.yaml:5:42: spec.config.defaults.patchesStrategicMerge: this field has another place here; " +
			"write it as postRenderers: [{kustomize: {patches: …}}] [FA102]",
		kinds.Kustomizations: "",
		kinds.KCLRuns: "a.yaml:5:42: spec.config.defaults.patchesStrategicMerge: only a Kustomization has this " +
			"field; leave it out, or write config.kustomization [FA102]",
	} {
		of, problems := base.Facts().ForWorkload(workload)
		assert.Equal(t, finding.Locate(problems).String(), want)
		assert.Equal(t, of.Refused(), want != "")
		assert.Equal(t, of.Facts().Defaults().Find("patches").Exists(), want == "")
		assert.Assert(t, of.Subject() == base.Subject())
	}
	assert.Assert(t, !base.Facts().Defaults().Find("patches").Exists(), "the base itself was changed")
}
