package adopt

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reasons why a part of a document stays.
const (
	unreferred   = "is a source that no document refers to"
	labelled     = "has labels or annotations that not all objects of its application have"
	beingDeleted = "is being deleted"
)

// partKind returns the kind of an object that a document can hold besides its workloads: a source; nil for any other
// object. Flux may make several artifacts of one ArtifactGenerator, and a document one.
func partKind(s *finding.Subject) *kinds.Kind {
	k := kinds.Standard().Find(kinds.Source, kinds.GroupOf(s.APIVersion()), s.Kind())
	if k == kinds.ArtifactGenerator {
		return nil
	}
	return k
}

func (a *adoption) addPart(o *object) {
	if o.root.At("metadata", "deletionTimestamp").Exists() {
		a.leave(o.subject, beingDeleted)
		return
	}
	a.parts = append(a.parts, o)
}

// checkPart finds a part in current API versions, or why it stays: a document must be able to hold it as it is.
func (a *adoption) checkPart(o *object) {
	trial := &adoption{kinds: a.kinds, build: a.build}
	trial.checkFields(o)
	owners := o.owners()
	o.metadata, o.known = trial.metadata(o), knownOf(o)
	switch {
	case o.reason != "":
	case len(trial.problems) > 0:
		o.reason = "is refused: " + trial.problems[0].Detail
	case o.refused:
		o.reason = "is in a text that cannot be read"
	case !slices.Contains(o.workload.APIVersions(), o.subject.APIVersion()):
		o.reason = fmt.Sprintf("is of a version that fluxapp does not know, %s", o.subject.APIVersion())
	case o.name == "" || o.root.Get("spec").Kind() != tree.Map:
		o.reason = "is no whole object"
	case len(owners) > 0:
		o.reason = "belongs to the " + owners[0].name + ", which writes it"
	case o.isDelivery():
		o.reason = reasonDelivers
	case a.generated[o.file]:
		o.reason = reasonGenerated
	case isBootstrap(o):
		o.reason = "is what flux bootstrap has made: Flux gets all others from there"
	case o.known.rendered && a.written[o.known.owner()]:
		o.reason = "is rendered from " + o.known.owner() + ", which is among the files"
	default:
		a.convertPart(o)
	}
	o.refused = o.reason != ""
}

// isBootstrap reports whether flux bootstrap, or flux-operator, has made a source: the root of all that Flux reads.
func isBootstrap(o *object) bool {
	return o.workload.Is(kinds.Source) && o.name == bootstrapName && (o.namespace == bootstrapName || o.namespace == "") ||
		o.root.At("metadata", "labels", instanceGroup+"/name").Exists()
}

// convertPart validates a part as one of a document, and finds it in the current API version.
func (a *adoption) convertPart(o *object) {
	read := schema.FromNode(o.file, a.documentOfPart(o))
	result, _ := render.Render(schema.Documents{read}, render.Options{})
	for _, f := range result.Findings {
		switch {
		case f.Severity == finding.SeverityError:
			o.reason = fmt.Sprintf("is refused: %s [%s]", f.Detail, f.Code)
			return
		case f.Code == finding.CodeConverted:
			f.Subject = o.subject
			o.converted = append(o.converted, f)
		}
	}
	b, spec := a.build, layout.MapStrings(a.build, read.Spec().At("source", o.workload.Field), unescape)
	if written := o.root.Get("spec"); proof.Equal(written, spec) { // which has its place in the file
		spec = written
	}
	o.given = b.Map(o.root,
		tree.Field{Key: "apiVersion", Value: b.String(o.workload.APIVersion, o.root.Get("apiVersion"))},
		tree.Field{Key: "kind", Value: o.root.Get("kind")},
		tree.Field{Key: "metadata", Value: b.Map(o.root.Get("metadata"), append(o.metadata.Fields(),
			tree.Field{Key: "name", Value: o.root.At("metadata", "name")},
			tree.Field{Key: "namespace", Value: o.root.At("metadata", "namespace")})...)},
		tree.Field{Key: "spec", Value: spec})
}

// documentOfPart returns a document with a part, and an entry, which a document needs.
func (a *adoption) documentOfPart(o *object) tree.Node {
	b := a.build
	text := func(s string) tree.Node { return b.String(s, o.root) }
	mapOf := func(fields ...tree.Field) tree.Node { return b.Map(o.root, fields...) }
	entry := []tree.Field{{Key: "destination", Value: mapOf()}, {Key: "interval", Value: text("1h")}}
	config := mapOf(tree.Field{Key: string(kinds.HelmReleases), Value: mapOf(
		tree.Field{Key: "chart", Value: mapOf(tree.Field{Key: "chart", Value: text("x")})},
		tree.Field{Key: "deploy", Value: b.List(o.root, mapOf(entry...))})})
	if o.workload != kinds.HelmRepository {
		entry = append(entry, tree.Field{Key: "prune", Value: b.Bool(true, o.root)})
		config = mapOf(tree.Field{Key: string(kinds.Kustomizations), Value: b.List(o.root, mapOf(entry...))})
	}
	spec := layout.OpenInterval(b, o.workload, o.root.Get("spec"))
	source := tree.Field{Key: o.workload.Field, Value: layout.MapStrings(b, spec, names.EscapeReferences)}
	name := tree.Field{Key: "name", Value: o.root.At("metadata", "name")}
	return mapOf(
		tree.Field{Key: "apiVersion", Value: text(kinds.FluxApplication.APIVersion)},
		tree.Field{Key: "kind", Value: text(kinds.FluxApplication.Name)},
		tree.Field{Key: "metadata", Value: mapOf(tree.Field{Key: "name", Value: text("x")},
			tree.Field{Key: "namespace", Value: o.root.At("metadata", "namespace")})},
		tree.Field{Key: "spec", Value: mapOf(tree.Field{Key: "source", Value: mapOf(name, source)},
			tree.Field{Key: "config", Value: config})})
}
