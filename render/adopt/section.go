package adopt

import (
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sectionBuilder makes sections of objects, whose texts are no references.
type sectionBuilder struct {
	b    *tree.Builder
	read func(*object) tree.Node // the spec of an object
}

// itemOf returns the name and the spec of an object, with more fields.
func (s sectionBuilder) itemOf(o *object, more ...tree.Field) tree.Node {
	spec := s.spec(o)
	if o.workload == kinds.ImagePolicy && isNameOnly(spec.Get(scanned())) {
		spec = s.b.Without(spec, scanned()) // the repository above it
	}
	return s.b.Map(tree.Node{}, append(more, s.name(o), tree.Field{Key: "spec", Value: spec})...)
}

func (s sectionBuilder) name(o *object) tree.Field {
	return tree.Field{Key: "name", Value: o.root.At("metadata", "name")}
}

// spec returns the spec of an object as a document has it.
func (s sectionBuilder) spec(o *object) tree.Node {
	return layout.MapStrings(s.b, layout.OpenInterval(s.b, o.workload, s.read(o)), names.EscapeReferences)
}

// scanned is the field of an ImagePolicy for its repository.
func scanned() string { return referenceOf(kinds.ImagePolicy, kinds.Scanned).At.Key() }

func isNameOnly(ref tree.Node) bool { return ref.Len() == 1 && ref.Get("name").Exists() }

// images returns the section imageAutomation: repositories with their policies, and at most one update. The document
// tells what own returns of the update.
func (s sectionBuilder) images(objects []*object, cluster string, own func(update *object) []string) tree.Node {
	var repositories []tree.Node
	for _, repository := range ofKind(objects, kinds.ImageRepository) {
		var policies []tree.Node
		for _, policy := range ofKind(objects, kinds.ImagePolicy) {
			if policy.target(kinds.Scanned).name == repository.name {
				policies = append(policies, s.itemOf(policy))
			}
		}
		repositories = append(repositories, s.itemOf(repository, s.list("policies", policies)))
	}
	fields := []tree.Field{s.list("repositories", repositories)}
	if cluster != "" {
		fields = append(fields, tree.Field{Key: "cluster", Value: s.b.String(cluster, tree.Node{})})
	}
	for _, update := range ofKind(objects, kinds.ImageUpdateAutomation) {
		spec := s.b.Map(tree.Node{}, append(s.spec(update).Fields(), s.name(update))...)
		fields = append(fields, tree.Field{Key: "update", Value: s.b.Without(spec, own(update)...)})
	}
	return s.b.Map(tree.Node{}, fields...)
}

// notification returns the section of that name.
func (s sectionBuilder) notification(objects []*object) tree.Node {
	var providers, alerts []tree.Node
	for _, o := range ofKind(objects, kinds.Provider) {
		providers = append(providers, s.itemOf(o))
	}
	for _, o := range ofKind(objects, kinds.Alert) {
		alerts = append(alerts, s.itemOf(o))
	}
	return s.b.Map(tree.Node{}, s.list("providers", providers), s.list("alerts", alerts))
}

// list returns a field with a list; absent without items.
func (s sectionBuilder) list(key string, items []tree.Node) tree.Field {
	if len(items) == 0 {
		return tree.Field{Key: key}
	}
	return tree.Field{Key: key, Value: s.b.List(tree.Node{}, items...)}
}

func ofKind(objects []*object, k *kinds.Kind) (all []*object) {
	for _, o := range objects {
		if o.workload == k {
			all = append(all, o)
		}
	}
	return all
}

// partOf returns the fields of a document's spec that make an object around workloads, or a source.
func (a *adoption) partOf(o *object) (fields []tree.Field) {
	b := a.build
	s := sectionBuilder{b, func(o *object) tree.Node { return o.root.Get("spec") }}
	text := func(key, value string) tree.Field { return tree.Field{Key: key, Value: b.String(value, o.root)} }
	mapOf := func(key string, fields ...tree.Field) tree.Field {
		return tree.Field{Key: key, Value: b.Map(o.root, fields...)}
	}
	switch {
	case o.workload.Is(kinds.Source):
		return []tree.Field{mapOf("source", s.name(o), tree.Field{Key: o.workload.Field, Value: s.spec(o)})}
	case o.workload.Field == kinds.Alert.Field:
		fields = append(fields, tree.Field{Key: o.workload.Field, Value: s.notification([]*object{o})})
	case o.workload == kinds.ImagePolicy:
		repository := tree.Field{Key: "name", Value: o.root.At("spec", scanned(), "name")}
		list := s.list("repositories", []tree.Node{b.Map(o.root, repository,
			mapOf("spec", text("image", "example.com/x"), text("interval", "1h")),
			s.list("policies", []tree.Node{s.itemOf(o)}))})
		fields = append(fields, mapOf(o.workload.Field, list))
	default:
		fields = append(fields, tree.Field{Key: o.workload.Field, Value: s.images([]*object{o}, "",
			func(*object) []string { return nil })})
	}
	return append(fields, mapOf("source",
		mapOf(kinds.GitRepository.Field, text("url", "https://example.com"), text("interval", "1h"))))
}

// specIn returns what a document that was read has in the place of [adoption.partOf].
func (a *adoption) specIn(o *object, d *schema.Document) tree.Node {
	section, item := d.Spec().Get(o.workload.Field), tree.Node{}
	switch o.workload {
	case kinds.Provider:
		item = section.Get("providers").First()
	case kinds.Alert:
		item = section.Get("alerts").First()
	case kinds.ImageRepository:
		item = section.Get("repositories").First()
	case kinds.ImagePolicy:
		repository := section.Get("repositories").First()
		item = repository.Get("policies").First()
		if spec := item.Get("spec"); !spec.Get(scanned()).Exists() {
			ref := a.build.Map(tree.Node{}, tree.Field{Key: "name", Value: repository.Get("name")})
			return a.build.Map(spec, append(spec.Fields(), tree.Field{Key: scanned(), Value: ref})...)
		}
	case kinds.ImageUpdateAutomation:
		return a.build.Without(section.Get("update"), "name")
	default:
		return d.Spec().At("source", o.workload.Field)
	}
	return item.Get("spec")
}
