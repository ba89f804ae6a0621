package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Entries returns the workload of an application and its entries, in the order of the document. Both are empty when the
// document does not say which workload it is.
func (d *Document) Entries() (Workload, []tree.Node) {
	known := d.asKnown()
	return known.workload, slices.Clip(known.entries)
}

// entryList returns the list of a workload's entries.
func entryList(config tree.Node, workload Workload) tree.Node {
	if workload == HelmReleases {
		return config.At("helmRelease", "deploy")
	}
	return config.Get(string(workload))
}

// Chart returns the chart that all entries of the application release; absent when there is none.
func (d *Document) Chart() tree.Node { return d.Spec.At("config", "helmRelease", "chart") }

// TemplateName returns the node of the template's name; absent when the application names none.
func (d *Document) TemplateName() tree.Node { return d.Spec.At("config", "helmRelease", "template") }

// SharesChart reports whether releases refer to one HelmChart for each distinct chart.
func (d *Document) SharesChart() bool {
	return d.Spec.At("config", "helmRelease", "shareChart").Text() == "true"
}

// CheckApplication judges what an application says before its entries are looked at.
func CheckApplication(d *Document, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux, sharded: d.Sharded()}
	c.documentName()
	for _, p := range misspeltKeys(d.Root.At("metadata", "labels"), saveTemplateLabels...) {
		c.refuse(p)
	}
	spec := d.Spec
	if spec.Kind() != tree.Map {
		c.noSpec()
		return c.problems
	}
	config := spec.Get("config")
	workload, entries := d.Entries()
	c.workload(config, workload, len(entries))
	c.source(spec.Get("source"), workload)
	c.topology(spec.Get("topology"))
	for _, cluster := range d.saidFleet().unsure {
		c.cluster(cluster)
	}
	c.layers(d)
	c.sharding(spec.Get("sharding"))
	c.selections(entries)
	c.metadata(spec.Get("commonMetadata"))
	for _, n := range []tree.Node{spec.Get("source"), spec.Get("commonMetadata"), d.Chart(), d.TemplateName()} {
		c.references(n) // those of entries are found in the merged entries
	}
	c.referenceKeys(spec)
	c.referenceSlips(d)
	switch workload {
	case HelmReleases:
		c.template(d)
	case Kustomizations:
		c.substitutes()
	}
	return c.problems
}

// selections checks how entries choose clusters, of which twins choose alike.
func (c *check) selections(entries []tree.Node) {
	var clean tree.Node // the last entry of which nothing was said
	for _, entry := range entries {
		if first := entry.Twin(); first.Exists() && first == clean && !c.document.mentionsReference {
			continue
		}
		before := len(c.problems)
		if c.selection(entry.Get("destination")); len(c.problems) == before {
			clean = entry.Value()
		}
	}
}

func (c *check) documentName() {
	d := c.document
	metadata := d.Root.Get("metadata")
	c.references(metadata.Get("name"))
	c.references(metadata.Get("namespace"))
	switch metadata.Kind() {
	case tree.Map:
		c.requiredName(metadata, MaxName)
	case tree.Absent:
		c.refuse(Problem{Code: CodeRequired, Node: d.Root, Child: "metadata", Detail: "is required; write metadata.name"})
	}
	if namespace := metadata.Get("namespace"); namespace.Text() != "" {
		c.namespace(namespace)
	}
}

func (c *check) noSpec() {
	d := c.document
	if !d.Console() {
		c.required(d.Root, "spec")
		return
	}
	spec := d.Root.Get("spec")
	switch fluxApp := spec.Get("fluxApp"); {
	case fluxApp.Kind() == tree.Map:
		c.required(fluxApp, "spec")
	case spec.Kind() == tree.Map && !fluxApp.Exists():
		c.refuse(Problem{Code: CodeRequired, Node: spec, Child: "fluxApp",
			Detail: "is required; write the application below fluxApp.spec"})
	case !spec.Exists():
		c.refuse(Problem{Code: CodeRequired, Node: d.Root, Child: "spec",
			Detail: "is required; write kind: fluxcd, and the application below fluxApp.spec"})
	}
}

func (c *check) workload(config tree.Node, workload Workload, entries int) {
	if !config.Exists() {
		c.refuse(Problem{Code: CodeRequired, Node: c.document.Spec, Child: "config",
			Detail: "is required; write config.helmRelease, config.kustomization or config.kclRun"})
		return
	}
	if workload == "" {
		if config.Kind() == tree.Map {
			c.refuse(Problem{Code: CodeOneWorkload, Node: config, Missing: true,
				Detail: "has nothing to run; write helmRelease, kustomization or kclRun"})
		}
		return
	}
	first := config.Get(string(workload))
	for _, other := range workloads {
		if second := config.Get(string(other)); second.Exists() && other != workload {
			c.refuse(Problem{Code: CodeOneWorkload, Node: second, OnKey: true, Other: first,
				Detail: fmt.Sprintf("an application has one workload, and %s is already at %%s; write a second application for this one", workload)})
		}
	}
	if entries == 0 {
		c.noEntries(config, workload)
	}
}

func (c *check) noEntries(config tree.Node, workload Workload) {
	switch list, release := entryList(config, workload), config.Get("helmRelease"); {
	case !list.Exists() && release.Kind() == tree.Map:
		c.refuse(Problem{Code: CodeRequired, Node: release, Child: "deploy", Detail: "is required; write an entry for each destination"})
	case list.Kind() == tree.List:
		c.refuse(Problem{Code: CodeNoDestination, Node: list,
			Detail: "has no entry; write one for each destination, or remove the application"})
	}
}

// template refuses a template beside what it brings.
func (c *check) template(d *Document) {
	name := d.TemplateName()
	value, ok := text(name)
	switch namespace, short, qualified := strings.Cut(value, "/"); {
	case ok && qualified && ValidName(namespace) && ValidName(short):
		c.refuse(Problem{Code: CodeName, Node: name, Current: value, Detail: fmt.Sprintf(
			"a template is a HelmChart of the application's own namespace; for one of another leave template out, and write source.sourceRef: {kind: HelmChart, namespace: %s, name: %s}",
			namespace, short)})
	case ok && value != "":
		c.name(name, 253)
	}
	if chart := d.Chart().Get("chart"); name.Text() != "" && chart.Exists() {
		c.refuse(Problem{Code: CodeChartAndTemplate, Node: chart, OnKey: true, Other: name,
			Detail: "the chart comes from the template at %s; remove one of them"})
	}
}
