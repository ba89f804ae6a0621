package effects

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// gone returns what is lost with an object that goes.
func (c Change) gone() []Effect {
	detail, keep := known().Kinds[kindOf(c.Before)].Goes, flux+"prune: disabled"
	if detail == "" || c.stays() || kindOf(c.Before) == "StatefulSet.apps" && !claimsGo(c.Before) {
		return nil
	} else if c.Owner.Kind == "HelmRelease" {
		keep = "helm.sh/resource-policy: keep"
	}
	return []Effect{{codeGone, finding.SeverityWarning, nil, strings.Replace(detail, "KEEP", keep, 1)}}
}

// stays reports whether the owner leaves the object in the cluster that it no longer makes.
func (c Change) stays() bool {
	if c.Kept || c.Owner.Gone && c.Owner.Spec["suspend"] == true {
		return true
	}
	if c.Owner.Kind == "HelmRelease" {
		return text(c.Before, "metadata", "annotations", "helm.sh/resource-policy") == "keep"
	}
	prunes := c.Owner.Spec["prune"] == true
	if policy := text(c.Owner.Spec, "deletionPolicy"); c.Owner.Gone && policy != "" && policy != "MirrorPrune" {
		prunes = policy != "Orphan"
	}
	return !prunes || marks("prune", "disabled", c.Before)
}

// claimsGo reports whether the claims of a StatefulSet go with it.
func claimsGo(object map[string]any) bool {
	return text(object, "spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted") == "Delete" &&
		at(object, "spec", "volumeClaimTemplates", "0") != nil
}

// versions returns the versions of a definition that go, or are served no longer.
func (c Change) versions() (all []Effect) {
	named := map[string]any{}
	for _, v := range as(at(c.After, "spec", "versions"), []any{}) {
		named[text(v, "name")] = v
	}
	for _, old := range as(at(c.Before, "spec", "versions"), []any{}) {
		detail := ""
		if now := named[text(old, "name")]; now == nil {
			detail = " goes; the API server refuses that while status.storedVersions has it: store all objects in another " +
				"version, and take it out of status.storedVersions, in a change before this one"
		} else if at(old, "served") == true && at(now, "served") != true {
			detail = " is no longer served, and what still writes or reads it fails: change that before"
		} else {
			continue
		}
		all = append(all, Effect{codeVersion, finding.SeverityWarning, []string{"spec", "versions"},
			"version " + text(old, "name") + detail})
	}
	return all
}
