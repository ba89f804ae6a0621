package stream

import (
	"encoding/json"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Version is that of the stream. A reader refuses any other: a program of another release has written it.
const Version = 1

// Request says what is to be made of the pairs.
type Request struct {
	Version int `json:"version"`
	// Format is text, markdown or json for the difference between the sides, and yaml for all objects after.
	Format string `json:"format"`
	Color  bool   `json:"color,omitempty"`  // colors the text, for a terminal
	Images bool   `json:"images,omitempty"` // lists the images of both sides in the place of the difference
	// KubeVersion is that of the clusters, such as 1.33.0; empty is what Helm takes without a cluster.
	KubeVersion string `json:"kubeVersion,omitempty"`
	// APIVersions are those that the clusters have besides Kubernetes' own, such as monitoring.coreos.com/v1.
	APIVersions []string `json:"apiVersions,omitempty"`
	// ValuesFrom are the files that stand for ConfigMaps and Secrets, by KIND/NAMESPACE/NAME.
	ValuesFrom map[string]string `json:"valuesFrom,omitempty"`
	// Follow makes the objects of Flux objects too that a Kustomization applies, one level deep, with these Charts.
	Follow bool     `json:"follow,omitempty"`
	Charts []Charts `json:"charts,omitempty"`
}

// Charts are charts or a checkout at a place of the disk, for the source with the URL; for all without one.
type Charts struct {
	Path string `json:"path"`
	URL  string `json:"url,omitempty"`
}

// Pair is an object of Flux before and after the change. The side that does not have it is absent.
type Pair struct {
	Application string `json:"application"` // the namespace/name of the document of the object
	Cluster     string `json:"cluster"`     // where the object delivers to: the name of the cluster, or hub
	// At is the place of what makes the object in after, or in before when it is gone; and Chart that of the version of
	// its chart in after, which is the zero Place where nobody knows it.
	At     Place `json:"at,omitzero"`
	Chart  Place `json:"chart,omitzero"`
	Before *Side `json:"before,omitempty"`
	After  *Side `json:"after,omitempty"`
	// Same: before is the same as after, and is left out.
	Same   bool    `json:"same,omitempty"`
	Fields []Field `json:"fields,omitempty"` // those that differ
}

// Side is an object on one side: a HelmRelease or a Kustomization of Flux, as JSON.
type Side struct {
	Object json.RawMessage `json:"object"`
	// Path is the place on the disk of the chart of a HelmRelease, a file or a folder, and for a Kustomization of the
	// checkout of its source; empty where it is not at hand, and then Unknown says why.
	Path    string `json:"path,omitempty"`
	Unknown string `json:"unknown,omitempty"`
	// Root is the checkout in which valuesFiles are looked for, for a chart of a GitRepository or a Bucket.
	Root string `json:"root,omitempty"`
	// ValuesFiles and IgnoreMissing are those of the chart: valuesFiles and ignoreMissingValuesFiles.
	ValuesFiles   []string `json:"valuesFiles,omitempty"`
	IgnoreMissing bool     `json:"ignoreMissing,omitempty"`
}

// Field is a field that differs between the sides of a pair.
type Field struct {
	Keys []string `json:"keys"`        // from the object to the field, or to the first list that it is in
	At   Place    `json:"at,omitzero"` // what sets the field in after; the zero Place where nobody knows it
}

// Place is a place in a document. Lines and columns count from 1.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Layer  string `json:"layer,omitempty"` // the layer that the place belongs to, such as defaults; empty for none
}

// Answer is what comes back.
type Answer struct {
	Version  int              `json:"version"`
	Output   string           `json:"output"`             // the difference, or the images, in the format of the request
	Differs  bool             `json:"differs,omitempty"`  // there is a difference between the final objects
	Findings finding.Findings `json:"findings,omitempty"` // once for all of their clusters, in file order
	Deleted  []Deletion       `json:"deleted,omitempty"`  // the final objects that go, for limits
}

// Deletion are the final objects of a kind that go from a cluster.
type Deletion struct {
	Application string   `json:"application"`
	Cluster     string   `json:"cluster"`
	Kind        string   `json:"kind"`
	Names       []string `json:"names"` // namespace/name, or the name alone
}
