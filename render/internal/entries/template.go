package entries

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Template is an entry merged with the layers that reach some clusters. It is the same for all of them: what differs from cluster to
// cluster is a hole, a string whose references are replaced for each instance.
type Template struct {
	App     *inventory.Application
	Fields  tree.Node   // of the merged entry
	Field   EntryFields // the fields that planning reads, looked up once
	Entry   tree.Node   // the entry as it is written
	Layers  []Layer     // the overrides that were merged over it, the lowest first
	Holes   []Hole
	Indexes map[tree.Node]int // of the holes, by their nodes
	// cluster is the one of an entry that names its cluster itself; nil when clusters of the fleet are selected.
	cluster *fleet.NamedCluster
	// Replaced is true when references were replaced by values that Parse has not seen at their places.
	Replaced bool
	before   *layered // with these references
	// Idle is true when the entry reaches no cluster now. It is checked as far as possible, so that a cluster more breaks nothing.
	Idle bool
}

// Source returns the source of the entry: its own, that of the chart template, or the application's.
func (t *Template) Source() inventory.Source {
	switch {
	case t.App.ChartTemplate != nil && t.App.Workload == v1alpha1.HelmReleases:
		return t.App.ChartTemplate.Source
	case t.Field.SourceRef.Exists():
		return inventory.Source{Ref: t.Field.SourceRef, Written: true}
	}
	return t.App.Source
}

// Chart returns the chart of the entry, merged from those of the chart template, the application and the entry; absent when there is
// none.
func (t *Template) Chart(b *tree.Builder) (merged tree.Node) {
	if t.App.ChartTemplate != nil {
		merged = t.App.ChartTemplate.Chart
	}
	merged = mergeMaps(b, merged, t.App.Document.Chart())
	return mergeMaps(b, merged, t.Field.Chart)
}

// HasUnresolvedName reports whether a reference could not be replaced that decides what the objects are called.
func (t *Template) HasUnresolvedName() bool {
	f := t.Field
	return slices.ContainsFunc([]tree.Node{f.Name, f.Namespace, f.Target, f.ReleaseName, f.StorageNamespace}, func(n tree.Node) bool {
		_, isHole := t.Indexes[n.Value()]
		return !isHole && reference.Is(n)
	})
}

// Instance is a template for one cluster.
type Instance struct {
	Template *Template
	Member   *schema.Member // the cluster of the fleet; nil when the entry names its cluster itself
}

// Layer is one of the maps that an entry is merged from.
type Layer struct {
	Name   string
	Fields tree.Node
}

// Hole is a string of a template with references.
type Hole struct {
	Node  tree.Node
	Parts []reference.Part
	Kind  validate.Type // what belongs at its place
	Rule  HoleRule
}

// value returns the value of the hole for a cluster.
func (h Hole) value(b *tree.Builder, r *fleet.Resolver) tree.Node {
	return h.Kind.Fit(b, r.Text(b, h.Node, h.Parts))
}

// HoleRule is which values of a hole are valid without a look at the entry around it. All others are checked within their entry.
type HoleRule uint8

const (
	// expand is the rule of all places that are not in holeRules: planning may depend on the value, so the reference is replaced
	// before, and clusters with other values have other templates.
	expand       HoleRule = iota
	RuleNone              // any value is valid
	RuleText              // any text is valid
	RuleVariable          // any text is valid, and Flux may read it as something else than a string
	RuleSized             // a text is valid unless the whole gets too long
	RuleName              // a plain name is valid
)

// holeRules are the places that may be holes, by their paths in the entry: [] is an item of a list, and * a field with a key of the
// author's choice. Whoever reads a field of a template that is listed here reads it with [Instance.Value].
var holeRules = map[string]HoleRule{
	"name":                                        RuleName,
	"path":                                        RuleText,
	"serviceAccountName":                          RuleName,
	"decryption.secretRef.name":                   RuleName,
	"storageNamespace":                            RuleName,
	"destination.targetNamespace":                 RuleName,
	"metadata.labels.*":                           RuleName,
	"metadata.annotations.*":                      RuleSized,
	"commonMetadata.labels.*":                     RuleName,
	"commonMetadata.annotations.*":                RuleText,
	"valuesFrom.[].name":                          RuleName,
	"patches.[].patch":                            RuleText,
	"postRenderers.[].kustomize.patches.[].patch": RuleText,
	"postBuild.substitute.*":                      RuleVariable,
	"postBuild.substituteFrom.[].name":            RuleName,
}

// ruleAt returns the rule for a hole at a path of the entry.
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

// Resolver returns what replaces the references of the instance.
func (i Instance) Resolver() *fleet.Resolver {
	if named := i.Template.cluster; named != nil {
		return &fleet.Resolver{App: i.Template.App.ReferenceNames(), Cluster: *named}
	}
	return &fleet.Resolver{App: i.Template.App.ReferenceNames(), Cluster: fleet.NamedCluster{Member: i.Member, Name: i.Member.Name}}
}

// Values appends the values of the instance's holes, in their order.
func (i Instance) Values(b *tree.Builder, values []tree.Node) []tree.Node {
	if i.Template == nil || len(i.Template.Holes) == 0 {
		return values
	}
	r := i.Resolver()
	for _, h := range i.Template.Holes {
		values = append(values, h.value(b, r))
	}
	return values
}

// Value returns a value of the template for the instance: that of the hole, where it is one.
func (i Instance) Value(n tree.Node) tree.Node {
	if i.Template != nil && len(i.Template.Holes) > 0 && n.Exists() {
		if index, ok := i.Template.Indexes[n.Value()]; ok {
			return i.Template.Holes[index].value(tree.NewBuilder(), i.Resolver())
		}
	}
	return n
}

// Text returns the text of a scalar of the template for the instance.
func (i Instance) Text(n tree.Node) string { return i.Value(n).Text() }

// Expand returns the merged entry of the instance: the template with the values of its holes. Checking, planning and printing agree
// with it.
func (i Instance) Expand(b *tree.Builder) tree.Node {
	if len(i.Template.Holes) == 0 {
		return i.Template.Fields
	}
	return b.Fill(i.Template.Fields, i.Template.Indexes, i.Values(b, nil))
}

// HasPlace reports whether the template has a value at a place of a file. Findings at other places are about values of clusters.
func (t *Template) HasPlace(at tree.Position) bool {
	if t.before != nil {
		return hasPlace(t.before.fields, at)
	}
	return hasPlace(t.Fields, at)
}

func hasPlace(n tree.Node, at tree.Position) bool {
	if n.Position() == at {
		return true
	}
	for child := range n.Children() {
		if hasPlace(child, at) {
			return true
		}
	}
	return false
}

// ExpandAnew returns what Expand does, with the values of the instance's own cluster also where the template has those of another
// cluster: these are the same, but have another place, which findings are about.
func (i Instance) ExpandAnew(b *tree.Builder) tree.Node {
	t := i.Template
	if t.before == nil {
		return i.Expand(b)
	}
	r := i.Resolver()
	r.References = fleet.NewReferences(t.App.ReferenceNames(), func(finding.Problem) {}) // merging has reported them
	fields := r.Replace(b, t.before.fields, validate.EntryType(t.App.Workload), t.before.marked)
	fields = b.Map(t.Fields, append(fields.Fields(), missing(b, t.App.Workload, fields)...)...)
	return b.Fill(fields, t.Indexes, i.Values(b, nil))
}

// EntryFields are the fields of a merged entry that planning reads.
type EntryFields struct {
	Name, Namespace, Target, cluster tree.Node // target and cluster of the destination
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	ReleaseName, StorageNamespace    tree.Node
	SourceRef, Chart, DependsOn      tree.Node
	Metadata                         tree.Node
	Values                           tree.Node // null too
	Wave                             int       // 0 unless the entry has another one
	Suspended                        bool
}

// ReadFields looks through the fields of an entry.
func ReadFields(fields tree.Node) (f EntryFields) {
	for field := range fields.Children() {
		key := field.Key()
		if field.Kind() == tree.Null && key != "values" {
			continue
		}
		switch key {
		case "values":
			f.Values = field
		case "metadata":
			f.Metadata = field
		case "name":
			f.Name = field
		case "namespace":
			f.Namespace = field
		case "destination":
			f.readDestination(field)
		case "releaseName":
			f.ReleaseName = field
		case "storageNamespace":
			f.StorageNamespace = field
		case "sourceRef":
			f.SourceRef = field
		case "chart":
			f.Chart = field
		case "dependsOn":
			f.DependsOn = field
		case "wave":
			number, _ := strconv.ParseInt(field.Text(), 10, 32)
			f.Wave = int(number)
		case "suspend":
			f.Suspended = field.Text() == "true"
		}
	}
	return f
}

func (f *EntryFields) readDestination(destination tree.Node) {
	for field := range destination.Children() {
		if field.Kind() == tree.Null {
			continue
		}
		switch field.Key() {
		case "targetNamespace":
			f.Target = field
		case "cluster":
			f.cluster = field
		case "kubeConfig":
			f.kubeConfig = field
			f.kubeConfigName = validate.KubeConfigRef(field).Get("name")
		}
	}
}

// clusterName returns the name of the cluster that the entry itself names; empty for the hub.
func (f EntryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return validate.ClusterName(f.kubeConfigName)
}
