package verify

import (
	"fmt"
	"hash/crc32"
	"math/bits"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// releaseNames refuses releases that Helm would: a name with dots that is shortened can end in a dot.
func releaseNames(placements []plan.Placement) (problems []finding.Problem) {
	for i := range placements {
		p := &placements[i]
		// others are checked as they are written
		if p.Common.Kind != kinds.HelmRelease || p.Field().ReleaseName.Exists() || !names.Valid(p.Name) {
			continue
		}
		name := p.HelmName()
		if reference.Placeholder(name) || len(name) <= validate.MaxReleaseName && names.Valid(name) {
			continue
		}
		found := about(p, finding.SeverityError, finding.CodeName, p.Common.Origin,
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
	releases := map[releaseKey]*plan.Placement{}
	charts := map[plan.ClashKey]*plan.Placement{}
	entries := map[plan.Place]bool{} // reported to make one object for many clusters
	for _, p := range placements {
		key := p.Key()
		if other, ok := objects[key]; ok { // what follows from it is not reported
			if bindsRole(p) && bindsRole(other) {
				continue // their Roles have one name, too
			}
			if !sameEntry(p, other) {
				problems = append(problems, duplicateObject(p, other))
			} else if first(entries, p.PlaceOf(p.Common.Origin)) {
				problems = append(problems, duplicateByCluster(p, other))
			}
			continue
		}
		objects[key] = p
		switch p.Common.Kind {
		case kinds.HelmRelease:
			problems = append(problems, clashingRelease(releases, p)...)
			if p.OwnsChart() {
				problems = append(problems, clashing(charts, p.ChartKey(), p, clashOfCharts)...)
			}
		case kinds.HelmChart:
			problems = append(problems, clashing(charts, p.ChartKey(), p, clashOfCharts)...)
		case kinds.ArtifactGenerator:
			problems = append(problems, clashing(charts, p.ArtifactKey(), p, clashOfArtifacts)...)
		}
	}
	return problems
}

// bindsRole reports whether an object is the RoleBinding of the role of tenancy, after which it is called.
func bindsRole(p *plan.Placement) bool {
	return p.Common.Kind == kinds.RoleBinding && p.Common.Origin.Key() == "role"
}

// distinct reports whether all keys that must be unique have different hashes, so that nothing clashes: a cheap test
// before clashes, which remembers who has which key. Different keys with one hash do no harm: clashes finds nothing.
// One table takes one sort of keys after the other: a large one would be slow, and need the most memory of a run.
func distinct(placements []*plan.Placement) bool {
	const mostKeys = 2 // of one sort and one object
	h := keyHashes{table: crc32.MakeTable(crc32.Castagnoli),
		slots: make([]uint64, 1<<bits.Len(uint(2*mostKeys*len(placements))))}
	for _, add := range []func(*keyHashes, *plan.Placement){addObject, addChart, addRelease} {
		clear(h.slots)
		for _, p := range placements {
			add(&h, p)
		}
	}
	return !h.repeated
}

func addObject(h *keyHashes, p *plan.Placement) { h.addKey(p.Key()) }

func addChart(h *keyHashes, p *plan.Placement) {
	switch {
	case p.Common.Kind == kinds.HelmChart, p.OwnsChart():
		h.addKey(p.ChartKey())
	case p.Common.Kind == kinds.ArtifactGenerator:
		h.addKey(p.ArtifactKey())
	}
}

func addRelease(h *keyHashes, p *plan.Placement) {
	if p.Common.Kind != kinds.HelmRelease {
		return
	}
	storage, name := p.Storage(), p.HelmName()
	for identity := range p.Location().Identities() {
		c := identity.KubeConfig
		h.add(storage, name, identity.GivenName, c.Namespace, c.Kind, c.Name, c.Key)
	}
}

// keyHashes are the hashes of keys: a table with open addressing that is at most half full. A slot that is 0 is free.
type keyHashes struct {
	table    *crc32.Table
	text     []byte // of one key
	slots    []uint64
	repeated bool
}

func (h *keyHashes) addKey(k plan.ClashKey) { h.add(k.Server, k.Kind, k.Namespace, k.Name) }

func (h *keyHashes) add(texts ...string) {
	h.text = h.text[:0]
	for _, text := range texts {
		h.text = append(append(h.text, text...), 0xff) // which is in no text
	}
	hash := max(1, uint64(crc32.ChecksumIEEE(h.text))<<32|uint64(crc32.Checksum(h.text, h.table)))
	mask := uint64(len(h.slots) - 1)
	at := hash & mask
	for h.slots[at] != 0 && h.slots[at] != hash {
		at = (at + 1) & mask
	}
	h.repeated = h.repeated || h.slots[at] == hash
	h.slots[at] = hash
}

type releaseKey struct {
	cluster       entries.Identity
	storage, name string
}

// clash is what is wrong with two objects of which controllers make one and the same.
type clash struct {
	code         finding.Code
	what, remedy string
}

var (
	clashOfCharts    = clash{finding.CodeDuplicateChart, "needs the HelmChart", "set name on one of them"}
	clashOfArtifacts = clash{finding.CodeDuplicateArtifact, "makes the ExternalArtifact",
		"leave the name of the artifact out, or write another one"}
)

func clashing(seen map[plan.ClashKey]*plan.Placement, key plan.ClashKey, p *plan.Placement, c clash) []finding.Problem {
	if first, ok := seen[key]; ok {
		made := inventory.ObjectKey{Namespace: key.Namespace, Name: key.Name}
		return []finding.Problem{clashProblem(c.code, p, first, fmt.Sprintf("%s %s, as does ", c.what, made), "; "+c.remedy)}
	}
	seen[key] = p
	return nil
}

// clashingRelease compares Helm's own identity of a release: cluster, storage namespace and helm-controller's name.
func clashingRelease(seen map[releaseKey]*plan.Placement, p *plan.Placement) (problems []finding.Problem) {
	storage, name := p.Storage(), p.HelmName()
	for identity := range p.Location().Identities() {
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
	return about(p, finding.SeverityError, code, p.Common.Origin, detail).Beside(first.Common.Origin, rest)
}

// sameEntry reports whether one entry makes both objects, for two clusters.
func sameEntry(p, first *plan.Placement) bool {
	at := p.PlaceOf(p.Common.Origin)
	return p.Common.Origin.Position().Line > 0 && at == first.PlaceOf(first.Common.Origin) &&
		p.ClusterName != first.ClusterName
}

// duplicateByCluster refuses an entry that makes one object for more than one cluster.
func duplicateByCluster(p, first *plan.Placement) finding.Problem {
	return about(p, finding.SeverityError, finding.CodeDuplicateObject, p.Common.Origin, fmt.Sprintf(
		"would be called %s %s for %s and for %s; write $(cluster.name) into name, or leave name out",
		p.Common.Kind.Name, p.ObjectKey(), first.Location().Called(), p.Location().Called()))
}

// sameBase reports whether two applications have one object of the same lines, which are in a base.
func sameBase(p, first *plan.Placement) bool {
	at := p.Common.Origin.Position()
	return p.Common.Kind.Is(kinds.Source|kinds.Around) && p.Common.App != first.Common.App && at.Line > 0 &&
		at == first.Common.Origin.Position()
}

func duplicateObject(p, first *plan.Placement) finding.Problem {
	remedy := "set name on one of them"
	switch {
	case p.Common.Kind == kinds.HelmChart && p.Common.App == first.Common.App:
		remedy = "write the same metadata for both charts"
	case p.Common.Kind.Is(kinds.Source) && p.Common.App == first.Common.App:
		remedy = "write a name with references that differs where the specs do, or one without references"
	case sameBase(p, first) && p.Common.Kind.Is(kinds.Around):
		remedy = "the base gives one name to two applications: write $(app.name) into it, for example $(app.name)-" + p.Name
	case sameBase(p, first):
		remedy = "the base gives one name to two applications: write $(app.name) into it, or leave it out"
	case p.Common.Kind == kinds.ServiceAccount:
		remedy = "write another name, or, to share it, leave serviceAccount out of one of them and write " +
			"config.defaults.serviceAccountName: " + p.Name
	case !p.IsEntry():
		remedy = "write another name for one of them"
	}
	return clashProblem(finding.CodeDuplicateObject, p, first, fmt.Sprintf(
		"would be called %s %s, as is ", p.Common.Kind.Name, p.ObjectKey()), "; "+remedy)
}

func duplicateRelease(key releaseKey, p, first *plan.Placement) finding.Problem {
	where := "the hub"
	if p.ClusterName != "" {
		where = "cluster " + p.ClusterName
	}
	remedy := "; set releaseName or storageNamespace on one of them"
	if shared := key.cluster.KubeConfig; shared.Name != "" && p.ClusterName != first.ClusterName {
		remedy = fmt.Sprintf(", because %s and %s have one kubeConfig, %s; write another one for one of them",
			first.Location().Called(), p.Location().Called(), shared)
	}
	return clashProblem(finding.CodeDuplicateRelease, p, first, fmt.Sprintf(
		"would be the Helm release %s (storage namespace %s) on %s, as is ", key.name, key.storage, where), remedy)
}
