package render

import (
	"cmp"
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// clashes refuses objects that would be one and the same to an API server, to Helm, or to a source-controller.
func clashes(placements []placement) (problems []schema.Problem) {
	objects := map[clashKey]*placement{}
	releases := map[clashKey]*placement{}
	charts := map[clashKey]*placement{}
	for i := range placements {
		p := &placements[i]
		if p.app.duplicate || p.app.refused { // it would be the same problem in other words
			continue
		}
		key := p.key()
		if first, ok := objects[key]; ok {
			problems = append(problems, duplicateObject(p, first))
			continue // what follows from it need not be said too
		}
		objects[key] = p
		switch p.kind {
		case kindHelmRelease:
			problems = append(problems, clashingRelease(releases, p)...)
			if p.chartKey == "chart" {
				key := clashKey{p.cluster.server, "", p.chartNamespace(), p.namespace + "-" + p.name}
				problems = append(problems, clash(charts, key, p, duplicateChart)...)
			}
		case kindHelmChart:
			problems = append(problems, clash(charts, clashKey{p.cluster.server, "", p.namespace, p.name}, p, duplicateChart)...)
		}
	}
	return problems
}

// clashKey is what must be unique: on an API server a kind, a namespace and a name. Of a Helm release the scope is the cluster that
// it runs on, wherever its object lies.
type clashKey struct{ server, scope, namespace, name string }

// key is what an API server tells the placement's object apart by.
func (p *placement) key() clashKey {
	return clashKey{p.cluster.server, p.kind.kind, p.namespace, p.name}
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
func clashingRelease(seen map[clashKey]*placement, p *placement) (problems []schema.Problem) {
	storage := cmp.Or(p.entry.Get("storageNamespace").Text(), p.namespace)
	name := p.releaseName()
	for _, identity := range p.cluster.identities() {
		key := clashKey{"", identity, storage, name}
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

// chartNamespace is where helm-controller makes the HelmChart of a release: beside its source.
func (p *placement) chartNamespace() string {
	if namespace := p.chart.At("spec", "sourceRef", "namespace").Text(); namespace != "" {
		return namespace
	}
	return p.namespace
}

func clashProblem(code schema.Code, p, first *placement, detail string) schema.Problem {
	return schema.Problem{Code: code, Document: p.app.document, Node: p.origin, Other: first.origin, Detail: detail}
}

func duplicateObject(p, first *placement) schema.Problem {
	remedy := "give one of them a name of its own with name"
	switch {
	case p.kind == kindHelmChart && p.app == first.app:
		remedy = "give both charts the same metadata"
	case !p.entry.Exists():
		remedy = "give one of them another name"
	}
	return clashProblem(schema.CodeDuplicateObject, p, first, fmt.Sprintf(
		"becomes the %s %s, which is made at %%s already; %s", p.kind.kind, qualified(p.namespace, p.name), remedy))
}

func duplicateRelease(key clashKey, p, first *placement) schema.Problem {
	where := "the hub"
	if p.cluster.name != "" {
		where = "cluster " + p.cluster.name
	}
	return clashProblem(schema.CodeDuplicateRelease, p, first, fmt.Sprintf(
		"is the Helm release %s with storage in namespace %s on %s, which is made at %%s already; give one of them another releaseName or storageNamespace",
		key.name, key.namespace, where))
}

func duplicateChart(key clashKey, p, first *placement) schema.Problem {
	return clashProblem(schema.CodeDuplicateChart, p, first, fmt.Sprintf(
		"needs the HelmChart %s, which is made at %%s already; give one of them another name", qualified(key.namespace, key.name)))
}

func qualified(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}
