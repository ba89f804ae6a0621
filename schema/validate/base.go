package validate

import (
	"slices"
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
		return p.Child != "" || p.Missing || p.Code == finding.CodeLeftOpen || names.HasReferences(p.Node) ||
			p.Code == finding.CodeMisplaced && (p.Node.Same(source.Get("name")) || p.Node.Same(source.Get("namespace")))
	})...)
}

// layersOfBase validates values in the chart and layers of a base by their rules alone.
func layersOfBase(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c, workload := newValidator(d, flux), kinds.WorkloadField("")
	if d.Spec().At("config", string(kinds.HelmReleases)).Exists() {
		workload = kinds.HelmReleases
	}
	layers := shape.BaseLayers(workload)
	c.Add(shape.CheckFields(d.Chart(), shape.All().Chart, flux))
	for _, layer := range append(d.EntriesAndLayers(), d.Spec().At("config", "helmRelease")) {
		valuesFiles(c, layer.Get("chart"))
	}
	for _, name := range layers.Names() {
		c.Add(shape.CheckFields(d.Spec().At("config", name), layers.Fields[name].Shape, flux))
	}
	return slices.DeleteFunc(c.Problems, func(p finding.Problem) bool { return p.Code == finding.CodeRequired })
}

// BaseReferences validates the names of the bases of an application.
func BaseReferences(d *schema.Document) []finding.Problem {
	c := newValidator(d, 0)
	for _, r := range d.BaseReferences() {
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
		c.Refuse(n, finding.CodeName, "this is the name of a base of the application's own namespace; for one of another "+
			"write {name: %s, namespace: %s}", short, namespace)
		return
	}
	c.Name(n, content.DNS1123SubdomainMaxLength)
}
