package change

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// checkMoved refuses a change that moves objects between Kustomizations in one commit, and tells the commit before it.
func (c *checker) checkMoved() {
	moved := c.changes.Handover()
	if len(moved.All) == 0 {
		return
	}
	p := finding.Problem{Code: finding.CodeMoved, OnKey: true}
	if delivery := deliveryOf(c.Config); delivery != nil {
		p.Subject, p.Node = delivery.Subject(), delivery.Spec().Get("delivery")
	}
	held := slices.Concat(moved.Unmarked, moved.Released)
	switch digest := c.digestOf(len(held) > 0); {
	case len(held) == 0:
		p.Severity = finding.SeverityInfo
		commits, then := "two", ""
		if len(moved.Kept) > 0 {
			commits, then = "three", "; leave next out when the first Kustomization is gone, or reads another folder"
		}
		p.Detail = fmt.Sprintf("the second of %s commits: %s to another Kustomization, with the annotation %s: disabled "+
			"from the commit before, so that Flux deletes nothing%s", commits, moving(len(moved.All)), kinds.AnnotationPrune,
			then)
	case c.Acknowledge == digest:
		p.Severity, p.Code = finding.SeverityInfo, finding.CodeAcknowledged
		p.Detail = moving(len(held)) + " to another Kustomization; this is acknowledged with " + digest
	default:
		why, remedy := "the first one deletes what the second one has not applied yet", c.keepMarks()
		if len(moved.Unmarked) > 0 {
			remedy = c.commitBefore(moved)
		} else {
			why = "the first one still reads them, and deletes them when it goes"
		}
		p.Detail = fmt.Sprintf("%s to another Kustomization (%s), and %s: releases are uninstalled; %s; %s",
			moving(len(held)), example(c.changes, held[0]), why, remedy, acknowledging(digest))
	}
	c.problems = append(c.problems, p)
}

func moving(objects int) string {
	if objects == 1 {
		return "1 object moves"
	}
	return names.Counted(objects, "object") + " move"
}

func example(changes Changes, o *Object) string {
	called := func(o *Object, other *Object) string {
		switch by := o.DeliveredBy; {
		case by.Name == "":
			return "the one that applies the folder"
		case by.Name == other.DeliveredBy.Name:
			return by.Namespace + "/" + by.Name
		default:
			return by.Name
		}
	}
	for before, after := range changes.Objects() {
		if before == o {
			return fmt.Sprintf("for example the %s from %s to %s", o.ID, called(before, after), called(after, before))
		}
	}
	return ""
}

// commitBefore tells what to commit first. Only another number of groups and orders tell by themselves what they move.
func (c *checker) commitBefore(moved Handover) string {
	const then = ", render and commit that, and wait until Flux has applied it; then make this change"
	groups := groupCount(c.Config)
	switch {
	case groups == "0":
		return "keep delivery as it was, and write next: {groups: 0} into it first" + then
	case moved.Unmarked[0].DeliveredBy.Name == "":
		return "write only delivery: {next: {groups: " + groups + "}} first" + then
	case len(moved.Ordered) > 0:
		return "keep delivery and the documents as they were, and write next: {applications: [" +
			strings.Join(moved.Ordered, ", ") + "]} into delivery first" + then
	case c.resizes():
		return "keep delivery as it was, and write next: {groups: " + groups + "} into it first" + then
	}
	return "keep delivery and the documents as they were, and write next: {groups: 0} into delivery first, which marks " +
		"every object" + then
}

// keepMarks tells how to keep the marks of objects whose folder stays.
func (c *checker) keepMarks() string {
	next := "write next: {groups: 0} into delivery"
	if groupCount(c.Config) == "0" {
		next = "write only delivery: {next: {groups: 1}}"
	}
	return next + " in this commit too, and leave it out when the first Kustomization is gone, or reads another folder"
}

// resizes reports whether groups come or go, and nothing else: others move where a Kustomization replaces another one,
// and where an object is of another cluster now.
func (c *checker) resizes() bool {
	come, gone := false, false
	for before, after := range c.changes.Objects() {
		come = come || before == nil && isGroup(after)
		gone = gone || after == nil && isGroup(before)
	}
	return come != gone
}

func isGroup(o *Object) bool {
	return o.Delivers && o.Kind == kinds.Kustomization.Name && o.Server == "" &&
		!kinds.IsOrdered(o.Content().At("metadata", "annotations", kinds.AnnotationDelivers).Text())
}

// deliveryOf returns a RenderConfig with delivery; nil for one without.
func deliveryOf(config *schema.Document) *schema.Document {
	if config == nil || !config.Spec().Get("delivery").Exists() {
		return nil
	}
	return config
}

// groupCount returns the number of groups of a RenderConfig: 0 without delivery, 1 where every cluster is a group.
func groupCount(config *schema.Document) string {
	switch delivery := deliveryOf(config); {
	case delivery == nil || !delivery.DeliverySource().Exists():
		return "0"
	case delivery.Spec().At("delivery", "groups").Exists():
		return delivery.Spec().At("delivery", "groups").Text()
	}
	return "1"
}
