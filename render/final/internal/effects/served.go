package effects

import (
	"fmt"
	"strings"
)

// Served returns why a Kubernetes, such as 1.33.0, does not serve a kind, and what to write instead. It is empty for a
// kind that it serves, for one that is not of Kubernetes, and without a version. It does not know which alpha and beta
// versions a cluster has switched on.
func Served(apiVersion, kind, kubeVersion string) string {
	minor := 0 // also for what is no version
	_, _ = fmt.Sscanf(strings.TrimPrefix(kubeVersion, "v"), "1.%d", &minor)
	row, instead := served[apiVersion+" "+kind], apiVersion
	for next := row; 0 < next.until && next.until <= minor; next = served[instead+" "+kind] {
		instead = next.instead
	}
	detail := fmt.Sprintf("Kubernetes 1.%d does not serve %s %s", minor, apiVersion, kind)
	switch {
	case 0 < minor && minor < row.since:
		detail += fmt.Sprintf(" yet: it is there since 1.%d", row.since)
		return detail + "; write an older version, or leave the object out"
	case instead == apiVersion:
		return ""
	case instead == "":
		return fmt.Sprintf("%s since 1.%d, and nothing replaces it; leave the object out", detail, row.until)
	}
	return fmt.Sprintf("%s since 1.%d; write %s", detail, row.until, instead)
}

// ClusterScoped reports whether objects of a kind of Kubernetes have no namespace. It knows no kind of a
// CustomResourceDefinition.
func ClusterScoped(apiVersion, kind string) bool { return served[apiVersion+" "+kind].cluster }
