package verify

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func about(p *plan.Placement, s finding.Severity, code finding.Code, n tree.Node, detail string) finding.Problem {
	return finding.Problem{Severity: s, Code: code, Subject: p.Common.App.Document.Subject(), Node: n, Detail: detail}
}

// first reports whether nothing was reported for a key yet, and remembers the key.
func first[K comparable](reported map[K]bool, key K) bool {
	again := reported[key]
	reported[key] = true
	return !again
}

func inNamespace(object string, p *plan.Placement) string {
	if p.Common.Namespace == "" {
		return object + " without namespace"
	}
	return object + " of namespace " + p.Common.Namespace
}
