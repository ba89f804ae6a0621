package schema

// misplaced are words of Flux that people write where Flux has them, by type and field, each with its place here. Such a
// field is not part of the type's shape, even if Flux's struct has it.
var misplaced = map[string]map[string]string{
	"FluxApplication": {
		"source":         "write it as spec.source",
		"config":         "write it as spec.config",
		"commonMetadata": "write it as spec.commonMetadata",
	},
	"Application": {
		"source":         "write it as spec.fluxApp.spec.source",
		"config":         "write it as spec.fluxApp.spec.config",
		"commonMetadata": "write it as spec.fluxApp.spec.commonMetadata",
		"fluxApp":        "write it as spec.fluxApp",
	},
	"ApplicationSpec": {
		"source":         "write it as fluxApp.spec.source, or write kind: FluxApplication",
		"config":         "write it as fluxApp.spec.config, or write kind: FluxApplication",
		"commonMetadata": "write it as fluxApp.spec.commonMetadata, or write kind: FluxApplication",
	},
	"FluxApp": {
		"source":         "write it as fluxApp.spec.source",
		"config":         "write it as fluxApp.spec.config",
		"commonMetadata": "write it as fluxApp.spec.commonMetadata",
	},
	"Cluster": {
		"wave":    "write it in config.overrides, beside cluster or clusterSelector",
		"suspend": "write it in config.overrides, beside cluster or clusterSelector",
		"values":  "write them in config.overrides, beside cluster or clusterSelector; or as params, and $(cluster.params.…) in the values",
	},
	"FluxApplicationSpec": {
		"wave":          "write it in entries, or in config.defaults and config.overrides",
		"waves":         "write wave in entries, or in config.defaults and config.overrides",
		"kind":          "write kind: Application for the shape with spec.kind, or leave it out",
		"fluxApp":       "write what is below fluxApp.spec right below spec, or kind: Application",
		"sourceRef":     "write it as source.sourceRef",
		"helmRelease":   "write it as config.helmRelease",
		"kustomization": "write it as config.kustomization",
	},
	"Config": {
		"source":    "write it right below spec",
		"sourceRef": "write it as source.sourceRef right below spec",
		"chart":     "write it as config.helmRelease.chart",
		"template":  "write it as config.helmRelease.template",
		"deploy":    "write it as config.helmRelease.deploy",
	},
	"Source": {
		"kind":      "write a reference as source.sourceRef",
		"namespace": "write a reference as source.sourceRef",
		"url":       "write an inline source as source.gitRepository, helmRepository, ociRepository or bucket",
	},
	"HelmRelease": {
		"source":    "write it right below spec",
		"sourceRef": "write it as source.sourceRef right below spec, or in each entry of deploy",
		"chartRef":  "name the source as source.sourceRef, of kind OCIRepository, HelmChart or ExternalArtifact; chartRef is made from it",
		"values":    "write it in each entry of deploy",
		"interval":  "write it in each entry of deploy, or as chart.interval for the chart",
		"install":   "write it in each entry of deploy",
		"upgrade":   "write it in each entry of deploy",
	},
	"Chart": {
		"spec":      "write the fields of chart.spec right below chart",
		"sourceRef": "write it as source.sourceRef, or as the entry's sourceRef",
		"name":      "the chart's name is chart.chart",
	},
	"HelmChartTemplateVerification": {
		"matchOIDCIdentity": "only a HelmChart document can hold it, which a release names with template; or verify an OCIRepository",
	},
	"HelmReleaseEntry": {
		"chartRef":        "name the source as source.sourceRef or as the entry's sourceRef, of kind OCIRepository, HelmChart or ExternalArtifact; chartRef is made from it",
		"kubeConfig":      "write it as destination.kubeConfig",
		"targetNamespace": "write it as destination.targetNamespace",
		"cluster":         "write it as destination.cluster",
		"template":        "write it as config.helmRelease.template",
		"spec":            "write the fields of the spec right into the entry",
		"labels":          "write it as metadata.labels",
		"annotations":     "write it as metadata.annotations",
	},
	"KustomizationEntry": {
		"kubeConfig":      "write it as destination.kubeConfig",
		"targetNamespace": "write it as destination.targetNamespace",
		"cluster":         "write it as destination.cluster",
		"spec":            "write the fields of the spec right into the entry",
		"labels":          "write it as metadata.labels",
		"annotations":     "write it as metadata.annotations",
	},
	"KCLRunEntry": {
		"kubeConfig":      "write it as destination.kubeConfig",
		"targetNamespace": "write it as destination.targetNamespace",
		"cluster":         "write it as destination.cluster",
		"spec":            "write the fields of the spec right into the entry",
		"labels":          "write it as metadata.labels",
		"annotations":     "write it as metadata.annotations",
	},
	"Destination": {
		"secretRef":    "write it as destination.kubeConfig.secretRef",
		"configMapRef": "write it as destination.kubeConfig.configMapRef",
		"namespace":    "write the namespace on the cluster as targetNamespace, and the object's own as the entry's namespace",
	},
	"Metadata": {
		"name":      "write it as the entry's name",
		"namespace": "write it as the entry's namespace",
	},
}

// notYet are the fields of the language that this version does not read, by type.
var notYet = map[string][]string{
	"FluxApplicationSpec": {
		"limits", "imageAutomation", "notification", "tenancy",
	},
}
