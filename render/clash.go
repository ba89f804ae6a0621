package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// clashes refuses objects that would be one and the same to an API server, to Helm, or to a source-controller.
func clashes(placements []placement) (problems []schema.Problem) {
	objects := map[clashKey]*placement{}
	releases := map[releaseKey]*placement{}
	charts := map[clashKey]*placement{}
	entries := map[tree.Position]bool{} // which were said to make one object for many clusters
	for i := range placements {
		p := &placements[i]
		if p.app.duplicate || p.app.refused || p.nameless() { // it would be the same problem in other words
			continue
		}
		key := p.key()
		if first, ok := objects[key]; ok { // what follows from it need not be said too
			if !p.sameEntry(first) {
				problems = append(problems, duplicateObject(p, first))
			} else if at := p.origin().Position(); !entries[at] {
				entries[at] = true
				problems = append(problems, duplicateByCluster(p, first))
			}
			continue
		}
		objects[key] = p
		switch p.kind {
		case kindHelmRelease:
			problems = append(problems, clashingRelease(releases, p)...)
			if p.chartKey == "chart" {
				key := clashKey{p.server(), "", p.chartNamespace, p.namespace + "-" + p.name}
				problems = append(problems, clash(charts, key, p, duplicateChart)...)
			}
		case kindHelmChart:
			problems = append(problems, clash(charts, clashKey{p.server(), "", p.namespace, p.name}, p, duplicateChart)...)
		}
	}
	return problems
}

// nameless reports whether a reference was refused that decides what the object or its Helm release is called.
func (p *placement) nameless() bool {
	return slices.ContainsFunc([]tree.Node{p.said.name, p.said.namespace, p.target, p.releaseName, p.storageNamespace}, schema.HasReference)
}

// releaseKey is what a Helm release is to Helm.
type releaseKey struct {
	cluster       identity
	storage, name string
}

// clashKey is what must be unique: on an API server a kind, a namespace and a name.
type clashKey struct{ server, scope, namespace, name string }

// key is what an API server tells the placement's object apart by.
func (p *placement) key() clashKey {
	return clashKey{p.server(), p.kind.kind, p.namespace, p.name}
}

func clash(seen map[clashKey]*placement, key clashKey, p *placement, say func(clashKey, *placement, *placement) schema.Problem) []schema.Problem {
	if first, ok := seen[key]; ok {
		return []schema.Problem{say(key, p, first)}
	}
	seen[key] = p
	return nil
}

// clashingRelease compares what is Helm's own identity of a release: the cluster, the storage namespace and the name that
// helm-controller gives it.
func clashingRelease(seen map[releaseKey]*placement, p *placement) (problems []schema.Problem) {
	storage := p.storage()
	name := p.helmName()
	for _, identity := range p.cluster().identities() {
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

// storage is the namespace where Helm keeps the release.
func (p *placement) storage() string { return cmp.Or(p.storageNamespace.Text(), p.namespace) }

func clashProblem(code schema.Code, p, first *placement, detail string) schema.Problem {
	return schema.Problem{Code: code, Document: p.app.document, Node: p.origin(), Other: first.origin(), Detail: detail}
}

// sameEntry reports whether one entry makes both objects, for two clusters.
func (p *placement) sameEntry(first *placement) bool {
	at := p.origin().Position()
	return at.Line > 0 && at == first.origin().Position() && p.clusterName != first.clusterName
}

// duplicateByCluster refuses an entry that makes one object for more than one cluster.
func duplicateByCluster(p, first *placement) schema.Problem {
	return schema.Problem{Code: schema.CodeDuplicateObject, Document: p.app.document, Node: p.origin(), Detail: fmt.Sprintf(
		"would be called %s %s for %s and for %s; write $(cluster.name) into name, or leave name out",
		p.kind.kind, qualified(p.namespace, p.name), first.cluster().called(), p.cluster().called())}
}

func duplicateObject(p, first *placement) schema.Problem {
	remedy := "set name on one of them"
	switch {
	case p.kind == kindHelmChart && p.app == first.app:
		remedy = "write the same metadata for both charts"
	case !p.fields.Exists():
		remedy = "write another name for one of them"
	}
	return clashProblem(schema.CodeDuplicateObject, p, first, fmt.Sprintf(
		"would be called %s %s, as is %%s; %s", p.kind.kind, qualified(p.namespace, p.name), remedy))
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
