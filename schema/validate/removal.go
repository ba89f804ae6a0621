package validate

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// removals leaves out the lowest layer of an entry, where they are found when the layers are merged.
func (c *validator) removals(d *schema.Document) {
	if !d.MayMentionRemovals() {
		return
	}
	config, outside := d.Spec().Get("config"), outsideOfLayers
	if d.HasBases() {
		outside = overBases
	}
	for field := range d.Spec().Children() {
		if !field.Same(config) {
			c.noRemoval(field, outside)
		}
	}
	workload, _ := d.Entries()
	for field := range config.Children() {
		switch field.Key() {
		case "defaults":
			c.layerRemovals(field)
		case "overrides":
			c.overrideRemovals(field)
		case string(workload):
			c.workloadRemovals(field, config.At(workload.Path()...), outside)
		default:
			c.noRemoval(field, outsideOfLayers)
		}
	}
}

func (c *validator) overrideRemovals(list tree.Node) {
	if list.Kind() != tree.List {
		c.noRemoval(list, wholeLayer)
	}
	for override := range list.Children() {
		c.layerRemovals(override, "cluster", "clusters", "clusterSelector", "disable", "allowEmpty")
	}
}

const (
	overBases = "removes what a lower layer has, in entries, defaults and overrides only; write null to remove " +
		"what a base has"
	outsideOfLayers = "removes what a lower layer has, in entries, defaults and overrides only; leave it out"
	wholeLayer      = "removes a field from what a lower layer has, and here it is a whole layer; leave the layer out"
	insideOfList    = "removes what a lower layer has, and the items of lists are not merged; leave it out, or write " +
		"$$(remove) for the text itself"
)

func (c *validator) workloadRemovals(n, list tree.Node, outside string) {
	switch {
	case !n.Same(list) && n.Kind() == tree.Map:
		for field := range n.Children() {
			c.workloadRemovals(field, list, outside)
		}
	case !n.Same(list) || n.Kind() != tree.List:
		c.noRemoval(n, outside)
	default:
		for entry := range n.Children() {
			c.layerRemovals(entry)
		}
	}
}

func (c *validator) layerRemovals(n tree.Node, own ...string) {
	if n.Kind() != tree.Map {
		c.noRemoval(n, wholeLayer)
		return
	}
	for field := range n.Children() {
		if slices.Contains(own, field.Key()) {
			c.noRemoval(field, outsideOfLayers)
		} else {
			c.listRemovals(field)
		}
	}
}

func (c *validator) listRemovals(n tree.Node) {
	for child := range n.Children() {
		if n.Kind() == tree.List && (child.Kind() != tree.Map || !names.ReadLayerKey(n.Key()).ByField()) {
			c.noRemoval(child, insideOfList)
		} else {
			c.listRemovals(child)
		}
	}
}

func (c *validator) noRemoval(n tree.Node, why string) {
	for value := range n.All() {
		if names.IsRemoval(value) {
			c.Report(finding.Problem{Code: finding.CodeRemoval, Node: value, Detail: names.Removal + " " + why})
		}
	}
}

// referenceSlips reports texts that are nearly references anywhere in an application, and references in params.
func (c *validator) referenceSlips(d *schema.Document) {
	if !d.MayMentionSlips() && !d.MayMentionReferences() {
		return
	}
	beside := d.HasReferences()
	for _, layer := range d.EntriesAndLayers() {
		for field := range layer.Children() {
			c.removalSlips(field)
			if c.slipsBelow(field, beside); field.Key() == "params" {
				c.params(field)
			}
		}
	}
	spec := d.Spec()
	for _, part := range append(d.Shared(), spec.Get("imageAutomation"), spec.Get("notification"), spec.Get("tenancy")) {
		c.slipsBelow(part, beside)
	}
}

func (c *validator) slip(n tree.Node, format string, args ...any) {
	c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeReferenceSlip, Node: n,
		Detail: fmt.Sprintf(format, args...)})
}

func (c *validator) slipsBelow(n tree.Node, beside bool) {
	if !c.document.MayMentionSlips() {
		return
	}
	for value := range n.All() {
		if written, right := names.ReferenceSlip(value.Text(), beside); value.Kind() == tree.String && written != "" {
			c.slip(value, "%s is no reference and is printed as it is; write %s", written, right)
		}
	}
}

// removalSlips leaves out what is in lists, which nothing is removed from.
func (c *validator) removalSlips(n tree.Node) {
	if !c.document.MayMentionSlips() {
		return
	}
	n.Walk(func(_ tree.Path, value tree.Node) bool {
		if value.Kind() == tree.String && names.IsRemovalSlip(value.Text()) {
			c.slip(value, "%s removes nothing and is printed as it is; write %s", value.Text(), names.Removal)
		}
		return value.Kind() != tree.List
	})
}

// params reports references in params that are not replaced there.
func (c *validator) params(n tree.Node) {
	for value := range n.All() {
		if _, err := names.SplitParam(value.Text()); names.IsReference(value) && err != nil {
			c.Refuse(value, finding.CodeReference, "%v", err)
		}
	}
}
