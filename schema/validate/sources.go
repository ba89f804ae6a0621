package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// layeredSource validates a source that is the lowest layer. The merged ones are validated by themselves.
func layeredSource(c *validator, d *schema.Document) {
	for _, layer := range d.Facts().EntriesAndLayers() {
		if own, ref := layer.Get("source"), layer.Get("sourceRef"); own.Exists() && ref.Exists() {
			c.Report(finding.Problem{Code: codes.TwoSources, Node: ref, OnKey: true, Detail: "there is a source " +
				"already, source at "}.Beside(own, "; write this one as source.sourceRef, or keep one of them"))
		}
	}
	if label := d.Facts().SaveTemplateLabel(); label.Exists() && d.Facts().VariesSource() {
		c.RefuseKey(label, codes.TwoSources, "the label saves the chart with its source, which may differ from "+
			"cluster to cluster here; write spec.source without references, and no source in entries and layers")
	}
}

// namedSources leaves out the specs of sources, which are validated where entries name them.
func namedSources(c *validator, spec tree.Node) {
	seen := map[string]tree.Node{}
	if name := spec.At("source", "name"); name.Text() != "" {
		seen[name.Text()] = name
	}
	for item := range spec.Get("sources").Children() {
		name := item.Get("name")
		c.references(name)
		c.RequiredName(item, kinds.MaxName)
		if namespace := item.Get("namespace"); !names.HasReferences(namespace) {
			c.Namespace(namespace)
		}
		c.once(seen, name, name.Text(), fmt.Sprintf("a source %s is already at ", name.Text()), "; write another name")
		oneSource(c, item)
	}
}

func oneSource(c *validator, item tree.Node) {
	var first tree.Node
	for inline := range kinds.With(kinds.Source) {
		spec := item.Get(inline.Field)
		switch {
		case !spec.Exists():
		case first.Exists():
			c.Report(finding.Problem{Code: codes.TwoSources, Node: spec, OnKey: true,
				Detail: fmt.Sprintf("there is a source already, %s at ", first.Key())}.Beside(first, "; write one item for each"))
		default:
			first = spec
		}
	}
	if !first.Exists() && item.Kind() == tree.Map {
		c.Refuse(item, codes.NoSource, "has no source; write one of gitRepository, helmRepository, ociRepository, "+
			"bucket and artifact")
	}
}

var keyOfYAML = pattern.Of(`^(?:- +)?([A-Za-z][A-Za-z_-]*):(?: +(.*))?$`)

// ignoreText reports YAML: Flux reads the text as a file .sourceignore, whose lines are patterns.
func ignoreText(c *validator, n tree.Node) {
	number := 0
	for line := range strings.Lines(n.Text()) {
		number++
		line = strings.TrimSpace(line)
		pattern, yaml := patternInYAML(line)
		if !yaml {
			continue
		}
		pattern = cmp.Or(pattern, "docs/")
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: check.CodeIgnoreText, Node: n, Proposed: pattern,
			Detail: fmt.Sprintf("line %d is YAML, and Flux reads this text as a .gitignore, where the line matches no file; "+
				"write one pattern in each line, for example %s", number, pattern)})
		return
	}
}

// patternInYAML also returns the pattern that a line of YAML most likely means; empty when it has none.
func patternInYAML(line string) (pattern string, yaml bool) {
	if key := keyOfYAML().FindStringSubmatch(line); key != nil {
		return unquoted(key[2]), true
	}
	item, isItem := strings.CutPrefix(line, "- ")
	if isItem || strings.HasPrefix(line, `["`) || strings.HasPrefix(line, "['") {
		first, _, _ := strings.Cut(strings.Trim(item, "[]"), ",")
		return unquoted(first), true
	}
	return "", false
}

func unquoted(scalar string) string { return strings.Trim(strings.TrimSpace(scalar), `"'`) }

// valuesFiles reports several files in one text, as a form of KubeSphere's console takes them.
func valuesFiles(c *validator, chart tree.Node) {
	for item := range chart.Get("valuesFiles").Children() {
		files, known := names.PlainText(item)
		if !known || !strings.Contains(files, shape.FileSeparator) {
			continue
		}
		list, remedy := shape.FileList(files),
			"Flux looks for one file of this name, with the semicolons; write the files as items of valuesFiles"
		c.Report(finding.Problem{Code: codes.JoinedList, Node: item, Current: files, Proposed: list,
			Detail: remedy + ": " + list, Hiding: remedy})
	}
}

// artifact validates the spec of an ArtifactGenerator, of which fluxapp fills in the name of the artifact and the
// kinds of items of spec.sources.
func artifact(c *validator, spec tree.Node) {
	newField(c, spec, kinds.ArtifactGenerator.Versions[0].Since)
	artifacts, aliases := spec.Get("artifacts"), map[string]tree.Node{}
	for source := range spec.Get("sources").Children() {
		alias := source.Get("alias")
		c.once(aliases, alias, alias.Text(), fmt.Sprintf("the alias %s is already at ", alias.Text()), "; write another one")
		artifactItem(c, source)
	}
	if first := artifacts.First(); artifacts.Kind() == tree.List && (!first.Exists() || first.Next().Exists()) {
		c.RefuseKey(artifacts, check.CodeContradiction, "has %d artifacts, and an entry has one source; write one here, "+
			"and others as items of spec.sources, or refer to one of another tool: sourceRef: {kind: ExternalArtifact, name: "+
			"NAME}", artifacts.Len())
	} else {
		c.rows(first, "artifact")
		beginsWithAlias(c, first.Get("revision"), aliases)
		beginsWithAlias(c, first.Get("originRevision"), aliases)
		for item := range first.Get("copy").Children() {
			beginsWithAlias(c, item.Get("from"), aliases)
		}
	}
	c.Add(slices.DeleteFunc(shape.CheckFields(spec, shape.All().Sources[kinds.ArtifactGenerator.Field], c.Flux),
		func(p finding.Problem) bool {
			return p.Child == "name" && p.Node.Same(artifacts.First()) || p.Child == "kind" && itemOf(c, p.Node).Exists()
		}))
}

func newField(c *validator, n tree.Node, since int) {
	if n.Exists() && !c.Flux.Has(since) {
		c.Report(shape.TooNew(n, since, c.Flux))
	}
}

func itemOf(c *validator, source tree.Node) tree.Node {
	name, namespace := source.Get("name").Text(), source.Get("namespace")
	return each.First(c.document.Spec().Get("sources").Children(), func(item tree.Node) bool {
		return name != "" && name == item.Get("name").Text() &&
			(!namespace.Exists() || namespace.Text() == item.Get("namespace").Text())
	})
}

func artifactItem(c *validator, source tree.Node) {
	item, name := itemOf(c, source), source.Get("name")
	for inline := range kinds.With(kinds.Source) {
		if spec := item.Get(inline.Field); inline != kinds.ArtifactGenerator && spec.Kind() == tree.Map &&
			!names.HasReferences(spec) {
			inlineSource(c, spec, inline, "")
		}
	}
	switch {
	case source.Get("kind").Exists():
	case names.HasReferences(item):
		c.Refuse(name, codes.Reference, "the source %s has references, and an artifact takes items of spec.sources "+
			"without them; write an item for each value, and a reference in this name", name.Text())
	case item.Get(kinds.HelmRepository.Field).Exists():
		c.Refuse(name, codes.SourceKind, "an artifact cannot be made of a HelmRepository; write an ociRepository for "+
			"the chart, or a HelmChart by its kind and name")
	}
}

func beginsWithAlias(c *validator, path tree.Node, known map[string]tree.Node) {
	text, isPath := strings.CutPrefix(path.Text(), "@")
	alias, _, _ := strings.Cut(text, "/")
	if _, ok := known[alias]; !ok && isPath && !names.Placeholder(path.Text()) {
		c.Refuse(path, check.CodeContradiction, "no source of the artifact has the alias %s; correct it, or add a "+
			"source with this alias", alias)
	}
}
