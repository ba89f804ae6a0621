package schema

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Entries returns the workload of an application and its entries, in the order of the document. Both are empty when the
// document does not say which workload it is.
func (d *Document) Entries() (v1alpha1.Workload, []tree.Node) {
	x := d.indexed()
	return x.workload, slices.Clip(x.entries)
}

// entryList returns the list of a workload's entries.
func entryList(config tree.Node, workload v1alpha1.Workload) tree.Node {
	if workload == v1alpha1.HelmReleases {
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

// Sharded reports whether the application's objects are spread over shards.
func (d *Document) Sharded() bool { return d.Spec.Get("sharding").Exists() }

// The topologies: Flux runs on a hub and reaches the clusters, or in each cluster.
const (
	topologyHubAndSpoke = "HubAndSpoke"
	topologyStandalone  = "Standalone"
)

// Standalone reports whether Flux runs in each of the application's clusters, rather than on a hub that reaches them.
func (d *Document) Standalone() bool { return d.Spec.Get("topology").Text() == topologyStandalone }

// hubAndSpoke reports whether a hub must reach the application's clusters: that of what is no topology nobody knows.
func (d *Document) hubAndSpoke() bool {
	topology := d.Spec.Get("topology")
	return !topology.Exists() || topology.Text() == topologyHubAndSpoke
}

// HasWaves reports whether an entry or a layer of the application says a wave, 0 included. It does not depend on the clusters that
// there are: one more or less changes what it alone is about.
func (d *Document) HasWaves() bool {
	return d.mentionsWave && slices.ContainsFunc(d.entriesAndLayers(), func(n tree.Node) bool { return n.Get("wave").Exists() })
}

// HasReferences reports whether an entry or a layer of the application has references, which are different for each cluster.
func (d *Document) HasReferences() bool {
	return d.mentionsReference && slices.ContainsFunc(d.entriesAndLayers(), reference.Contains)
}

// Defaults returns the fields that lie below every entry of the application; absent when there are none.
func (d *Document) Defaults() tree.Node { return d.Spec.At("config", "defaults") }

// Overrides returns the layers above the entries, in the order in which they are laid.
func (d *Document) Overrides() (layers []tree.Node) {
	for layer := range d.Spec.At("config", "overrides").Children() {
		if layer.Kind() == tree.Map {
			layers = append(layers, layer)
		}
	}
	return layers
}

// entriesAndLayers returns what the merged entries of the application are made of: its entries and layers.
func (d *Document) entriesAndLayers() []tree.Node {
	_, entries := d.Entries()
	return append(append(entries, d.Defaults()), d.Overrides()...)
}

// index is what is asked of a document many times, and takes long to find.
type index struct {
	workload       v1alpha1.Workload
	entries        []tree.Node
	members        []Member
	membersInOrder bool
	kubeConfig     tree.Node // of the cluster that the document is
}

// indexed returns the index of the document. Only applications and clusters have something in it.
func (d *Document) indexed() *index {
	if d.index == nil {
		return &index{}
	}
	return d.index
}

// newIndex looks through a document, with a builder for what is made of it.
func newIndex(d *Document, b *tree.Builder) *index {
	x, config := &index{}, d.Spec.Get("config")
	x.addMembers(d, b)
	for _, workload := range v1alpha1.Workloads {
		if !config.Get(string(workload)).Exists() {
			continue
		}
		x.workload = workload
		if list := entryList(config, workload); list.Kind() == tree.List {
			for entry := range list.Children() {
				x.entries = append(x.entries, entry)
			}
		}
		break
	}
	return x
}

// QuotesVariables reports whether a variable of the application holds a quote and nothing else. Its author knows how to keep a
// string a string: "${quote}${n}${quote}".
func (d *Document) QuotesVariables() bool {
	for variable := range d.variables {
		if isQuote(variable.Text()) {
			return true
		}
	}
	return false
}

func isQuote(text string) bool { return text == `"` || text == "'" }

// variables yields what the entries and layers of the application write in postBuild.substitute.
func (d *Document) variables(yield func(tree.Node) bool) {
	for _, n := range d.entriesAndLayers() {
		for variable := range n.At("postBuild", "substitute").Children() {
			if !yield(variable) {
				return
			}
		}
	}
}
