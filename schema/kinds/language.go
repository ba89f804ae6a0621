package kinds

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
)

// Hub is what people call the cluster that Flux runs on, and its folder. No other cluster has this name.
const Hub = "hub"

// Ordered is the folder of what Flux applies before or after something of another kind.
const Ordered = "ordered"

// IsOrdered reports whether a folder, from the rendered folder, is one of objects that are applied so: on a hub
// ordered/NAMESPACE/NAME/CLUSTER, and else CLUSTER/ordered/NAMESPACE/NAME.
func IsOrdered(folder string) bool {
	parts := strings.Split(folder, "/")
	return len(parts) == 4 && (parts[0] == Ordered || parts[1] == Ordered)
}

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything
// that they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = content.LabelValueMaxLength

// CheckDigest refuses what is no digest of a change: 16 hexadecimal digits. An empty text is valid.
func CheckDigest(text string) error {
	if text == "" || digest().MatchString(text) {
		return nil
	}
	return fmt.Errorf("%q is no digest of a change; write the 16 characters that the error about the limit prints", text)
}

var digest = pattern.Of("^[0-9a-f]{16}$")

// WorkloadField is the field of config with what an application's entries become.
type WorkloadField string

// The workloads, by their field in config.
const (
	HelmReleases   WorkloadField = "helmRelease"
	Kustomizations WorkloadField = "kustomization"
	KCLRuns        WorkloadField = "kclRun"
)

// Path returns the fields that lead from config to the list of entries.
func (w WorkloadField) Path() []string {
	if w == HelmReleases {
		return []string{string(w), "deploy"}
	}
	return []string{string(w)}
}

// WorkloadFields are all of them, in the order in which an application is searched for one.
var WorkloadFields = []WorkloadField{HelmReleases, Kustomizations, KCLRuns}
