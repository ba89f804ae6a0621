package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type mapAt struct {
	node  tree.Node
	shape *Shape
	known []tree.Node // its fields that the shape has, in the order in which they are written; nil until somebody asks
}

func (m mapAt) called() string {
	if key := m.node.Key(); key != "" {
		return key
	}
	if m.shape.isEntry() {
		return "the entry"
	}
	return "the item"
}

// unknown reports what the author most likely means. The most certain cases come first.
func (c *checker) unknown(n tree.Node) {
	s, key := c.maps[len(c.maps)-1].shape, n.Key()
	p := finding.Problem{Code: codes.UnknownField, Node: n, OnKey: true, Current: key}
	above, meant := c.emptyAbove(n), s.hint(key)
	switch {
	case key == finding.SOPS && len(c.maps) == 1:
		p = check.EncryptedDocument(n)
	case above != "":
		p.Detail = fmt.Sprintf("unknown field; %s above it is empty: indent it below %s", above, above)
		p.Proposed = above + "." + key
	case meant.field == moved:
		p.Code, p.Detail = codes.Misplaced, "this field has another place here; "+meant.remedy
		if key == "kubeConfig" && names.Valid(n.Text()) {
			p.Detail += ": {secretRef: {name: " + n.Text() + "}}"
		}
	case meant.remedy != "":
		p.Detail, p.Proposed = "unknown field; "+meant.remedy, meant.field
	default:
		c.guess(&p, s)
	}
	c.report(p)
}

func (c *checker) guess(p *finding.Problem, s *Shape) {
	key, place := p.Current, ""
	if !slices.Contains(everywhere, key) {
		place = c.place(s, key)
	}
	near := names.Nearest(key, slices.Concat(s.Names(), s.knownWords()))
	switch meant := s.hint(near); {
	case place != "":
		p.Code, p.Detail = codes.Misplaced, place
	case meant.field == moved:
		p.Code, p.Detail = codes.Misplaced, fmt.Sprintf("unknown field; if you mean %s, %s", near, meant.remedy)
	case meant.remedy != "":
		p.Detail, p.Proposed = "unknown field; "+meant.remedy, meant.field
	case near != "":
		p.Detail, p.Proposed = fmt.Sprintf("unknown field; did you mean %q?", near), near
	case s.IsOverride() && p.Node.Kind() == tree.Map && names.Valid(key):
		p.Detail = fmt.Sprintf("unknown field; for the cluster of this name, write cluster: %s and the fields beside it", key)
		p.Proposed = "cluster"
	case lastResort[s.Name] != "":
		p.Detail = "unknown field; " + lastResort[s.Name]
	case s.isListed():
		p.Detail = "unknown field; write one of " + strings.Join(s.Names(), ", ")
	default:
		p.Detail = "unknown field; leave it out"
	}
}

// isListed reports whether messages list all fields of the object: there are few, or they are the options of a run.
func (s *Shape) isListed() bool { return len(s.Fields) <= 9 || s.Name == "RenderConfigSpec" }

// everywhere are fields that too many types have to guess a place from them.
var everywhere = []string{"apiVersion", "kind", "key", "metadata", "name", "namespace", "spec"}

// place returns where a field belongs in the document; empty when no type around or below has it.
func (c *checker) place(s *Shape, key string) string {
	if outer := c.outerPlace(key); outer != "" {
		return outer
	}
	if inEntries := slices.ContainsFunc(kinds.WorkloadFields,
		func(w kinds.WorkloadField) bool { return Entry(w).Fields[key].Shape != nil }); inEntries {
		switch s.Name {
		case "FluxApplicationSpec", "Config", "HelmRelease": // which hold the entries
			return "this field belongs to the entries; write it in each of them, or in config.defaults for all of them"
		case "FluxApplicationBaseSpec", "BaseConfig", "BaseHelmRelease":
			return "this field belongs to the entries; write it in config.defaults"
		case "Cluster":
			return "this field belongs to the entries; write it in config.overrides, beside cluster or clusterSelector"
		}
	}
	if inner := c.innerPlaces(s, key); inner != "" {
		return "this field has another place here; write it as " + inner
	}
	return otherWorkload(s, key)
}

func (c *checker) outerPlace(key string) string {
	for i := len(c.maps) - 2; i > 0; i-- { // the document itself has none that belong below its spec
		switch outer := c.maps[i]; {
		case outer.shape.field(outer.node, key) == nil:
		case outer.node.Key() != "":
			return fmt.Sprintf("this field has another place here; write it as %s.%s", outer.called(), key)
		default:
			return fmt.Sprintf("this field belongs to %s; write it beside %s", outer.called(), c.maps[i+1].node.Key())
		}
	}
	return ""
}

// innerPlaces returns the paths of the fields of this name in the maps below a map. The field is not indented enough.
func (c *checker) innerPlaces(s *Shape, key string) string {
	prefix := ""
	if at := c.maps[len(c.maps)-1].node.Key(); at != "" {
		prefix = at + "."
	}
	for depth := 1; depth <= 2; depth++ {
		if found := s.below(prefix, key, depth); len(found) > 0 && len(found) <= 4 {
			slices.Sort(found)
			return names.Or(found)
		}
	}
	return ""
}

func (s *Shape) below(prefix, key string, depth int) (paths []string) {
	for name, field := range s.Fields {
		switch {
		case field.Shape.Kind != Object || s.OnlyOfArtifact(name):
		case depth > 1:
			paths = append(paths, field.Shape.below(prefix+name+".", key, depth-1)...)
		case field.Shape.Fields[key].Shape != nil && !field.Shape.OnlyOfArtifact(key):
			paths = append(paths, prefix+name+"."+key)
		}
	}
	return paths
}

// OnlyOfArtifact reports whether a field is one of a chart that only a chart of kind OCIRepository has. Where an author
// writes it elsewhere, a source is meant, or a Secret of something else.
func (s *Shape) OnlyOfArtifact(field string) bool {
	return s.Name == "Chart" && Of(Specs[kinds.OCIRepository]).Fields[field].Shape != nil &&
		(field == "suspend" || Of(Specs[kinds.HelmChart]).Fields[field].Shape == nil)
}

func otherWorkload(s *Shape, key string) string {
	if !s.isEntry() {
		return ""
	}
	for _, workload := range []kinds.WorkloadField{kinds.HelmReleases, kinds.Kustomizations} {
		if entry := Entry(workload); s.Name != entry.Name && entry.Fields[key].Shape != nil {
			return fmt.Sprintf("only a %s has this field; leave it out, or write config.%s",
				strings.TrimSuffix(entry.Name, "Entry"), workload)
		}
	}
	return ""
}

// emptyAbove returns the key of the empty field above an unknown one, perhaps with others between; empty for none.
func (c *checker) emptyAbove(n tree.Node) string {
	at := &c.maps[len(c.maps)-1]
	if at.known == nil {
		isKnown := func(field tree.Node) bool { return at.shape.field(at.node, field.Key()) != nil }
		at.known = append([]tree.Node{}, each.Only(slices.Collect(at.node.Children()), isKnown)...)
		slices.SortStableFunc(at.known, byPlace)
	}
	behind, _ := slices.BinarySearchFunc(at.known, n, byPlace)
	if behind == 0 {
		return ""
	}
	if last := at.known[behind-1]; leftEmpty(last) && at.shape.field(at.node, last.Key()).mayHold(n.Key()) {
		return last.Key()
	}
	return ""
}

func byPlace(a, b tree.Node) int {
	first, second := a.KeyPosition(), b.KeyPosition()
	return cmp.Or(cmp.Compare(first.Line, second.Line), cmp.Compare(first.Column, second.Column))
}

// leftEmpty reports whether nothing is written behind a key. An author who writes null may mean it.
func leftEmpty(n tree.Node) bool {
	key, value := n.KeyPosition(), n.Position()
	return n.Kind() == tree.Null && value.Line == key.Line && value.Column == key.Column+len(n.Key())+len(":")
}

func (s *Shape) mayHold(key string) bool {
	return s.Kind == Dict || s.Kind == Any ||
		s.Kind == Object && (s.Fields[key].Shape != nil || s.hint(key).field == moved)
}
