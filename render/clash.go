package render

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clashes refuses objects that would be one and the same to an API server, to Helm, or to a source-controller.
func clashes(placements []*placement) (problems []schema.Problem) {
	if distinct(placements) {
		return nil
	}
	objects := map[clashKey]*placement{}
	releases := map[releaseKey]*placement{}
	charts := map[clashKey]*placement{}
	entries := map[tree.Position]bool{} // reported to make one object for many clusters
	for _, p := range placements {
		key := p.key()
		if first, ok := objects[key]; ok { // what follows from it is not reported
			if !p.sameEntry(first) {
				problems = append(problems, duplicateObject(p, first))
			} else if at := p.common.origin.Position(); !entries[at] {
				entries[at] = true
				problems = append(problems, duplicateByCluster(p, first))
			}
			continue
		}
		objects[key] = p
		switch p.common.kind {
		case kindHelmRelease:
			problems = append(problems, clashingRelease(releases, p)...)
			if p.common.chartField == "chart" {
				problems = append(problems, clashingChart(charts, p.chartKey(), p)...)
			}
		case kindHelmChart:
			problems = append(problems, clashingChart(charts, p.chartKey(), p)...)
		}
	}
	return problems
}

// distinct reports whether all keys that must be unique have different hashes, so that nothing clashes. It is a cheap test before
// clashes, which remembers who has which key. The hashes of different keys may be equal by chance; then clashes finds nothing.
func distinct(placements []*placement) bool {
	hashes := make([]uint64, 0, 4*len(placements))
	for _, p := range placements {
		hashes = append(hashes, p.key().hash())
		switch p.common.kind {
		case kindHelmRelease:
			if p.common.chartField == "chart" {
				hashes = append(hashes, p.chartKey().hash())
			}
			for _, identity := range p.location().identities() {
				hashes = append(hashes, releaseKey{identity, p.storage(), p.helmName()}.hash())
			}
		case kindHelmChart:
			hashes = append(hashes, p.chartKey().hash())
		}
	}
	count := len(hashes)
	slices.Sort(hashes)
	return len(slices.Compact(hashes)) == count
}

// hash returns the FNV-1a hash of texts.
func hash(texts ...string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	sum := uint64(offset)
	for _, text := range texts {
		for i := range len(text) {
			sum = (sum ^ uint64(text[i])) * prime
		}
		sum = (sum ^ 0xff) * prime // which is in no text
	}
	return sum
}

// releaseKey is what a Helm release is to Helm.
type releaseKey struct {
	cluster       identity
	storage, name string
}

func (k releaseKey) hash() uint64 {
	c := k.cluster.kubeConfig
	return hash("release", k.cluster.givenName, c.namespace, c.kind, c.name, c.key, k.storage, k.name)
}

// clashKey is what must be unique: on an API server a kind, a namespace and a name.
type clashKey struct{ server, kind, namespace, name string }

func (k clashKey) hash() uint64 { return hash(k.server, k.kind, k.namespace, k.name) }

// key is the key of the placement's object on its API server.
func (p *placement) key() clashKey {
	return clashKey{p.server(), p.common.kind.kind, p.common.namespace, p.name}
}

// chartKey is the key of a HelmChart: of the object itself, or of the one that helm-controller makes for a release.
func (p *placement) chartKey() clashKey {
	if p.common.kind == kindHelmChart {
		return clashKey{p.server(), "chart", p.common.namespace, p.name}
	}
	return clashKey{p.server(), "chart", p.common.chartNamespace, p.common.namespace + "-" + p.name}
}

func clashingChart(seen map[clashKey]*placement, key clashKey, p *placement) []schema.Problem {
	if first, ok := seen[key]; ok {
		return []schema.Problem{duplicateChart(key, p, first)}
	}
	seen[key] = p
	return nil
}

// clashingRelease compares what is Helm's own identity of a release: the cluster, the storage namespace and the name that
// helm-controller gives it.
func clashingRelease(seen map[releaseKey]*placement, p *placement) (problems []schema.Problem) {
	storage := p.storage()
	name := p.helmName()
	for _, identity := range p.location().identities() {
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

func clashProblem(code schema.Code, p, first *placement, detail string) schema.Problem {
	return schema.Problem{Code: code, Document: p.common.app.document, Node: p.common.origin, Other: first.common.origin, Detail: detail}
}

// sameEntry reports whether one entry makes both objects, for two clusters.
func (p *placement) sameEntry(first *placement) bool {
	at := p.common.origin.Position()
	return at.Line > 0 && at == first.common.origin.Position() && p.clusterName != first.clusterName
}

// duplicateByCluster refuses an entry that makes one object for more than one cluster.
func duplicateByCluster(p, first *placement) schema.Problem {
	return schema.Problem{Code: schema.CodeDuplicateObject, Document: p.common.app.document, Node: p.common.origin, Detail: fmt.Sprintf(
		"would be called %s %s for %s and for %s; write $(cluster.name) into name, or leave name out",
		p.common.kind.kind, qualified(p.common.namespace, p.name), first.location().called(), p.location().called())}
}

func duplicateObject(p, first *placement) schema.Problem {
	remedy := "set name on one of them"
	switch {
	case p.common.kind == kindHelmChart && p.common.app == first.common.app:
		remedy = "write the same metadata for both charts"
	case !p.isEntry():
		remedy = "write another name for one of them"
	}
	return clashProblem(schema.CodeDuplicateObject, p, first, fmt.Sprintf(
		"would be called %s %s, as is %%s; %s", p.common.kind.kind, qualified(p.common.namespace, p.name), remedy))
}

func duplicateRelease(key releaseKey, p, first *placement) schema.Problem {
	where := "the hub"
	if p.clusterName != "" {
		where = "cluster " + p.clusterName
	}
	return clashProblem(schema.CodeDuplicateRelease, p, first, fmt.Sprintf(
		"would be the Helm release %s (storage namespace %s) on %s, as is %%s; set releaseName or storageNamespace on one of them",
		key.name, key.storage, where))
}

func duplicateChart(key clashKey, p, first *placement) schema.Problem {
	return clashProblem(schema.CodeDuplicateChart, p, first, fmt.Sprintf(
		"needs the HelmChart %s, as does %%s; set name on one of them", qualified(key.namespace, key.name)))
}

func qualified(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}
