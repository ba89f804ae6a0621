package verify

import (
	"fmt"
	"math/bits"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clashes refuses objects that would be one and the same to an API server, to Helm, or to a source-controller.
func clashes(placements []*plan.Placement) (problems []finding.Problem) {
	if distinct(placements) {
		return nil
	}
	objects := map[plan.ClashKey]*plan.Placement{}
	releases := map[releaseKey]*plan.Placement{}
	charts := map[plan.ClashKey]*plan.Placement{}
	entries := map[tree.Position]bool{} // reported to make one object for many clusters
	for _, p := range placements {
		key := p.Key()
		if first, ok := objects[key]; ok { // what follows from it is not reported
			if !sameEntry(p, first) {
				problems = append(problems, duplicateObject(p, first))
			} else if at := p.Common.Origin.Position(); !entries[at] {
				entries[at] = true
				problems = append(problems, duplicateByCluster(p, first))
			}
			continue
		}
		objects[key] = p
		switch p.Common.Kind {
		case kinds.HelmRelease:
			problems = append(problems, clashingRelease(releases, p)...)
			if p.Common.ChartField == "chart" {
				problems = append(problems, clashingChart(charts, p.ChartKey(), p)...)
			}
		case kinds.HelmChart:
			problems = append(problems, clashingChart(charts, p.ChartKey(), p)...)
		}
	}
	return problems
}

// distinct reports whether all keys that must be unique have different hashes, so that nothing clashes. It is a cheap test before
// clashes, which remembers who has which key. The hashes of different keys may be equal by chance; then clashes finds nothing.
func distinct(placements []*plan.Placement) bool {
	const mostKeys = 4 // of an object
	set := newHashSet(mostKeys * len(placements))
	for _, p := range placements {
		if !set.add(hashOf(p.Key())) {
			return false
		}
		isChart, isRelease := p.Common.Kind == kinds.HelmChart, p.Common.Kind == kinds.HelmRelease
		if (isChart || isRelease && p.Common.ChartField == "chart") && !set.add(hashOf(p.ChartKey())) {
			return false
		}
		if !isRelease {
			continue
		}
		release := newHash().text(p.Storage()).text(p.HelmName())
		cluster, c := p.Location().Identifiers()
		if cluster != "" && !set.add(release.text(cluster).sum()) {
			return false
		}
		if (cluster == "" || c != entries.KubeConfigKey{}) && !set.add(release.text(c.Namespace).text(c.Kind).text(c.Name).text(c.Key).sum()) {
			return false
		}
	}
	return true
}

// hashSet is a set of hashes with open addressing. A slot that is 0 is free.
type hashSet []uint64

// newHashSet returns a set that is at most half full with so many hashes.
func newHashSet(count int) hashSet { return make(hashSet, 1<<bits.Len(uint(2*count))) }

// add adds a hash, and reports whether it is new.
func (s hashSet) add(hash uint64) bool {
	hash = max(hash, 1)
	mask := uint64(len(s) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		switch s[at] {
		case 0:
			s[at] = hash
			return true
		case hash:
			return false
		}
	}
}

// hashOf returns the hash of a key.
func hashOf(k plan.ClashKey) uint64 {
	return newHash().text(k.Server).text(k.Kind).text(k.Namespace).text(k.Name).sum()
}

// hash is an FNV-1a hash of texts.
type hash uint64

func newHash() hash { return 14695981039346656037 }

func (h hash) text(text string) hash {
	const prime = 1099511628211
	for i := range len(text) {
		h = (h ^ hash(text[i])) * prime
	}
	return (h ^ 0xff) * prime // which is in no text
}

// sum returns the hash with its high bits, which differ most, in the low ones.
func (h hash) sum() uint64 { return uint64(h ^ h>>32) }

// releaseKey is what a Helm release is to Helm.
type releaseKey struct {
	cluster       entries.Identity
	storage, name string
}

func clashingChart(seen map[plan.ClashKey]*plan.Placement, key plan.ClashKey, p *plan.Placement) []finding.Problem {
	if first, ok := seen[key]; ok {
		return []finding.Problem{duplicateChart(key, p, first)}
	}
	seen[key] = p
	return nil
}

// clashingRelease compares what is Helm's own identity of a release: the cluster, the storage namespace and the name that
// helm-controller gives it.
func clashingRelease(seen map[releaseKey]*plan.Placement, p *plan.Placement) (problems []finding.Problem) {
	storage := p.Storage()
	name := p.HelmName()
	for _, identity := range p.Location().Identities() {
		key := releaseKey{identity, storage, name}
		first, ok := seen[key]
		switch {
		case !ok:
			seen[key] = p
		case problems == nil:
			problems = append(problems, duplicateRelease(key, p, first))
		}
	}
	return problems
}

func clashProblem(code finding.Code, p, first *plan.Placement, detail, rest string) finding.Problem {
	return finding.Problem{Code: code, Subject: p.Common.App.Document.Subject(), Node: p.Common.Origin, Detail: detail}.Beside(first.Common.Origin, rest)
}

// sameEntry reports whether one entry makes both objects, for two clusters.
func sameEntry(p *plan.Placement, first *plan.Placement) bool {
	at := p.Common.Origin.Position()
	return at.Line > 0 && at == first.Common.Origin.Position() && p.ClusterName != first.ClusterName
}

// duplicateByCluster refuses an entry that makes one object for more than one cluster.
func duplicateByCluster(p, first *plan.Placement) finding.Problem {
	return finding.Problem{Code: finding.CodeDuplicateObject, Subject: p.Common.App.Document.Subject(), Node: p.Common.Origin, Detail: fmt.Sprintf(
		"would be called %s %s for %s and for %s; write $(cluster.name) into name, or leave name out",
		p.Common.Kind.Name, plan.Qualified(p.Common.Namespace, p.Name), first.Location().Called(), p.Location().Called())}
}

func duplicateObject(p, first *plan.Placement) finding.Problem {
	remedy := "set name on one of them"
	switch {
	case p.Common.Kind == kinds.HelmChart && p.Common.App == first.Common.App:
		remedy = "write the same metadata for both charts"
	case !p.IsEntry():
		remedy = "write another name for one of them"
	}
	return clashProblem(finding.CodeDuplicateObject, p, first, fmt.Sprintf(
		"would be called %s %s, as is ", p.Common.Kind.Name, plan.Qualified(p.Common.Namespace, p.Name)), "; "+remedy)
}

func duplicateRelease(key releaseKey, p, first *plan.Placement) finding.Problem {
	where := "the hub"
	if p.ClusterName != "" {
		where = "cluster " + p.ClusterName
	}
	return clashProblem(finding.CodeDuplicateRelease, p, first, fmt.Sprintf(
		"would be the Helm release %s (storage namespace %s) on %s, as is ",
		key.name, key.storage, where), "; set releaseName or storageNamespace on one of them")
}

func duplicateChart(key plan.ClashKey, p, first *plan.Placement) finding.Problem {
	return clashProblem(finding.CodeDuplicateChart, p, first, fmt.Sprintf(
		"needs the HelmChart %s, as does ", plan.Qualified(key.Namespace, key.Name)), "; set name on one of them")
}
