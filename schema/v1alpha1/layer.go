package v1alpha1

import (
	"encoding/json"
	"reflect"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// DefaultsJSON returns a layer for [Config.Defaults]. It has the fields that are not nil, also those that point to
// false, 0 or an empty text: with Suspend alone it sets suspend, and nothing else. Below them a field with the zero
// value of Go is absent, as for [FromObject]. It is an error when a part that is JSON is not valid.
func DefaultsJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](layer L) (*apiextensionsv1.JSON, error) {
	data, err := json.Marshal(layerFields(layer))
	return &apiextensionsv1.JSON{Raw: data}, err
}

// OverrideJSON returns an item of [Config.Overrides]: which clusters it is for, and the layer as [DefaultsJSON] has it.
func OverrideJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](of Override, layer L) (
	apiextensionsv1.JSON, error) {
	fields := layerFields(layer)
	addFields(fields, reflect.ValueOf(of))
	data, err := json.Marshal(fields)
	return apiextensionsv1.JSON{Raw: data}, err
}

func layerFields(layer any) map[string]any {
	value := reflect.ValueOf(layer)
	fields := map[string]any{}
	addFields(fields, value)
	for key, raw := range value.FieldByName("Raw").Interface().(map[string]apiextensionsv1.JSON) {
		fields[key] = raw
	}
	return fields
}
