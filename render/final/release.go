package final

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	securejoin "github.com/cyphar/filepath-securejoin"
	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/chartutil"
	"github.com/go-logr/logr"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// addRelease adds a HelmRelease to what is rendered.
func (r *runner) addRelease(p *pair, side *stream.Side, upgrade bool, made *rendition) error {
	var object helmv2.HelmRelease
	err := json.Unmarshal(side.Object, &object)
	if err != nil {
		return err
	}
	var values map[string]any
	if values, made.unknown, err = r.given.values(&object); err != nil {
		return err
	}
	install, after, spec := object.GetInstall(), object.GetUpgrade(), object.Spec
	made.namespace, made.keepsCRDs = object.GetReleaseNamespace(), upgrade && after.CRDs == helmv2.Create
	g := group{Side: *side, Options: engine.Options{Upgrade: upgrade, KubeVersion: r.KubeVersion,
		APIVersions: r.APIVersions, CRDs: install.CRDs != helmv2.Skip && !install.SkipCRDs,
		SkipSchema: install.DisableSchemaValidation}}
	g.Side.Object = nil
	if upgrade {
		g.Options.CRDs = made.keepsCRDs || after.CRDs == helmv2.CreateReplace
		g.Options.SkipSchema = after.DisableSchemaValidation
	}
	g.Shape = map[string]any{"name": wording.ReleaseName(spec.ReleaseName, spec.TargetNamespace, object.Name),
		"namespace": made.namespace, "values": values}
	if spec.PostRenderers != nil || spec.CommonMetadata != nil {
		g.Post = &helmv2.HelmReleaseSpec{PostRenderers: spec.PostRenderers, CommonMetadata: spec.CommonMetadata}
	}
	return r.join(g, p.Cluster, made)
}

// isReinstalled reports whether the sides are releases of Helm with different names or namespaces.
func (p *pair) isReinstalled() bool {
	var before, after helmv2.HelmRelease
	return p.owner.Kind == kinds.HelmRelease.Name && p.Before != nil && p.After != nil &&
		json.Unmarshal(p.Before.Object, &before) == nil && json.Unmarshal(p.After.Object, &after) == nil &&
		(before.GetReleaseName() != after.GetReleaseName() || before.GetReleaseNamespace() != after.GetReleaseNamespace() ||
			before.GetStorageNamespace() != after.GetStorageNamespace())
}

// loadChart reads the chart of a side. The values of valuesFiles are in the place of its values.yaml.
func loadChart(side stream.Side) (*engine.Chart, error) {
	read, err := loader.Load(side.Path)
	if err != nil {
		return nil, err
	}
	values, err := defaults(side, read.Raw)
	if values != nil {
		read.Values = values
	}
	return engine.NewChart(read), err
}

// defaults returns the values of valuesFiles, merged in their order as source-controller merges them; nil for the
// values.yaml of the chart.
func defaults(s stream.Side, own []*common.File) (map[string]any, error) {
	if len(s.ValuesFiles) == 0 || len(s.ValuesFiles) == 1 && path.Clean(s.ValuesFiles[0]) == "values.yaml" {
		return nil, nil
	}
	merged := map[string]any{}
	for _, name := range s.ValuesFiles {
		data, err := valuesFile(s.Root, name, own)
		if errors.Is(err, fs.ErrNotExist) && s.IgnoreMissing {
			continue
		}
		one := map[string]any{}
		if err == nil {
			err = yaml.Unmarshal(data, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("%s of valuesFiles: %w", name, err)
		}
		merged = chartutil.MergeMaps(merged, one)
	}
	return merged, nil
}

func valuesFile(root, name string, own []*common.File) ([]byte, error) {
	if root != "" {
		at, err := securejoin.SecureJoin(root, filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		return os.ReadFile(at)
	}
	for _, file := range own {
		if file.Name == path.Clean(name) {
			return file.Data, nil
		}
	}
	return nil, fs.ErrNotExist
}

// given has the ConfigMaps and Secrets of the command line, in the place of a cluster. Of a client it has Get alone.
type given struct {
	client.Client
	objects map[string]map[string]string // the data, by KIND/NAMESPACE/NAME
}

// newGiven reads files, each with one object as a cluster has it.
func newGiven(files map[string]string) (given, error) {
	g := given{objects: map[string]map[string]string{}}
	for _, key := range slices.Sorted(maps.Keys(files)) {
		text, err := os.ReadFile(files[key])
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
	_ = json.Unmarshal(cmp.Or(object.Spec.Values, &apiextensionsv1.JSON{}).Raw, &values) // a map, or nothing
	values, err = chartutil.ChartValuesFromReferences(context.Background(), logr.Discard(), g, object.Namespace, values,
		refs...)
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

// postRendered returns the objects of a member of a class as helm-controller changes them (internal/postrender): each
// item by kustomize, then common metadata. The folder crds stays as it is, and labels of the owner are left out.
func postRendered(class *engine.Class, member int, spec *helmv2.HelmReleaseSpec) (made []engine.Object, err error) {
	common, values := map[string]any{}, []map[string]any(nil)
	if spec.CommonMetadata != nil {
		common["metadata"], err = runtime.DefaultUnstructuredConverter.ToUnstructured(spec.CommonMetadata)
	}
	for _, o := range class.Objects {
		if o.Value = engine.FillValue(o.Value, class.Of(member)).(map[string]any); o.CRD {
			made = append(made, o)
		} else {
			values = append(values, o.Value)
		}
	}
	for _, item := range spec.PostRenderers {
		if item.Kustomize != nil && err == nil {
			values, err = kustomized(values, item.Kustomize)
		}
	}
	for _, value := range values {
		made = append(made, engine.NewObject(chartutil.MergeMaps(value, common)))
	}
	return made, err
}

// kustomized returns what kustomize makes of objects. Patches and images are written there as in Flux.
func kustomized(objects []map[string]any, k *helmv2.Kustomize) (made []map[string]any, err error) {
	files := filesys.MakeFsInMemory()
	all, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "List", "items": objects})
	top, wrong := json.Marshal(map[string]any{"resources": []string{"all.yaml"}, "patches": k.Patches, "images": k.Images})
	err = cmp.Or(err, wrong, files.WriteFile("all.yaml", all), files.WriteFile("kustomization.yaml", top))
	if err != nil {
		return nil, err
	}
	built, err := kustomization.Run(files, ".")
	if err != nil {
		return nil, err
	}
	for _, resource := range built.Resources() {
		var value map[string]any
		if err := json.Unmarshal([]byte(resource.String()), &value); err != nil {
			return nil, err
		}
		made = append(made, value)
	}
	return made, nil
}
