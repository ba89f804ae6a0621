package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Marker is an ImagePolicy that setter comments of a document name: `# {"$imagepolicy": "namespace:name:tag"}`.
type Marker struct {
	// Namespace and Name are the ImagePolicy's.
	Namespace, Name string
	// Nodes are the scalars that have such a comment, in the order of the file.
	Nodes []tree.Node
}

// Markers returns the ImagePolicies that the setter comments of a document name, in the order of their first comments.
func (d facts) Markers() []Marker { return slices.Clip(d.indexed().markers) }

// IsImagePolicy reports whether the document is an ImagePolicy of Flux of any version. Such a document is not for
// fluxapp, which only knows that the policy exists.
func (d facts) IsImagePolicy() bool {
	found := kinds.Find(kinds.ImagePolicy.Role, kinds.GroupOf(d.APIVersion()), d.Kind())
	return d.class == ClassForeign && found == kinds.ImagePolicy && !d.Refused()
}

// OtherFleet returns what the document of a cluster is in the inventory of another program, for example a
// ManagedCluster of Open Cluster Management; empty for any other document.
func (d facts) OtherFleet() string {
	if d.class != ClassCluster || d.means.Inventory.Of == "" {
		return ""
	}
	return d.means.Name + " of " + d.means.Inventory.Of
}

// LogsIn reports whether the document is of a kind of clusters that have access providers.
func (d facts) LogsIn() bool { return d.class == ClassCluster && len(d.means.Inventory.Access) > 0 }

// IsBeside reports whether the document only has to be among those of a run, in whichever file: an ImagePolicy, a
// cluster in the inventory of another program, or a Secret with the kubeconfig of a ClusterProfile.
func (d facts) IsBeside() bool {
	_, profile := kinds.ProfileOf(d.Root())
	return d.IsImagePolicy() || d.OtherFleet() != "" || profile != ""
}

// Where a comment cannot be read: what Flux reads.
const (
	markerKey   = "$imagepolicy"
	writeMarker = `write # {"$imagepolicy": "NAMESPACE:NAME"}, or NAMESPACE:NAME:tag, :name or :digest for a part of ` +
		`the image`
)

// readMarkers reads each different comment once.
func (docs Documents) readMarkers(t *tree.Tree) {
	known, index := map[string]*markerText{}, map[markerOf]int{}
	for _, n := range t.Marked() {
		d := docs[0]
		if len(docs) > 1 { // documents of a list follow each other
			d = docs[max(0, docs.lastAt(n.Position()))]
		}
		if d.class != ClassApplication && d.class != ClassBase {
			continue
		}
		comment := n.Setter()
		text := known[comment]
		if text == nil {
			text = readMarker(comment)
			known[comment] = text
		}
		switch {
		case text.wrong != "":
			d.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Marker, Node: n, Detail: text.wrong})
		case text.name != "":
			key, x := markerOf{d, text.namespace, text.name}, d.ownIndex()
			at, again := index[key]
			if !again {
				at, index[key] = len(x.markers), len(x.markers)
				x.markers = append(x.markers, Marker{Namespace: text.namespace, Name: text.name})
			}
			x.markers[at].Nodes = append(x.markers[at].Nodes, n)
		}
	}
}

type markerOf struct {
	document        *Document
	namespace, name string
}

type markerText struct{ namespace, name, wrong string }

func readMarker(comment string) *markerText {
	written := strings.TrimLeft(comment, "#")
	_, rest, _ := strings.Cut(written, `"`)
	key, _, _ := strings.Cut(rest, `"`)
	fields, isRead := markerFields(written)
	target := fields.Find(markerKey)
	switch near := names.Differ(key, markerKey, 2) <= 2; {
	case isRead && !target.Exists() && near:
		return &markerText{wrong: fmt.Sprintf("Flux does not read %q; write %q", key, markerKey)}
	case isRead && !target.Exists(), !isRead && !near:
		return &markerText{}
	case !isRead:
		return &markerText{wrong: "this setter comment is no JSON of texts, so Flux does not read it; " + writeMarker}
	}
	return readTarget(target.Text())
}

// markerFields reads a text as an object of JSON whose fields are texts or null; false for any other text.
func markerFields(text string) (fields tree.Node, ok bool) {
	if !json.Valid([]byte(text)) {
		return fields, false
	}
	fields = tree.ParseValue([]byte(text))
	isOther := func(value tree.Node) bool { return value.Kind() != tree.String && value.Kind() != tree.Null }
	return fields, fields.Kind() == tree.Map && !each.Any(fields.Children(), isOther)
}

func readTarget(target string) *markerText {
	parts := strings.Split(strings.Replace(target, "/", ":", 1), ":")
	known := []string{"tag", "name", "digest"}
	switch {
	case strings.Contains(target, "$"):
		return &markerText{wrong: fmt.Sprintf("comments are text, in which nothing is replaced, and this setter comment "+
			"names %q; %s", target, writeMarker)}
	case len(parts) == 1 && target != "":
		return &markerText{wrong: fmt.Sprintf("the setter comment has no namespace; write \"NAMESPACE:%s\"", target)}
	case len(parts) == 1 || len(parts) > 3 || parts[0] == "" || parts[1] == "":
		return &markerText{wrong: fmt.Sprintf("the setter comment names %q, which is no ImagePolicy; %s", target,
			writeMarker)}
	case strings.Contains(target, "/"):
		return &markerText{wrong: fmt.Sprintf("the setter comment names %q, with a slash; write %q", target,
			strings.Join(parts, ":"))}
	case len(parts) == 3 && !slices.Contains(known, parts[2]):
		wrong := fmt.Sprintf("the setter comment asks for the part %q of an image; ", parts[2])
		if near := names.Nearest(parts[2], known); near != "" {
			return &markerText{wrong: wrong + fmt.Sprintf("did you mean %q?", near)}
		}
		return &markerText{wrong: wrong + "write tag, name or digest, or leave it out for the whole image"}
	}
	return &markerText{namespace: parts[0], name: parts[1]}
}

// lastAt returns the index of the last document that begins at a place or before it; -1 without one.
func (docs Documents) lastAt(at tree.Position) int {
	return sort.Search(len(docs), func(i int) bool { return at.Compare(docs[i].Root().Position()) < 0 }) - 1
}
