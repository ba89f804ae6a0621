package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Source is a source that the document holds: its kind, and the object as that of a [Member].
type Source struct {
	Kind   *kinds.Kind
	Object tree.Node
}

// aboveEntries are fields of entries that have another place in a document, where all entries share them.
var aboveEntries = []string{"chart", "source", "sourceRef"}

// sourceKeys order the fields of an inline source.
var sourceKeys = []string{"name", "namespace", ""}

// source returns the field of an entry for its source, which is inline, or an item of spec.sources that it names.
func (r reader) source(s Source) tree.Field {
	if !r.group.NamesSources {
		return tree.Field{Key: "source", Value: r.inline(s)}
	}
	name := tree.Field{Key: "name", Value: s.Object.At("metadata", "name")}
	return tree.Field{Key: "sourceRef", Value: r.b.Map(tree.Node{}, name)}
}

// OpenInterval returns a spec with an interval of null where Flux requires one that the spec does not have: another
// tool adds it, for example a patch of kustomize.
func OpenInterval(b *tree.Builder, k *kinds.Kind, spec tree.Node) tree.Node {
	requires := k.Is(kinds.Source) && k != kinds.HelmRepository || k == kinds.ImageRepository ||
		k == kinds.ImageUpdateAutomation
	if !requires || spec.Get("interval").Exists() {
		return spec
	}
	return b.Map(spec, append(spec.Fields(), tree.Field{Key: "interval", Value: b.Null(tree.Node{})})...)
}

// inline returns an inline source.
func (r reader) inline(s Source) tree.Node {
	metadata, spec := s.Object.Get("metadata"), OpenInterval(r.b, s.Kind, r.literal(s.Object.Get("spec"), false))
	name := metadata.Get("name")
	if r.group.digested {
		name = r.b.String(strings.TrimSuffix(name.Text(), s.digest()), name)
	}
	return r.b.Map(tree.Node{}, tree.Field{Key: "name", Value: name},
		tree.Field{Key: "namespace", Value: metadata.Get("namespace")}, tree.Field{Key: s.Kind.Field, Value: spec})
}

// digest is the end of the name of a source that layers, references or waves can change.
func (s Source) digest() string {
	return "-" + naming.Digest(tree.AppendContent(nil, s.Object.Get("spec")))
}

// digestsSources reports whether the names of all sources end in digests: the document does not write these.
func (g Group) digestsSources() bool {
	return !g.NamesSources && !slices.ContainsFunc(g.Members, func(m Member) bool {
		return m.Source.Kind == nil || !strings.HasSuffix(m.Source.Object.At("metadata", "name").Text(), m.Source.digest())
	})
}

// unpinSource removes the name and the namespace of the sources where they are those of the document. The namespace
// stays where the references name it all the same.
func (r reader) unpinSource(all []reached) {
	for key, own := range map[string]string{"name": r.group.Name, "namespace": r.group.Namespace} {
		differs := func(m reached) bool {
			return m.fields.At("source", key).Text() != own || key == "namespace" && m.namesNamespace(r.group.Kind)
		}
		if slices.ContainsFunc(all, differs) {
			continue
		}
		for i, m := range all {
			if source := m.fields.Get("source"); source.Exists() {
				rest := tree.Field{Key: "source", Value: r.b.Without(source, key)}
				all[i].fields = r.b.Map(tree.Node{}, append(r.b.Without(m.fields, "source").Fields(), rest)...)
			}
		}
	}
}

// namesNamespace reports whether an object names the namespace of its source, which is its own.
func (m Member) namesNamespace(k *kinds.Kind) bool {
	_, ref := k.Source(m.Object.At)
	return ref.Get("namespace").Exists() && ref.Get("namespace").Text() == m.Object.At("metadata", "namespace").Text()
}

// nameSource gives a source that has references, or that layers have a part of, a name with a reference: any other name
// would end in a digest of the spec. A name that has nothing of the application is a param.
func (d *divider) nameSource(common tree.Node, app string) tree.Node {
	source := common.Get("source")
	differs, named := false, reference.Is(source.Get("name"))
	for _, difference := range d.differences {
		if path := difference.path; path[0] == "source" && path[1] != "namespace" { // which gives no digest
			differs, named = true, named || path[1] == "name"
		}
	}
	if named || !differs && !reference.Contains(d.b.Without(source, "namespace")) {
		return common
	}
	given, name := source.Get("name"), "$(app.name)"
	fields := d.b.Without(common, "source").Fields()
	switch {
	case strings.Contains(given.Text(), app):
		name = strings.Replace(given.Text(), app, name, 1)
	case given.Exists():
		name = "$(cluster.params.source)"
		param := tree.Field{Key: "source", Value: given}
		fields = append(fields, tree.Field{Key: "params", Value: d.b.Map(tree.Node{}, param)})
	}
	source = d.b.Map(source, append(d.b.Without(source, "name").Fields(),
		tree.Field{Key: "name", Value: d.b.String(name, tree.Node{})})...)
	return d.b.Map(common, append(fields, tree.Field{Key: "source", Value: source})...)
}

// items returns the items of spec.sources: each source once.
func (w *writer) items() page.Value {
	if !w.group.NamesSources {
		return page.Value{}
	}
	var items []page.Value
	listed := map[string]bool{}
	for _, m := range w.members {
		if m.Source.Kind == nil {
			continue
		}
		item := (reader{group: w.group, b: w.b}).inline(m.Source)
		if item.Get("namespace").Text() == w.group.Namespace && !m.namesNamespace(w.group.Kind) {
			item = w.b.Without(item, "namespace")
		}
		if key := string(appendKey(nil, item)); !listed[key] {
			listed[key] = true
			at := spot{place: w.authors.items.field(item.Get("name").Text())}
			items = append(items, ranked(w.scribe.noted(item, at), sourceKeys...))
		}
	}
	slices.SortStableFunc(items, func(x, y page.Value) int {
		return cmp.Compare(x.Fields[0].Value.Scalar.Text(), y.Fields[0].Value.Scalar.Text())
	})
	return page.ListOf(items...)
}

// readSource reads the order of keys and the comments of the source of a member, which other members may have too.
func (a *authors) readSource(r reader, member int, m reached) {
	if m.Source.Kind == nil || a.known[m.Source.Object] {
		return
	}
	a.known[m.Source.Object] = true
	read, inline := a.reader(member, m.Source.Object), r.inline(m.Source)
	if spec := m.Source.Object.Get("spec"); !spec.Get("interval").Exists() { // a null is not its author's
		own := tree.Field{Key: m.Source.Kind.Field, Value: spec}
		inline = r.b.Map(tree.Node{}, append(inline.Fields(), own)...)
	}
	within, key := &a.entry, "source"
	if r.group.NamesSources {
		within, key = &a.items, m.Source.Object.At("metadata", "name").Text()
	}
	if within.below[key] == nil {
		within.addKeys(r.b.Map(tree.Node{}, tree.Field{Key: key, Value: inline}))
	}
	a.readInto(within.below[key], m.Source.Object, inline, read)
}
