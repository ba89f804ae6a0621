package validate

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const artifactElsewhere = "entries refer to an artifact in the namespace of its source, and to none elsewhere; leave " +
	"it out, or write source.namespace"

// artifact validates the spec of an ArtifactGenerator, of which fluxapp fills in the name of the artifact and the
// kinds of items of spec.sources.
func (c *validator) artifact(spec tree.Node) {
	c.newField(spec, kinds.ArtifactGenerator.Versions[0].Since)
	c.Contradicts(spec.Get("pathPattern"), true,
		"makes an artifact for each folder that it matches, and an entry has one source; leave it out")
	c.Contradicts(spec.Get("managedNamespaces"), true, artifactElsewhere)
	artifacts, aliases := spec.Get("artifacts"), map[string]tree.Node{}
	for source := range spec.Get("sources").Children() {
		alias := source.Get("alias")
		c.once(aliases, alias, alias.Text(), fmt.Sprintf("the alias %s is already at ", alias.Text()), "; write another one")
		if namespace := source.Get("namespace"); namespace.Exists() {
			c.Namespace(namespace)
		}
		c.artifactItem(source)
	}
	if first := artifacts.First(); artifacts.Kind() == tree.List && (!first.Exists() || first.Next().Exists()) {
		c.RefuseKey(artifacts, finding.CodeContradiction, "has %d artifacts, and an entry has one source; write one here, "+
			"and others as items of spec.sources, or refer to one of another tool: sourceRef: {kind: ExternalArtifact, name: "+
			"NAME}", artifacts.Len())
	} else {
		c.Contradicts(first.Get("namespace"), true, artifactElsewhere)
		c.artifactAliases(first, aliases)
		if name := first.Get("name"); name.Exists() {
			c.Name(name, content.DNS1123SubdomainMaxLength)
		}
	}
	c.listLength(spec.Get("sources"), 1, 1000)
	c.Add(slices.DeleteFunc(shape.CheckFields(spec, shape.All().Sources[kinds.ArtifactGenerator.Field], c.Flux),
		func(p finding.Problem) bool {
			return p.Child == "name" && p.Node.Same(artifacts.First()) || p.Child == "kind" && c.itemOf(p.Node).Exists()
		}))
}

func (c *validator) newField(n tree.Node, since int) {
	if n.Exists() && !c.Flux.Has(since) {
		c.Report(shape.TooNew(n, since, c.Flux))
	}
}

func (c *validator) itemOf(source tree.Node) tree.Node {
	for item := range c.document.Spec().Get("sources").Children() {
		namespace := source.Get("namespace")
		if name := item.Get("name").Text(); name != "" && name == source.Get("name").Text() &&
			(!namespace.Exists() || namespace.Text() == item.Get("namespace").Text()) {
			return item
		}
	}
	return tree.Node{}
}

func (c *validator) artifactItem(source tree.Node) {
	item, name := c.itemOf(source), source.Get("name")
	for inline := range kinds.Standard().With(kinds.Source) {
		if spec := item.Get(inline.Field); inline != kinds.ArtifactGenerator && spec.Kind() == tree.Map &&
			!names.HasReferences(spec) {
			c.inlineSource(spec, inline, "")
		}
	}
	switch {
	case source.Get("kind").Exists():
	case names.HasReferences(item):
		c.Refuse(name, finding.CodeReference, "the source %s has references, and an artifact takes items of spec.sources "+
			"without them; write an item for each value, and a reference in this name", name.Text())
	case item.Get(kinds.HelmRepository.Field).Exists():
		c.Refuse(name, finding.CodeSourceKind, "an artifact cannot be made of a HelmRepository; write an ociRepository for "+
			"the chart, or a HelmChart by its kind and name")
	}
}

func (c *validator) artifactAliases(artifact tree.Node, known map[string]tree.Node) {
	check := func(n tree.Node) {
		alias, _, _ := strings.Cut(strings.TrimPrefix(n.Text(), "@"), "/")
		if _, ok := known[alias]; !ok && strings.HasPrefix(n.Text(), "@") && !names.Placeholder(n.Text()) {
			c.Refuse(n, finding.CodeContradiction, "no source of the artifact has the alias %s; correct it, or add a source "+
				"with this alias", alias)
		}
	}
	check(artifact.Get("revision"))
	check(artifact.Get("originRevision"))
	c.listLength(artifact.Get("copy"), 1, 0)
	for step := range artifact.Get("copy").Children() {
		check(step.Get("from"))
		c.listLength(step.Get("exclude"), 0, 100)
	}
}

// listLength reports a list with fewer or more items than an API server takes; most 0 is any number.
func (c *validator) listLength(n tree.Node, least, most int) {
	switch count := n.Len(); {
	case n.Kind() != tree.List:
	case count < least:
		c.Refuse(n, finding.CodeEmpty, "is empty; write at least one item")
	case most > 0 && count > most:
		c.RefuseKey(n, finding.CodeTooLong, "has %d items, and Flux takes at most %d; leave some out", count, most)
	}
}
