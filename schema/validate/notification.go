package validate

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Notification validates the providers and the alerts of an application, in which references to the application are
// replaced. The spec of an alert that refers to clusters is validated by [Alert], with the values of each cluster.
func Notification(d *schema.Document, section tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	uniqueNames(c, section.Get("providers"), "a provider")
	for item := range section.Get("providers").Children() {
		clusterReferences(c, item)
		c.rows(item.Get("spec"), "provider")
		c.fieldRows(item.Get("spec"), "fields of Provider")
	}
	uniqueNames(c, section.Get("alerts"), "an alert")
	for item := range section.Get("alerts").Children() {
		alertItem(c, item, section.Get("providers"))
	}
	replacedTypes(c, section, "notification", shape.All().Notification)
	c.section(section, shape.All().Notification, "providerRef", "eventSources")
	c.Problems = slices.DeleteFunc(c.Problems, func(p finding.Problem) bool {
		return p.Code != codes.Reference && names.IsReference(p.Node)
	})
	return c.Problems
}

func uniqueNames(c *validator, list tree.Node, what string) {
	first := map[string]tree.Node{}
	for item := range list.Children() {
		name := item.Get("name")
		already := fmt.Sprintf("there is %s %s already, at ", what, name.Text())
		c.once(first, name, name.Text(), already, "; write another name")
	}
}

// clusterReferences reports references to clusters in what is one object for all clusters.
func clusterReferences(c *validator, n tree.Node) {
	noReferences(c, n, "here only $(app.name) is replaced, and $(app.namespace) of a document that has one; write the "+
		"value, or in the spec of an alert perCluster: true beside it")
}

func alertItem(c *validator, item, providers tree.Node) {
	spec := item.Get("spec")
	providerOf(c, item, providers)
	droppedEvents(c, item, providers)
	perCluster := item.Get("perCluster").Text() == "true"
	for field := range item.Children() {
		if field.Key() != "spec" || !perCluster {
			clusterReferences(c, field)
		}
	}
	if !perCluster || !names.HasReferences(spec) {
		alertSpec(c, spec)
	}
	c.rows(item, "alert per cluster")
}

func nameOf(n tree.Node) string { return n.Get("name").Text() }

// providerOf validates which provider an alert uses. One that the application does not have may be in the cluster.
func providerOf(c *validator, item, providers tree.Node) {
	known := each.In(providers.Children(), nameOf)
	ref := item.At("spec", "providerRef")
	name, ok := names.PlainText(ref.Get("name"))
	switch near := names.Nearest(name, known); {
	case !ref.Exists() && len(known) != 1:
		p := MissingInAlert(item, "providerRef")
		p.Detail = "is required, because the application has no provider; add one to notification.providers, or write " +
			"providerRef: {name: …} for one of the cluster"
		if len(known) > 0 {
			p.Detail = fmt.Sprintf("is required, because the application has %d providers; write providerRef: {name: …} "+
				"with %s", len(known), names.Or(known))
		}
		c.Report(p)
	case ok && !slices.Contains(known, name) && near != "":
		c.Report(finding.Problem{Severity: finding.SeverityInfo, Code: codes.MustExist, Node: ref.Get("name"),
			Current: name, Proposed: near, Detail: fmt.Sprintf("the application has no provider %s, so it must exist in the "+
				"cluster; did you mean %s?", name, near)})
	}
}

// MissingInAlert returns, without message, the problem of a field that an alert needs, which may have no spec.
func MissingInAlert(item tree.Node, field string) finding.Problem {
	if spec := item.Get("spec"); spec.Exists() {
		return finding.Problem{Code: codes.Required, Node: spec, Child: field}
	}
	return finding.Problem{Code: codes.Required, Node: item, Child: "spec"}
}

// Alert validates the spec of an Alert whose references are replaced.
func Alert(d *schema.Document, spec tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	for _, p := range shape.Check(spec, AlertType().shape, true).Problems {
		c.Add([]finding.Problem{usedAs(p)})
	}
	alertSpec(c, spec)
	c.section(spec, AlertType().shape, "providerRef", "eventSources")
	return c.Problems
}

func alertSpec(c *validator, spec tree.Node) {
	c.rows(spec, "alert")
	c.fieldRows(spec, "fields of Alert")
}

// Watchable reports whether an Alert of a Flux can be about objects of a kind.
func Watchable(kind string, flux kinds.FluxVersion) bool {
	return slices.Contains(shape.FindRule(shape.EventSourceReference, "kind").Values(flux), kind)
}

// AlertType returns the type of the spec of an Alert.
func AlertType() Type {
	return Type{shape.All().Notification.Fields["alerts"].Shape.Elem.Fields["spec"].Shape}
}

// withoutCommit are the kinds whose events bring a Provider no commit, since a minor version of Flux: their revision
// is a digest or the version of a chart, or notification-controller does not look at it (isCommitStatusUpdate).
var withoutCommit = map[string]int{"HelmRelease": 0, "HelmRepository": 0, "HelmChart": 0, "Bucket": 0,
	"ImageRepository": 0, "ImagePolicy": 0, "ImageUpdateAutomation": 0, "GitRepository": 8, "OCIRepository": 8}

// droppedEvents warns of an alert of which its provider takes no event (getNotificationParams of
// notification-controller, internal/server), because none has the commit or the change request that it writes
// to. Objects of others may have it.
func droppedEvents(c *validator, item, providers tree.Node) {
	spec, sources, provider := item.Get("spec"), item.At("spec", "eventSources"), tree.Node{}
	for p := range providers.Children() {
		if ref := spec.Get("providerRef"); ref.Get("name").Text() == p.Get("name").Text() || !ref.Exists() {
			provider = p.Get("spec")
		}
	}
	key, remedy, at := "commit", "eventSources of kind Kustomization, or ", item
	isTaken := !sources.Exists() && c.ownCommit()
	for source := range sources.Children() {
		since, isWithout := withoutCommit[source.Get("kind").Text()]
		at, isTaken = sources, isTaken || !isWithout || !c.Flux.Has(since)
	}
	if isOneOf(provider.Get("type"), "githubpullrequestcomment", "gitlabmergerequestcomment", "giteapullrequestcomment") {
		key, remedy, isTaken = "change_request", "", sources.Exists()
	} else if !SetsCommitStatus(provider) {
		return
	}
	annotation := "event.toolkit.fluxcd.io/" + key
	if isTaken || spec.At("eventMetadata", key).Exists() ||
		c.document.Root().Has(func(n tree.Node) bool { return n.Key() == annotation }) {
		return
	}
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: at, Detail: "Flux " +
		"drops each event, because a Provider of type " + provider.Get("type").Text() + " takes those with a " + key + ", " +
		"and these objects have none; write " + remedy + "the annotation " + annotation + " into the metadata of the " +
		"objects"})
}

// ownCommit reports whether events of the objects of the application have a commit.
func (c *validator) ownCommit() bool {
	source, helm := c.document.Spec().Get("source"), c.document.Spec().At("config", string(kinds.HelmReleases))
	isOfBucket := isOneOf(source.At("sourceRef", "kind"), "Bucket") || source.Get("bucket").Exists()
	return !helm.Exists() && !isOfBucket || !c.Flux.Has(8) || c.document.Class() == schema.ClassBase
}

// SetsCommitStatus reports whether a Provider with this spec writes the status of a commit.
func SetsCommitStatus(spec tree.Node) bool {
	return slices.Contains(statusProviders, spec.Get("type").Text())
}

func isNoName(c *validator, f field) {
	watched := kinds.Kustomization.Name
	if kind := f.around.Get("kind").Text(); Watchable(kind, c.Flux) {
		watched = kind
	}
	c.Refuse(f.Node, check.CodeEventSource, "Flux takes %q as a whole name, and no object has it; leave eventSources "+
		"out for the objects of this application, or write {kind: %s, name: \"*\", matchLabels: {…}} for all with "+
		"some labels", f.Text(), watched)
}
