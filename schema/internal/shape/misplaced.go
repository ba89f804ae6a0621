package shape

import "maps"

// entryPlaces are the rows of misplaced for the entries of every workload.
var entryPlaces = map[string]string{
	"kubeConfig":      "write it as destination.kubeConfig",
	"targetNamespace": "write it as destination.targetNamespace",
	"cluster":         "write it as destination.cluster",
	"spec":            "write the fields of the spec right into the entry",
	"labels":          "write it as metadata.labels",
	"annotations":     "write it as metadata.annotations",
	"clusters":        "write an entry for each cluster, or destination.clusterSelector for all that have a label",
	"clusterName":     "write it as destination.cluster",
	"clusterGroup":    "write a label of the clusters as destination.clusterSelector",
}

// misplaced are words of Flux, and of other tools, that have another place here, by type and field. Such a field is not part of the
// type's shape, even if Flux's struct has it. Fields that are one level too high or too low need no row: [shapeCheck.place] finds them.
var misplaced = map[string]map[string]string{
	"FluxApplication": {
		"source":         "write it as spec.source",
		"config":         "write it as spec.config",
		"commonMetadata": "write it as spec.commonMetadata",
		"name":           "write it as metadata.name",
		"namespace":      "write it as metadata.namespace",
		"labels":         "write it as metadata.labels",
		"annotations":    "write it as metadata.annotations",
	},
	"Application": {
		"source":         "write it as spec.fluxApp.spec.source",
		"config":         "write it as spec.fluxApp.spec.config",
		"commonMetadata": "write it as spec.fluxApp.spec.commonMetadata",
		"fluxApp":        "write it as spec.fluxApp",
		"name":           "write it as metadata.name",
		"namespace":      "write it as metadata.namespace",
		"labels":         "write it as metadata.labels",
		"annotations":    "write it as metadata.annotations",
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
		"values":     "write them in config.overrides, beside cluster or clusterSelector; or as params, and $(cluster.params.…) in the values",
		"server":     "write it in a kubeconfig, and name its Secret as kubeConfig.secretRef.name",
		"secretName": "write it as kubeConfig.secretRef.name",
	},
	"FluxApplicationSpec": {
		"wave":            "write it in entries, or in config.defaults and config.overrides",
		"waves":           "write wave in entries, or in config.defaults and config.overrides",
		"kind":            "write kind: Application for the shape with spec.kind, or leave it out",
		"fluxApp":         "write what is below fluxApp.spec right below spec, or kind: Application",
		"sourceRef":       "write it as source.sourceRef",
		"helmRelease":     "write it as config.helmRelease",
		"kustomization":   "write it as config.kustomization",
		"name":            "write it as metadata.name",
		"namespace":       "write the application's own as metadata.namespace, and the one on the clusters as destination.targetNamespace",
		"defaults":        "write it as config.defaults",
		"overrides":       "write it as config.overrides",
		"deploy":          "write it as config.helmRelease.deploy",
		"chart":           "write it as config.helmRelease.chart",
		"destination":     "write it in each entry of config.helmRelease.deploy or config.kustomization",
		"destinations":    "write an entry with a destination for each, in config.helmRelease.deploy or config.kustomization",
		"clusterSelector": "write it as destination.clusterSelector in an entry",
		"cluster":         "write it as destination.cluster in an entry",
		"template":        "write the name of a HelmChart as config.helmRelease.template",
		"generators":      "write a destination with clusterSelector in an entry",
		"repo":            "write it as source.gitRepository.url or source.helmRepository.url",
		"repoURL":         "write it as source.gitRepository.url or source.helmRepository.url",
		"targetNamespace": "write it as destination.targetNamespace in each entry, or in config.defaults",
		"helm":            "write config.helmRelease",
		"kustomize":       "write config.kustomization",
	},
	"Config": {
		"source":          "write it right below spec",
		"sourceRef":       "write it as source.sourceRef right below spec",
		"chart":           "write it as config.helmRelease.chart",
		"template":        "write it as config.helmRelease.template",
		"deploy":          "write it as config.helmRelease.deploy",
		"destination":     "write it in each entry of helmRelease.deploy or kustomization",
		"clusterSelector": "write it as destination.clusterSelector in an entry, or in an item of overrides",
		"clusters":        "write it right below spec",
		"targetNamespace": "write it as destination.targetNamespace in each entry, or in defaults",
	},
	"Source": {
		"kind":           "write a reference as source.sourceRef",
		"namespace":      "write a reference as source.sourceRef",
		"url":            "write an inline source as source.gitRepository, helmRepository, ociRepository or bucket",
		"repo":           "write it as gitRepository.url, helmRepository.url or ociRepository.url",
		"repoURL":        "write it as gitRepository.url, helmRepository.url or ociRepository.url",
		"repository":     "write it as gitRepository.url, helmRepository.url or ociRepository.url",
		"targetRevision": "write it as gitRepository.ref.branch, tag or commit; the version of a chart as config.helmRelease.chart.version",
		"chart":          "write it as config.helmRelease.chart.chart",
		"path":           "write it as path in the entries of config.kustomization",
		"helm":           "write values in the entries of config.helmRelease.deploy",
		"kustomize":      "write patches and images in the entries of config.kustomization",
	},
	"HelmRelease": {
		"source":     "write it right below spec",
		"sourceRef":  "write it as source.sourceRef right below spec, or in each entry of deploy",
		"chartRef":   "name the source as source.sourceRef, of kind OCIRepository, HelmChart or ExternalArtifact; chartRef is made from it",
		"interval":   "write it in each entry of deploy, or as chart.interval for the chart",
		"overrides":  "write it as config.overrides",
		"defaults":   "write it as config.defaults",
		"repo":       "write it as source.helmRepository.url",
		"repoURL":    "write it as source.helmRepository.url",
		"repository": "write it as source.helmRepository.url",
		"version":    "write it as chart.version",
		"name":       "write the chart's name as chart.chart, and the object's as name in an entry of deploy",
		"namespace":  "write the namespace on the cluster as destination.targetNamespace of an entry, and the object's own as its namespace",
	},
	"Chart": {
		"spec":        "write the fields of chart.spec right below chart",
		"sourceRef":   "write it as source.sourceRef, or as the entry's sourceRef",
		"name":        "the chart's name is chart.chart",
		"repo":        "write it as source.helmRepository.url",
		"repoURL":     "write it as source.helmRepository.url",
		"repository":  "write it as source.helmRepository.url",
		"url":         "write it as source.helmRepository.url",
		"values":      "write it in the entries of deploy, or in config.defaults for all of them",
		"valuesFrom":  "write it in the entries of deploy, or in config.defaults for all of them",
		"releaseName": "write it in the entries of deploy",
		"namespace":   "write the namespace on the cluster as destination.targetNamespace of the entry",
	},
	"HelmChartTemplateVerification": {
		"matchOIDCIdentity": "only a HelmChart document can hold it, which a release names with template; or verify an OCIRepository",
	},
	"HelmReleaseEntry": withWords(entryPlaces, map[string]string{
		"chartRef":              "name the source as source.sourceRef or as the entry's sourceRef, of kind OCIRepository, HelmChart or ExternalArtifact; chartRef is made from it",
		"template":              "write it as config.helmRelease.template",
		"patches":               "write it as postRenderers: [{kustomize: {patches: …}}]",
		"images":                "write it as postRenderers: [{kustomize: {images: …}}]",
		"patchesStrategicMerge": "write it as postRenderers: [{kustomize: {patches: …}}]",
		"patchesJson6902":       "write it as postRenderers: [{kustomize: {patches: …}}]",
		"repo":                  "write it as source.helmRepository.url",
		"repoURL":               "write it as source.helmRepository.url",
		"repository":            "write it as source.helmRepository.url",
		"url":                   "write it as source.helmRepository.url",
		"helm":                  "write what is below helm.values as values, and helm.releaseName as releaseName",
		"valueFiles":            "write it as chart.valuesFiles",
		"valuesFile":            "write it as chart.valuesFiles",
		"valuesFiles":           "write it as chart.valuesFiles",
		"targetRevision":        "write it as chart.version",
	}),
	"KustomizationEntry": withWords(entryPlaces, map[string]string{
		"kustomize":      "write its fields right into the entry",
		"targetRevision": "write it as source.gitRepository.ref.branch, tag or commit",
		"branch":         "write it as source.gitRepository.ref.branch",
		"repo":           "write it as source.gitRepository.url",
		"repoURL":        "write it as source.gitRepository.url",
		"repository":     "write it as source.gitRepository.url",
		"url":            "write it as source.gitRepository.url",
	}),
	"KCLRunEntry": entryPlaces,
	"Destination": {
		"secretRef":    "write it as destination.kubeConfig.secretRef",
		"configMapRef": "write it as destination.kubeConfig.configMapRef",
		"namespace":    "write the namespace on the cluster as targetNamespace, and the object's own as the entry's namespace",
		"name":         "write the cluster's name as destination.cluster, and the object's own as name of the entry",
		"server":       "write it in a kubeconfig, and name its Secret as destination.kubeConfig.secretRef; or the cluster's name as destination.cluster",
		"clusters":     "write an entry for each cluster, or clusterSelector for all that have a label",
		"clusterName":  "write it as destination.cluster",
		"secretName":   "write it as destination.kubeConfig.secretRef.name",
		"secret":       "write it as destination.kubeConfig.secretRef.name",
	},
	"Metadata": {
		"name":      "write it as the entry's name",
		"namespace": "write it as the entry's namespace",
	},
	"GitRepositorySpec": {
		"path":     "write it as path in the entries of config.kustomization",
		"name":     "write it as source.name",
		"username": "write it into a Secret, and name that as secretRef: {name: …}",
		"password": "write it into a Secret, and name that as secretRef: {name: …}",
		"token":    "write it into a Secret, and name that as secretRef: {name: …}",
	},
	"HelmRepositorySpec": {
		"chart":    "write it as config.helmRelease.chart.chart",
		"version":  "write it as config.helmRelease.chart.version",
		"name":     "write it as source.name",
		"username": "write it into a Secret, and name that as secretRef: {name: …}",
		"password": "write it into a Secret, and name that as secretRef: {name: …}",
	},
	"OCIRepositorySpec": {
		"path":     "write it as path in the entries of config.kustomization",
		"name":     "write it as source.name",
		"username": "write it into a Secret, and name that as secretRef: {name: …}",
		"password": "write it into a Secret, and name that as secretRef: {name: …}",
	},
	"SourceReference": {
		"url":    "write an inline source as source.gitRepository, helmRepository, ociRepository or bucket, which has url",
		"branch": "write an inline source, which has it: source.gitRepository.ref.branch",
		"tag":    "write an inline source, which has it: source.gitRepository.ref.tag or source.ociRepository.ref.tag",
		"ref":    "write an inline source, which has it: source.gitRepository.ref or source.ociRepository.ref",
	},
	"LayerDestination": {
		"cluster":         "write it in the entry, or beside destination in an item of overrides",
		"clusterSelector": "write it in the entry, or beside destination in an item of overrides",
		"kubeConfig":      "write it as destination.kubeConfig of the entry",
		"namespace":       "write the namespace on the cluster as targetNamespace, and the object's own as namespace beside destination",
	},
	"KubeConfigReference": {
		"name":       "write it as kubeConfig.secretRef.name",
		"key":        "write it as kubeConfig.secretRef.key",
		"secretName": "write it as kubeConfig.secretRef.name",
	},
	"PostRenderer": {
		"patches":               "write it as postRenderers: [{kustomize: {patches: …}}]",
		"images":                "write it as postRenderers: [{kustomize: {images: …}}]",
		"patchesStrategicMerge": "write it as postRenderers: [{kustomize: {patches: …}}]",
		"patchesJson6902":       "write it as postRenderers: [{kustomize: {patches: …}}]",
	},
}

// notYet are the fields of the language that this version does not read, by type.
var notYet = map[string][]string{
	"FluxApplicationSpec": {
		"limits", "imageAutomation", "notification", "tenancy",
	},
}

// withWords adds the rows of one type to those that it shares with others.
func withWords[V any](shared, own map[string]V) map[string]V {
	all := maps.Clone(shared)
	maps.Copy(all, own)
	return all
}
