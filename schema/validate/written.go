package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// written reports credentials and dotted keys as their author wrote them: each once, whatever it is merged into.
func (c *validator) written() {
	root := c.document.Subject().Root()
	for _, part := range []string{"metadata", "spec"} {
		w := writtenWalk{validator: c}
		w.walk(root.Get(part), part)
	}
}

type writtenWalk struct {
	*validator
	region string // the field around whose values belong to the author: values, params or substitute; empty outside
	above  []tree.Node
}

func (w *writtenWalk) walk(n tree.Node, name string) {
	switch n.Kind() {
	case tree.String:
		w.text(n, name)
	case tree.List:
		for item := range n.Children() {
			w.walk(item, name)
		}
	case tree.Map:
		w.fields(n, name)
	}
}

func (w *writtenWalk) fields(n tree.Node, name string) {
	around := w.region
	if around == "" {
		switch name {
		case "destination", "kubeConfig", "sourceRef", "chart", "dependsOn", "labels":
			// which have names only, and are most of a large document
			return
		case "values":
			w.dottedKeys(n)
			w.region = name
		case "params", "substitute":
			w.region = name
		}
	}
	w.above = append(w.above, n)
	for field := range n.Children() {
		called := field.Key()
		if called == "value" && w.region != "" {
			if variable := n.Get("name"); variable.Kind() == tree.String {
				called = variable.Text()
			}
		}
		w.walk(field, called)
	}
	w.above, w.region = w.above[:len(w.above)-1], around
}

func (w *writtenWalk) text(n tree.Node, name string) {
	text := n.Text()
	what := credential.Find(text)
	if what == "" && w.region != "" {
		what = w.named(text, name)
	}
	if what == "" {
		return
	}
	w.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeCredential, Node: n,
		Detail: fmt.Sprintf("this looks like %s, and whoever reads the document or its objects reads it; write it into a "+
			"Secret%s", what, w.secretPlace(name))})
}

// named returns what a text is by its name, or by the name of an option of a command: --password=….
func (w *writtenWalk) named(text, name string) string {
	if strings.HasPrefix(text, "--") {
		name, text, _ = strings.Cut(text, "=")
	}
	kind := credential.KindOf(name)
	if !credential.Named(kind, text) || w.refersToSecret() {
		return ""
	}
	return kind.String()
}

func (w *writtenWalk) refersToSecret() bool {
	last := len(w.above) - 1
	if around := w.above[last]; last > 0 && credential.NamesKeys(around.Key()) {
		return true
	}
	for field := range w.above[last].Children() {
		if field.Kind() != tree.Null && field.Text() != "" && credential.NamesSecret(field.Key()) {
			return true
		}
	}
	return false
}

func (w *writtenWalk) secretPlace(name string) string {
	switch {
	case w.region == "values":
		return ", and name that in valuesFrom"
	case w.region == "substitute":
		return ", and name that in substituteFrom"
	case w.region == "" && name == "url" && w.document.Class() == schema.ClassRepository:
		return ", and name that as secret"
	case w.region == "" && slices.Contains([]string{"url", "address", "proxy", "image"}, name):
		return ", and name that as secretRef"
	}
	return ""
}
