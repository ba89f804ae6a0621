package effects

import (
	"fmt"
	"strings"
)

// served has scope, since, until and instead by apiVersion and kind.
var served = data[map[string][4]string]("served.yaml")

// Served returns why a Kubernetes, such as 1.33.0, does not serve a kind, and what to write instead. It is empty for a
// kind that it serves, for one that is not of Kubernetes, and without a version. It does not know which alpha and beta
// versions a cluster has switched on.
func Served(apiVersion, kind, kubeVersion string) (detail string) {
	row, isKnown := served()[apiVersion+" "+kind]
	minor, since, until, instead := minorOf(kubeVersion), row[1], row[2], row[3]
	detail = fmt.Sprintf("Kubernetes 1.%d does not serve %s %s", minor, apiVersion, kind)
	switch {
	case isKnown && 0 < minor && minor < minorOf(since):
		return detail + " yet: it is there since " + since + "; write an older version, or leave the object out"
	case !isKnown || minor == 0 || until == "-" || minor < minorOf(until):
		return ""
	}
	for isKnown && row[2] != "-" && minor >= minorOf(row[2]) {
		instead = row[3]
		row, isKnown = served()[instead+" "+kind]
	}
	if instead == "-" {
		return detail + " since " + until + ", and nothing replaces it; leave the object out"
	}
	return detail + " since " + until + "; write " + instead
}

// ClusterScoped reports whether objects of a kind of Kubernetes have no namespace. It knows no kind of a
// CustomResourceDefinition.
func ClusterScoped(apiVersion, kind string) bool {
	return served()[apiVersion+" "+kind][0] == "cluster"
}

// minorOf is the minor version of Kubernetes 1, as 33 of v1.33.0; 0 for anything else.
func minorOf(version string) (minor int) {
	_, _ = fmt.Sscanf(strings.TrimPrefix(version, "v"), "1.%d", &minor)
	return minor
}
