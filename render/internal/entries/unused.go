package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reportUnused reports overrides for no entry, and refuses clusters that neither the fleet nor an entry (named) has.
func (l *layers) reportUnused(named []string) {
	if l.app.Refused || l.inv.RefusedFleet {
		return
	}
	ofEntries := make(map[string]bool, len(named))
	for _, name := range named {
		ofEntries[name] = true
	}
	for _, o := range l.overrides {
		if o.base != nil || o.allowsEmpty() {
			continue
		}
		unknown := false
		for _, n := range o.clusters() {
			name := n.Text()
			if (!o.used || o.named > 1) && names.Valid(name) && l.clusters().Find(name) == nil && !ofEntries[name] {
				l.reportUnknown(n, named)
				unknown = true
			}
		}
		if !o.used && !unknown {
			l.report(finding.Problem{
				Severity: finding.SeverityWarning, Code: finding.CodeUnusedOverride, Node: o.written,
				Detail: "matches no cluster that any entry targets; fix the selector, remove the override, " +
					"or add allowEmpty: true",
			})
		}
	}
}

func (o *override) allowsEmpty() bool { return o.written.Get("allowEmpty").Text() == "true" }

// reportUnknown refuses a cluster of an override that does not exist.
func (l *layers) reportUnknown(name tree.Node, named []string) {
	p := finding.Problem{Code: finding.CodeUnknownCluster, Node: name, Current: name.Text()}
	p.Proposed = l.nearest(p.Current, named)
	p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; ", p.Current)
	if len(l.clusters().Members) == 0 {
		p.Detail = fmt.Sprintf("no entry has a cluster %q; ", p.Current)
	}
	known := ""
	if all := l.clusters().Names(); all != "" {
		known = " (the fleet has " + all + ")"
	}
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case p.Current == "all":
		p.Detail += "write clusterSelector: {} for every cluster of the fleet"
	case name.Key() == "cluster":
		p.Detail += "correct the name" + known + ", leave the override out, or write allowEmpty: true beside it"
	default:
		p.Detail += "correct the name" + known + ", leave it out, or write allowEmpty: true beside clusters"
	}
	l.report(p)
}
