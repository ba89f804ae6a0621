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
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
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
		if d.Facts().IsKubeSphereApplication() {
			c.rows(d.Root(), "console")
		} else {
			c.Required(d.Root(), "spec")
		}
		return c.Problems
	}
	config := spec.Get("config")
	workload, entries := d.Facts().Entries()
	oneWorkload(c, config, workload, len(entries))
	if d.Facts().LayersSource() {
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
		if d.Facts().SaveTemplateLabel().Exists() {
			noReferences(c, d.Facts().Chart(), "the chart is saved as a template, which is one object for all clusters; write "+
				"the value here and the reference in defaults.chart, or leave the label out")
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
	c.rows(d.Facts().Defaults(), "defaults")
	for _, override := range d.Facts().Overrides() {
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
			c.Refuse(list, codes.NoDestination, "has no entry; write one for each destination, or remove the application")
		}
	}
}

func isClusterName(c *validator, f field) {
	if strings.Contains(f.Text(), "*") {
		c.Refuse(f.Node, codes.Name, "a name takes no *; write clusterSelector: {} for every cluster of the fleet, "+
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

func beginsLabels(c *validator, f field) {
	if value, ok := names.PlainText(f.Node); ok && value != "" && len(content.IsLabelValue(value+"1000")) > 0 {
		c.Refuse(f.Node, check.CodeLabel, "%q cannot begin a label value; write at most 59 letters, digits, '-', '_' and "+
			"'.', with a letter or digit first", value)
	}
}

// Run validates the namespace and the version of Flux of a run, which no document has. Both may be empty.
func Run(namespace, flux string) (problems []finding.Problem) {
	if namespace != "" && len(content.IsDNS1123Label(namespace)) > 0 {
		problems = append(problems, finding.Problem{Code: codes.Namespace, Current: namespace,
			Detail: fmt.Sprintf("the namespace %q of the run is no valid name; write at most 63 lower-case letters, "+
				"digits and '-'", namespace)})
	}
	if _, err := kinds.ParseFluxVersion(flux); err != nil {
		problems = append(problems, finding.Problem{Code: check.CodeUnknownFlux, Current: flux, Detail: err.Error()})
	}
	return problems
}

// Base validates a base by itself. An application may bring what it lacks; its layers are validated when merged, but
// for those of a base that no application uses.
func Base(d *schema.Document, flux kinds.FluxVersion, used bool) []finding.Problem {
	c := newValidator(d, flux)
	c.rows(d.Root(), "document")
	c.Required(d.Root(), "spec")
	c.Report(partsOfBase(d, flux)...)
	layersAndTexts(c, d)
	if !used {
		c.Report(layersOfBase(d, flux)...)
	}
	return c.Problems
}

// partsOfBase leaves out what has references, which is validated where they are replaced.
func partsOfBase(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c, spec := newValidator(d, flux), d.Spec()
	source := spec.Get("source")
	c.source(source, "")
	c.fleet(spec)
	c.tenancy(spec.Get("tenancy"))
	imageAutomation(c, spec.Get("imageAutomation"))
	c.Report(Notification(d, spec.Get("notification"), flux)...)
	whole := newValidator(d, flux) // items of lists replace others, or are beside them, and lack nothing
	for cluster := range spec.Get("clusters").Children() {
		whole.Required(cluster, "name")
	}
	imageRepositories(whole, spec.At("imageAutomation", "repositories"))
	problems := slices.DeleteFunc(whole.Problems, func(p finding.Problem) bool { return names.HasReferences(p.Node) })
	return append(problems, slices.DeleteFunc(c.Problems, func(p finding.Problem) bool {
		return p.Child != "" || p.Missing || p.Code == codes.LeftOpen || names.HasReferences(p.Node) ||
			p.Code == codes.Misplaced && (p.Node.Same(source.Get("name")) || p.Node.Same(source.Get("namespace")))
	})...)
}

// layersOfBase validates values in the chart and layers of a base by their rules alone.
func layersOfBase(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c, workload := newValidator(d, flux), kinds.WorkloadField("")
	if d.Spec().At("config", string(kinds.HelmReleases)).Exists() {
		workload = kinds.HelmReleases
	}
	layers := shape.BaseLayers(workload)
	c.Add(shape.CheckFields(d.Facts().Chart(), shape.All().Chart, flux))
	for _, layer := range append(d.Facts().EntriesAndLayers(), d.Spec().At("config", "helmRelease")) {
		valuesFiles(c, layer.Get("chart"))
	}
	for _, name := range layers.Names() {
		c.Add(shape.CheckFields(d.Spec().At("config", name), layers.Fields[name].Shape, flux))
	}
	return slices.DeleteFunc(c.Problems, func(p finding.Problem) bool { return p.Code == codes.Required })
}

// BaseReferences validates the names of the bases of an application.
func BaseReferences(d *schema.Document) []finding.Problem {
	c := newValidator(d, 0)
	for _, r := range d.Facts().BaseReferences() {
		c.references(r.Node)
		switch {
		case r.Node.Kind() == tree.Map:
			c.RequiredName(r.Node, content.DNS1123SubdomainMaxLength)
			c.Namespace(r.Node.Get("namespace"))
		case r.Node.Kind() == tree.String:
			baseName(c, r.Node)
		}
		for _, part := range []tree.Node{r.Node, r.Node.Get("name"), r.Node.Get("namespace")} {
			if part.Kind() == tree.String && names.Placeholder(part.Text()) {
				c.Refuse(part, check.CodePlaceholder, "fluxapp needs the base before %s is replaced; write its name", part.Text())
			}
		}
	}
	return c.Problems
}

func baseName(c *validator, n tree.Node) {
	if namespace, short, qualified := strings.Cut(n.Text(), "/"); qualified && names.ValidLabel(namespace) &&
		names.Valid(short) {
		c.Refuse(n, codes.Name, "this is the name of a base of the application's own namespace; for one of another "+
			"write {name: %s, namespace: %s}", short, namespace)
		return
	}
	c.Name(n, content.DNS1123SubdomainMaxLength)
}
