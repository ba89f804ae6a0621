package adopt

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// File is a text with objects: a stream of YAML or JSON documents, or what kubectl get prints as YAML or JSON.
type File struct {
	// Name is the file's name, with slashes. Findings carry it; [ClusterFrom] may take a cluster's name from it.
	Name string
	// Data is the text.
	Data []byte
}

// MayHold reports whether a text may hold what an adoption reads. It looks for words and does not parse. Most files of
// a folder are for others, and need not even be YAML: what is wrong in them is nobody's problem.
func MayHold(text []byte) bool {
	const roles = kinds.App | kinds.Workload | kinds.Cluster | kinds.Source | kinds.Around | kinds.FolderList
	for k := range kinds.Standard().With(roles) {
		if k.Field != kinds.RBACRole.Field && bytes.Contains(text, []byte(k.Group+"/")) { // most roles are for others
			return true
		}
	}
	return bytes.Contains(text, []byte(instanceGroup+"/"))
}

// partsOf returns the folders of a file, and its name without extension.
func partsOf(file string) []string {
	file = strings.TrimPrefix(path.Clean(file), "/")
	return strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
}

// instanceGroup is the group of FluxInstances, and of the labels of what they make (SetOwnerLabels in
// github.com/controlplaneio-fluxcd/flux-operator, internal/controller/fluxinstance_controller.go).
const instanceGroup = "fluxcd.controlplane.io"

// renovateConfigs are the files in which Renovate looks for its configuration.
var renovateConfigs = []string{"renovate.json", "renovate.json5", ".github/renovate.json", ".github/renovate.json5",
	".gitlab/renovate.json", ".gitlab/renovate.json5", ".renovaterc", ".renovaterc.json", ".renovaterc.json5"}

// RenovateConfigs returns the names of files in which Renovate has its configuration. Adopt reads them beside the
// manifests: what Renovate writes must be in the documents too.
func RenovateConfigs() []string { return slices.Clone(renovateConfigs) }
