package final

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/chartutil"
	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// given are the data of ConfigMaps and Secrets of the command line, by KIND/NAMESPACE/NAME.
type given map[string]map[string]string

// newGiven reads files, each with one object as a cluster has it.
func newGiven(files map[string]string, read func(string) ([]byte, error)) (given, error) {
	made := given{}
	for key, name := range files {
		text, err := read(name)
		if err != nil {
			return nil, err
		}
		var config corev1.ConfigMap
		var secret corev1.Secret
		if err := yaml.Unmarshal(text, &config); err != nil || config.Kind == "" {
			return nil, fmt.Errorf("%s is no object; write the %s as kubectl get -o yaml prints it", name, key)
		}
		made[key] = map[string]string{}
		maps.Copy(made[key], config.Data)
		if config.Kind == "Secret" {
			if err := yaml.Unmarshal(text, &secret); err != nil {
				return nil, fmt.Errorf("%s is no Secret: %w", name, err)
			}
			for name, value := range secret.Data {
				made[key][name] = string(value)
			}
			maps.Copy(made[key], secret.StringData)
		}
	}
	return made, nil
}

// data returns the data of an object, and whether it is given.
func (g given) data(kind, namespace, name string) (map[string]string, bool) {
	data, found := g[kind+"/"+namespace+"/"+name]
	return data, found
}

// values returns the values of a release as helm-controller merges them. It leaves out what is not given, and names it.
func (g given) values(object *helmv2.HelmRelease) (values map[string]any, unknown []string, err error) {
	var refs []meta.ValuesReference
	for _, ref := range object.Spec.ValuesFrom {
		if _, found := g.data(ref.Kind, object.Namespace, ref.Name); found {
			refs = append(refs, ref)
		} else {
			unknown = append(unknown, "valuesFrom names the "+ref.Kind+" "+object.Namespace+"/"+ref.Name+
				", which is not given; give it with --values-from "+ref.Kind+"/"+object.Namespace+"/"+ref.Name+"=FILE")
		}
	}
	values = map[string]any{}
	if raw := object.Spec.Values; raw != nil {
		err = json.Unmarshal(raw.Raw, &values)
	}
	if err == nil && len(refs) > 0 {
		values, err = chartutil.ChartValuesFromReferences(context.Background(), logr.Discard(), reader{given: g},
			object.Namespace, values, refs...)
	}
	return values, unknown, err
}

// reader reads what is given in the place of a cluster. No other method of the interface is called.
type reader struct {
	client.Client
	given given
}

// Get fills in a ConfigMap or a Secret.
func (r reader) Get(_ context.Context, key client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	switch into := into.(type) {
	case *corev1.Secret:
		into.Data = map[string][]byte{}
		for name, text := range r.given["Secret/"+key.String()] {
			into.Data[name] = []byte(text)
		}
	case *corev1.ConfigMap:
		into.Data = r.given["ConfigMap/"+key.String()]
	}
	return nil
}
