package conformance

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// A door is a way to say an object in documents of fluxapp.
type door struct {
	name string
	// write returns the documents, none for an object that this way cannot say.
	write func(object map[string]any) []any
	// at is where fields of the object's spec stand in the documents, "" the spec itself. A field can stand in two places.
	at map[string][]string
	// kind and path are where the spec is in what is rendered; empty is the object's kind, and spec.
	kind, path string
}

// wrapped is the door of wrap, for a field of the spec. Around it is what may be said in place of the field.
func wrapped(at, field string, around ...string) door {
	places := map[string][]string{field: append(around, at)}
	return door{name: "wrapped", at: places, write: func(object map[string]any) []any {
		return []any{wrap(&unstructured.Unstructured{Object: object})}
	}}
}

const (
	helmReleaseAt = "spec.config.helmRelease"
	entryAt       = helmReleaseAt + ".deploy[0]"
)

// application is a FluxApplication with one release. Values that are absent are left out.
func application(source, chart any, release, entry map[string]any) map[string]any {
	complete := map[string]any{"destination": map[string]any{}, "interval": "1m"}
	maps.Copy(complete, present(entry))
	config := map[string]any{"chart": chart, "deploy": []any{complete}}
	maps.Copy(config, release)
	return map[string]any{
		"apiVersion": "fluxapp.dev/v1alpha1", "kind": "FluxApplication",
		"metadata": map[string]any{"name": "podinfo", "namespace": "apps"},
		"spec":     present(map[string]any{"source": source, "config": map[string]any{"helmRelease": present(config)}}),
	}
}

// fieldOr returns a field, which may be null, or absent.
func fieldOr(object map[string]any, path string) any {
	parent, key := cutPath(path)
	m, _ := get(object, parent).(map[string]any)
	if value, ok := m[key]; ok {
		return value
	}
	return absent
}

// present leaves out what is absent.
func present(fields map[string]any) map[string]any {
	maps.DeleteFunc(fields, func(_ string, value any) bool { return value == absent })
	return fields
}

// releaseChart returns the chart of a HelmRelease as an application writes it, and the source that it is released
// from. It is not ok when the source would be taken for the chart's: one whose kind is not known yet.
func releaseChart(object map[string]any) (chart, source any, ok bool) {
	chart, source = fieldOr(object, "spec.chart"), fieldOr(object, "spec.chartRef")
	if fields, ok := get(object, "spec.chart.spec").(map[string]any); ok {
		chart = with(fields, "sourceRef", absent)
		if get(object, "spec.chartRef") == nil {
			source = fields["sourceRef"]
		}
	}
	return chart, source, get(object, "spec.chart") == nil || get(object, "spec.chartRef.kind") != "${P}"
}

// chartDoors say chart and chartRef of a HelmRelease, which the kind of the source tells apart.
var chartDoors = []door{
	{
		name: "in the entry",
		at:   map[string][]string{"chart": {entryAt + ".chart"}, "chartRef": {entryAt + ".sourceRef", "spec.source"}},
		write: func(object map[string]any) []any {
			chart, source, ok := releaseChart(object)
			if !ok {
				return nil
			}
			return []any{application(absent, absent, nil, map[string]any{"chart": chart, "sourceRef": source})}
		},
	},
	{
		name: "for all entries",
		at:   map[string][]string{"chart": {helmReleaseAt + ".chart"}, "chartRef": {"spec.source"}},
		write: func(object map[string]any) []any {
			chart, source, ok := releaseChart(object)
			if !ok {
				return nil
			}
			return []any{application(present(map[string]any{"sourceRef": source}), chart, nil, nil)}
		},
	},
	{
		name: "a source for one entry, a chart for all",
		at:   map[string][]string{"chart": {helmReleaseAt + ".chart"}, "chartRef": {entryAt + ".sourceRef", "spec.source"}},
		write: func(object map[string]any) []any {
			chart, source, ok := releaseChart(object)
			if !ok {
				return nil
			}
			return []any{application(absent, chart, nil, map[string]any{"sourceRef": source})}
		},
	},
	{
		name: "a source that holds charts",
		at:   map[string][]string{"chart": {entryAt}},
		write: func(object map[string]any) []any {
			if get(object, "spec.chart") != nil || get(object, "spec.chartRef") != nil {
				return nil
			}
			return []any{application(map[string]any{"sourceRef": map[string]any{"kind": "HelmRepository", "name": "podinfo"}},
				fieldOr(object, "spec.chart"), nil, nil)}
		},
	},
	{
		name: "a template in the cluster",
		at:   map[string][]string{"chart": {entryAt + ".chart"}},
		write: func(object map[string]any) []any {
			if get(object, "spec.chartRef.kind") != "HelmChart" {
				return nil
			}
			chart, _, _ := releaseChart(object)
			return []any{application(absent, absent, map[string]any{"template": "podinfo"}, map[string]any{"chart": chart})}
		},
	},
	{
		name: "Flux's word",
		at:   map[string][]string{"chartRef": {entryAt + ".chartRef"}},
		write: func(object map[string]any) []any {
			if get(object, "spec.chartRef") == nil {
				return nil
			}
			chart, _, _ := releaseChart(object)
			return []any{application(map[string]any{"sourceRef": get(object, "spec.chart.spec.sourceRef")}, absent, nil,
				map[string]any{"chart": chart, "chartRef": get(object, "spec.chartRef")})}
		},
	},
}

// inlineChartDoors say the chart of a HelmRelease with its kind, and the source beside it.
var inlineChartDoors = []door{
	{
		name: "in the entry", at: inlineChartAt(entryAt+".chart", entryAt+".sourceRef", "spec.source"),
		write: func(object map[string]any) []any {
			chart, source := inlineChart(object)
			return []any{application(absent, absent, nil, map[string]any{"chart": chart, "sourceRef": source})}
		},
	},
	{
		name: "for all entries", at: inlineChartAt(helmReleaseAt+".chart", "spec.source"),
		write: func(object map[string]any) []any {
			chart, source := inlineChart(object)
			if source != absent && source != nil {
				source = map[string]any{"sourceRef": source}
			}
			return []any{application(source, chart, nil, nil)}
		},
	},
}

// inlineChart returns the chart of a HelmRelease as an application writes it, and its source.
func inlineChart(object map[string]any) (chart map[string]any, source any) {
	chart = with(get(object, "spec.chart.spec").(map[string]any), "sourceRef", absent)
	chart["kind"] = fieldOr(object, "spec.chart.kind")
	return present(chart), fieldOr(object, "spec.chart.spec.sourceRef")
}

// inlineChartAt returns where the fields are. A kind that is missing is told at the url that needs it.
func inlineChartAt(chart string, source ...string) map[string][]string {
	return map[string][]string{"chart.kind": {chart + ".kind", chart + ".url"}, "chart.spec": {chart},
		"chart.spec.sourceRef": source}
}

// inlineSpecs are sources that hold charts, by their kind.
var inlineSpecs = map[any]map[string]any{
	"HelmRepository": {"helmRepository": map[string]any{"interval": "1m", "type": "oci", "url": "oci://example.com"}},
	"GitRepository":  {"gitRepository": map[string]any{"interval": "1m", "url": "https://example.com"}},
	"Bucket":         {"bucket": map[string]any{"interval": "1m", "bucketName": "abc", "endpoint": "a"}},
}

// helmChartDoors say a HelmChart: one that releases share, one that helm-controller makes, and templates.
var helmChartDoors = []door{
	{
		name: "shared", at: helmChartAt("spec.source.sourceRef", helmReleaseAt+".chart"),
		write: func(object map[string]any) []any {
			return []any{application(sourceOf(object), chartOf(object), map[string]any{"shareChart": true}, nil)}
		},
	},
	{
		name: "shared, in the entry", at: helmChartAt(entryAt+".sourceRef", entryAt+".chart"),
		write: func(object map[string]any) []any {
			entry := map[string]any{"chart": chartOf(object), "sourceRef": get(object, "spec.sourceRef")}
			return []any{application(absent, absent, map[string]any{"shareChart": true}, entry)}
		},
	},
	{
		name: "shared, of a source in the document", at: helmChartAt("spec.source", helmReleaseAt+".chart"),
		write: func(object map[string]any) []any {
			source := inlineSpecs[get(object, "spec.sourceRef.kind")]
			if source == nil {
				return nil
			}
			return []any{application(source, chartOf(object), map[string]any{"shareChart": true}, nil)}
		},
	},
	{
		name: "of one release", at: helmChartAt("spec.source.sourceRef", helmReleaseAt+".chart"), kind: "HelmRelease",
		path: "spec.chart.spec",
		write: func(object map[string]any) []any {
			return []any{application(sourceOf(object), chartOf(object), nil, nil)}
		},
	},
	{
		name: "a template", at: helmChartAt("spec.sourceRef", "spec"), kind: "HelmRelease", path: "spec.chart.spec",
		write: func(object map[string]any) []any {
			return []any{object, application(absent, absent, map[string]any{"template": "podinfo"}, nil)}
		},
	},
	{
		name: "a saved template",
		at:   helmChartAt("spec.fluxApp.spec.source.sourceRef", "spec.fluxApp.spec.config.helmRelease.chart"),
		write: func(object map[string]any) []any {
			app := application(sourceOf(object), chartOf(object), nil, nil)
			app["apiVersion"], app["kind"] = "gitops.kubesphere.io/v1alpha1", "Application"
			app["spec"] = map[string]any{"kind": "fluxcd", "fluxApp": map[string]any{"spec": app["spec"]}}
			app["metadata"].(map[string]any)["labels"] = map[string]any{"gitops.kubesphere.io/save-helm-template": "true"}
			return []any{app}
		},
	},
}

func helmChartAt(source, chart string) map[string][]string {
	return map[string][]string{"sourceRef": {source}, "verify": {chart + ".verify"}}
}

func sourceOf(object map[string]any) map[string]any {
	return map[string]any{"sourceRef": get(object, "spec.sourceRef")}
}

func chartOf(object map[string]any) map[string]any {
	return with(get(object, "spec").(map[string]any), "sourceRef", absent)
}
