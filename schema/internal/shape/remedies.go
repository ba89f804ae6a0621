package shape

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// typeRemedies are what to write instead of a value of another type, where it has a likely reason: in these types,
// this field, of this kind. NAME is the value, and so is URL.
var typeRemedies = []struct {
	types, field string
	kind         tree.Kind
	remedy       string
}{
	{"Override", "chart", tree.String, "write chart: {version: …}, or chart: {chart: …}"},
	{"Override", "destination", tree.String, "write cluster: NAME"},
	{"Override", "install", tree.Bool,
		"write disable: true to remove it from the clusters, or the fields of install below it"},
	{"HelmRelease HelmReleaseEntry", "chart", tree.String, "write chart: {chart: NAME}"},
	{"HelmReleaseEntry KustomizationEntry", "dependsOn", tree.String,
		"write dependsOn: [{application: NAME}], or [{name: NAME}] for one object"},
	{"HelmReleaseEntry KustomizationEntry", "dependsOn[]", tree.String,
		"write {application: NAME}, or {name: NAME} for one object"},
	{"HelmReleaseEntry KustomizationEntry", "destination", tree.String, "write destination: {cluster: NAME}"},
	{"HelmReleaseEntry", "driftDetection", tree.Bool, "write driftDetection: {mode: enabled}, warn or disabled"},
	{"HelmReleaseEntry KustomizationEntry Source", "sourceRef", tree.String, "write sourceRef: {kind: …, name: NAME}"},
	{"HelmReleaseEntry", "test", tree.Bool, "write test: {enable: NAME}"},
	{"HelmReleaseEntry", "valuesFrom[]", tree.String, "write {kind: ConfigMap, name: NAME}, or kind: Secret"},
	{"KustomizationEntry", "decryption", tree.String, "write decryption: {provider: NAME}"},
	{"KustomizationEntry", "patches[]", tree.String, "write patch: | before the text"},
	{"KustomizationEntry", "wait", tree.String, "write wait: true, and how long as timeout"},
	{"FluxApplicationSpec", "bases", tree.String, "write bases: [NAME]"},
	{"FluxApplicationSpec", "tenancy", tree.String, "write tenancy: {serviceAccount: NAME}"},
	{"Tenancy", "role", tree.List, "write the list as role: {rules: […]}"},
	{"Tenancy", "role", tree.String, "write role: {name: NAME, rules: […]}"},
	{"Tenancy", "serviceAccount", tree.Map, "write its name"},
	{"Tenancy", "subjects[]", tree.String, "write {kind: User, name: NAME}, or kind: Group or ServiceAccount"},
	{"PolicyRule", "apiGroups", tree.String, "write apiGroups: [NAME]"},
	{"PolicyRule", "resources", tree.String, "write resources: [NAME]"},
	{"PolicyRule", "verbs", tree.String, "write verbs: [NAME]"},
	{"Override", "cluster", tree.List, "write clusters for several"},
	{"Override", "cluster", tree.Map, "write the name itself"},
	{"Override", "clusters", tree.String, "write the names as clusters: [a, b], or clusterSelector: {} for every cluster"},
	{"Override", "clusters", tree.Map, "write the names as clusters: [a, b], and the fields beside it"},
	{"Override", "clusters[]", tree.Map, "write the name itself"},
	{"Config", "overrides", tree.Map,
		`begin each item with "- cluster: …" or "- clusterSelector: …", and write its fields below`},
	{"Limits", "protected", tree.List, "write protected: {clusterSelector: {matchLabels: {…}}}"},
	{"Limits", "protected", tree.String, "write protected: {clusterSelector: {matchLabels: {…}}}"},
	{"Override Destination Protected", "clusterSelector", tree.String, "write clusterSelector: {matchLabels: {…}}"},
	{"Destination", "cluster", tree.List, "write an entry for each cluster, or clusterSelector for all that have a label"},
	{"Destination Cluster", "kubeConfig", tree.String, "write kubeConfig: {secretRef: {name: NAME}}"},
	{"KubeConfigReference", "secretRef", tree.String, "write secretRef: {name: NAME}"},
	{"Source NamedSource", "gitRepository", tree.String, "write gitRepository: {url: URL}"},
	{"Source NamedSource", "helmRepository", tree.String, "write helmRepository: {url: URL}"},
	{"Source NamedSource", "ociRepository", tree.String, "write ociRepository: {url: URL}"},
	{"GitRepositorySpec", "ref", tree.String, "write ref: {branch: NAME}, or tag, semver or commit"},
	{"OCIRepositorySpec", "ref", tree.String, "write ref: {tag: NAME}, or semver or digest"},
	{"GitRepositorySpec", "verify", tree.List, "write verify: {mode: HEAD, secretRef: {name: …}}"},
	{"GitRepositorySpec OCIRepositorySpec BucketSpec", "ignore", tree.List,
		"write ignore: |, and below it one pattern in each line"},
	{"ImageAutomation", "update", tree.List, "write the one update as a map, without -"},
	{"ImagePolicyChoice", "semver", tree.String, "write semver: {range: …}"},
	{"ImagePolicyChoice", "alphabetical numerical", tree.String, "write order: asc or order: desc below it"},
	{"ImageUpdateAutomationSpec ImageUpdate", "update", tree.String, "write update: {path: …}"},
	{"Install Upgrade", "remediation", tree.Number, "write remediation: {retries: …}"},
}

func (c *checker) typeRemedy(n tree.Node) string {
	if len(c.maps) == 0 {
		return ""
	}
	at, field := c.maps[len(c.maps)-1], n.Key()
	if field == "valuesFiles" && isFileList(n) {
		return "write valuesFiles: " + FileList(n.Text())
	}
	if at.shape.Kind == List && len(c.maps) > 1 {
		at, field = c.maps[len(c.maps)-2], at.node.Key()+"[]"
	}
	for _, row := range typeRemedies {
		if types := strings.Fields(row.types); row.field != field || row.kind != n.Kind() ||
			!slices.Contains(types, at.shape.Name) && !(at.shape.IsOverride() && slices.Contains(types, "Override")) {
			continue
		}
		if strings.Contains(row.remedy, "NAME") && !names.Valid(n.Text()) ||
			strings.Contains(row.remedy, "URL") && !plainURL().MatchString(n.Text()) {
			return ""
		}
		text := n.Text()
		if n.Kind() == tree.String && tree.ParseValue([]byte(text)).Kind() != tree.String {
			text = strconv.Quote(text)
		}
		return strings.ReplaceAll(strings.ReplaceAll(row.remedy, "NAME", text), "URL", text)
	}
	return ""
}

// plainURL matches a URL that can be written in a message and in a map of one line: it has no credentials.
var plainURL = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+://(git@)?[\w./:-]+\w$`) })
