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

// Chart returns the chart that all entries of the application release; absent when there is none.
func (d *Document) Chart() tree.Node { return d.spec.At("config", "helmRelease", "chart") }

// TemplateName returns the node of the template's name; absent when the application names none.
func (d *Document) TemplateName() tree.Node { return d.spec.At("config", "helmRelease", "template") }

// SharesChart reports whether releases refer to one HelmChart for each distinct chart.
func (d *Document) SharesChart() bool {
	return d.spec.At("config", "helmRelease", "shareChart").Text() == "true"
}

// Sharded reports whether the application's objects are spread over shards.
func (d *Document) Sharded() bool { return d.spec.Get("sharding").Exists() }

// Standalone reports whether Flux runs in each of the application's clusters, rather than on a hub that reaches them.
func (d *Document) Standalone() bool { return d.spec.Get("topology").Text() == "Standalone" }

// HasWaves reports whether an entry or a layer of the application says a wave, 0 included. It does not depend on the clusters that
// there are: one more or less changes what it alone is about.
func (d *Document) HasWaves() bool {
	return d.mentionsWave && slices.ContainsFunc(d.EntriesAndLayers(), func(n tree.Node) bool { return n.Get("wave").Exists() })
}

// MayMentionReferences reports whether the text of the document may have references. Most texts have none and need not be searched.
func (d *Document) MayMentionReferences() bool { return d.mentionsReference }

// MayMentionSlips reports whether the text of the document may have what is nearly a reference.
func (d *Document) MayMentionSlips() bool { return d.mentionsSlip }

// HasReferences reports whether an entry or a layer of the application has references, which are different for each cluster.
func (d *Document) HasReferences() bool {
	return d.mentionsReference && slices.ContainsFunc(d.EntriesAndLayers(), reference.Contains)
}

// Defaults returns the fields that lie below every entry of the application; absent when there are none.
func (d *Document) Defaults() tree.Node { return d.spec.At("config", "defaults") }

// Overrides returns the layers above the entries, in the order in which they are laid.
func (d *Document) Overrides() (layers []tree.Node) {
	for layer := range d.spec.At("config", "overrides").Children() {
		if layer.Kind() == tree.Map {
			layers = append(layers, layer)
		}
	}
	return layers
}

// EntriesAndLayers returns what the merged entries of the application are made of: its entries and layers.
func (d *Document) EntriesAndLayers() []tree.Node {
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
	x, config := &index{}, d.spec.Get("config")
	x.addMembers(d, b)
	for _, workload := range v1alpha1.Workloads {
		if !config.Get(string(workload)).Exists() {
			continue
		}
		x.workload = workload
		if list := config.At(workload.Path()...); list.Kind() == tree.List {
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
	for variable := range d.Variables {
		if isQuote(variable.Text()) {
			return true
		}
	}
	return false
}

func isQuote(text string) bool { return text == `"` || text == "'" }

// Variables yields what the entries and layers of the application write in postBuild.substitute.
func (d *Document) Variables(yield func(tree.Node) bool) {
	for _, n := range d.EntriesAndLayers() {
		for variable := range n.At("postBuild", "substitute").Children() {
			if !yield(variable) {
				return
			}
		}
	}
}
