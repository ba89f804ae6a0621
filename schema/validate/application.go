// Package validate has the rules that package render applies to applications, merged entries and what is beside them.
//
// schema.Parse validates the text of a document: syntax, fields and types. The rules here need a whole application
// ([Application]), an entry with all layers merged ([Entry], [Types], [Chart]), or a value of the run ([Namespace],
// [FluxVersion]). Each returns problems, which package finding locates. They depend on nothing but their arguments.
//
// The package is for fluxapp itself. It is public because package render could not import it below schema/internal.
package validate

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Application validates an application without its entries.
func Application(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.sharded = d.Spec().Get("sharding").Exists()
	c.documentName()
	for _, p := range check.MisspeltKeys(d.Root().At("metadata", "labels"), kinds.SaveTemplateLabels...) {
		c.Report(p)
	}
	spec := d.Spec()
	if spec.Kind() != tree.Map {
		c.noSpec()
		return c.Problems
	}
	config := spec.Get("config")
	workload, entries := d.Entries()
	c.workload(config, workload, len(entries))
	if d.LayersSource() {
		c.layeredSource(d)
		c.namedSources(spec)
	} else {
		c.source(spec.Get("source"), workload)
	}
	c.fleet(spec)
	for _, entry := range entries {
		c.selection(entry.Get("destination"))
	}
	c.layersAndTexts(d)
	switch workload {
	case kinds.HelmReleases:
		c.references(config.At("helmRelease", "shareChart"))
		c.template(d)
		if d.SaveTemplateLabel().Exists() {
			c.noReferences(d.Chart(), "the chart is saved as a template, which is one object for all clusters; write the value "+
				"here and the reference in defaults.chart, or leave the label out")
		}
	case kinds.Kustomizations:
		c.substitutes()
	}
	return c.Problems
}

// fleet validates where an application or a base goes, and what all its objects have.
func (c *validator) fleet(spec tree.Node) {
	c.topology(spec.Get("topology"))
	for cluster := range spec.Get("clusters").Children() {
		if cluster.Kind() == tree.Map && !plainCluster(cluster) {
			c.cluster(cluster)
		}
	}
	c.sharding(spec.Get("sharding"))
	c.limits(spec.Get("limits"))
	c.metadata(spec.Get("commonMetadata"))
}

func (c *validator) layersAndTexts(d *schema.Document) {
	c.layers(d)
	c.written()
	c.removals(d)
	c.referenceKeys(d.Spec())
	c.referenceSlips(d)
}

func (c *validator) noSpec() {
	d := c.document
	if !d.IsKubeSphereApplication() {
		c.Required(d.Root(), "spec")
		return
	}
	spec := d.Root().Get("spec")
	switch fluxApp := spec.Get("fluxApp"); {
	case fluxApp.Kind() == tree.Map:
		c.Required(fluxApp, "spec")
	case spec.Kind() == tree.Map && !fluxApp.Exists():
		c.Lacks(spec, "fluxApp", "is required; write the application below fluxApp.spec")
	case !spec.Exists():
		c.Lacks(d.Root(), "spec", "is required; write kind: fluxcd, and the application below fluxApp.spec")
	}
}

func (c *validator) workload(config tree.Node, workload kinds.WorkloadField, entries int) {
	if !config.Exists() {
		c.Lacks(c.document.Spec(), "config", "is required; write config.helmRelease, config.kustomization or config.kclRun")
		return
	}
	if workload == "" {
		if config.Kind() == tree.Map {
			c.Report(finding.Problem{Code: finding.CodeOneWorkload, Node: config, Missing: true,
				Detail: "has nothing to run; write helmRelease, kustomization or kclRun"})
		}
		return
	}
	first := config.Get(string(workload))
	for _, other := range kinds.WorkloadFields {
		if second := config.Get(string(other)); second.Exists() && other != workload {
			c.Report(finding.Problem{Code: finding.CodeOneWorkload, Node: second, OnKey: true,
				Detail: fmt.Sprintf("an application has one workload, and %s is already at ", workload)}.
				Beside(first, "; write a second application for this one"))
		}
	}
	if entries == 0 {
		c.noEntries(config, workload)
	}
}

func (c *validator) noEntries(config tree.Node, workload kinds.WorkloadField) {
	switch list, release := config.At(workload.Path()...), config.Get("helmRelease"); {
	case !list.Exists() && release.Kind() == tree.Map:
		c.Lacks(release, "deploy", "is required; write an entry for each destination")
	case list.Kind() == tree.List:
		c.Refuse(list, finding.CodeNoDestination, "has no entry; write one for each destination, or remove the application")
	}
}

// layers validates which clusters layers select. Their fields are validated in the merged entries.
func (c *validator) layers(d *schema.Document) {
	c.layerName(d.Defaults(), false)
	for _, override := range d.Overrides() {
		c.overrideCluster(override.Get("cluster"))
		c.clusterNames(override.Get("clusters"))
		var selectors []tree.Node
		for _, key := range []string{"clusterSelector", "clusters", "cluster"} {
			if n := override.Get(key); n.Exists() {
				c.references(n)
				selectors = append(selectors, n)
			}
		}
		c.references(override.Get("disable"))
		c.references(override.Get("allowEmpty"))
		c.layerName(override, len(selectors) == 0)
		if len(selectors) == 0 {
			c.Lacks(override, "clusterSelector", "clusterSelector, clusters or cluster is required; add one, or "+
				"clusterSelector: {} for every cluster of the fleet")
			continue
		}
		for _, second := range selectors[1:] {
			c.Contradicts(second, true, "is beside %s; keep one of them", selectors[0].Key())
		}
	}
}

func (c *validator) overrideCluster(name tree.Node) {
	if strings.Contains(name.Text(), "*") {
		c.Refuse(name, finding.CodeName, "a name takes no *; write clusterSelector: {} for every cluster of the fleet, "+
			"{matchLabels: …} for some, or their names as clusters")
		return
	}
	c.Name(name, kinds.MaxName)
}

func (c *validator) clusterNames(list tree.Node) {
	if list.Kind() != tree.List {
		return
	}
	if list.Len() == 0 {
		c.Refuse(list, finding.CodeEmpty, "is empty, so the override is for no cluster; write the names of clusters, or "+
			"clusterSelector: {} for every cluster of the fleet")
	}
	first := map[string]tree.Node{}
	for name := range list.Children() {
		c.overrideCluster(name)
		c.once(first, name, name.Text(), fmt.Sprintf("cluster %s is already at ", name.Text()), "; leave one of them out")
	}
}

// layerName reports a name for all entries in a layer. An override that selects no cluster means the cluster's.
func (c *validator) layerName(layer tree.Node, selectsNone bool) {
	name := layer.Get("name")
	if !name.Exists() || names.IsReference(name) || names.IsRemoval(name) {
		return
	}
	p := finding.Problem{Code: finding.CodeMisplaced, Node: name, OnKey: true,
		Detail: "a name is for one object, and a layer is for many; write it in the entry, or with $(cluster.name) in it"}
	if selectsNone {
		p.Detail = "the name of the cluster has another place; write it as cluster"
	}
	c.Report(p)
}

// topology refuses a placeholder: rendering depends on the value, and Flux replaces placeholders later.
func (c *validator) topology(n tree.Node) {
	rule := shape.FindRule(shape.FluxApplicationSpec, "topology")
	c.references(n)
	c.Add(rule.Check(n, c.Flux))
	if n.Kind() == tree.String && names.Placeholder(n.Text()) {
		c.Refuse(n, finding.CodePlaceholder, "fluxapp needs the topology before %s is replaced; write %s", n.Text(),
			names.Or(rule.Enum))
	}
}

func (c *validator) sharding(n tree.Node) {
	if n.Kind() != tree.Map {
		return
	}
	shards, key := n.Get("shards"), n.Get("key")
	if count, err := strconv.Atoi(shards.Text()); shards.Kind() == tree.Number && err == nil &&
		(count < 1 || count > kinds.MaxShards) {
		c.Refuse(shards, finding.CodeRange, "%d is no number of shards; write one from 1 to %d", count, kinds.MaxShards)
	}
	if value, ok := names.PlainText(key); ok && value != "" && len(content.IsLabelValue(value+"1000")) > 0 {
		c.Refuse(key, finding.CodeLabel, "%q cannot begin a label value; write at most 59 letters, digits, '-', '_' and "+
			"'.', with a letter or digit first", value)
	}
	c.references(n)
	c.Add(shape.CheckFields(n, shape.All().Sharding, c.Flux))
}

func (c *validator) limits(n tree.Node) {
	c.references(n)
	if n.Kind() != tree.Map {
		return
	}
	if protected := n.Get("protected"); !names.HasReferences(protected) {
		c.Protected(protected)
	}
	c.Add(shape.CheckFields(n, shape.All().Limits, c.Flux))
}

// referenceKeys leaves out parameters of clusters, which are text.
func (c *validator) referenceKeys(spec tree.Node) {
	for field := range spec.Children() {
		if field.Key() == "clusters" || !c.document.MayMentionReferences() {
			continue
		}
		for n := range field.All() {
			if names.MayHaveReference(names.WithoutEscapes(n.Key())) {
				c.RefuseKey(n, finding.CodeReference, "references are replaced in values and never in keys; write the key "+
					"itself, and the reference as a value")
			}
		}
	}
}

// Namespace validates the namespace of the run, which no document has. An empty one is valid.
func Namespace(namespace string) []finding.Problem {
	if namespace == "" || len(content.IsDNS1123Label(namespace)) == 0 {
		return nil
	}
	return []finding.Problem{{Code: finding.CodeNamespace, Current: namespace, Detail: fmt.Sprintf("the namespace %q of "+
		"the run is no valid name; write at most 63 lower-case letters, digits and '-'", namespace)}}
}

// FluxVersion reads the version of Flux of the run, which no document has.
func FluxVersion(text string) (kinds.FluxVersion, []finding.Problem) {
	version, err := kinds.ParseFluxVersion(text)
	if err != nil {
		return 0, []finding.Problem{{Code: finding.CodeUnknownFlux, Current: text, Detail: err.Error()}}
	}
	return version, nil
}
