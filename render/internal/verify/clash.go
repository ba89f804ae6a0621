package verify

import (
	"cmp"
	"fmt"
	"iter"

	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// releaseNames refuses releases that Helm would: a name with dots that is shortened can end in a dot.
func releaseNames(placements []*plan.Placement) (problems []finding.Problem) {
	for _, p := range placements {
		// others are checked as they are written
		if p.Common.Kind != kinds.HelmRelease || p.Field().ReleaseName.Exists() || !names.Valid(p.Name) {
			continue
		}
		name := p.HelmName()
		if names.Placeholder(name) || len(name) <= validate.MaxReleaseName && names.Valid(name) {
			continue
		}
		found := about(p, finding.SeverityError, codes.Name, p.Common.Origin,
			fmt.Sprintf("the Helm release would be called %s, which Helm refuses; add releaseName", name))
		found.Current = name
		problems = append(problems, found)
	}
	return problems
}

// clashes refuses objects that would be one and the same to an API server, to Helm, or to a source-controller.
func clashes(placements []*plan.Placement) (problems []finding.Problem) {
	if distinct(placements) {
		return nil
	}
	objects := map[plan.ClashKey]*plan.Placement{}
	releases := map[identity.Key]*plan.Placement{}
	made := map[plan.ClashKey]*plan.Placement{}
	entries := map[plan.Place]bool{} // reported to make one object for many clusters
	for _, p := range placements {
		key := p.Key()
		if other, ok := objects[key]; ok { // what follows from it is not reported
			if bindsRole(p) && bindsRole(other) {
				continue // their Roles have one name, too
			}
			if !sameEntry(p, other) {
				problems = append(problems, duplicateObject(p, other))
			} else if each.Add(entries, p.PlaceOf(p.Common.Origin)) {
				problems = append(problems, about(p, finding.SeverityError, CodeDuplicateObject, p.Common.Origin, fmt.Sprintf(
					"would be called %s %s for %s and for %s; write $(cluster.name) into name, or leave name out",
					p.Common.Kind.Name, p.ObjectKey(), other.Location().Called(), p.Location().Called())))
			}
			continue
		}
		objects[key] = p
		if p.Common.Kind == kinds.HelmRelease {
			problems = append(problems, clashingRelease(releases, p)...)
		}
		for key, what := range madeBy(p) {
			first, again := made[key]
			if !again {
				made[key] = p
				continue
			}
			called := inventory.ObjectKey{Namespace: key.Namespace, Name: key.Name}
			problems = append(problems, clashProblem(what.code, p, first, fmt.Sprintf("%s %s, as does ", what.what, called),
				"; "+what.remedy))
		}
	}
	return problems
}

// bindsRole reports whether an object is the RoleBinding of the role of tenancy, after which it is called.
func bindsRole(p *plan.Placement) bool {
	return p.Common.Kind == kinds.RoleBinding && p.Common.Origin.Key() == "role"
}

// madeBy yields the keys of what must be unique beside the object: its HelmChart, or what a controller makes of it.
func madeBy(p *plan.Placement) iter.Seq2[plan.ClashKey, clash] {
	return func(yield func(plan.ClashKey, clash) bool) {
		switch {
		case p.Common.Kind == kinds.HelmChart, p.OwnsChart():
			yield(p.ChartKey(), clashOfCharts)
		case p.Common.Kind == kinds.ArtifactGenerator:
			made := p.ArtifactKey()
			for name := range p.Common.Kind.MadeName.Each(p.Written) { // delivery has several
				if made.Name = name.Text(); !yield(made, clashOfArtifacts) {
					return
				}
			}
		}
	}
}

// distinct is a cheap test before clashes: whether all keys that must be unique have different hashes.
func distinct(placements []*plan.Placement) bool {
	h := hashes{all: make([]uint64, 0, 2*len(placements))}
	for _, p := range placements {
		key := p.Key()
		h.add(key.Server, key.Kind, key.Namespace, key.Name)
		for key := range madeBy(p) {
			h.add(key.Server, key.Kind, key.Namespace, key.Name)
		}
	}
	return h.repeats() == 0 && (distinctReleases(placements, false) || distinctReleases(placements, true))
}

// distinctReleases reports whether all Helm releases have different hashes. Most have names that tell them apart
// without the cluster that they go to, which takes longest to find.
func distinctReleases(placements []*plan.Placement, withCluster bool) bool {
	h := hashes{all: make([]uint64, 0, len(placements))}
	for _, p := range placements {
		switch {
		case p.Common.Kind != kinds.HelmRelease:
		case !withCluster:
			h.add(p.Storage(), p.HelmName())
		default:
			for to := range p.Location().Identities() {
				c := to.KubeConfig
				h.add(p.Storage(), p.HelmName(), to.Server, c.Namespace, c.Kind, c.Name, c.Key)
			}
		}
	}
	return h.repeats() == 0
}

type clash struct {
	code         finding.Code
	what, remedy string
}

var (
	clashOfCharts    = clash{CodeDuplicateChart, "needs the HelmChart", "set name on one of them"}
	clashOfArtifacts = clash{CodeDuplicateArtifact, "makes the ExternalArtifact",
		"leave the name of the artifact out, or write another one"}
)

// clashingRelease compares Helm's own identity of a release: cluster, storage namespace and helm-controller's name.
func clashingRelease(seen map[identity.Key]*plan.Placement, p *plan.Placement) (problems []finding.Problem) {
	for to := range p.Location().Identities() {
		key := identity.Release(to, p.Storage(), p.HelmName())
		first, ok := seen[key]
		switch {
		case !ok:
			seen[key] = p
		case problems == nil:
			problems = append(problems, duplicateRelease(to, p, first))
		}
	}
	return problems
}

func clashProblem(code finding.Code, p, first *plan.Placement, detail, rest string) finding.Problem {
	if _, delivers := first.Delivers(); delivers { // a functionConfig has no place in a file
		made := first.Common.App.Document
		return about(p, finding.SeverityError, code, p.Common.Origin,
			fmt.Sprintf("%swhat delivers for the %s %s%s", detail, made.Kind(), made.Name(), rest))
	}
	return about(p, finding.SeverityError, code, p.Common.Origin, detail).Beside(first.Common.Origin, rest)
}

func sameEntry(p, first *plan.Placement) bool {
	at := p.PlaceOf(p.Common.Origin)
	_, delivers := p.Delivers() // because of one RenderConfig
	return p.Common.Origin.Position().Line > 0 && at == first.PlaceOf(first.Common.Origin) &&
		p.ClusterName != first.ClusterName && !delivers
}

// sameBase reports whether two applications have one object of the same lines, which are in a base. Items of a
// ResourceList are read one by one, so that two of one file may have the same lines.
func sameBase(p, first *plan.Placement) bool {
	of, other := p.Common.Origin, first.Common.Origin
	return p.Common.Kind.Is(kinds.Source|kinds.Around) && p.Common.App != first.Common.App && of.Source() != nil &&
		of.Source() == other.Source() && of.Position() == other.Position()
}

func anotherName(p *plan.Placement) string {
	cluster, where := cmp.Or(p.ClusterName, kinds.Hub), ""
	if p.Common.Copies > 1 {
		cluster = "$(cluster.name)"
	}
	if !p.IsEntry() {
		where = " beside " + p.Common.Kind.Field
	}
	return fmt.Sprintf("write another name%s, for example name: %s-%s", where, cluster, p.Common.App.Document.Name())
}

func duplicateObject(p, first *plan.Placement) finding.Problem {
	remedy := "set name on one of them"
	_, delivers := first.Delivers()
	_, delivered := p.Delivers()
	switch {
	case delivered: // by their namespaces, names and the cluster, with hyphens between them
		return about(p, finding.SeverityError, CodeDuplicateObject, p.Common.Origin, fmt.Sprintf(
			"would apply %s and %s by one Kustomization, %s; give one of these applications another name",
			first.Common.App.Owner(), p.Common.App.Owner(), p.ObjectKey()))
	case delivers: // a RenderConfig that delivers already keeps its name, or Flux deletes what it applied by the old one
		remedy = anotherName(p) + ", or, if nothing is delivered yet, give the RenderConfig another name"
	case p.Common.Kind == kinds.HelmChart && p.Common.App == first.Common.App:
		remedy = "write the same metadata for both charts"
	case p.Common.Kind.Is(kinds.Source) && p.Common.App == first.Common.App &&
		p.FileNode().Text() != first.FileNode().Text():
		remedy = "write one file for both, or another name for one of them"
	case p.Common.Kind.Is(kinds.Source) && p.Common.App == first.Common.App:
		remedy = "write a name with references that differs where the specs do, or one without references"
	case sameBase(p, first) && p.Common.Kind.Is(kinds.Around):
		remedy = "the base gives one name to two applications: write $(app.name) into it, for example $(app.name)-" + p.Name
	case sameBase(p, first) && p.Common.App.Document.Name() == first.Common.App.Document.Name():
		remedy = "the base gives one namespace to two applications of this name: write name: $(app.namespace)-$(app.name) " +
			"beside it"
	case sameBase(p, first):
		remedy = "the base gives one name to two applications: write $(app.name) into it, or leave it out"
	case p.Common.Kind == kinds.ServiceAccount:
		remedy = "write another name, or, to share it, leave serviceAccount out of one of them and write " +
			"config.defaults.serviceAccountName: " + p.Name
	case !p.IsEntry():
		remedy = "write another name for one of them"
	}
	return clashProblem(CodeDuplicateObject, p, first, fmt.Sprintf(
		"would be called %s %s, as is ", p.Common.Kind.Name, p.ObjectKey()), "; "+remedy)
}

func duplicateRelease(to identity.Destination, p, first *plan.Placement) finding.Problem {
	where := "the hub"
	if p.ClusterName != "" {
		where = "cluster " + p.ClusterName
	}
	remedy := "; set releaseName or storageNamespace on one of them"
	if shared := to.KubeConfig; shared.Name != "" && p.ClusterName != first.ClusterName {
		remedy = fmt.Sprintf(", because %s and %s have one kubeConfig, %s; write another one for one of them",
			first.Location().Called(), p.Location().Called(), shared)
	}
	return clashProblem(CodeDuplicateRelease, p, first, fmt.Sprintf(
		"would be the Helm release %s (storage namespace %s) on %s, as is ", p.HelmName(), p.Storage(), where), remedy)
}
