package schema

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/convert"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// BaseReference is what an application writes for one of its bases.
type BaseReference struct {
	// Node is the item of bases.
	Node tree.Node
	// Name and Namespace are the base's. An empty namespace is the application's.
	Name, Namespace string
}

// HasBases reports whether the document is an application that names bases.
func (d *Document) HasBases() bool {
	return d.class == ClassApplication && d.spec.Get("bases").Exists()
}

// BaseReferences returns what the application writes in the list of its bases, the lowest first.
func (d *Document) BaseReferences() (references []BaseReference) {
	list := d.spec.Get("bases")
	if !d.HasBases() || list.Kind() != tree.List {
		return nil
	}
	for item := range list.Children() {
		r := BaseReference{Node: item, Name: item.Text(), Namespace: item.Get("namespace").Text()}
		if item.Kind() == tree.Map {
			r.Name = item.Get("name").Text()
		}
		references = append(references, r)
	}
	return references
}

// IsValid reports whether the name, and the namespace if there is one, can belong to a document.
func (r BaseReference) IsValid() bool {
	written := r.Node.Kind() == tree.String || r.Node.Kind() == tree.Map
	return written && names.Valid(r.Name) && (r.Namespace == "" || names.ValidLabel(r.Namespace))
}

// Bases returns the bases of an application that [Document.OnBases] has made, the lowest first.
func (d *Document) Bases() []*Document { return slices.Clip(d.indexed().bases) }

// OnBases returns the application with another spec, which is its own merged over the specs of its bases, and with the
// layers of these, which [Document.ForWorkload] has made. The subject, the problems and the entries stay the same.
func (d *Document) OnBases(spec tree.Node, bases []*Document) *Document {
	merged, index := *d, *d.indexed()
	merged.index = &index
	merged.spec, index.written, index.bases = spec, d, bases
	index.members = merged.listed()
	for _, base := range bases {
		merged.mentions.reference = merged.mentions.reference || base.mentions.reference
		merged.grows = merged.grows || base.grows
		merged.mentions.removal = merged.mentions.removal || base.mentions.removal
	}
	return &merged
}

// listed returns the clusters that the application and its bases list. Documents with the same list share it.
func (d *Document) listed() (members []Member) {
	clusters, listed := d.spec.Get("clusters"), map[tree.Node]bool{}
	for n := range clusters.Children() {
		listed[n.Value()] = true
	}
	for _, base := range d.indexed().bases {
		if base.spec.Get("clusters").Same(clusters) {
			return base.Members()
		}
		members = append(members, base.Members()...)
	}
	members = append(members, d.Members()...)
	return slices.DeleteFunc(members, func(m Member) bool { return !listed[m.fields] })
}

// ForWorkload returns the base with its layers in the vocabulary of a workload, and what is wrong with them.
func (d *Document) ForWorkload(workload kinds.WorkloadField) (*Document, []finding.Problem) {
	base, index := *d, *d.indexed()
	base.index, base.problems = &index, nil
	index.written = d
	b, config := tree.NewBuilder(), d.spec.Get("config")
	layers := b.Map(config, tree.Field{Key: "defaults", Value: config.Get("defaults")},
		tree.Field{Key: "overrides", Value: config.Get("overrides")})
	checked := shape.Check(layers, shape.BaseLayers(workload), false)
	base.grows = checked.Grows
	if base.report(checked.Problems...); !base.Refused() {
		spec, found := convert.BaseLayers(d.spec, workload)
		base.spec = spec
		base.report(found...)
	}
	return &base, base.problems
}
