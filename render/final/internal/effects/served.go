package effects

import (
	"fmt"
	"strings"
)

// Served returns why a Kubernetes, such as 1.33.0, does not serve a kind, and what to write instead. It is empty for a
// kind that it serves, for one that is not of Kubernetes, and without a version. It does not know which alpha and beta
// versions a cluster has switched on.
func Served(apiVersion, kind, kubeVersion string) (detail string) {
	row, minor, instead := served[apiVersion+" "+kind], minorOf(kubeVersion), apiVersion
	for next := row; 0 < minorOf(next[2]) && minorOf(next[2]) <= minor; next = served[instead+" "+kind] {
		instead = next[3]
	}
	detail = fmt.Sprintf("Kubernetes 1.%d does not serve %s %s", minor, apiVersion, kind)
	switch {
	case 0 < minor && minor < minorOf(row[1]):
		return detail + " yet: it is there since " + row[1] + "; write an older version, or leave the object out"
	case instead == apiVersion:
		return ""
	case instead == "-":
		return detail + " since " + row[2] + ", and nothing replaces it; leave the object out"
	}
	return detail + " since " + row[2] + "; write " + instead
}

// ClusterScoped reports whether objects of a kind of Kubernetes have no namespace. It knows no kind of a
// CustomResourceDefinition.
func ClusterScoped(apiVersion, kind string) bool {
	return served[apiVersion+" "+kind][0] == "cluster"
}

// minorOf is the minor version of Kubernetes 1, as 33 of v1.33.0; 0 for anything else.
func minorOf(version string) (minor int) {
	_, _ = fmt.Sscanf(strings.TrimPrefix(version, "v"), "1.%d", &minor)
	return minor
}
