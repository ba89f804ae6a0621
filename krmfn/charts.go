package krmfn

import (
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// ReadCharts reads the charts of a RenderConfig: it returns what checks by them, what is wrong with some of them, and
// an error about a place that cannot be read.
type ReadCharts func(places []string) (render.ValuesCheck, finding.Findings, error)
