package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// template is an entry merged with the layers that reach some clusters. It is the same for all of them: what differs from cluster to
// cluster is a hole, a string whose references are replaced for each instance.
type template struct {
	app     *application
	fields  tree.Node   // of the merged entry
	field   entryFields // the fields that planning reads, looked up once
	entry   tree.Node   // the entry as it is written
	layers  []layer     // the overrides that were merged over it, the lowest first
	holes   []hole
	indexes map[tree.Node]int // of the holes, by their nodes
	// cluster is the one of an entry that names its cluster itself; nil when clusters of the fleet are selected.
	cluster *namedCluster
	// replaced is true when references were replaced by values that Parse has not seen at their places.
	replaced bool
	// idle is true when the entry reaches no cluster now. It is checked as far as possible, so that a cluster more breaks nothing.
	idle bool
	// unsound is true when the checks have found an error. No object is planned for it.
	unsound bool
	checked bool
	// checkedValues are the values of holes for which the entry was checked.
	checkedValues map[string]bool
}

// source returns the source of the entry: its own, that of the chart template, or the application's.
func (t *template) source() source {
	switch {
	case t.app.template != nil && t.app.workload == schema.HelmReleases:
		return t.app.template.source
	case t.field.sourceRef.Exists():
		return source{ref: t.field.sourceRef, written: true}
	}
	return t.app.source
}

// chart returns the chart of the entry, merged from those of the chart template, the application and the entry; absent when there is
// none.
func (t *template) chart(b *tree.Builder) (merged tree.Node) {
	if t.app.template != nil {
		merged = t.app.template.chart
	}
	merged = mergeMaps(b, merged, t.app.document.Chart())
	return mergeMaps(b, merged, t.field.chart)
}

// hasUnresolvedName reports whether a reference could not be replaced that decides what the objects are called.
func (t *template) hasUnresolvedName() bool {
	f := t.field
	return slices.ContainsFunc([]tree.Node{f.name, f.namespace, f.target, f.releaseName, f.storageNamespace}, func(n tree.Node) bool {
		_, isHole := t.indexes[n.Value()]
		return !isHole && schema.HasReference(n)
	})
}

// instance is a template for one cluster.
type instance struct {
	template *template
	member   *schema.Member // the cluster of the fleet; nil when the entry names its cluster itself
}

// layer is one of the maps that an entry is merged from.
type layer struct {
	name   string
	fields tree.Node
}

// hole is a string of a template with references.
type hole struct {
	node  tree.Node
	parts []schema.ReferencePart
	kind  schema.Type // what belongs at its place
	rule  holeRule
}

// holeRule is which values of a hole are valid without a look at the entry around it. All others are checked within their entry.
type holeRule uint8

const (
	// expand is the rule of all places that are not in holeRules: planning may depend on the value, so the reference is replaced
	// before, and clusters with other values have other templates.
	expand       holeRule = iota
	ruleNone              // any value is valid
	ruleText              // any text is valid
	ruleVariable          // any text is valid, and Flux may read it as something else than a string
	ruleSized             // a text is valid unless the whole gets too long
	ruleName              // a plain name is valid
)

// holeRules are the places that may be holes, by their paths in the entry: [] is an item of a list, and * a field with a key of the
// author's choice. Whoever reads a field of a template that is listed here reads it with [instance.text].
var holeRules = map[string]holeRule{
	"name":                         ruleName,
	"path":                         ruleText,
	"storageNamespace":             ruleName,
	"destination.targetNamespace":  ruleName,
	"metadata.labels.*":            ruleName,
	"metadata.annotations.*":       ruleSized,
	"commonMetadata.labels.*":      ruleName,
	"commonMetadata.annotations.*": ruleText,
	"valuesFrom.[].name":           ruleName,
	"patches.[].patch":             ruleText,
	"postRenderers.[].kustomize.patches.[].patch": ruleText,
	"postBuild.substitute.*":                      ruleVariable,
	"postBuild.substituteFrom.[].name":            ruleName,
}

// ruleAt returns the rule for a hole at a path of the entry.
func ruleAt(path []string) holeRule {
	if path[0] == "values" && len(path) > 1 {
		return ruleNone
	}
	last := len(path) - 1
	if rule := holeRules[strings.Join(path, ".")]; rule != expand {
		return rule
	}
	return holeRules[strings.Join(append(path[:last:last], "*"), ".")]
}

// resolver returns what replaces the references of the instance.
func (i instance) resolver() *resolver {
	if named := i.template.cluster; named != nil {
		return &resolver{app: i.template.app, namedCluster: *named}
	}
	return &resolver{app: i.template.app, namedCluster: namedCluster{member: i.member, name: i.member.Name}}
}

// values appends the values of the instance's holes, in their order.
func (i instance) values(b *tree.Builder, values []tree.Node) []tree.Node {
	if len(i.template.holes) == 0 {
		return values
	}
	r := i.resolver()
	for _, h := range i.template.holes {
		values = append(values, r.value(b, h))
	}
	return values
}

// text returns the text of a scalar of the template for the instance.
func (i instance) text(n tree.Node) string {
	if i.template != nil && len(i.template.holes) > 0 && n.Exists() {
		if index, ok := i.template.indexes[n.Value()]; ok {
			return i.resolver().value(tree.NewBuilder(), i.template.holes[index]).Text()
		}
	}
	return n.Text()
}

// expand returns the merged entry of the instance: the template with the values of its holes. Checking, planning and printing agree
// with it.
func (i instance) expand(b *tree.Builder) tree.Node {
	if len(i.template.holes) == 0 {
		return i.template.fields
	}
	return b.Fill(i.template.fields, i.template.indexes, i.values(b, nil))
}

// entryFields are the fields of a merged entry that planning reads.
type entryFields struct {
	name, namespace, target, cluster tree.Node // target and cluster of the destination
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	releaseName, storageNamespace    tree.Node
	sourceRef, chart, dependsOn      tree.Node
	metadata                         tree.Node
	values                           tree.Node // null too
	wave                             int       // 0 unless the entry has another one
	suspended                        bool
}

// readFields looks through the fields of an entry.
func readFields(fields tree.Node) (f entryFields) {
	for field := range fields.Children() {
		key := field.Key()
		if field.Kind() == tree.Null && key != "values" {
			continue
		}
		switch key {
		case "values":
			f.values = field
		case "metadata":
			f.metadata = field
		case "name":
			f.name = field
		case "namespace":
			f.namespace = field
		case "destination":
			f.readDestination(field)
		case "releaseName":
			f.releaseName = field
		case "storageNamespace":
			f.storageNamespace = field
		case "sourceRef":
			f.sourceRef = field
		case "chart":
			f.chart = field
		case "dependsOn":
			f.dependsOn = field
		case "wave":
			number, _ := strconv.ParseInt(field.Text(), 10, 32)
			f.wave = int(number)
		case "suspend":
			f.suspended = field.Text() == "true"
		}
	}
	return f
}

func (f *entryFields) readDestination(destination tree.Node) {
	for field := range destination.Children() {
		if field.Kind() == tree.Null {
			continue
		}
		switch field.Key() {
		case "targetNamespace":
			f.target = field
		case "cluster":
			f.cluster = field
		case "kubeConfig":
			f.kubeConfig = field
			f.kubeConfigName = schema.KubeConfigRef(field).Get("name")
		}
	}
}

// clusterName returns the name of the cluster that the entry itself names; empty for the hub.
func (f entryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return schema.ClusterName(f.kubeConfigName)
}
