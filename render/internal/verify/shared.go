package verify

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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
		if p.IsEntry() || !c.OwnMetadata || !each.Add(validated, c) {
			continue
		}
		problems = append(problems, validate.Metadata(c.App.Document, c.Metadata)...)
		for _, n := range c.NoValue {
			if each.Add(reported, leftOut{c.App, n}) {
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
		key := ofFleet{KubeConfigKey: m.Facts().KubeConfigKey(p.Common.Namespace)}
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
				": the two get the same objects; write another "+key.Kind+" for one of them"))
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
		if key := p.Instance.Member.Facts().KubeConfigKey(p.Common.Namespace); key.Name != "" {
			h.add(key.Namespace, key.Kind, key.Name, key.Key, addition(p))
		}
	}
	return h
}

// sameFolders warns of Kustomizations that apply one folder of one source to a cluster in one form. Each labels the
// objects as its own (SetOwnerLabels of fluxcd/pkg/ssa), and prune deletes by these labels. The written fields are
// compared first, which many objects share.
func sameFolders(placements []*plan.Placement) (problems []finding.Problem) {
	forms, entries, shared := map[*plan.Common]string{}, map[string]plan.Place{}, map[string]bool{}
	for _, p := range placements {
		if p.Common.Kind == kinds.Kustomization && p.IsEntry() && !p.Field().Suspended && forms[p.Common] == "" {
			form, at := formOf(p, p.MergedEntry()), p.PlaceOf(p.Common.Origin)
			forms[p.Common], shared[form] = form, shared[form] || entries[form] != plan.Place{} && entries[form] != at
			entries[form] = at
		}
	}
	seen, reported := map[string]*plan.Placement{}, map[plan.Place]bool{}
	for _, p := range placements {
		if !shared[forms[p.Common]] {
			continue
		}
		form := formOf(p, p.Instance.Expand(tree.NewBuilder()))
		for to := range p.Location().Identities() {
			key := fmt.Sprint(to, form)
			other := cmp.Or(seen[key], p)
			seen[key] = other
			at := p.PlaceOf(p.Common.Origin)
			if at != other.PlaceOf(other.Common.Origin) && p.Key() != other.Key() && each.Add(reported, at) {
				problems = append(problems, about(p, finding.SeverityWarning, CodeDuplicateRelease, p.Common.Origin,
					"another Kustomization applies the same folder to "+p.Location().Called()+" in the same form, made at ").
					Beside(other.Common.Origin, ": each takes the objects from the other one at every interval, and prune of one "+
						"can delete them; leave one out, or write another targetNamespace or path"))
			}
		}
	}
	return problems
}

// formOf returns a text that is equal for entries with one source and folder, and equal changes of what is in it. Two
// documents can give one repository two names.
func formOf(p *plan.Placement, entry tree.Node) string {
	from, ref, folder := p.Instance.Template.Source(), p.Common.SourceRef, path.Clean("/"+entry.Get("path").Text())
	source := p.Server() + ref.Get("name").Text() + "/" + cmp.Or(ref.Get("namespace").Text(), p.Common.Namespace)
	if from.Inline != nil && !names.HasReferences(from.Spec) {
		source = string(tree.AppendJSON(nil, tree.NewBuilder().Without(from.Spec, "interval", "timeout", "secretRef")))
	}
	form := tree.AppendJSON([]byte(folder+" "+ref.Get("kind").Text()+source), entry.At("destination", "targetNamespace"))
	for _, key := range []string{"namePrefix", "nameSuffix", "postBuild", "patches", "images", "components",
		"commonMetadata"} {
		form = tree.AppendJSON(append(form, 0), entry.Get(key))
	}
	return string(form)
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
