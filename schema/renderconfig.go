package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// RenderConfig holds the options of a run that a document of kind RenderConfig has. Type RenderConfigSpec of package
// v1alpha1 explains them.
type RenderConfig struct {
	Applications []string
	FluxVersion  string
	Namespace    string
	Strict       bool
	Ignore       []finding.Code
	Literal      bool
	Check        bool
	PruneOrphans bool
	Acknowledge  string
	// Limits is the value of limits; absent when there is none.
	Limits tree.Node
}

// RenderConfig returns the options that a document of class RunConfig holds. The problems are those that Parse found,
// and of values that no run can use.
func (d *Document) RenderConfig() (RenderConfig, []finding.Problem) {
	c := check.Checker{Subject: d.Subject(), Problems: d.Problems()}
	if d.Refused() {
		return RenderConfig{}, c.Problems
	}
	checkRenderConfig(&c, d.spec)
	config := RenderConfig{
		FluxVersion: d.spec.Get("fluxVersion").Text(), Namespace: d.spec.Get("namespace").Text(),
		Acknowledge: d.spec.Get("acknowledge").Text(),
		Strict:      d.spec.Get("strict").Text() == "true", Literal: d.spec.Get("literal").Text() == "true",
		Check:        d.spec.Get("check").Text() == "true",
		PruneOrphans: d.spec.Get("pruneOrphans").Text() == "true", Limits: d.spec.Get("limits"),
	}
	for name := range d.spec.Get("applications").Children() {
		config.Applications = append(config.Applications, name.Text())
	}
	for code := range d.spec.Get("ignore").Children() {
		config.Ignore = append(config.Ignore, finding.Code(code.Text()))
	}
	return config, c.Problems
}
