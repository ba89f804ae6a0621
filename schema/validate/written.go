package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
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

// ClusterDocument reports credentials in the metadata of the document of a cluster.
func ClusterDocument(d *schema.Document) []finding.Problem {
	c := newValidator(d, kinds.NewestFlux)
	c.written()
	return c.Problems
}

type writtenWalk struct {
	*validator
	region string // the field around whose values belong to the author, as values; empty outside
	above  []tree.Node
	before string // the argument in front of a text in a list
}

func (w *writtenWalk) walk(n tree.Node, name string) {
	switch n.Kind() {
	case tree.String:
		w.text(n, name)
	case tree.List:
		w.before = ""
		for item := range n.Children() {
			w.walk(item, name)
			w.before = item.Text()
		}
		w.before = ""
	case tree.Map:
		w.fields(n, name)
	}
}

func (w *writtenWalk) fields(n tree.Node, name string) {
	around := w.region
	if around == "" {
		switch name {
		case "destination", "kubeConfig", "sourceRef", "labels":
			// which have names only, and are most of a large document
			return
		case "values":
			dottedKeys(w.validator, n)
			w.region = name
		case "params", "substitute", "annotations", "patches", "healthCheckExprs", "dependsOn":
			w.region = name
		}
	}
	if around == "values" && isMetadataMap(name) {
		escapedKeys(w.validator, n)
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
	if strings.Contains(n.Text(), `# {"$imagepolicy"`) {
		w.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeSetterComment, Node: n,
			Detail: "inside a text a setter comment is text, and image automation never changes it; write the image as a " +
				"value of its own, with the comment behind it"})
	}
	what, secret := w.credential(n.Text(), name)
	if what == "" && names.IsReference(n) {
		what, secret = w.defaults(n.Text(), name)
	}
	if what == "" {
		return
	}
	w.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeCredential, Node: n, Secret: secret,
		Detail: fmt.Sprintf("this looks like %s, and whoever reads the document or its objects reads it; write it into a "+
			"Secret%s", what, w.secretPlace(name))})
}

// credential returns what a text is, or has in it, by its shape, by its name or by a name in it, and the credential.
// Wherever a text of several lines gets to, its own names and shapes tell what to hide.
func (w *writtenWalk) credential(text, name string) (what, secret string) {
	text = strings.TrimSpace(text)
	if what = credential.Find(text); what != "" && !strings.Contains(text, "\n") {
		return what, text
	}
	if what != "" || w.region == "" && !strings.Contains(text, "://") {
		return what, ""
	}
	kind := credential.KindOf(name)
	if secret = text; w.region == "" || !credential.Named(kind, text) {
		if strings.HasPrefix(w.before, "-") && !strings.ContainsAny(w.before, "= ") { // without a value of its own
			text = w.before + " " + text
		}
		secret, kind = credential.InText(text)
	}
	if kind == credential.None || w.refersToSecret() { // which looks at all fields beside it
		return "", ""
	}
	return kind.String(), secret
}

// defaults looks at the defaults of references, which have the names of what they stand for too.
func (w *writtenWalk) defaults(text, name string) (what, secret string) {
	parts, _ := names.SplitReferences(text)
	for _, part := range parts {
		for ref := part.Reference; ref != nil && ref.Default != nil && what == ""; ref = ref.Default.Reference {
			what, secret = w.credential(ref.Default.Text, name)
			for _, step := range ref.Steps {
				if kind := credential.KindOf(step); what == "" && credential.Named(kind, ref.Default.Text) {
					what, secret = kind.String(), ref.Default.Text
				}
			}
		}
	}
	return what, secret
}

func (w *writtenWalk) refersToSecret() bool {
	last := len(w.above) - 1
	if last < 0 { // a text where a map belongs
		return false
	}
	if around := w.above[last]; last > 0 && credential.NamesKeys(around.Key()) {
		return true
	}
	return each.Any(w.above[last].Children(), func(field tree.Node) bool {
		return field.Kind() != tree.Null && field.Text() != "" && credential.NamesSecret(field.Key())
	})
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
