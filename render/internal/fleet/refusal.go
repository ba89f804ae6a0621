package fleet

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// among returns the map that has no target of a reference, but may have others, and what is missing there: the
// target, or the first of the params around it that the cluster lacks.
func (r *Resolver) among(b *tree.Builder, ref names.Reference) (known tree.Node, missing names.Reference) {
	missing = names.Reference{Root: ref.Root, Steps: ref.Steps}
	switch {
	case ref.Root == "app":
	case ref.Steps[0] == "labels":
		known = r.Cluster.fields().Labels()
	case ref.Steps[0] == "annotations":
		known = r.Cluster.fields().Annotations()
	case ref.Steps[0] == "params":
		for len(missing.Steps) > 2 && !r.param(b, missing.Steps[1:len(missing.Steps)-1]).Exists() {
			missing.Steps = missing.Steps[:len(missing.Steps)-1]
		}
		known = r.param(b, missing.Steps[1:len(missing.Steps)-1])
	}
	return known, missing
}

// rootsMeant are what authors write for what a reference to a cluster begins with, in small letters.
var rootsMeant = map[string]string{
	"label": "labels", "annotation": "annotations", "param": "params", "parameters": "params", "values": "params",
	"name": "name", "labels": "labels", "annotations": "annotations", "params": "params",
}

// meantReference returns the reference to a cluster that one to something unknown most likely means. What Argo CD has
// for a cluster begins with metadata, and a key of a label may have dots.
func meantReference(ref names.Reference) (meant names.Reference, known bool) {
	steps := ref.Steps
	if steps[0] == "metadata" && len(steps) > 1 {
		steps = steps[1:]
	}
	root := rootsMeant[strings.ToLower(steps[0])]
	steps = append([]string{root}, steps[1:]...)
	if len(steps) > 2 && (root == "labels" || root == "annotations") {
		steps = []string{root, strings.Join(steps[1:], ".")}
	}
	meant = names.Reference{Root: ref.Root, Steps: steps}
	return meant, isKnown(meant)
}

func unknownReference(ref names.Reference) string {
	if ref.Root == "app" {
		return fmt.Sprintf("there is no %s; write $(app.name) or $(app.namespace)", ref)
	}
	if meant, known := meantReference(ref); known {
		return fmt.Sprintf("there is no %s; write %s", ref, meant)
	}
	if len(ref.Steps) == 1 && slices.Contains([]string{"labels", "annotations", "params"}, ref.Steps[0]) {
		return fmt.Sprintf("%s names none of the %s; write the name of one behind it, for example %s", ref, ref.Steps[0],
			names.ReferenceExample(ref.Steps[0]))
	}
	return fmt.Sprintf("there is no %s; write $(cluster.name), $(cluster.labels['…']), $(cluster.annotations['…']) or "+
		"$(cluster.params.…)", ref)
}

func keysOf(n tree.Node) []string {
	keys := map[string]bool{}
	for child := range n.Children() {
		key := child.WrittenKey()
		if key != child.Key() {
			key += fmt.Sprintf(" (read as %s)", child.Key())
		}
		keys[key] = true
	}
	return slices.Sorted(maps.Keys(keys))
}

// absent is the message for a reference to something that the cluster lacks, with what it has instead.
func (r *Resolver) absent(ref, missing names.Reference, known []string) string {
	switch {
	case ref.Root == "app":
		return fmt.Sprintf("the application has no %s; add metadata.%s, or give a default: %s", ref.Steps[0], ref.Steps[0],
			withDefault(ref, "x"))
	case r.Cluster.Hub && ref.Steps[0] == "name":
		return "the entry is for the hub, which has no name in the fleet; add it to spec.clusters with hub: true, or give " +
			"a default: " + withDefault(ref, "hub")
	case ref.Steps[0] == "name":
		return "the cluster has no name; add destination.cluster"
	}
	wanted := pathOf(missing)
	if r.Cluster.Member == nil && len(known) == 0 {
		return fmt.Sprintf("%s is not in the fleet and has no %s; %s, or give a default: %s", r.called(), wanted,
			r.howToAdd(ref), withDefault(ref, "x"))
	}
	has := "it has no " + ref.Steps[0]
	switch around := missing.Steps[:len(missing.Steps)-1]; {
	case len(known) > 0:
		has = "it has " + strings.Join(known, ", ")
	case len(around) > 1:
		has = pathOf(names.Reference{Root: ref.Root, Steps: around}) + " has no fields"
	}
	return fmt.Sprintf("%s has no %s (%s); %s, or give a default: %s", r.called(), wanted, has, r.howToAdd(ref),
		withDefault(ref, "x"))
}

func withDefault(ref names.Reference, value string) string {
	return strings.TrimSuffix(ref.String(), ")") + " or '" + value + "')"
}

// pathOf returns the path of a reference in a cluster.
func pathOf(ref names.Reference) string {
	return strings.TrimPrefix(strings.Trim(ref.String(), "$()"), "cluster.")
}

func (r *Resolver) howToAdd(ref names.Reference) string {
	m := r.Cluster.Member
	switch {
	case ref.Steps[0] != "params" && m == nil:
		return "add it to spec.clusters"
	case ref.Steps[0] != "params":
		return "add it"
	case r.Cluster.Name == "":
		return "add " + asFields(ref.Steps) + " to the entry"
	}
	override := fmt.Sprintf("overrides: [{cluster: %s, %s}]", r.Cluster.Name, asFields(ref.Steps))
	if m != nil && !m.Facts().HasDocument() {
		return "add it in spec.clusters or as " + override
	}
	return "add " + override
}

// asFields writes a path as maps, for messages: params: {net: {ip: …}}.
func asFields(path []string) string {
	if len(path) == 1 {
		return path[0] + ": …"
	}
	return path[0] + ": {" + asFields(path[1:]) + "}"
}

func (r *Resolver) called() string {
	switch {
	case r.Cluster.Name != "":
		return "cluster " + r.Cluster.Name
	case r.Cluster.Hub:
		return "the hub"
	}
	return "the cluster"
}

// param returns what the cluster and the layers over it have as a param, or below one; absent when there is none. What
// only the cluster has is returned as it is written, with its nulls.
func (r *Resolver) param(b *tree.Builder, path []string) tree.Node {
	value, _ := find(r.Cluster.fields().Params(), path)
	if len(r.Params) == 0 {
		return value
	}
	params := overlay.New(b, overlay.OfParams())
	for _, layer := range r.Params {
		over, replaced := find(layer, path)
		if replaced {
			value = tree.Node{}
		}
		value = params.Field("", value, over)
	}
	return value
}

// find returns what a map has at a path, if anything. A value above the path that is no map has replaced it.
func find(n tree.Node, path []string) (found tree.Node, replaced bool) {
	for _, key := range path {
		if n.Exists() && n.Kind() != tree.Map {
			return tree.Node{}, true
		}
		n = n.Find(key)
	}
	return n, false
}

const (
	// maxExpanded is how many bytes an application's strings may grow for all clusters: as many as aliases may take.
	maxExpanded = 1 << 28
	// maxTexts is how many bytes of texts are made for one object, in all passes: more do not fit into it.
	maxTexts = 4 * MaxObject
)

const remedy = "; make it smaller, or keep it out of the object, for example with valuesFrom or substituteFrom"

// TooLarge is the problem of a value that makes an object larger than any that is stored.
func TooLarge(n tree.Node) finding.Problem {
	return finding.Problem{Code: codes.ObjectSize, Node: n,
		Detail: "makes an object larger than 1.5 MiB, and no API server stores more" + remedy}
}

// NearlyTooLarge is TooLarge as a warning, of an object of a size in bytes.
func NearlyTooLarge(n tree.Node, size int) finding.Problem {
	return finding.Problem{Severity: finding.SeverityWarning, Code: codes.ObjectSize, Node: n,
		Detail: fmt.Sprintf("makes an object of %d bytes, and no API server stores more than 1.5 MiB"+remedy, size)}
}

// TooLarge refuses a string for what it becomes once, whatever clusters it goes to, and replaces it no more.
func (s *References) TooLarge(n tree.Node) {
	if s != nil && each.Add(s.large, n.Value()) {
		s.report(TooLarge(n))
	}
}

// Exceeds counts what a string becomes in a number of places of an object that has room for some bytes. It refuses it
// where it does not fit, or where what all clusters have of the application's strings is too much.
func (s *References) Exceeds(n, value tree.Node, places, room int) bool {
	size := places * value.Size(room)
	before := s.expanded
	s.expanded += max(0, size-len(n.Text()))
	switch {
	case size > room:
		s.TooLarge(n)
	case s.Ended() && before <= maxExpanded:
		s.report(finding.Problem{Code: codes.TooLarge, Node: n, Detail: "written out for all clusters, the " +
			"references of this application take more than 256 MiB" + remedy})
	}
	return size > room || s.Ended()
}

// Ended reports whether what the strings of the application became is so much that no more are replaced.
func (s *References) Ended() bool { return s.expanded > maxExpanded }

// MaxObject is how many bytes of JSON an API server stores of an object: etcd takes no larger request by default.
const MaxObject = 3 << 19
