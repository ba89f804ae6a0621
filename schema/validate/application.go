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
	c.rows(d.Root(), "document")
	for _, p := range check.MisspeltKeys(d.Root().At("metadata", "labels"), kinds.SaveTemplateLabels...) {
		c.Report(p)
	}
	spec := d.Spec()
	if spec.Kind() != tree.Map {
		if d.IsKubeSphereApplication() {
			c.rows(d.Root(), "console")
		} else {
			c.Required(d.Root(), "spec")
		}
		return c.Problems
	}
	config := spec.Get("config")
	workload, entries := d.Entries()
	oneWorkload(c, config, workload, len(entries))
	if d.LayersSource() {
		layeredSource(c, d)
		namedSources(c, spec)
	} else {
		c.source(spec.Get("source"), workload)
	}
	c.fleet(spec)
	for _, entry := range entries {
		c.rows(entry.Get("destination"), "selection")
	}
	layersAndTexts(c, d)
	switch workload {
	case kinds.HelmReleases:
		c.references(config.At("helmRelease", "shareChart"))
		c.template(d)
		if d.SaveTemplateLabel().Exists() {
			noReferences(c, d.Chart(), "the chart is saved as a template, which is one object for all clusters; write the "+
				"value here and the reference in defaults.chart, or leave the label out")
		}
	case kinds.Kustomizations:
		substitutes(c)
	}
	return c.Problems
}

func (c *validator) fleet(spec tree.Node) {
	for cluster := range spec.Get("clusters").Children() {
		if cluster.Kind() == tree.Map && !plainCluster(cluster) {
			c.rows(cluster, "cluster")
			c.Add(shape.CheckFields(cluster, shape.All().Cluster, c.Flux, "params"))
		}
	}
	c.rows(spec, "fleet")
	c.Add(shape.CheckFields(spec.Get("sharding"), shape.All().Sharding, c.Flux))
	c.Add(shape.CheckFields(spec.Get("limits"), shape.All().Limits, c.Flux))
	c.metadata(spec.Get("commonMetadata"))
}

// layersAndTexts leaves out the fields of layers, which are validated in merged entries.
func layersAndTexts(c *validator, d *schema.Document) {
	c.rows(d.Defaults(), "defaults")
	for _, override := range d.Overrides() {
		c.rows(override, "selectors")
	}
	c.written()
	removals(c, d)
	referenceKeys(c, d.Spec())
	c.referenceSlips(d)
}

func oneWorkload(c *validator, config tree.Node, workload kinds.WorkloadField, entries int) {
	if !config.Exists() {
		c.Lacks(c.document.Spec(), "config", "is required; write config.helmRelease, config.kustomization or config.kclRun")
		return
	}
	if workload == "" {
		if config.Kind() == tree.Map {
			c.Report(finding.Problem{Code: check.CodeOneWorkload, Node: config, Missing: true,
				Detail: "has nothing to run; write helmRelease, kustomization or kclRun"})
		}
		return
	}
	first := config.Get(string(workload))
	for _, other := range kinds.WorkloadFields {
		if second := config.Get(string(other)); second.Exists() && other != workload {
			c.Report(finding.Problem{Code: check.CodeOneWorkload, Node: second, OnKey: true,
				Detail: fmt.Sprintf("an application has one workload, and %s is already at ", workload)}.
				Beside(first, "; write a second application for this one"))
		}
	}
	if entries == 0 {
		c.rows(config, "entries of Helm")
		if list := config.At(workload.Path()...); list.Kind() == tree.List {
			c.Refuse(list, finding.CodeNoDestination, "has no entry; write one for each destination, or remove the application")
		}
	}
}

func isClusterName(c *validator, f field) {
	if strings.Contains(f.Text(), "*") {
		c.Refuse(f.Node, finding.CodeName, "a name takes no *; write clusterSelector: {} for every cluster of the fleet, "+
			"{matchLabels: …} for some, or their names as clusters")
		return
	}
	c.Name(f.Node, kinds.MaxName)
}

func areClusterNames(c *validator, f field) {
	if f.Kind() != tree.List {
		return
	}
	if f.Len() == 0 {
		c.Refuse(f.Node, check.CodeEmpty, "is empty, so the override is for no cluster; write the names of clusters, or "+
			"clusterSelector: {} for every cluster of the fleet")
	}
	first := map[string]tree.Node{}
	for name := range f.Children() {
		isClusterName(c, field{Node: name})
		c.once(first, name, name.Text(), fmt.Sprintf("cluster %s is already at ", name.Text()), "; leave one of them out")
	}
}

// isTopology refuses a placeholder: rendering depends on the value, and Flux replaces placeholders later.
func isTopology(c *validator, f field) {
	rule := shape.FindRule(shape.FluxApplicationSpec, "topology")
	c.Add(rule.Check(f.Node, c.Flux))
	if f.Kind() == tree.String && names.Placeholder(f.Text()) {
		c.Refuse(f.Node, check.CodePlaceholder, "fluxapp needs the topology before %s is replaced; write %s", f.Text(),
			names.Or(rule.Enum))
	}
}

func isCountOfShards(c *validator, f field) {
	count, err := strconv.Atoi(f.Text())
	if f.Kind() == tree.Number && err == nil && (count < 1 || count > kinds.MaxShards) {
		c.Refuse(f.Node, check.CodeRange, "%d is no number of shards; write one from 1 to %d", count, kinds.MaxShards)
	}
}

func beginsLabels(c *validator, f field) {
	if value, ok := names.PlainText(f.Node); ok && value != "" && len(content.IsLabelValue(value+"1000")) > 0 {
		c.Refuse(f.Node, check.CodeLabel, "%q cannot begin a label value; write at most 59 letters, digits, '-', '_' and "+
			"'.', with a letter or digit first", value)
	}
}

// Run validates the namespace and the version of Flux of a run, which no document has. Both may be empty.
func Run(namespace, flux string) (problems []finding.Problem) {
	if namespace != "" && len(content.IsDNS1123Label(namespace)) > 0 {
		problems = append(problems, finding.Problem{Code: finding.CodeNamespace, Current: namespace,
			Detail: fmt.Sprintf("the namespace %q of the run is no valid name; write at most 63 lower-case letters, "+
				"digits and '-'", namespace)})
	}
	if _, err := kinds.ParseFluxVersion(flux); err != nil {
		problems = append(problems, finding.Problem{Code: check.CodeUnknownFlux, Current: flux, Detail: err.Error()})
	}
	return problems
}
