package verify

import (
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sharedMetadata validates what the references of commonMetadata become on objects that no entry makes. It informs of
// the labels and annotations that have no value there, once for each.
func sharedMetadata(placements []*plan.Placement) (problems []finding.Problem) {
	type leftOut struct {
		app *inventory.Application
		at  tree.Node
	}
	reported, validated := map[leftOut]bool{}, map[*plan.Common]bool{}
	for _, p := range placements {
		c := p.Common
		if p.IsEntry() || !c.OwnMetadata || !first(validated, c) {
			continue
		}
		problems = append(problems, validate.Metadata(c.App.Document, c.Metadata)...)
		for _, n := range c.NoValue {
			if first(reported, leftOut{c.App, n}) {
				problems = finding.Append(problems, noCommonValue(p, n))
			}
		}
	}
	return problems
}

func noCommonValue(p *plan.Placement, n tree.Node) finding.Problem {
	whose := "belongs to no cluster"
	if !p.Common.Shared {
		whose = "serves all entries of cluster " + p.ClusterName
	}
	found := about(p, finding.SeverityInfo, CodeNoCommonValue, n, fmt.Sprintf(
		"the %s %s %s, so the reference has no value for it, and it is rendered without %s; if it needs one, give the "+
			"reference a default", p.Common.Kind.Name, p.Name, whose, n.Key()))
	found.Current = n.Text()
	return found
}

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
			problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: CodeSharedKubeConfig,
				Subject: m.Document().Subject(), Node: m.Origin(), Current: m.Name,
				Detail: fmt.Sprintf("cluster %s has the kubeConfig of cluster %s at ", m.Name, first.Name)}.Beside(first.Origin(),
				": what goes to one goes to the other; write another "+key.Kind+" for one of them"))
		}
	}
	return problems
}

func isReached(p *plan.Placement) bool {
	return p.Instance.Member != nil && !p.Instance.Member.Hub() && !p.Common.App.Standalone
}

// sharesKubeConfig is a cheap test before sharedKubeConfigs: whether clusters of any fleets may have one kubeConfig.
func sharesKubeConfig(placements []*plan.Placement) bool {
	keys := kubeConfigs(placements, func(*plan.Placement) string { return "" }).repeats()
	return keys > 0 &&
		keys != kubeConfigs(placements, func(p *plan.Placement) string { return p.Instance.Member.Name }).repeats()
}

// kubeConfigs are the kubeConfigs with which objects reach clusters. An addition tells them apart, too.
func kubeConfigs(placements []*plan.Placement, addition func(*plan.Placement) string) *hashes {
	h := &hashes{all: make([]uint64, 0, len(placements))}
	for _, p := range placements {
		if !isReached(p) {
			continue
		}
		if key := p.Instance.Member.KubeConfigKey(p.Common.Namespace); key.Name != "" {
			h.add(key.Namespace, key.Kind, key.Name, key.Key, addition(p))
		}
	}
	return h
}

// hashes tells cheaply how many keys there are. Who asks looks at the keys themselves where two have one hash.
type hashes struct {
	all  []uint64
	text []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// add adds a key by its parts. Processors know both checksums.
func (h *hashes) add(parts ...string) {
	h.text = h.text[:0]
	for _, part := range parts {
		h.text = append(append(h.text, part...), 0xff) // which is in no part
	}
	h.all = append(h.all, uint64(crc32.Checksum(h.text, castagnoli))<<32|uint64(crc32.ChecksumIEEE(h.text)))
}

func (h *hashes) repeats() int {
	slices.Sort(h.all)
	return len(h.all) - len(slices.Compact(h.all))
}

func about(p *plan.Placement, s finding.Severity, code finding.Code, n tree.Node, detail string) finding.Problem {
	return finding.Problem{Severity: s, Code: code, Subject: p.Common.App.Document.Subject(), Node: n, Detail: detail}
}

func first[K comparable](reported map[K]bool, key K) bool {
	again := reported[key]
	reported[key] = true
	return !again
}
