package final

import (
	"cmp"
	"encoding/json"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/chartutil"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
)

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
