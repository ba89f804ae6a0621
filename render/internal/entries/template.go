package entries

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Template is an entry merged with the layers that reach some clusters. It is the same for all of them: what differs
// from cluster to cluster is a hole, a string whose references are replaced for each instance.
type Template struct {
	App    *inventory.Application
	Fields tree.Node         // of the merged entry
	Field  EntryFields       // the fields that planning reads, looked up once
	source *inventory.Source // nil where the source of the application is no layer
	// ChartIsSource: the chart is of kind OCIRepository, and the source is made of it.
	ChartIsSource bool
	// ChartTemplate is the chart template that the application names; nil when it names none.
	ChartTemplate *inventory.ChartTemplate
	Layered
}

// Layered is what a template has because of layers and references.
type Layered struct {
	stack  *stack      // of the layers; nil for an entry that reaches no cluster
	params []tree.Node // of all layers, the lowest first
	// ClearsChart is the null by which a layer removes the chart below it, see [Template.Chart]; absent in most.
	ClearsChart tree.Node
	// sharesChart: the fields have the chart of all entries, because it has references. ownChart is the chart without it.
	sharesChart bool
	ownChart    tree.Node
	Holes       []Hole
	Indexes     map[tree.Node]int // of the holes, by their nodes
	// cluster is the one of an entry that names its cluster itself; nil when clusters of the fleet are selected.
	cluster *fleet.NamedCluster
	// Replaced is true when the entry of a cluster has values in the place of references. Parse has not seen them there.
	Replaced bool
	before   *unexpanded // with the references that the fields have values for; nil without them
}

// Stack returns the layers that the template is merged from: what the application writes for all entries, the layers
// below every entry, the entry as it is written, and the overrides that reach its clusters.
func (t *Template) Stack() overlay.Stack {
	s := overlay.Stack{Table: tableOf(t.App, tree.Node{})}
	addShared := func(name, field string, read func(*schema.Document) tree.Node) {
		for _, base := range t.App.Document.Facts().Bases() {
			s.Add("base "+base.Name()+" "+name, field, read(base))
		}
		s.Add(name, field, read(t.App.Written))
	}
	if names.HasReferences(t.App.Document.Facts().CommonMetadata()) {
		addShared("commonMetadata", "metadata", func(d *schema.Document) tree.Node { return d.Facts().CommonMetadata() })
	}
	if t.ChartTemplate != nil {
		s.Add("template", "chart", t.ChartTemplate.Chart)
	}
	addShared("chart", "chart", func(d *schema.Document) tree.Node { return d.Facts().Chart() })
	s.Layers = append(s.Layers, t.stack.layers()...)
	return s
}

// OwnChart returns the chart of the entry and its layers, without the chart of all entries.
func (t *Template) OwnChart() tree.Node {
	if t.sharesChart {
		return t.ownChart
	}
	return t.Field.Chart
}

// Chart returns an entry's chart, merged from the chart template, the application and the entry; absent without one.
func (t *Template) Chart(b *tree.Builder) (merged tree.Node) {
	charts := overlay.New(b, overlay.OfCharts(validate.EntryType(t.App.Workload)))
	if t.ClearsChart.Exists() {
		return charts.Field("chart", tree.Node{}, t.Field.Chart)
	}
	if t.ChartTemplate != nil {
		merged = t.ChartTemplate.Chart
	}
	if !t.sharesChart {
		merged = charts.Field("chart", merged, t.App.Document.Facts().Chart())
	}
	return charts.Field("chart", merged, t.Field.Chart)
}

// ChartKey is what the chart of a release depends on. Releases with the same key share it.
type ChartKey struct {
	app              *inventory.Application
	own, ref, clears tree.Node
}

// ChartKey returns the key of the template's chart.
func (t *Template) ChartKey() ChartKey {
	return ChartKey{t.App, t.Field.Chart, t.Source().Ref.Value(), t.ClearsChart}
}

// Source returns the source of the entry: its own, the chart template's, or the application's.
func (t *Template) Source() inventory.Source {
	switch {
	case t.ChartIsSource:
		return *t.source
	case t.ChartTemplate != nil && t.App.Workload == kinds.HelmReleases:
		return t.ChartTemplate.Source
	case t.source != nil:
		return *t.source
	case t.Field.SourceRef.Exists():
		return inventory.Source{Ref: t.Field.SourceRef, Written: true}
	}
	return t.App.Source
}

// MakesArtifact reports whether Flux makes the OCIRepository of a chart of this kind, for each release its own.
func (t *Template) MakesArtifact() bool {
	return t.ChartIsSource && validate.MakesArtifact(t.App.Flux) && !t.App.Document.Facts().SharesChart()
}

// OwnSource returns the source that a layer gives the entry in place of the application's; absent where it has that
// one. An inline spec over one of the same kind does not replace it.
func (t *Template) OwnSource() tree.Node {
	if !t.App.LayersSource {
		return t.Field.SourceRef
	}
	shared := t.App.NamedSource(t.App.Document.Spec().Get("source"))
	for field := range t.Field.Source.Children() {
		key := field.Key()
		replaces := (key == "sourceRef" || t.App.IsNamed(t.Field.Source)) && !field.Same(shared.Get(key))
		if key != "name" && key != "namespace" && field.Kind() != tree.Null && (replaces || !shared.Get(key).Exists()) {
			return field
		}
	}
	return tree.Node{}
}

// HasUnresolvedName reports whether a reference could not be replaced that decides what the objects are called.
func (t *Template) HasUnresolvedName() bool {
	f := t.Field
	deciding := []tree.Node{f.Name, f.Namespace, f.Target, f.ReleaseName, f.StorageNamespace, f.Source.Get("name"),
		f.Source.Get("namespace")}
	return slices.ContainsFunc(deciding, func(n tree.Node) bool {
		_, isHole := t.Indexes[n.Value()]
		return !isHole && names.IsReference(n)
	})
}

const accountField = "serviceAccountName"

// EntryFields are the fields of a merged entry that planning reads.
type EntryFields struct {
	Name, Namespace, Target, cluster tree.Node // target and cluster of the destination
	File                             tree.Node // where the object lies in the rendered folder
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	ReleaseName, StorageNamespace    tree.Node
	Source, SourceRef                tree.Node // of which a merged entry has one
	Chart, DependsOn                 tree.Node
	Metadata                         tree.Node
	Values                           tree.Node // null too
	Wave                             int       // 0 unless the entry has another one
	Suspended                        bool
}

// ReadFields reads the fields of an entry.
func ReadFields(fields tree.Node) EntryFields {
	destination := fields.Get("destination")
	kubeConfig := destination.Get("kubeConfig")
	wave, _ := strconv.ParseInt(fields.Get("wave").Text(), 10, 32)
	return EntryFields{Name: fields.Get("name"), Namespace: fields.Get("namespace"), File: fields.Get("file"),
		Target: destination.Get("targetNamespace"), cluster: destination.Get("cluster"),
		kubeConfig: kubeConfig, kubeConfigName: kinds.KubeConfigRef(kubeConfig).Get("name"),
		ReleaseName: fields.Get("releaseName"), StorageNamespace: fields.Get("storageNamespace"),
		Source: fields.Get("source"), SourceRef: fields.Get("sourceRef"), Chart: fields.Get("chart"),
		DependsOn: fields.Get("dependsOn"), Metadata: fields.Get("metadata"), Values: fields.Find("values"),
		Wave: int(wave), Suspended: fields.Get("suspend").Text() == "true"}
}

func (f EntryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return validate.ClusterName(f.kubeConfigName)
}

// Hole is a string of a template with references.
type Hole struct {
	Node  tree.Node
	Parts []names.Part
	Kind  validate.Type // what belongs at its place
	Rule  HoleRule
	// Places counts where the template has it: aliases and layers can repeat it.
	Places int
}

func (h Hole) value(b *tree.Builder, r *fleet.Resolver) tree.Node {
	return h.Kind.Fit(b, r.Text(b, h.Node, h.Parts))
}

// HoleRule is which values of a hole are valid whatever the entry around it has. Others are checked in their entry.
type HoleRule uint8

const (
	// expand is the rule of all places that are not in holeRules: planning may depend on the value, so the reference is
	// replaced before, and clusters with other values have other templates.
	expand       HoleRule = iota
	RuleNone              // any value is valid
	RuleText              // any text is valid
	RuleVariable          // any text is valid, and Flux may read it as something else than a string
	RuleSized             // a text is valid unless the whole gets too long
	RuleName              // a plain name is valid
	RulePatch             // a patch that is valid by itself is valid
)

// holeRules are the places that may be holes, by their paths in the entry: [] is an item of a list, and * a field with
// a key of the author's choice. Whoever reads a field of a template that is listed here reads it with [Instance.Value].
var holeRules = map[string]HoleRule{
	"name":                         RuleName,
	"file":                         RuleText,
	"source.file":                  RuleText,
	"path":                         RuleText,
	"serviceAccountName":           RuleName,
	"decryption.secretRef.name":    RuleName,
	"storageNamespace":             RuleName,
	"destination.targetNamespace":  RuleName,
	"metadata.labels.*":            RuleName,
	"metadata.annotations.*":       RuleSized,
	"commonMetadata.labels.*":      RuleName,
	"commonMetadata.annotations.*": RuleText,
	"valuesFrom.[].name":           RuleName,
	"patches.[].patch":             RulePatch,
	"postRenderers.[].kustomize.patches.[].patch": RulePatch,
	"postBuild.substitute.*":                      RuleVariable,
	"postBuild.substituteFrom.[].name":            RuleName,
}

func ruleAt(path []string) HoleRule {
	if path[0] == "values" && len(path) > 1 {
		return RuleNone
	}
	last := len(path) - 1
	if rule := holeRules[strings.Join(path, ".")]; rule != expand {
		return rule
	}
	return holeRules[strings.Join(append(path[:last:last], "*"), ".")]
}
