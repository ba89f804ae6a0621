// Package convert rewrites the vocabulary of older Flux APIs as the current one.
package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// converter rewrites older vocabulary. It changes no value in place, and returns what needs no change as it is.
type converter struct {
	build    *tree.Builder
	problems []finding.Problem
}

// Spec returns a FluxApplicationSpec in current vocabulary, and the problems of the conversion.
func Spec(n tree.Node) (tree.Node, []finding.Problem) { return convert(n, (*converter).spec) }

// Base returns the spec of a base in current vocabulary, except its layers, and the problems of the conversion.
func Base(n tree.Node) (tree.Node, []finding.Problem) {
	return convert(n, func(c *converter, n tree.Node) tree.Node {
		return c.change(c.outsideOfConfig(n), "config.helmRelease", c.helmRelease)
	})
}

// BaseLayers returns the spec of a base with its layers in the current vocabulary of a workload, and the problems.
func BaseLayers(n tree.Node, workload kinds.WorkloadField) (tree.Node, []finding.Problem) {
	return convert(n, func(c *converter, n tree.Node) tree.Node {
		return c.change(n, "config", func(config tree.Node) tree.Node { return c.layers(config, workload) })
	})
}

// HelmChart returns the spec of a HelmChart in current vocabulary, and the problems of the conversion.
func HelmChart(n tree.Node) (tree.Node, []finding.Problem) {
	return convert(n, func(c *converter, n tree.Node) tree.Node {
		return c.drop(c.change(c.chart(n), "sourceRef", c.sourceRef), "accessFrom", accessWas)
	})
}

func convert(n tree.Node, how func(*converter, tree.Node) tree.Node) (tree.Node, []finding.Problem) {
	c := converter{build: tree.NewBuilder()}
	n = how(&c, n)
	return n, c.problems
}

func (c *converter) contradicts(n tree.Node, detail string) {
	c.report(finding.Problem{Code: check.CodeConversion, Node: n, OnKey: true, Detail: detail})
}

func (c *converter) report(p finding.Problem) { c.problems = finding.Append(c.problems, p) }

// change returns the map n with what convert makes of the values at a path, as config.helmRelease.deploy[]; n itself
// where no value is there, or none changes.
func (c *converter) change(n tree.Node, path string, convert func(tree.Node) tree.Node) tree.Node {
	key, below, isDeep := strings.Cut(path, ".")
	if isDeep {
		last := convert
		convert = func(n tree.Node) tree.Node { return c.change(n, below, last) }
	}
	key, isList := strings.CutSuffix(key, "[]")
	old := n.Get(key)
	changed := old
	switch {
	case isList && old.Kind() == tree.List:
		changed = c.build.Rebuild(old, convert)
	case !isList && old.Exists():
		changed = convert(old)
	}
	if !old.Exists() || changed.Same(old) {
		return n
	}
	return c.with(n, tree.Field{Key: key, Value: changed})
}

// rename returns the map n with a text in the field key, if that has one of some older texts.
func (c *converter) rename(n tree.Node, key, text string, older ...string) tree.Node {
	return c.change(n, key, func(value tree.Node) tree.Node {
		if slices.Contains(older, value.Text()) {
			return c.build.String(text, value)
		}
		return value
	})
}

func (c *converter) with(n tree.Node, fields ...tree.Field) tree.Node {
	return c.build.Map(n, append(n.Fields(), fields...)...)
}

func (c *converter) replace(n tree.Node, old, key string, value tree.Node) tree.Node {
	return c.with(c.build.Without(n, old), tree.Field{Key: key, Value: value})
}

func (c *converter) outsideOfConfig(n tree.Node) tree.Node {
	n = c.change(n, "source", c.source)
	n = c.change(n, "sources[]", c.source)
	n = c.change(n, "imageAutomation.repositories[]", c.imageRepository)
	n = c.change(n, "imageAutomation.update", c.imageUpdate)
	return c.change(n, "notification.alerts[].spec", c.alert)
}

func (c *converter) spec(n tree.Node) tree.Node {
	return c.change(c.outsideOfConfig(n), "config", func(config tree.Node) tree.Node {
		config = c.layers(config, check.WorkloadOf(config))
		config = c.change(config, "helmRelease", c.helmRelease)
		config = c.change(config, "kclRun[]", c.entrySource)
		return c.change(config, "kustomization[]", c.kustomizationEntry)
	})
}

func (c *converter) layers(config tree.Node, workload kinds.WorkloadField) tree.Node {
	entry := c.entrySource
	switch workload {
	case kinds.HelmReleases:
		entry = c.helmReleaseEntry
	case kinds.Kustomizations:
		entry = c.kustomizationEntry
	}
	config = c.change(config, "defaults", entry)
	return c.change(config, "overrides[]", entry)
}

func (c *converter) entrySource(n tree.Node) tree.Node {
	n = c.change(n, "source", c.source)
	return c.change(n, "sourceRef", c.sourceRef)
}

func (c *converter) source(n tree.Node) tree.Node {
	n = c.change(n, "sourceRef", c.sourceRef)
	n = c.change(n, "bucket", func(spec tree.Node) tree.Node { return c.drop(spec, "accessFrom", accessWas) })
	return c.change(n, "gitRepository", c.gitRepository)
}

func (c *converter) sourceRef(n tree.Node) tree.Node {
	return c.rename(n, "apiVersion", kinds.GitRepository.APIVersion, kinds.GitRepository.APIVersions()...)
}

// accessWas says what accessFrom did: https://github.com/fluxcd/flux2/pull/2092 has never come further.
const accessWas = "no controller ever acted on it; Flux keeps namespaces apart with --no-cross-namespace-refs"

func (c *converter) gitRepository(n tree.Node) tree.Node {
	n = c.drop(n, "gitImplementation", "")
	n = c.drop(n, "accessFrom", accessWas)
	return c.change(n, "verify", func(verify tree.Node) tree.Node { return c.rename(verify, "mode", "HEAD", "head") })
}

func (c *converter) drop(n tree.Node, key, why string) tree.Node {
	old := n.Get(key)
	if !old.Exists() {
		return n
	}
	if why != "" {
		c.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Converted, Node: old, OnKey: true,
			Detail: "Flux no longer has this field, and it is left out: " + why})
	}
	return c.build.Without(n, key)
}

func (c *converter) helmRelease(n tree.Node) tree.Node {
	n = c.change(n, "chart", c.chart)
	return c.change(n, "deploy[]", c.helmReleaseEntry)
}

func (c *converter) helmReleaseEntry(n tree.Node) tree.Node {
	n = c.change(n, "chart", c.chart)
	n = c.entrySource(n)
	n = c.change(n, "install", c.install)
	n = c.change(n, "postRenderers[].kustomize", c.patches)
	return c.change(n, "postRenderers+[].kustomize", c.patches)
}

// chart appends valuesFile to valuesFiles, which is the order in which Flux merged them.
func (c *converter) chart(n tree.Node) tree.Node {
	file := n.Find("valuesFile")
	switch {
	case !file.Exists():
		return n
	case removes(file) && n.Find("valuesFiles").Exists():
		return c.build.Without(n, "valuesFile")
	case removes(file):
		return c.replace(n, "valuesFile", "valuesFiles", file)
	}
	files := append(slices.Collect(n.Get("valuesFiles").Children()), file)
	return c.replace(n, "valuesFile", "valuesFiles", c.build.List(file, files...))
}

func removes(n tree.Node) bool { return n.Kind() == tree.Null || names.IsRemoval(n) }

func (c *converter) install(n tree.Node) tree.Node {
	skip := n.Get("skipCRDs")
	if !skip.Exists() {
		return n
	}
	if names.IsRemoval(skip) && !n.Find("crds").Exists() {
		return c.replace(n, "skipCRDs", "crds", skip)
	}
	if skip.Text() != "true" {
		return c.build.Without(n, "skipCRDs")
	}
	if crds := n.Get("crds"); crds.Exists() && crds.Text() != "Skip" {
		c.report(finding.Problem{Code: check.CodeConversion, Node: skip, OnKey: true, Current: "true",
			Detail: "skipCRDs: true contradicts crds: " + crds.Text() + "; leave skipCRDs out"})
		return n
	}
	return c.replace(n, "skipCRDs", "crds", c.build.String("Skip", skip))
}

// kustomizationEntry drops validation, which kustomize-controller replaced by server-side apply.
func (c *converter) kustomizationEntry(n tree.Node) tree.Node {
	n = c.patches(n)
	n = c.entrySource(n)
	return c.drop(n, "validation", "Flux now validates by applying on the server")
}

// patches puts merges before the patches that are there, and operations behind them, as kustomize applied the three.
func (c *converter) patches(n tree.Node) tree.Node { return c.patchesIn(c.patchesIn(n, ""), "+") }

func (c *converter) patchesIn(n tree.Node, suffix string) tree.Node {
	merges, ops := n.Get("patchesStrategicMerge"+suffix), n.Get("patchesJson6902"+suffix)
	if !merges.Exists() && !ops.Exists() {
		return n
	}
	patches := each.In(merges.Children(), func(patch tree.Node) tree.Node {
		return c.build.Map(patch, tree.Field{Key: "patch", Value: c.text(patch)})
	})
	patches = slices.AppendSeq(patches, n.Get("patches"+suffix).Children())
	for op := range ops.Children() {
		patches = append(patches, c.build.Map(op,
			tree.Field{Key: "patch", Value: c.text(op.Get("patch"))},
			tree.Field{Key: "target", Value: op.Get("target")}))
	}
	list := c.build.List(n, patches...)
	if removal := cmp.Or(merges, ops); names.IsRemoval(removal) && len(patches) == 0 &&
		!n.Find("patches"+suffix).Exists() {
		list = removal
	}
	return c.with(c.build.Without(n, "patchesStrategicMerge"+suffix, "patchesJson6902"+suffix),
		tree.Field{Key: "patches" + suffix, Value: list})
}

// text returns a value as the YAML text that patches hold; a text stays as it is.
func (c *converter) text(n tree.Node) tree.Node {
	if !n.Exists() || n.Kind() == tree.String {
		return n
	}
	return c.build.String(strings.TrimSuffix(string(tree.AppendYAML(nil, c.build.Verbatim(n))), "\n"), n)
}
