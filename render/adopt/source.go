package adopt

import (
	"fmt"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reasons why a source stays.
const (
	referredTo   = "is a source that the documents refer to"
	unreferred   = "is a source that no document refers to"
	beingDeleted = "is being deleted"
)

// inlineKind returns the kind of a source that a document can hold; nil for any other object. Flux may make several
// artifacts of one ArtifactGenerator, and a document has one.
func inlineKind(s *finding.Subject) *kinds.Kind {
	k := kinds.Standard().Find(kinds.Source, kinds.GroupOf(s.APIVersion()), s.Kind())
	if k == kinds.ArtifactGenerator {
		return nil
	}
	return k
}

func (a *adoption) addSource(o *object) {
	if o.root.At("metadata", "deletionTimestamp").Exists() {
		a.leave(o.subject, beingDeleted)
		return
	}
	a.sources = append(a.sources, o)
}

// checkSource finds a source in current API versions, or why it stays: a document must be able to hold it as it is.
func (a *adoption) checkSource(o *object) {
	trial := &adoption{kinds: a.kinds, build: a.build}
	trial.checkFields(o)
	metadata, owners := trial.metadata(o), o.root.At("metadata", "ownerReferences")
	switch {
	case len(trial.problems) > 0:
		o.stays = "is a source that is refused: " + trial.problems[0].Detail
	case o.refused:
		o.stays = "is in a text that cannot be read"
	case !slices.Contains(o.workload.APIVersions(), o.subject.APIVersion()):
		o.stays = fmt.Sprintf("is a source of a version that fluxapp does not know, %s", o.subject.APIVersion())
	case o.name == "" || o.root.Get("spec").Kind() != tree.Map:
		o.stays = "is a patch of kustomize, or no whole object"
	case owners.First().Exists():
		o.stays = "belongs to a " + owners.First().Get("kind").Text() + ", which makes it"
	case isBootstrap(o):
		o.stays = "is what flux bootstrap has made: Flux gets all others from there"
	case metadata.Exists():
		o.stays = "is a source with labels or annotations, which a source in a document cannot have"
	case a.written[knownOf(o).owner()]:
		o.stays = "is rendered from " + knownOf(o).owner() + ", which is among the files"
	default:
		a.convertSource(o)
	}
	o.refused = o.stays != ""
}

// isBootstrap reports whether flux bootstrap, or flux-operator, has made a source: the root of all that Flux reads.
func isBootstrap(o *object) bool {
	return o.name == "flux-system" && (o.namespace == "flux-system" || o.namespace == "") ||
		path.Base(o.file) == "gotk-sync.yaml"
}

// convertSource validates a source as one in a document, and finds it in the current API version.
func (a *adoption) convertSource(o *object) {
	b, field := a.build, o.workload.Field
	spec := o.root.Get("spec")
	if !spec.Get("interval").Exists() { // a patch of kustomize may add it
		spec = b.Map(spec, append(spec.Fields(), tree.Field{Key: "interval", Value: b.Null(tree.Node{})})...)
	}
	read := schema.FromNode(o.file, a.documentOfSource(o, layout.MapStrings(b, spec, reference.Escape)))
	result, _ := render.Render(schema.Documents{read}, render.Options{})
	for _, f := range result.Findings {
		switch {
		case f.Severity == finding.SeverityError:
			o.stays = fmt.Sprintf("is a source that is refused: %s [%s]", f.Detail, f.Code)
			return
		case f.Code == finding.CodeConverted:
			f.Subject = o.subject
			o.converted = append(o.converted, f)
		}
	}
	spec = layout.MapStrings(b, read.Spec().At("source", field), unescape)
	o.current = b.Map(o.root,
		tree.Field{Key: "apiVersion", Value: b.String(o.workload.APIVersion, o.root.Get("apiVersion"))},
		tree.Field{Key: "kind", Value: o.root.Get("kind")},
		tree.Field{Key: "metadata", Value: b.Map(o.root.Get("metadata"),
			tree.Field{Key: "name", Value: o.root.At("metadata", "name")},
			tree.Field{Key: "namespace", Value: o.root.At("metadata", "namespace")})},
		tree.Field{Key: "spec", Value: spec})
}

// documentOfSource returns a document with a source and an entry that needs it.
func (a *adoption) documentOfSource(o *object, spec tree.Node) tree.Node {
	b, metadata := a.build, o.root.Get("metadata")
	text := func(s string) tree.Node { return b.String(s, o.root) }
	mapOf := func(fields ...tree.Field) tree.Node { return b.Map(o.root, fields...) }
	name := tree.Field{Key: "name", Value: text("source")}
	entry := mapOf(tree.Field{Key: "destination", Value: mapOf()}, tree.Field{Key: "interval", Value: text("1h")})
	config := mapOf(tree.Field{Key: string(terms.HelmReleases), Value: mapOf(
		tree.Field{Key: "chart", Value: mapOf(tree.Field{Key: "chart", Value: text("x")})},
		tree.Field{Key: "deploy", Value: b.List(o.root, entry)})})
	if o.workload != kinds.HelmRepository {
		entry = mapOf(append(entry.Fields(), tree.Field{Key: "prune", Value: b.Bool(true, o.root)})...)
		config = mapOf(tree.Field{Key: string(terms.Kustomizations), Value: b.List(o.root, entry)})
	}
	return mapOf(
		tree.Field{Key: "apiVersion", Value: text(kinds.FluxApplication.APIVersion)},
		tree.Field{Key: "kind", Value: text(kinds.FluxApplication.Name)},
		tree.Field{Key: "metadata", Value: mapOf(name, tree.Field{Key: "namespace", Value: metadata.Get("namespace")})},
		tree.Field{Key: "spec", Value: mapOf(
			tree.Field{Key: "source", Value: mapOf(tree.Field{Key: "name", Value: metadata.Get("name")},
				tree.Field{Key: o.workload.Field, Value: spec})},
			tree.Field{Key: "config", Value: config})})
}
