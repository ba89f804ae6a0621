package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/convert"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Class is what a document is to fluxapp.
type Class int

const (
	// ClassForeign documents are not for fluxapp, and nothing is reported about them.
	ClassForeign Class = iota
	// ClassRendered documents are objects of an earlier run, by their kind and annotation. They are never input.
	ClassRendered
	// ClassApplication is an application that is rendered.
	ClassApplication
	// ClassArgoCD is an Application of Argo CD, which is left alone.
	ClassArgoCD
	// ClassHelmChart is a HelmChart that the template of an application may name.
	ClassHelmChart
	// ClassRenderConfig holds the options of a run; see [Document.RenderConfig].
	ClassRenderConfig
	// ClassCluster is the document of a cluster. Its metadata is read, and what it says of a login and of properties.
	ClassCluster
	// ClassBase is what several applications begin with; see facts.OnBases.
	ClassBase
	// ClassRepository is a devops.kubesphere.io GitRepository that becomes a Flux GitRepository.
	ClassRepository
	// ClassDecision is what a scheduler has chosen, or a slice of it; see facts.Chosen.
	ClassDecision
)

type subject = finding.Subject

// Document is one document of the input. It is read-only: [Parse] and [FromNode] make it. It has the methods of
// [finding.Subject]: File, Root, APIVersion, Kind, Namespace, Name, Owner and String.
type Document struct {
	subject
	class    Class
	spec     tree.Node
	problems []finding.Problem

	means   *kinds.Kind // what apiVersion and kind name, or nearly name; nil when fluxapp reads no such document
	cluster *[1]Member  // of a document of a cluster: itself; nil elsewhere
	params  tree.Node   // of a document of a cluster: what its status has as properties
	index   *index      // of an application or a base; nil elsewhere, because a fleet has many documents

	mentions mentions
	grows    bool // a layer has a list that grows
}

// noIndex is the index of a document that is neither an application nor a base. It is never written.
var noIndex = &index{}

func (d *Document) indexed() *index { return cmp.Or(d.index, noIndex) }

// Documents are the documents of a run, of any number of files.
type Documents []*Document

// facts are what packages validate, render and krmfn ask of a document, with the document's methods.
type facts struct{ *Document }

// Facts is for fluxapp itself. It is public because packages validate, render and krmfn read parts of a document by
// its methods, which may change in any version and are no part of the API.
func (d *Document) Facts() facts { return facts{d} }

// Subject returns what findings call the document.
func (d *Document) Subject() *finding.Subject {
	if written := d.indexed().written; written != nil {
		return written.Subject()
	}
	return &d.subject
}

// Class returns what the document is to fluxapp.
func (d *Document) Class() Class { return d.class }

// Spec returns the FluxApplicationSpec of an application, or the spec of a base, HelmChart, repository or
// RenderConfig, with older vocabulary converted. The layers of a base are converted by facts.ForWorkload only.
// It is absent in other classes.
func (d *Document) Spec() tree.Node { return d.spec }

// Problems returns what Parse found in the document.
func (d *Document) Problems() []finding.Problem { return d.problems }

// IsKubeSphereApplication reports whether KubeSphere's console and controllers look for the document's objects: it is
// an Application rather than a FluxApplication.
func (d facts) IsKubeSphereApplication() bool { return d.Kind() == kinds.Application.Name }

// SaveTemplateLabel returns the label that saves the chart as a HelmChart for others; absent when there is none.
func (d facts) SaveTemplateLabel() tree.Node {
	return each.First(d.Root().At("metadata", "labels").Children(), func(label tree.Node) bool {
		return label.Text() == "true" && slices.Contains(kinds.SaveTemplateLabels, label.Key())
	})
}

func (d *Document) report(problems ...finding.Problem) {
	for _, p := range problems {
		p.Subject = d.Subject()
		d.problems = finding.Append(d.problems, p)
	}
}

func (d *Document) isKubeSphereRepository() bool {
	return d.means.Is(kinds.Repository) && kinds.GroupOf(d.APIVersion()) == d.means.Group && d.Kind() == d.means.Name
}

// readsMetadata reports whether fluxapp reads the metadata of the document, and at most a list besides: of a cluster, a
// decision, and a GitRepository of KubeSphere that its labels make no source. A slip there would delete the source.
func (d *Document) readsMetadata() bool {
	return d.class == ClassCluster || d.class == ClassDecision || d.class == ClassForeign && d.isKubeSphereRepository()
}

// Refused reports whether Parse found a problem that keeps the document from being rendered.
func (d *Document) Refused() bool { return slices.ContainsFunc(d.problems, finding.Problem.IsError) }

// Chosen yields the names of the clusters in a decision, each with the namespace of its profile; empty is any.
func (d facts) Chosen(yield func(name tree.Node, namespace string) bool) {
	at, namespace := d.means.Decides, ""
	for item := range at.List.In(d.Root().At).Children() {
		if at.Namespace != (kinds.Path{}) {
			namespace = cmp.Or(at.Namespace.In(item.At).Text(), d.Namespace())
		}
		if name := at.Name.In(item.At); name.Text() != "" && !yield(name, namespace) {
			return
		}
	}
}

// DecisionKeys returns what names a decision: its labels, first the one that its slices share; or else its name.
func (d facts) DecisionKeys() []tree.Node {
	metadata := d.Root().Get("metadata")
	keys := each.Only(each.Of(d.means.Decides.Keys, metadata.Get("labels").Find), tree.Node.Exists)
	if len(keys) == 0 {
		keys = append(keys, metadata.Get("name"))
	}
	return keys
}

// DecisionIndex returns the label that counts the slices of a decision; absent where they are not counted.
func (d facts) DecisionIndex() tree.Node {
	return d.Root().At("metadata", "labels").Find(d.means.Decides.Index)
}

// mentions are what the text of a document, or a scalar that is spelt otherwise in it, may have: most are not searched.
type mentions struct{ reference, slip, removal, encrypted, variable bool }

func mentionsIn(text string) mentions {
	m := mentions{reference: names.MayHaveReference(text), removal: strings.Contains(text, names.Removal),
		encrypted: strings.Contains(text, finding.EncryptedText), variable: strings.Contains(text, "${")}
	slip, _ := names.ReferenceSlip(text, m.reference, true)
	m.slip = slip != "" || mayHaveRemovalSlip(text)
	return m
}

// mayHaveRemovalSlip reports whether a value of a document may be nearly a removal.
func mayHaveRemovalSlip(document string) bool {
	const word = "remove"
	for {
		_, behind, found := strings.Cut(document, "$")
		if !found {
			return false
		}
		text := strings.TrimLeft(behind, "( ")
		if !strings.HasPrefix(behind, names.Removal[1:]) && len(text) >= len(word) &&
			strings.EqualFold(text[:len(word)], word) {
			return true
		}
		document = behind
	}
}

func (m mentions) with(t *tree.Tree) mentions {
	m.reference = m.reference || slices.ContainsFunc(names.ReferenceRoots, t.Mentions)
	m.removal = m.removal || t.Mentions(names.Removal)
	m.encrypted = m.encrypted || t.Mentions(finding.EncryptedText)
	m.variable = m.variable || t.Mentions("${")
	return m
}

// BaseReference is what an application writes for one of its bases. It is public because package render reads it.
type BaseReference struct {
	// Node is the item of bases.
	Node tree.Node
	// Name and Namespace are the base's. An empty namespace is the application's.
	Name, Namespace string
}

// HasBases reports whether the document is an application that names bases.
func (d facts) HasBases() bool {
	return d.class == ClassApplication && d.spec.Get("bases").Exists()
}

// BaseReferences returns what the application writes in the list of its bases, the lowest first.
func (d facts) BaseReferences() (references []BaseReference) {
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

// Bases returns the bases of an application that facts.OnBases has made, the lowest first.
func (d facts) Bases() []*Document { return slices.Clip(d.indexed().bases) }

// OnBases returns the application with another spec, which is its own merged over the specs of its bases, and with the
// layers of these, which facts.ForWorkload has made. The subject, the problems and the entries stay the same.
func (d facts) OnBases(spec tree.Node, bases []*Document) *Document {
	merged, index := *d.Document, *d.indexed()
	merged.index = &index
	merged.spec, index.written, index.bases = spec, d.Document, bases
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
	clusters := d.spec.Get("clusters")
	listed := each.Once(slices.Collect(clusters.Children()), tree.Node.Value)
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
func (d facts) ForWorkload(workload kinds.WorkloadField) (*Document, []finding.Problem) {
	base, index := *d.Document, *d.indexed()
	base.index, base.problems = &index, nil
	index.written = d.Document
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
