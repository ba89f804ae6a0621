package final

import (
	"encoding/json"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/kustomize"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
)

// postRender are the parts of a HelmRelease that change what its chart makes.
type postRender struct {
	PostRenderers  []helmv2.PostRenderer
	CommonMetadata *helmv2.CommonMetadata
}

// apply changes the objects of templates as helm-controller does (internal/postrender): each item by kustomize, then
// common metadata. Labels of the owner are left out.
func (p postRender) apply(objects []engine.Object) (made []engine.Object, err error) {
	var crds []engine.Object
	for _, o := range objects {
		if o.CRD {
			crds = append(crds, o)
		} else {
			made = append(made, o)
		}
	}
	for _, item := range p.PostRenderers {
		if item.Kustomize != nil && err == nil {
			made, err = kustomized(made, item.Kustomize)
		}
	}
	for _, o := range made {
		if p.CommonMetadata != nil {
			setTexts(o.Value, "labels", p.CommonMetadata.Labels)
			setTexts(o.Value, "annotations", p.CommonMetadata.Annotations)
		}
	}
	return append(crds, made...), err
}

func setTexts(object map[string]any, field string, texts map[string]string) {
	metadata, _ := object["metadata"].(map[string]any)
	all, _ := metadata[field].(map[string]any)
	if all == nil && len(texts) > 0 && metadata != nil {
		all = map[string]any{}
		metadata[field] = all
	}
	for key, text := range texts {
		all[key] = text
	}
}

// kustomized returns what kustomize makes of objects. Patches and images are written there as in Flux.
func kustomized(objects []engine.Object, k *helmv2.Kustomize) (made []engine.Object, err error) {
	files, list := filesys.MakeFsInMemory(), []map[string]any{}
	for _, o := range objects {
		list = append(list, o.Value)
	}
	for name, content := range map[string]any{
		"all.yaml":           map[string]any{"apiVersion": "v1", "kind": "List", "items": list},
		"kustomization.yaml": map[string]any{"resources": []string{"all.yaml"}, "patches": k.Patches, "images": k.Images},
	} {
		text, err := json.Marshal(content)
		if err == nil {
			err = files.WriteFile(name, text)
		}
		if err != nil {
			return nil, err
		}
	}
	built, err := kustomize.Build(files, ".")
	if err != nil {
		return nil, err
	}
	for _, resource := range built.Resources() {
		var value map[string]any
		text, err := resource.MarshalJSON()
		if err == nil {
			err = json.Unmarshal(text, &value)
		}
		if err != nil {
			return nil, err
		}
		made = append(made, engine.NewObject(value))
	}
	return made, nil
}
