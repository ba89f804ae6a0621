package validate

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// AlertType returns the type of the spec of an Alert.
func AlertType() Type {
	return Type{shape.All().Notification.Fields["alerts"].Shape.Elem.Fields["spec"].Shape}
}

// The types of Providers that write the status of a commit, for which alone a Provider takes commitStatusExpr; and
// those that can use a ServiceAccount.
var (
	statusProviders   = []string{"github", "gitlab", "gitea", "bitbucketserver", "bitbucket", "azuredevops"}
	identityProviders = []string{"azureeventhub", "azuredevops", "googlepubsub"}
)

// SetsCommitStatus reports whether a Provider with this spec writes the status of a commit.
func SetsCommitStatus(spec tree.Node) bool {
	return slices.Contains(statusProviders, spec.Get("type").Text())
}

func (c *validator) provider(spec tree.Node) {
	kind, known := reference.PlainText(spec.Get("type"))
	if interval := spec.Get("interval"); interval.Exists() {
		c.noEffect(interval, "Flux no longer reads it; leave it out")
	}
	c.Contradicts(spec.Get("commitStatusExpr"), known && !SetsCommitStatus(spec),
		fmt.Sprintf("only the types %s have the status of a commit; leave it out", names.Or(statusProviders)))
	if account := spec.Get("serviceAccountName"); account.Exists() && known && !slices.Contains(identityProviders, kind) {
		c.noEffect(account, fmt.Sprintf("only the types %s use it; leave it out", names.Or(identityProviders)))
	}
	c.newValue(spec.Get("type"), providerSince)
	c.newField(spec.Get("proxySecretRef"), fluxProxySecret)
	c.namedRefs(spec, "secretRef", "certSecretRef", "proxySecretRef")
}

func (c *validator) alert(spec tree.Node) {
	c.namedRefs(spec, "providerRef")
	sources := spec.Get("eventSources")
	if sources.Kind() == tree.List && sources.Len() == 0 {
		c.Report(finding.Problem{Code: finding.CodeEmpty, Node: sources,
			Detail: "is empty, so the Alert is about nothing; leave it out for the objects of this application, or write the " +
				"objects to watch"})
	}
	for item := range sources.Children() {
		c.eventSource(item)
	}
	for _, list := range []string{"inclusionList", "exclusionList"} {
		for item := range spec.Get(list).Children() {
			c.expression(item, ", and Flux would skip it")
		}
	}
}

func (c *validator) eventSource(item tree.Node) {
	name, namespace, labels := item.Get("name"), item.Get("namespace"), item.Get("matchLabels")
	c.Required(item, "name")
	c.newValue(item.Get("kind"), watchedSince)
	switch {
	case isPattern(name):
		c.Report(finding.Problem{Code: finding.CodeEventSource, Node: name, Current: name.Text(), Detail: fmt.Sprintf(
			"Flux takes %q as a whole name, and no object has it; leave eventSources out for the objects of this application, "+
				"or write {kind: %s, name: \"*\", matchLabels: {…}} for all with some labels", name.Text(),
			c.watched(item.Get("kind")))})
	case name.Text() != "" && name.Text() != "*":
		c.Name(name, content.DNS1123SubdomainMaxLength)
		c.Contradicts(labels, !reference.Placeholder(name.Text()),
			`labels choose among all objects of a kind; write name: "*", or leave matchLabels out`)
	}
	switch {
	case isPattern(namespace), namespace.Text() == "*":
		c.Report(finding.Problem{Code: finding.CodeEventSource, Node: namespace, Current: namespace.Text(),
			Detail: fmt.Sprintf("Flux takes %q as a whole name, and no namespace has it; write an item for each namespace",
				namespace.Text())})
	case namespace.Exists():
		c.Namespace(namespace)
	}
	for label := range check.Map(labels).Children() {
		c.Label(label)
	}
}

func (c *validator) watched(kind tree.Node) string {
	if Watchable(kind.Text(), c.Flux) {
		return kind.Text()
	}
	return kinds.Kustomization.Name
}

// isPattern reports whether a text is meant to match several names. An asterisk alone is no pattern: Flux knows it.
func isPattern(n tree.Node) bool {
	text, ok := reference.PlainText(n)
	return ok && text != "*" && strings.ContainsAny(text, "*?[]^$|()+")
}
