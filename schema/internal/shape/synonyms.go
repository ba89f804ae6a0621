package shape

// synonym is a word of other tools for a field that is in the same place here.
type synonym struct{ meant, remedy string }

// entryWords are the rows of synonyms for the entries of every workload.
var entryWords = map[string]synonym{
	"pause":           {"suspend", "write suspend: true"},
	"paused":          {"suspend", "write suspend: true"},
	"suspended":       {"suspend", "write suspend: true"},
	"disable":         {"suspend", "write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	"disabled":        {"suspend", "write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	"enabled":         {"suspend", "write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	"enable":          {"suspend", "write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	"installed":       {"suspend", "write suspend: true to pause it, or an item of config.overrides with disable: true to remove it from a cluster"},
	"order":           {"wave", "write wave"},
	"priority":        {"wave", "write wave"},
	"syncWave":        {"wave", "write wave"},
	"phase":           {"wave", "write wave"},
	"needs":           {"dependsOn", "write dependsOn"},
	"after":           {"dependsOn", "write dependsOn"},
	"requires":        {"dependsOn", "write dependsOn"},
	"every":           {"interval", "write interval"},
	"refreshInterval": {"interval", "write interval"},
	"syncInterval":    {"interval", "write interval"},
	"timeoutSeconds":  {"timeout", "write timeout: 300s for 300 seconds"},
	"project":         {"", "Flux has no projects; leave it out"},
	"syncPolicy":      {"", "Flux applies at each interval and needs no policy; leave it out"},
}

// synonyms are the words that people bring from other tools, by type: the field that such a word stands for, and what to write.
var synonyms = map[string]map[string]synonym{
	"HelmReleaseEntry": withWords(entryWords, map[string]synonym{
		"set":               {"values", "write values"},
		"parameters":        {"values", "write values"},
		"valuesObject":      {"values", "write values"},
		"helmValues":        {"values", "write values"},
		"secrets":           {"valuesFrom", "write valuesFrom: [{kind: Secret, name: …}]"},
		"wait":              {"install", "Helm waits unless install.disableWait or upgrade.disableWait is true; leave it out"},
		"historyMax":        {"maxHistory", "write maxHistory"},
		"atomic":            {"install", "write install.remediation and upgrade.remediation"},
		"image":             {"values", "write it below values if it is one of the chart's"},
		"commonLabels":      {"commonMetadata", "write commonMetadata: {labels: …}"},
		"commonAnnotations": {"commonMetadata", "write commonMetadata: {annotations: …}"},
	}),
	"KustomizationEntry": withWords(entryWords, map[string]synonym{
		"variables":         {"postBuild", "write postBuild: {substitute: …}"},
		"vars":              {"postBuild", "write postBuild: {substitute: …}"},
		"substitutions":     {"postBuild", "write postBuild: {substitute: …}"},
		"resources":         {"path", "write the folder that holds them as path"},
		"overlay":           {"path", "write path"},
		"folder":            {"path", "write path"},
		"directory":         {"path", "write path"},
		"dir":               {"path", "write path"},
		"serviceAccount":    {"serviceAccountName", "write serviceAccountName"},
		"patch":             {"patches", "write patches: [{patch: …}]"},
		"commonLabels":      {"commonMetadata", "write commonMetadata: {labels: …}"},
		"commonAnnotations": {"commonMetadata", "write commonMetadata: {annotations: …}"},
	}),
	"KCLRunEntry": entryWords,
	"Override": {
		"disabled":         {"disable", "write disable: true"},
		"enabled":          {"disable", "write disable: true to remove it from the clusters"},
		"enable":           {"disable", "write disable: true to remove it from the clusters"},
		"installed":        {"disable", "write disable: true to remove it from the clusters"},
		"clusters":         {"clusterSelector", "write an item of overrides for each cluster, or clusterSelector for all that have a label"},
		"selector":         {"clusterSelector", "write clusterSelector"},
		"matchLabels":      {"clusterSelector", "write clusterSelector: {matchLabels: …}"},
		"matchExpressions": {"clusterSelector", "write clusterSelector: {matchExpressions: …}"},
		"clusterName":      {"cluster", "write cluster"},
	},
	"Destination": {
		"selector":         {"clusterSelector", "write clusterSelector"},
		"matchLabels":      {"clusterSelector", "write clusterSelector: {matchLabels: …}"},
		"matchExpressions": {"clusterSelector", "write clusterSelector: {matchExpressions: …}"},
		"labels":           {"clusterSelector", "write clusterSelector: {matchLabels: …}"},
		"hub":              {"", "write destination: {} for the hub"},
		"inCluster":        {"", "write destination: {} for the hub"},
		"local":            {"", "write destination: {} for the hub"},
	},
	"FluxApplicationSpec": {
		"fleet":             {"clusters", "write clusters"},
		"project":           {"", "Flux has no projects; leave it out"},
		"syncPolicy":        {"", "Flux applies at each interval and needs no policy; leave it out"},
		"commonLabels":      {"commonMetadata", "write commonMetadata: {labels: …}"},
		"commonAnnotations": {"commonMetadata", "write commonMetadata: {annotations: …}"},
	},
	"Config": {
		"helm":      {"helmRelease", "write helmRelease"},
		"kustomize": {"kustomization", "write kustomization"},
		"kcl":       {"kclRun", "write kclRun"},
	},
	"HelmRelease": {
		"entries":      {"deploy", "write deploy"},
		"releases":     {"deploy", "write deploy"},
		"destinations": {"deploy", "write deploy, an entry with destination for each"},
	},
	"Source": {
		"git":  {"gitRepository", "write gitRepository"},
		"helm": {"helmRepository", "write helmRepository"},
		"oci":  {"ociRepository", "write ociRepository"},
		"s3":   {"bucket", "write bucket"},
	},
	"GitRepositorySpec": {
		"repo":           {"url", "write url"},
		"repository":     {"url", "write url"},
		"repoURL":        {"url", "write url"},
		"revision":       {"ref", "write ref: {branch: …}, {tag: …} or {commit: …}"},
		"targetRevision": {"ref", "write ref: {branch: …}, {tag: …} or {commit: …}"},
		"namespace":      {"", "an inline source is in the application's namespace; leave it out"},
	},
	"HelmRepositorySpec": {
		"repo":       {"url", "write url"},
		"repository": {"url", "write url"},
		"repoURL":    {"url", "write url"},
		"oci":        {"type", "write type: oci"},
		"namespace":  {"", "an inline source is in the application's namespace; leave it out"},
	},
	"OCIRepositorySpec": {
		"repo":       {"url", "write url"},
		"repository": {"url", "write url"},
		"repoURL":    {"url", "write url"},
		"image":      {"url", "write url: oci://…"},
		"namespace":  {"", "an inline source is in the application's namespace; leave it out"},
	},
	"Chart": {
		"tag":            {"version", "write version"},
		"targetRevision": {"version", "write version"},
		"path":           {"chart", "write chart: the path in a GitRepository or Bucket"},
	},
	"Dependency": {
		"app":  {"application", "write application"},
		"kind": {"", "Flux waits for objects of the same kind only; leave it out"},
	},
	"KCLRunDependency": {
		"app":  {"application", "write application"},
		"kind": {"", "Flux waits for objects of the same kind only; leave it out"},
	},
	"ValuesReference": {
		"key":          {"valuesKey", "write valuesKey"},
		"path":         {"targetPath", "write targetPath"},
		"secretRef":    {"name", "write kind: Secret and name"},
		"configMapRef": {"name", "write kind: ConfigMap and name"},
	},
	"SubstituteReference": {
		"secretRef":    {"name", "write kind: Secret and name"},
		"configMapRef": {"name", "write kind: ConfigMap and name"},
	},
	"Sharding": {
		"count":    {"shards", "write shards"},
		"replicas": {"shards", "write shards"},
	},
	"Cluster": {
		"parameters":       {"params", "write params"},
		"variables":        {"params", "write params"},
		"vars":             {"params", "write params"},
		"kubeconfigSecret": {"kubeConfig", "write kubeConfig: {secretRef: {name: …}}"},
	},
	"Patch": {
		"path": {"patch", "Flux reads no file here; write the patch itself as patch: |"},
	},
	"SecretKeyReference": {
		"namespace": {"", "Flux reads the Secret in the namespace of the object; leave it out"},
	},
}

// lastResort says what to do with a field of a type that resembles nothing.
var lastResort = map[string]string{
	"HelmReleaseEntry": "leave it out, or write it below values if it is one of the chart's",
	"PostBuild":        "write variables below substitute",
	"LabelSelector":    "write labels below matchLabels",
	"ObjectMeta":       "write it below labels or annotations if it is one of them",
	"Cluster":          "write it below labels, for selectors, or below params, for references",
}
