package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// limit is what a string of Flux's may be, as its CRD says. The Go types carry that only in comments; a test compares.
type limit struct {
	oneOf   []string
	pattern *regexp.Regexp
	like    string // what a value that fits the pattern looks like
	max     int    // characters; 0 is any number. With max, the string must not be empty.
}

func oneOf(values ...string) limit { return limit{oneOf: values} }

func atMost(length int) limit { return limit{max: length} }

func scheme(names ...string) limit {
	return limit{
		pattern: regexp.MustCompile("^(" + strings.Join(names, "|") + ")://.*$"), // the CRD's: no line break
		like:    "a URL that begins with " + or(names, "://"),
	}
}

// limits are the limits of strings by type and field; those of list items stand at the list. Names, namespaces, durations
// and the kinds of sources have rules of their own.
var limits = map[string]limit{
	"BucketSTSSpec.endpoint":                 scheme("http", "https"),
	"BucketSTSSpec.provider":                 oneOf("aws", "ldap"),
	"BucketSpec.provider":                    oneOf("generic", "aws", "gcp", "azure"),
	"Chart.chart":                            atMost(2048),
	"Chart.reconcileStrategy":                oneOf("ChartVersion", "Revision"),
	"Decryption.provider":                    oneOf("sops"),
	"DriftDetection.mode":                    oneOf("enabled", "warn", "disabled"),
	"Filter.name":                            atMost(253),
	"GitRepositorySpec.provider":             oneOf("generic", "aws", "azure", "github"),
	"GitRepositorySpec.url":                  scheme("http", "https", "ssh"),
	"GitRepositoryVerification.mode":         oneOf("HEAD", "Tag", "TagAndHEAD", "head"),
	"HelmChartSpec.reconcileStrategy":        oneOf("ChartVersion", "Revision"),
	"HelmChartTemplateVerification.provider": oneOf("cosign", "notation"),
	"HelmChartVerification.provider":         oneOf("cosign", "notation"),
	"HelmReleaseEntry.postRenderStrategy":    oneOf("nohooks", "combined", "separate"),
	"HelmReleaseEntry.serviceAccountName":    atMost(253),
	"HelmRepositorySpec.provider":            oneOf("generic", "aws", "azure", "gcp"),
	"HelmRepositorySpec.type":                oneOf("default", "oci"),
	"HelmRepositorySpec.url":                 scheme("http", "https", "oci"),
	"Install.crds":                           oneOf("Skip", "Create", "CreateReplace"),
	"InstallStrategy.name":                   oneOf("RemediateOnFailure", "RetryOnFailure"),
	"KustomizationEntry.buildMetadata":       oneOf("originAnnotations", "transformerAnnotations"),
	"KustomizationEntry.deletionPolicy":      oneOf("MirrorPrune", "Delete", "WaitForTermination", "Orphan"),
	"KustomizationEntry.namePrefix":          atMost(200),
	"KustomizationEntry.nameSuffix":          atMost(200),
	"OCILayerSelector.operation":             oneOf("extract", "copy"),
	"OCIRepositorySpec.provider":             oneOf("generic", "aws", "azure", "gcp"),
	"OCIRepositorySpec.url":                  scheme("oci"),
	"OCIRepositoryVerification.provider":     oneOf("cosign", "notation"),
	"PostBuild.substituteStrategy":           oneOf("WithVariables", "Always"),
	"Rollback.serverSideApply":               oneOf("enabled", "disabled", "auto"),
	"ArgumentsReference.kind":                oneOf("Secret", "ConfigMap"),
	"ArgumentsReference.name":                atMost(253),
	"KCLRunEntry.serviceAccountName":         atMost(253),
	"SubstituteReference.kind":               oneOf("Secret", "ConfigMap"),
	"SubstituteReference.name":               atMost(253),
	"Uninstall.deletionPropagation":          oneOf("background", "foreground", "orphan"),
	"Upgrade.chartNameChangeStrategy":        oneOf("InPlaceUpdate", "Reinstall"),
	"Upgrade.crds":                           oneOf("Skip", "Create", "CreateReplace"),
	"Upgrade.serverSideApply":                oneOf("enabled", "disabled", "auto"),
	"UpgradeRemediation.strategy":            oneOf("rollback", "uninstall"),
	"UpgradeStrategy.name":                   oneOf("RemediateOnFailure", "RetryOnFailure"),
	"ValuesReference.kind":                   oneOf("Secret", "ConfigMap"),
	"ValuesReference.targetPath": {
		pattern: regexp.MustCompile(`^([a-zA-Z0-9_\-.\\\/]|\[[0-9]{1,5}\])+$`), max: 250,
		like: "keys with dots between them, as auth.password or hosts[0]",
	},
	"ValuesReference.valuesKey": {
		pattern: regexp.MustCompile(`^[\-._a-zA-Z0-9]+$`), max: 253, like: "letters, digits, '-', '_' and '.'",
	},
	"WaitStrategy.name": oneOf("poller", "legacy"),
}

// check judges a string, or each string of a list.
func (l limit) check(n tree.Node) (problems []Problem) {
	for item := range n.Children() {
		problems = append(problems, l.check(item)...)
	}
	value, ok := text(n)
	if !ok {
		return problems
	}
	p := Problem{Code: CodeUnsupported, Node: n, Current: value}
	switch {
	case l.oneOf != nil && !slices.Contains(l.oneOf, value):
		p.Proposed = nearest(value, l.oneOf)
		p.Detail = fmt.Sprintf("%q is none of its values; write %s", value, or(l.oneOf, ""))
	case l.max > 0 && value == "":
		p.Code, p.Detail = CodeEmpty, "is empty; write a value"
	case l.max > 0 && len(value) > l.max:
		p.Code = CodeTooLong
		p.Detail = fmt.Sprintf("is %d characters long, and Flux can use at most %d; write a shorter one", len(value), l.max)
	case l.pattern != nil && !l.pattern.MatchString(value):
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, l.like)
	default:
		return problems
	}
	return append(problems, p)
}

// or joins words as a, b or c, with end behind each.
func or(words []string, end string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0] + end
	}
	return strings.Join(words[:last], end+", ") + end + " or " + words[last] + end
}
