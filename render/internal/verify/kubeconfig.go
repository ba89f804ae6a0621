package verify

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// sharedKubeConfigs warns of clusters of a fleet to which objects go with the kubeConfig of another one: both are one
// cluster to Flux. Flux reads a kubeConfig in the namespace of the object.
func sharedKubeConfigs(placements []*plan.Placement) (problems []finding.Problem) {
	type ofFleet struct {
		kinds.KubeConfigKey
		app *inventory.Application // nil for the fleet among the documents
	}
	if !sharesKubeConfig(placements) {
		return nil
	}
	known, reported := map[ofFleet]*schema.Member{}, map[*schema.Member]bool{}
	for _, p := range placements {
		m, app := p.Instance.Member, p.Common.App
		if !isReached(p) || reported[m] {
			continue
		}
		key := ofFleet{KubeConfigKey: m.KubeConfigKey(p.Common.Namespace)}
		if len(app.Document.Members()) > 0 {
			key.app = app
		}
		switch first := known[key]; {
		case key.KubeConfigKey == kinds.KubeConfigKey{}:
		case first == nil:
			known[key] = m
		case first.Name != m.Name:
			reported[m] = true
			problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeSharedKubeConfig,
				Subject: m.Document().Subject(), Node: m.Origin(), Current: m.Name,
				Detail: fmt.Sprintf("cluster %s has the kubeConfig of cluster %s at ", m.Name, first.Name)}.Beside(first.Origin(),
				": what goes to one goes to the other; write another "+key.Kind+" for one of them"))
		}
	}
	return problems
}

// isReached reports whether the hub reaches a cluster of a fleet with a kubeConfig for the object.
func isReached(p *plan.Placement) bool {
	return p.Instance.Member != nil && !p.Instance.Member.Hub() && !p.Common.App.Standalone
}

// sharesKubeConfig reports whether objects may go to different clusters with one kubeConfig, of one fleet or of several: a
// cheap test before sharedKubeConfigs.
func sharesKubeConfig(placements []*plan.Placement) bool {
	count, keys := kubeConfigs(placements, func(*plan.Placement) string { return "" })
	if keys == count {
		return false
	}
	_, named := kubeConfigs(placements, func(p *plan.Placement) string { return p.Instance.Member.Name })
	return keys != named
}

// kubeConfigs returns how many objects reach clusters with a kubeConfig, and how many different ones these have, where
// an addition tells them apart, too.
func kubeConfigs(placements []*plan.Placement, addition func(*plan.Placement) string) (count, distinct int) {
	h := hashes{all: make([]uint64, 0, len(placements))}
	for _, p := range placements {
		if !isReached(p) {
			continue
		}
		if key := p.Instance.Member.KubeConfigKey(p.Common.Namespace); key.Name != "" {
			h.add(key.Namespace, key.Kind, key.Name, key.Key, addition(p))
		}
	}
	return len(h.all), h.distinct()
}
