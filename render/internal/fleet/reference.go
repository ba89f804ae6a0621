package fleet

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// References are the references in an application's entries. A wrong one is reported once, for all clusters.
type References struct {
	report func(finding.Problem)
	failed map[tree.Node]bool         // strings that were reported
	parts  map[tree.Node][]names.Part // of strings
	build  *tree.Builder              // of values that nobody keeps
	// unmarked are strings whose setter comments were reported.
	unmarked map[tree.Node]bool
	// large are strings that are not replaced, because an object with what they become would be too large.
	large map[tree.Node]bool
	// expanded is how many bytes the strings became longer for all clusters.
	expanded int
}

// AppNames are the targets of references to the application.
type AppNames struct{ Name, Namespace string }

// NewReferences returns the references of an application, before any is read.
func NewReferences(report func(finding.Problem)) *References {
	return &References{report: report, failed: map[tree.Node]bool{}, parts: map[tree.Node][]names.Part{},
		build: tree.NewBuilder(), unmarked: map[tree.Node]bool{}, large: map[tree.Node]bool{}}
}

// Forget forgets what is known of the strings of an entry.
func (s *References) Forget() { clear(s.parts) }

// NamedCluster is a cluster as references and overrides find it.
type NamedCluster struct {
	Member *schema.Member // nil when the fleet does not know the cluster
	Name   string         // empty when it has none
	Hub    bool           // the cluster is the hub, which the fleet does not know
}

// ReferenceSite is a string with references.
type ReferenceSite struct {
	Node    tree.Node
	Parts   []names.Part  // empty for one that is wrong, which is reported
	Kind    validate.Type // what belongs at its place
	Path    []string      // to it; [] is an item of a list
	Holders []tree.Node   // the maps and lists that hold it
}

// Walk calls found for each string with references in a value. The slices of a site are valid during the call.
func (s *References) Walk(n tree.Node, kind validate.Type, found func(ReferenceSite)) {
	(&referenceWalk{references: s, found: found}).value(n, kind)
}

type referenceWalk struct {
	references *References
	found      func(ReferenceSite)
	path       []string
	holders    []tree.Node
}

func (w *referenceWalk) value(n tree.Node, kind validate.Type) {
	switch n.Kind() {
	case tree.String:
		if names.IsReference(n) {
			w.found(ReferenceSite{n.Value(), w.references.split(n), kind, w.path, w.holders})
		}
	case tree.Map, tree.List:
		w.holders = append(w.holders, n.Value())
		for child := range n.Children() {
			step := child.Key()
			if n.Kind() == tree.List {
				step = "[]"
			}
			w.path = append(w.path, step)
			w.value(child, kind.Field(child.Key()))
			w.path = w.path[:len(w.path)-1]
		}
		w.holders = w.holders[:len(w.holders)-1]
	}
}

// Resolver replaces the references in an entry for one cluster: values, not keys, so that no value changes its place.
type Resolver struct {
	References *References // that reports what is wrong; nil when that is done
	App        AppNames
	Cluster    NamedCluster
	Params     []tree.Node // of the layers of the entry, over the params of the cluster, the lowest first
	spent      int         // bytes of the texts that it has made
}

// KeyOf returns a text that is equal for clusters where strings with references have equal values and setter comments.
func (r *Resolver) KeyOf(strings []tree.Node) string {
	b := r.References.build
	b.Reset()
	var key []byte
	for _, n := range strings {
		value := r.Text(b, n, r.References.split(n))
		if r.References.Exceeds(n, value, 1, MaxObject-len(key)) {
			continue
		}
		key = append(tree.AppendJSON(key, value), 0)
		for below := range value.All() {
			key = append(append(key, below.Setter()...), 0)
		}
	}
	return string(key)
}

// Replace returns a value with some strings replaced. These, and all maps and lists that hold them, are marked.
func (r *Resolver) Replace(b *tree.Builder, n tree.Node, kind validate.Type, marked map[tree.Node]bool) tree.Node {
	switch {
	case !marked[n.Value()]:
	case n.Kind() == tree.String:
		value := r.Text(b, n, r.References.split(n))
		if r.References.large[n.Value()] || value.Size(MaxObject) > MaxObject { // which is refused
			return n
		}
		return kind.Fit(b, value)
	default:
		return b.Rebuild(n, func(child tree.Node) tree.Node {
			return r.Replace(b, child, kind.Field(child.Key()), marked)
		})
	}
	return n
}

func (s *References) split(n tree.Node) []names.Part {
	if parts, known := s.parts[n.Value()]; known {
		return parts
	}
	parts, err := names.SplitReferences(n.Text())
	if err != nil {
		s.refuse(n, err.Error())
	}
	for _, part := range parts {
		for ref := part.Reference; ref != nil; ref = ref.Default.Reference {
			if !isKnown(*ref) {
				s.refuse(n, unknownReference(*ref))
			}
			if ref.Default == nil {
				break
			}
		}
	}
	s.parts[n.Value()] = parts
	return parts
}

func isKnown(ref names.Reference) bool {
	switch first, steps := ref.Steps[0], len(ref.Steps); {
	case first == "name", ref.Root == "app":
		return steps == 1 && (first == "name" || first == "namespace")
	case first == "labels", first == "annotations":
		return steps == 2
	default:
		return first == "params" && steps > 1
	}
}

// Text replaces the references of one string. One that is the whole string gives it its own type, and its setter
// comment where the string has none: the comment of the string stays with what it becomes.
func (r *Resolver) Text(b *tree.Builder, n tree.Node, parts []names.Part) tree.Node {
	value, setter := r.replaced(b, n, parts), n.Setter()
	if setter == "" || value == n {
		return value
	}
	if kind := value.Kind(); kind == tree.List || kind == tree.Map {
		r.References.marksNone(n, kind)
	}
	return b.WithSetter(value, setter)
}

// replaced is Text without the setter comment of the string.
func (r *Resolver) replaced(b *tree.Builder, n tree.Node, parts []names.Part) tree.Node {
	if len(parts) == 0 { // which is refused
		return n
	}
	if len(parts) == 1 && parts[0].Reference != nil {
		if value, ok := r.target(b, n, *parts[0].Reference); ok {
			return value
		}
		return n
	}
	out := make([]byte, 0, 128) // of a constant size, so that most texts need no memory but their own
	for _, part := range parts {
		if part.Reference == nil {
			out = append(out, part.Text...)
			continue
		}
		value, ok := r.target(b, n, *part.Reference)
		if !ok {
			return n
		}
		if kind := value.Kind(); kind == tree.Map || kind == tree.List || kind == tree.Null {
			r.References.refuse(n, fmt.Sprintf("%s is %s and cannot be part of a text; write the reference alone, or refer "+
				"to a value in it", part.Reference, kind))
			return n
		}
		text := value.Text()
		if value.Kind() != tree.String { // a number or a boolean is as it is written
			text = value.Written()
		}
		if out = append(out, text...); r.spent+len(out) > maxTexts {
			r.References.TooLarge(n)
			return n
		}
	}
	r.spent += len(out)
	return b.String(string(out), n)
}

func (r *Resolver) target(b *tree.Builder, n tree.Node, ref names.Reference) (tree.Node, bool) {
	found, ok := r.lookup(b, n, ref)
	if found.Kind() == tree.Null && ref.Default != nil {
		found = tree.Node{}
	}
	switch {
	case found.Exists():
		return found, true
	case ref.Default != nil && ok:
		return r.defaultOf(b, n, *ref.Default)
	case ok:
		known, missing := r.among(b, ref)
		r.References.refuse(n, r.absent(ref, missing, keysOf(known)))
	}
	return tree.Node{}, false
}

func (r *Resolver) defaultOf(b *tree.Builder, n tree.Node, value names.Default) (tree.Node, bool) {
	switch {
	case value.Reference != nil:
		return r.target(b, n, *value.Reference)
	case value.Kind == tree.Number:
		return b.Number(value.Text, n), true
	case value.Kind == tree.Bool:
		return b.Bool(value.Text == "true", n), true
	case value.Kind == tree.List:
		return b.List(n), true
	case value.Kind == tree.Map:
		return b.Map(n), true
	}
	return b.String(value.Text, n), true
}

// lookup returns the target of a reference; absent when there is no such thing. It is not ok where no cluster and no
// application has such a thing, which split has refused.
func (r *Resolver) lookup(b *tree.Builder, n tree.Node, ref names.Reference) (found tree.Node, ok bool) {
	if !isKnown(ref) {
		return tree.Node{}, false
	}
	switch first := ref.Steps[0]; {
	case ref.Root == "app" && first == "name":
		return stringAt(b, n, r.App.Name), true
	case ref.Root == "app":
		return stringAt(b, n, r.App.Namespace), true
	case first == "name":
		return stringAt(b, n, r.Cluster.Name), true
	case first == "labels":
		return asText(b, r.Cluster.fields().Labels().Find(ref.Steps[1]), n), true
	case first == "annotations":
		return asText(b, r.Cluster.fields().Annotations().Find(ref.Steps[1]), n), true
	}
	return r.inParam(b, r.param(b, ref.Steps[1:])), true
}

// inParam returns a param with the references in it replaced. Wrong references are refused where they are written.
func (r *Resolver) inParam(b *tree.Builder, n tree.Node) tree.Node {
	switch {
	case n.Kind() == tree.String && names.IsReference(n):
		parts, err := names.SplitParam(n.Text())
		if err != nil {
			return n
		}
		return r.Text(b, n, parts)
	case (n.Kind() == tree.Map || n.Kind() == tree.List) && names.HasReferences(n):
		return b.Rebuild(n, func(child tree.Node) tree.Node { return r.inParam(b, child) })
	}
	return n
}

func (c NamedCluster) fields() *schema.Member { return cmp.Or(c.Member, unknownMember) }

var unknownMember = &schema.Member{} // which is never written

// stringAt returns a text with the place of the string n; absent when it is empty.
func stringAt(b *tree.Builder, n tree.Node, text string) tree.Node {
	if text == "" {
		return tree.Node{}
	}
	return b.String(text, n)
}

func asText(b *tree.Builder, label, at tree.Node) tree.Node {
	if !label.Exists() || label.Kind() == tree.Null {
		return tree.Node{}
	}
	return b.String(label.Text(), at)
}

func (s *References) marksNone(n tree.Node, kind tree.Kind) {
	if s == nil || !each.Add(s.unmarked, n.Value()) {
		return
	}
	s.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.SetterComment, Node: n,
		Detail: fmt.Sprintf("a setter comment marks a scalar, and this reference becomes %s, so the comment is not "+
			"printed; write it behind a scalar of the param", kind)})
}

// refuse refuses a string for its references once, whatever clusters it goes to. Nil References report nothing.
func (s *References) refuse(n tree.Node, detail string) {
	if s == nil || !each.Add(s.failed, n.Value()) {
		return
	}
	s.report(finding.Problem{Code: codes.Reference, Node: n, Current: n.Text(), Detail: detail})
}
