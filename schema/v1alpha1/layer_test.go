package v1alpha1_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"gotest.tools/v3/assert"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// TestLayerFields compares the fields of the layers with those that the language has, in both directions. Fields that
// only older APIs of Flux have are written as Raw.
func TestLayerFields(t *testing.T) {
	config := shape.All().FluxApplication.Fields["spec"].Shape.Fields["config"].Shape
	for workload, layer := range map[kinds.WorkloadField]reflect.Type{
		kinds.HelmReleases:   reflect.TypeFor[v1alpha1.HelmReleaseLayer](),
		kinds.Kustomizations: reflect.TypeFor[v1alpha1.KustomizationLayer](),
		kinds.KCLRuns:        reflect.TypeFor[v1alpha1.KCLRunLayer](),
	} {
		var known, typed []string
		for name, field := range config.Layers[workload].Defaults.Fields {
			if field.Shape != nil && field.From != "" {
				known = append(known, name)
			}
		}
		for field := range layer.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			typed = append(typed, name)
			nilable := []reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}
			assert.Check(t, slices.Contains(nilable, field.Type.Kind()), "%s %s cannot be absent", workload, name)
		}
		slices.Sort(known)
		assert.DeepEqual(t, slices.Sorted(slices.Values(typed)), known)
	}
}

// TestLayerSetsOnlyWhatIsWritten holds that a field that is not set is absent, also below the types of Flux, and that a
// pointer to a zero value is not.
func TestLayerSetsOnlyWhatIsWritten(t *testing.T) {
	raw := func(text string) map[string]apiextensionsv1.JSON {
		return map[string]apiextensionsv1.JSON{"timeout": {Raw: []byte(text)}}
	}
	for want, layer := range map[string]v1alpha1.HelmReleaseLayer{
		`{}`:                           {},
		`{"suspend":true}`:             {Suspend: new(true)},
		`{"suspend":false,"wave":0}`:   {Suspend: new(false), Wave: new(int32(0))},
		`{"releaseName":""}`:           {ReleaseName: new("")},
		`{"dependsOn":[]}`:             {DependsOn: []v1alpha1.Dependency{}},
		`{"timeout":null}`:             {Raw: raw("null")},
		`{"install":{"replace":true}}`: {Install: &helmv2.Install{Replace: true}},
		`{"install":{"remediation":{"retries":3}}}`: {
			Install: &helmv2.Install{Remediation: &helmv2.InstallRemediation{Retries: 3}}},
		`{"chart":{"chart":"web"}}`: {Chart: &v1alpha1.Chart{
			HelmChartTemplateSpec: helmv2.HelmChartTemplateSpec{Chart: "web"}}},
	} {
		defaults, err := v1alpha1.DefaultsJSON(layer)
		assert.NilError(t, err)
		assert.Equal(t, string(defaults.Raw), want)
	}
	_, err := v1alpha1.DefaultsJSON(v1alpha1.HelmReleaseLayer{Raw: raw("{")})
	assert.ErrorContains(t, err, "unexpected end of JSON input")
}

// Each field of a layer that is not set stays as the lower layers have it.
func ExampleOverrideJSON() {
	item, err := v1alpha1.OverrideJSON(v1alpha1.Override{Cluster: "berlin"}, v1alpha1.KustomizationLayer{
		Suspend: new(true),
		Raw:     map[string]apiextensionsv1.JSON{"timeout": {Raw: []byte("null")}}, // removes it
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(item.Raw))
	// Output: {"cluster":"berlin","suspend":true,"timeout":null}
}
