package inventory

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// reportOthers counts the clusters that fluxapp does not read, at the first of them.
func (inv *Inventory) reportOthers(docs schema.Documents) []finding.Problem {
	first := slices.IndexFunc(docs, func(d *schema.Document) bool { return d.OtherFleet() != "" })
	if first < 0 || len(inv.Applications) == 0 {
		return nil
	}
	kind := kinds.ClusterProfile
	return []finding.Problem{{Severity: finding.SeverityInfo, Code: finding.CodeOtherFleet, Subject: docs[first].Subject(),
		Node: docs[first].Root().Get("kind"), Detail: fmt.Sprintf("fluxapp does not read %s; write for each a %s of %s with "+
			"its labels and the annotation %s: NAME of a Secret, or an item of spec.clusters", inv.counted(), kind.Name,
			kind.Group, kinds.AnnotationKubeConfig)}}
}

func (inv *Inventory) counted() string {
	var all []string
	for _, other := range slices.Sorted(maps.Keys(inv.others)) {
		all = append(all, names.Number(inv.others[other])+" "+other)
	}
	return strings.Join(all, ", ")
}

// NoFleet explains in a message, behind some words, why documents may be missing: clusters are there that fluxapp does
// not read, or there is one document.
func (inv *Inventory) NoFleet(behind string) string {
	if len(inv.others) > 0 {
		return behind + "fluxapp does not read " + inv.counted()
	}
	return inv.OneDocument(behind)
}
