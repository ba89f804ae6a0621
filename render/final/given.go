package final

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/chartutil"
	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// given has the ConfigMaps and Secrets of the command line, in the place of a cluster. Of a client it has Get alone.
type given struct {
	client.Client
	objects map[string]map[string]string // the data, by KIND/NAMESPACE/NAME
}

// newGiven reads files, each with one object as a cluster has it.
func newGiven(files map[string]string, read func(string) ([]byte, error)) (given, error) {
	g := given{objects: map[string]map[string]string{}}
	for _, key := range slices.Sorted(maps.Keys(files)) {
		text, err := read(files[key])
		if err != nil {
			return g, err
		}
		var config corev1.ConfigMap
		var secret corev1.Secret
		kind, _, _ := strings.Cut(key, "/")
		err = yaml.Unmarshal(text, map[string]any{"ConfigMap": &config, "Secret": &secret}[kind])
		if err != nil || cmp.Or(config.Kind, secret.Kind) != kind {
			return g, fmt.Errorf("%s is no %s; write the %s as kubectl get -o yaml prints it", files[key], kind, key)
		}
		data := map[string]string{}
		maps.Copy(data, config.Data)
		for name, value := range secret.Data {
			data[name] = string(value)
		}
		maps.Copy(data, secret.StringData)
		g.objects[key] = data
	}
	return g, nil
}

// data returns the data of an object that is named, or says that it is not given.
func (g given) data(kind, namespace, name string) (data map[string]string, missing string) {
	key := kind + "/" + namespace + "/" + name
	if data, found := g.objects[key]; found {
		return data, ""
	}
	return nil, fmt.Sprintf("names the %s %s/%s, which is not given; give it with --values-from %s=FILE", kind, namespace,
		name, key)
}

// values returns the values of a release as helm-controller merges them. It leaves out what is not given, and names it.
func (g given) values(object *helmv2.HelmRelease) (values map[string]any, unknown []string, err error) {
	refs := slices.DeleteFunc(slices.Clone(object.Spec.ValuesFrom), func(ref meta.ValuesReference) bool {
		_, missing := g.data(ref.Kind, object.Namespace, ref.Name)
		if missing != "" {
			unknown = append(unknown, "valuesFrom "+missing)
		}
		return missing != ""
	})
	if raw := object.Spec.Values; raw != nil {
		err = json.Unmarshal(raw.Raw, &values)
	}
	if err == nil {
		values, err = chartutil.ChartValuesFromReferences(context.Background(), logr.Discard(), g, object.Namespace, values,
			refs...)
	}
	return values, unknown, err
}

// Get fills in a ConfigMap or a Secret that is given.
func (g given) Get(_ context.Context, key client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	switch into := into.(type) {
	case *corev1.ConfigMap:
		into.Data = g.objects["ConfigMap/"+key.String()]
	case *corev1.Secret:
		into.Data = map[string][]byte{}
		for name, text := range g.objects["Secret/"+key.String()] {
			into.Data[name] = []byte(text)
		}
	}
	return nil
}
