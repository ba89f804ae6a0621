package conformance

import (
	"maps"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// A saying is an application that renders an object, and where the fields of the object's spec stand in it.
type saying struct {
	app   map[string]any
	moved map[string]string // the longest that begins a path counts
}

// sayings returns the ways to say an object: as wrap does, and with the source of entries as the one of the
// application.
func sayings(object map[string]any) []saying {
	kind := object["kind"].(string)
	if at := besides[kind]; at != "" {
		app := changed(applicationBeside(nil), at, object["spec"]).(map[string]any)
		return []saying{{app: app, moved: map[string]string{"spec": at}}}
	}
	wrapped := saying{app: wrap(&unstructured.Unstructured{Object: object})}
	for s := range kinds.With(kinds.Source) {
		if s.Name == kind {
			wrapped.moved = map[string]string{"spec": "spec.source." + s.Field}
			return []saying{wrapped}
		}
	}
	entry := "spec.config.kustomization[0]"
	if kind == "HelmRelease" {
		entry = "spec.config.helmRelease.deploy[0]"
	}
	wrapped.moved = map[string]string{
		"spec": entry, "spec.kubeConfig": entry + ".destination.kubeConfig", "spec.chart.spec": entry + ".chart",
		"spec.sourceRef": entry + ".sourceRef", "spec.chart.spec.sourceRef": entry + ".sourceRef",
		"spec.chartRef": entry + ".sourceRef",
	}
	if hasArtifactChart(object) {
		return []saying{wrapped}
	}
	whole := saying{app: wrap(&unstructured.Unstructured{Object: object}), moved: maps.Clone(wrapped.moved)}
	spec := whole.app["spec"].(map[string]any)
	fields := entryIn(spec["config"].(map[string]any))
	spec["source"] = map[string]any{"sourceRef": fields["sourceRef"]}
	delete(fields, "sourceRef")
	for from, to := range whole.moved {
		if to == entry+".sourceRef" {
			whole.moved[from] = "spec.source.sourceRef"
		}
	}
	return []saying{wrapped, whole}
}

// besides are where the kinds stand that are beside the workload.
var besides = map[string]string{
	"Provider": "spec.notification.providers[0].spec", "Alert": "spec.notification.alerts[0].spec",
	"ImagePolicy":           "spec.imageAutomation.repositories[0].policies[0].spec",
	"ImageUpdateAutomation": "spec.imageAutomation.update",
}

// entryIn returns the entry that wrap writes.
func entryIn(config map[string]any) map[string]any {
	list, ok := config["kustomization"].([]any)
	if !ok {
		list = config["helmRelease"].(map[string]any)["deploy"].([]any)
	}
	return list[0].(map[string]any)
}

// place returns where a field of the object's spec stands in the application.
func (s saying) place(path string) string {
	for from := path; from != ""; from = from[:max(0, strings.LastIndexAny(from, ".["))] {
		if to, ok := s.moved[from]; ok {
			return to + path[len(from):]
		}
	}
	return path
}

// find returns the key and the value at a path of a document, nil when they are not there. An item of a list has no
// key, and lists here have one item.
func find(document *yaml.Node, path string) (key, value *yaml.Node) {
	value = document.Content[0]
	for step := range strings.SplitSeq(strings.ReplaceAll(path, "[0]", ".[0]"), ".") {
		key, value = child(value, step)
		if value == nil {
			return nil, nil
		}
	}
	return key, value
}

func child(n *yaml.Node, step string) (key, value *yaml.Node) {
	if n.Kind == yaml.SequenceNode && step == "[0]" {
		return nil, n.Content[0]
	}
	for i := 0; i < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == step {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}
