package promote

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reachStage finds the clusters that have the value of their stage. It warns of layers above that give others of the
// stage another value, and of a stage of which no cluster has the value.
func (p *promotion) reachStage(result render.Result, f Field, s *Stage) (problems []finding.Problem) {
	covers := p.clusters(result, f, s)
	for _, c := range covers {
		problems = append(problems, p.covered(c, f, s))
	}
	if len(s.Clusters)+len(covers) == 0 {
		problems = append(problems, p.warning(s.At,
			fmt.Sprintf("no cluster of %s gets this value; fix the labels of the clusters, or the entries", s.Selector)))
	}
	return problems
}

// cover is a layer above the layer of a stage, which gives some clusters of the stage another value.
type cover struct {
	setting  render.Setting
	clusters []string
}

// clusters finds the clusters of a stage that get the value from its layer, and the layers that cover it for others.
func (p *promotion) clusters(result render.Result, f Field, s *Stage) (covers []cover) {
	for _, o := range p.workloads(result, s.Selector) {
		settings := o.EntryField(f...)
		own := slices.IndexFunc(settings, func(set render.Setting) bool { return set.At == s.At })
		if own < 0 { // another entry made it
			continue
		}
		name := cmp.Or(o.Cluster(), kinds.Hub)
		if settings[0].Value == settings[own].Value {
			s.Clusters = append(s.Clusters, name)
			continue
		}
		i := slices.IndexFunc(covers, func(c cover) bool { return c.setting.At == settings[0].At })
		if i < 0 {
			i, covers = len(covers), append(covers, cover{setting: settings[0]})
		}
		covers[i].clusters = append(covers[i].clusters, name)
	}
	s.Clusters = distinct(s.Clusters)
	for i := range covers {
		covers[i].clusters = distinct(covers[i].clusters)
	}
	return covers
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func (p *promotion) workloads(result render.Result, s Selector) (all []render.Object) {
	for _, o := range result.Objects {
		isOwn := o.Application() == p.application.Name() && o.Row().Is(kinds.Workload)
		if isOwn && s.matches(p.application.Cluster(o.Cluster())) {
			all = append(all, o)
		}
	}
	return all
}

const mostClusters = 5

func (p *promotion) covered(c cover, f Field, s *Stage) finding.Problem {
	clusters := names.SpansOf(c.clusters).Short(mostClusters)
	return p.warning(c.setting.At, fmt.Sprintf("%s covers the %s of %s on %s; leave it out there, or change it by hand",
		c.setting.Layer, f, s.Selector, clusters))
}

func (p *promotion) warning(at tree.Position, detail string) finding.Problem {
	problem := finding.Problem{Severity: finding.SeverityWarning, Code: wording.CodeCovered, Subject: p.document.Subject(),
		Position: at, Detail: detail}
	if p.Options.Strict {
		problem.Severity = finding.SeverityError
	}
	return problem
}
