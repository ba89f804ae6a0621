package conformance

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// An excuse is what fluxapp says of a limit other than one finding at its place.
type excuse struct {
	limit   string       // how the limits begin
	value   any          // nil is all
	instead finding.Code // of the one finding that it has; empty when it has none
	why     string
}

const (
	fills     = "fluxapp fills it in, with a warning"
	leaves    = "a null leaves it to another tool, with information"
	combined  = "each value has a spec.provider of its own; TestRules tries them all"
	anySource = "an application has several places for its source"
	vain      = "quotes are what the type wants; that the text is no name or version of Flux is known when the entry " +
		"is judged"
)

// excuses are all of them. Each is needed.
var excuses = []excuse{
	{limit: "HelmChart spec.interval required", why: fills},
	{limit: "HelmRelease spec.interval required", why: fills},
	{limit: "Kustomization spec.interval required", why: fills},
	{limit: "Kustomization spec.prune required", why: fills},
	{limit: "KCLRun spec.interval required", why: fills},
	{limit: "KCLRun spec.prune required", why: fills},
	{limit: "GitRepository spec.interval required", why: leaves},
	{limit: "Bucket spec.interval required", why: leaves},
	{limit: "HelmChart spec.sourceRef required", instead: codes.NoSource, why: anySource},
	{limit: "Kustomization spec.sourceRef required", instead: codes.NoSource, why: anySource},
	{limit: "KCLRun spec.sourceRef required", instead: codes.NoSource, why: anySource},
	{limit: "HelmRelease spec.chart.spec required", instead: codes.NoChart,
		why: "an application has several places for its chart"},
	{limit: "Bucket spec.sts.provider enum", value: "aws", instead: codeContradiction, why: combined},
	{limit: "Bucket spec.sts.provider enum", instead: codes.Unsupported, why: combined},
	{limit: "HelmRepository spec.url pattern", instead: codes.Unsupported, why: "a type takes one of the schemes"},
	{instead: codes.Unquoted, why: vain},
}

// excuse returns which one fits what fluxapp refuses, -1 when none does.
func (c limitCase) excuse(refused finding.Findings) int {
	var codes []finding.Code
	for _, e := range refused {
		codes = append(codes, e.Code)
	}
	for i, e := range excuses {
		if !strings.HasPrefix(c.String(), e.limit) || e.value != nil && e.value != c.value {
			continue
		}
		switch {
		case e.instead == "" && len(codes) == 0,
			e.instead != "" && len(codes) == 1 && codes[0] == e.instead:
			return i
		}
	}
	return -1
}
