package needs

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sources adds the sources and charts that the object refers to.
func (l *refs) sources() {
	c := l.p.Common
	l.source(sourceRefOf(l.p), reasonOf(l.p))
	if c.Kind == kinds.ArtifactGenerator {
		for source := range c.Spec.Get("sources").Children() {
			l.source(source, Files)
		}
	}
	for item := range c.Spec.Get("include").Children() {
		l.named(item.At("repository", "name"), Ref{Thing: Thing{Kind: kinds.GitRepository.Name}, Reason: Files})
	}
}

// source adds what a reference with a kind and a name means.
func (l *refs) source(ref tree.Node, why Reason) {
	l.add(Ref{
		Thing: Thing{Kind: ref.Get("kind").Text(), Namespace: cmp.Or(ref.Get("namespace").Text(), l.p.Common.Namespace),
			Name: ref.Get("name").Text()},
		Reason: why, At: Site{Node: ref},
	})
}

// sourceRefOf returns the reference of the object to a source.
func sourceRefOf(p *plan.Placement) tree.Node {
	c := p.Common
	switch {
	case c.Kind == kinds.HelmRelease && c.ChartField == "chart":
		return c.Chart.At("spec", "sourceRef")
	case c.Kind == kinds.HelmRelease:
		return c.Chart
	case c.Kind == kinds.HelmChart:
		return c.Spec.Get("sourceRef")
	}
	return c.SourceRef
}

// reasonOf returns why the object needs its source, which may be a template that is only in the cluster.
func reasonOf(p *plan.Placement) Reason {
	switch p.Common.Kind {
	case kinds.HelmChart:
		return Chart
	case kinds.HelmRelease:
		if template := p.Instance.Template.ChartTemplate; p.Common.ChartField == "chartRef" && template != nil &&
			template.Document == nil {
			return Template
		}
		return Chart
	}
	return Manifests
}

// dependencies adds the objects of its own kind that the object waits for.
func (l *refs) dependencies() {
	for item := range l.p.Dependencies().Children() {
		if name := item.Get("name"); name.Exists() {
			l.named(name, Ref{Thing: Thing{Kind: l.p.Common.Kind.Name, Namespace: item.Get("namespace").Text()},
				Reason: DependsOn})
		}
	}
}
