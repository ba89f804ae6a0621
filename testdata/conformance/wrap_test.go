package conformance

import (
	"maps"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// wrap makes an application that renders an object of Flux, with a Kustomization or HelmRelease beside a source. It
// returns nil for what is not such an object, and for patches, which have no source.
func wrap(object *unstructured.Unstructured) map[string]any {
	if !strings.Contains(object.GetAPIVersion(), ".toolkit.fluxcd.io/") &&
		object.GetKind() != kinds.ArtifactGenerator.Name {
		return nil
	}
	var spec map[string]any
	switch kind := object.GetKind(); kind {
	case "HelmRelease", "Kustomization":
		entry := entryOf(object)
		if entry["sourceRef"] == nil && !hasArtifactChart(object.Object) {
			return nil
		}
		spec = map[string]any{"config": config(kind, entry)}
	default:
		source := inlineSource(object)
		if source == nil {
			return nil
		}
		spec = map[string]any{"source": source}
		if kind == "HelmRepository" {
			spec["config"] = config("HelmRelease",
				map[string]any{"destination": map[string]any{}, "interval": "1m", "chart": map[string]any{"chart": "a"}})
		} else {
			spec["config"] = config("Kustomization",
				map[string]any{"destination": map[string]any{}, "interval": "1m", "prune": true})
		}
	}
	metadata := map[string]any{"name": object.GetName()}
	if object.GetNamespace() != "" {
		metadata["namespace"] = object.GetNamespace()
	}
	return map[string]any{"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication", "metadata": metadata,
		"spec": spec}
}

// hasArtifactChart reports whether a HelmRelease has a chart of kind OCIRepository, which has no source.
func hasArtifactChart(release map[string]any) bool {
	return get(release, "spec.chart.kind") == "OCIRepository"
}

func config(kind string, entry map[string]any) map[string]any {
	if kind == "HelmRelease" {
		return map[string]any{"helmRelease": map[string]any{"deploy": []any{entry}}}
	}
	return map[string]any{"kustomization": []any{entry}}
}

func inlineSource(object *unstructured.Unstructured) map[string]any {
	for s := range kinds.With(kinds.Source) {
		if s.Name == object.GetKind() {
			return map[string]any{s.Field: object.Object["spec"]}
		}
	}
	return nil
}

// entryOf moves what has another place in an entry than in a spec.
func entryOf(object *unstructured.Unstructured) map[string]any {
	entry := maps.Clone(object.Object["spec"].(map[string]any))
	entry["name"] = object.GetName()
	destination := map[string]any{}
	for _, key := range []string{"kubeConfig", "targetNamespace"} {
		if value, ok := entry[key]; ok {
			destination[key] = value
			delete(entry, key)
		}
	}
	entry["destination"] = destination
	if ref, ok := entry["chartRef"]; ok {
		entry["sourceRef"] = ref
		delete(entry, "chartRef")
	}
	if chart, ok := entry["chart"].(map[string]any); ok {
		spec := maps.Clone(chart["spec"].(map[string]any))
		if ref, ok := spec["sourceRef"]; ok {
			entry["sourceRef"] = ref
			delete(spec, "sourceRef")
		}
		if kind, ok := chart["kind"]; ok {
			spec["kind"] = kind
		}
		entry["chart"] = spec
	}
	return entry
}
