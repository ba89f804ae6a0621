package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// removals leaves out the lowest layer of an entry, where they are found when the layers are merged.
func removals(c *validator, d *schema.Document) {
	if !d.Facts().MayMentionRemovals() {
		return
	}
	workload, entries := d.Facts().Entries()
	selecting := map[tree.Node][]string{d.Facts().Defaults().Value(): nil} // the fields of layers that are not merged
	for _, entry := range entries {
		selecting[entry.Value()] = nil
	}
	for _, override := range d.Facts().Overrides() {
		selecting[override.Value()] = []string{"cluster", "clusters", "clusterSelector", "placement", "disable", "allowEmpty"}
	}
	list, outside := append([]string{"config"}, workload.Path()...), outsideOfLayers
	if d.Facts().HasBases() {
		outside = overBases
	}
	d.Spec().Walk(func(at tree.Path, n tree.Node) bool {
		own, isLayer := selecting[n.Value()]
		switch keys := at.Keys(); {
		case isLayer && n.Kind() == tree.Map:
			layerRemovals(c, n, own)
			return false
		case len(keys) > 1 && keys[0] == "config" && (keys[1] == "defaults" || keys[1] == "overrides"),
			slices.Equal(keys, list) && len(at) > len(list):
			removal(c, n, wholeLayer)
		default:
			removal(c, n, outside)
		}
		return true
	})
}

const (
	overBases = "removes what a lower layer has, in entries, defaults and overrides only; write null to remove " +
		"what a base has"
	outsideOfLayers = "removes what a lower layer has, in entries, defaults and overrides only; leave it out"
	wholeLayer      = "removes a field from what a lower layer has, and here it is a whole layer; leave the layer out"
	insideOfList    = "removes what a lower layer has, and the items of lists are not merged; leave it out, or write " +
		"$$(remove) for the text itself"
)

func layerRemovals(c *validator, n tree.Node, own []string) {
	for field := range n.Children() {
		if slices.Contains(own, field.Key()) {
			noRemoval(c, field, outsideOfLayers)
		} else {
			listRemovals(c, field)
		}
	}
}

func listRemovals(c *validator, n tree.Node) {
	for child := range n.Children() {
		if n.Kind() == tree.List && (child.Kind() != tree.Map || !names.ReadLayerKey(n.Key()).ByField()) {
			noRemoval(c, child, insideOfList)
		} else {
			listRemovals(c, child)
		}
	}
}

func noRemoval(c *validator, n tree.Node, why string) {
	for child := range n.All() {
		removal(c, child, why)
	}
}

func removal(c *validator, n tree.Node, why string) {
	if names.IsRemoval(n) {
		c.Report(finding.Problem{Code: codes.Removal, Node: n, Detail: names.Removal + " " + why})
	}
}

// referenceSlips reports texts that are nearly references anywhere in an application, and references in params.
func (c *validator) referenceSlips(d *schema.Document) {
	if !d.Facts().MayMentionSlips() && !d.Facts().MayMentionReferences() {
		return
	}
	for _, layer := range d.Facts().EntriesAndLayers() {
		for field := range layer.Children() {
			removalSlips(c, field)
			if slips(c, field, !slices.Contains(textFields, field.Key())); field.Key() == "params" {
				params(c, field)
			}
		}
	}
	spec := d.Spec()
	for _, part := range append(d.Facts().Shared(), spec.Get("imageAutomation"), spec.Get("notification"),
		spec.Get("tenancy")) {
		slips(c, part, true)
	}
}

// textFields are those of a layer whose texts other programs read, with variables of their own.
var textFields = []string{"values", "params", "patches", "postRenderers", "postBuild", "arguments", "config"}

func slip(c *validator, n tree.Node, format string, args ...any) {
	c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: check.CodeReferenceSlip, Node: n,
		Detail: fmt.Sprintf(format, args...)})
}

func slips(c *validator, part tree.Node, alone bool) {
	if !c.document.Facts().MayMentionSlips() {
		return
	}
	for n := range part.All() {
		written, right := names.ReferenceSlip(n.Text(), c.document.Facts().HasReferences(), alone)
		if n.Kind() == tree.String && written != "" {
			slip(c, n, "%s is no reference and is printed as it is; write %s", written, right)
		}
	}
}

// removalSlips leaves out the items of lists.
func removalSlips(c *validator, n tree.Node) {
	if !c.document.Facts().MayMentionSlips() {
		return
	}
	if n.Kind() == tree.String && isRemovalSlip(n.Text()) {
		slip(c, n, "%s removes nothing and is printed as it is; write %s", n.Text(), names.Removal)
	}
	for child := range check.Map(n).Children() {
		removalSlips(c, child)
	}
}

func params(c *validator, params tree.Node) {
	for n := range params.All() {
		if _, err := names.SplitParam(n.Text()); names.IsReference(n) && err != nil {
			c.Refuse(n, codes.Reference, "%v", err)
		}
	}
}

// referenceKeys leaves out parameters of clusters, which are text.
func referenceKeys(c *validator, spec tree.Node) {
	for field := range spec.Children() {
		if field.Key() == "clusters" || !c.document.Facts().MayMentionReferences() {
			continue
		}
		for n := range field.All() {
			if names.MayHaveReference(names.WithoutEscapes(n.Key())) {
				c.RefuseKey(n, codes.Reference, "references are replaced in values and never in keys; write the key "+
					"itself, and the reference as a value")
			}
		}
	}
}

func noReferences(c *validator, n tree.Node, detail string) {
	for reference := range n.All() {
		if names.IsReference(reference) {
			c.Refuse(reference, codes.Reference, "%s", detail)
		}
	}
}

func (c *validator) references(n tree.Node) {
	noReferences(c, n, "no reference is replaced here; write the value")
}

// isRemovalSlip reports whether a text is nearly a removal: with spaces, capital letters or no parentheses.
func isRemovalSlip(text string) bool {
	inner, marked := strings.CutPrefix(text, "$")
	inner, opened := strings.CutPrefix(inner, "(")
	inner, ended := strings.CutSuffix(inner, ")")
	return marked && opened == ended && text != names.Removal && strings.EqualFold(strings.TrimSpace(inner), "remove")
}
