package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// resolver replaces the references in an entry that goes to one cluster. It replaces values and never keys, so that nothing a
// reference stands for can change what is around it.
type resolver struct {
	s      *selector // that finds references out; nil when all of them have been resolved before
	app    *application
	build  *tree.Builder
	member *schema.Member // nil when the fleet does not know the cluster
	name   string         // of the cluster; empty when it has none
	hub    bool           // the entry goes there
}

// resolve returns a value of a type with its references replaced; the value itself when it has none.
func (r *resolver) resolve(n tree.Node, t schema.Type) tree.Node {
	b := r.build
	switch kind := n.Kind(); {
	case (kind == tree.Map || kind == tree.List) && !r.s.refersBelow(n):
	case kind == tree.String:
		if schema.HasReference(n) {
			return t.Fit(b, r.text(n, r.s.split(n)))
		}
	case kind == tree.Map:
		fields, changed := n.Fields(), false
		for i, f := range fields {
			fields[i].Value = r.resolve(f.Value, t.Field(f.Key))
			changed = changed || !fields[i].Value.Same(f.Value)
		}
		if changed {
			return b.Map(n, fields...)
		}
	case kind == tree.List:
		var items []tree.Node
		changed := false
		for item := range n.Children() {
			resolved := r.resolve(item, t.Item())
			items, changed = append(items, resolved), changed || !resolved.Same(item)
		}
		if changed {
			return b.List(n, items...)
		}
	}
	return n
}

// refersBelow reports whether a value has references below it, which is looked up once for all clusters.
func (s *selector) refersBelow(n tree.Node) bool {
	refers, known := s.below[n.Value()]
	if !known {
		refers = schema.HoldsReference(n)
		s.below[n.Value()] = refers
	}
	return refers
}

// split cuts a string into its references and the texts between them, once for all clusters.
func (s *selector) split(n tree.Node) []schema.ReferencePart {
	if parts, known := s.parts[n.Value()]; known {
		return parts
	}
	parts, err := schema.SplitReferences(n.Text())
	if err != nil {
		s.blame(n, err.Error())
	}
	for _, part := range parts {
		s.blameUnknown(n, part.Reference)
	}
	s.parts[n.Value()] = parts
	return parts
}

// blameUnknown refuses a reference to what no cluster and no application has, and such a default, also where no cluster needs it.
func (s *selector) blameUnknown(n tree.Node, ref *schema.Reference) {
	for ; ref != nil; ref = ref.Default.Reference {
		if !isKnown(*ref) {
			s.blame(n, unknownReference(*ref))
		}
		if ref.Default == nil {
			return
		}
	}
}

// isKnown reports whether a reference is to something that a cluster or an application may have.
func isKnown(ref schema.Reference) bool {
	if ref.Root == "app" {
		return len(ref.Steps) == 1 && (ref.Steps[0] == "name" || ref.Steps[0] == "namespace")
	}
	switch ref.Steps[0] {
	case "name":
		return len(ref.Steps) == 1
	case "labels", "annotations":
		return len(ref.Steps) == 2
	case "params":
		return len(ref.Steps) > 1
	}
	return false
}

// text replaces the references of one string. One that is the whole string gives it its own type.
func (r *resolver) text(n tree.Node, parts []schema.ReferencePart) tree.Node {
	if len(parts) == 0 { // which is refused
		return n
	}
	if len(parts) == 1 && parts[0].Reference != nil {
		if value, ok := r.value(n, *parts[0].Reference); ok {
			return value
		}
		return n
	}
	var out strings.Builder
	for _, part := range parts {
		if part.Reference == nil {
			out.WriteString(part.Text)
			continue
		}
		value, ok := r.value(n, *part.Reference)
		if !ok {
			return n
		}
		if kind := value.Kind(); kind == tree.Map || kind == tree.List || kind == tree.Null {
			r.refuse(n, fmt.Sprintf("%s is %s and cannot be part of a text; write the reference alone, or refer to a value in it", part.Reference, kind))
			return n
		}
		out.WriteString(value.Text())
	}
	return r.build.String(out.String(), n)
}

// value returns what a reference in the string n stands for.
func (r *resolver) value(n tree.Node, ref schema.Reference) (tree.Node, bool) {
	found, among, ok := r.lookup(n, ref)
	if found.Kind() == tree.Null && ref.Default != nil {
		found = tree.Node{}
	}
	switch {
	case found.Exists():
		return found, true
	case ref.Default != nil && ok:
		return r.defaultOf(n, *ref.Default)
	case ok:
		r.refuse(n, r.absent(ref, keysOf(among)))
	}
	return tree.Node{}, false
}

// defaultOf returns what a default in the string n stands for.
func (r *resolver) defaultOf(n tree.Node, value schema.ReferenceDefault) (tree.Node, bool) {
	switch {
	case value.Reference != nil:
		return r.value(n, *value.Reference)
	case value.Kind == tree.Number:
		return r.build.Number(value.Text, n), true
	case value.Kind == tree.Bool:
		return r.build.Bool(value.Text == "true", n), true
	}
	return r.build.String(value.Text, n), true
}

// lookup returns what a reference stands for; absent when there is no such thing, with the map that has others instead. It is not ok
// where no cluster and no application has such a thing, which split has refused.
func (r *resolver) lookup(n tree.Node, ref schema.Reference) (found, among tree.Node, ok bool) {
	m := r.member
	if m == nil {
		m = &schema.Member{}
	}
	if !isKnown(ref) {
		return tree.Node{}, tree.Node{}, false
	}
	switch first := ref.Steps[0]; {
	case ref.Root == "app" && first == "name":
		return r.stringAt(n, r.app.document.Name), among, true
	case ref.Root == "app":
		return r.stringAt(n, r.app.namespace), among, true
	case first == "name":
		return r.stringAt(n, r.name), among, true
	case first == "labels":
		return asText(r.build, m.Labels().Find(ref.Steps[1]), n), m.Labels(), true
	case first == "annotations":
		return asText(r.build, m.Annotations().Find(ref.Steps[1]), n), m.Annotations(), true
	}
	last := len(ref.Steps) - 1
	among = m.Params().At(ref.Steps[1:last]...)
	return among.Find(ref.Steps[last]), among, true
}

// stringAt returns a text where the string n stands; absent when it is empty.
func (r *resolver) stringAt(n tree.Node, text string) tree.Node {
	if text == "" {
		return tree.Node{}
	}
	return r.build.String(text, n)
}

// rootsMeant are what authors write for what a reference to a cluster begins with.
var rootsMeant = map[string]string{"label": "labels", "annotation": "annotations", "param": "params", "parameters": "params", "values": "params"}

// unknownReference says that no cluster has what a reference is to.
func unknownReference(ref schema.Reference) string {
	if ref.Root == "app" {
		return fmt.Sprintf("there is no %s; write $(app.name) or $(app.namespace)", ref)
	}
	meant := ref
	if len(ref.Steps) > 1 && rootsMeant[ref.Steps[0]] != "" {
		meant.Steps = append([]string{rootsMeant[ref.Steps[0]]}, ref.Steps[1:]...)
		return fmt.Sprintf("there is no %s; write %s", ref, meant)
	}
	if len(ref.Steps) == 1 && slices.Contains([]string{"labels", "annotations", "params"}, ref.Steps[0]) {
		return fmt.Sprintf("%s names none of the %s; write the name of one behind it, for example %s", ref, ref.Steps[0], schema.ExampleReference(ref.Steps[0]))
	}
	return fmt.Sprintf("there is no %s; write $(cluster.name), $(cluster.labels['…']), $(cluster.annotations['…']) or $(cluster.params.…)", ref)
}

// asText stands a label where the reference stands.
func asText(b *tree.Builder, label, at tree.Node) tree.Node {
	if !label.Exists() || label.Kind() == tree.Null {
		return tree.Node{}
	}
	return b.String(label.Text(), at)
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

// absent says that the cluster has no such thing, and what it has.
func (r *resolver) absent(ref schema.Reference, known []string) string {
	withDefault := func(value string) string { return strings.TrimSuffix(ref.String(), ")") + " or '" + value + "')" }
	switch {
	case ref.Root == "app":
		return fmt.Sprintf("the application has no %s; add metadata.%s, or give a default: %s", ref.Steps[0], ref.Steps[0], withDefault("x"))
	case r.hub && ref.Steps[0] == "name":
		return "the entry is for the hub, which has no name in the fleet; add it to spec.clusters with hub: true, or give a default: " + withDefault("hub")
	case ref.Steps[0] == "name":
		return "the cluster has no name; add destination.cluster"
	}
	wanted := strings.TrimPrefix(strings.Trim(ref.String(), "$()"), "cluster.")
	if r.member == nil {
		return fmt.Sprintf("%s is not in the fleet and has no %s; add it to spec.clusters, or give a default: %s", r.called(), wanted, withDefault("x"))
	}
	has := "no " + ref.Steps[0]
	if len(known) > 0 {
		has = strings.Join(known, ", ")
	}
	return fmt.Sprintf("%s has no %s (it has %s); add it, or give a default: %s", r.called(), wanted, has, withDefault("x"))
}

// called names the cluster in a message.
func (r *resolver) called() string {
	switch {
	case r.name != "":
		return "cluster " + r.name
	case r.hub:
		return "the hub"
	}
	return "the cluster"
}

func (r *resolver) refuse(n tree.Node, detail string) {
	if r.s != nil {
		r.s.blame(n, detail)
	}
}

// blame refuses a string for its references once, whatever clusters it goes to.
func (s *selector) blame(n tree.Node, detail string) {
	if s.failed[n.Value()] {
		return
	}
	s.failed[n.Value()] = true
	s.refuse(schema.Problem{Code: schema.CodeReference, Node: n, Current: n.Text(), Detail: detail})
}
