package validate

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What came with which minor version of Flux 2, by the tags v1.6.0, v1.7.0, v1.8.0 and v1.9.0 of
// fluxcd/notification-controller, which are in Flux 2.6 to 2.9 (api/v1beta3/provider_types.go,
// api/v1/reference_types.go). commitStatusExpr is in all of them.
var (
	providerSince = map[string]int{
		"otel": 7, "zulip": 7,
		"giteapullrequestcomment": 8, "githubpullrequestcomment": 8, "gitlabmergerequestcomment": 8,
	}
	watchedSince = map[string]int{"ArtifactGenerator": 8, "ExternalArtifact": 8}
)

const fluxProxySecret = 7

// Watchable reports whether an Alert of a Flux can be about objects of a kind.
func Watchable(kind string, flux terms.FluxVersion) bool {
	rule := shape.FindRule(shape.EventSourceReference, "kind")
	return slices.Contains(rule.Enum, kind) && flux.Has(watchedSince[kind])
}

func (c *validator) newValue(n tree.Node, since map[string]int) {
	if value := n.Text(); !c.Flux.Has(since[value]) {
		c.Report(finding.Problem{Code: finding.CodeFluxField, Node: n, Current: value, Detail: fmt.Sprintf(
			"Flux %s does not have %q (new in %s); write another value, or render for a newer Flux", c.Flux, value,
			terms.FluxVersion(since[value]))})
	}
}
