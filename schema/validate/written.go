package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
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
		w.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.SetterComment, Node: n,
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
	w.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Credential, Node: n, Secret: secret,
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

// dottedKeys looks at the top only. Deeper keys are often right: settings of a program, names of files and hosts.
func dottedKeys(c *validator, values tree.Node) {
	for field := range values.Children() {
		key := field.Key()
		if !strings.ContainsAny(key, `.[\`) {
			continue
		}
		steps, quoted := shape.SetPath(key)
		isFile := slices.Contains(fileEndings, strings.ToLower(key[strings.LastIndexByte(key, '.')+1:]))
		if len(steps) == 0 || !quoted && (isFile || !isSetting(field) && !values.Find(steps[0]).Exists()) {
			continue
		}
		dotted(c, field, key, nestedForm(steps), "to Helm this is one key with its dots and brackets, and only --set "+
			"reads a path in it")
	}
}

func dotted(c *validator, n tree.Node, key, meant, why string) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: check.CodeDottedKey, Node: n,
		OnKey: key == n.Key(), Current: key, Proposed: meant, Detail: why + "; write " + meant})
}

// isMetadataMap knows the names of maps in values that become labels and annotations, whose keys have dots.
func isMetadataMap(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "annotations") || strings.HasSuffix(name, "labels") ||
		strings.HasSuffix(name, "nodeselector")
}

func escapedKeys(c *validator, n tree.Node) {
	for field := range n.Children() {
		if key := field.Key(); strings.Contains(key, `\.`) {
			dotted(c, field, key, strings.ReplaceAll(key, `\`, ""), `only --set reads \., and here the \ is part of the key`)
		}
	}
}

// isTargetPath warns of a key with dots in it, for example of an annotation, that Flux would take for a path of maps.
func isTargetPath(c *validator, f field) {
	text, known := names.PlainText(f.Node)
	slash := strings.LastIndexByte(text, '/')
	if !known || slash < 0 || strings.ContainsAny(text, `\"'`) {
		return
	}
	steps := strings.Split(text[:slash], ".")
	at := slices.IndexFunc(steps, isMetadataMap)
	if at < 0 || at >= len(steps)-2 {
		return
	}
	dotted(c, f.Node, text, strings.Join(steps[:at+1], ".")+"."+strings.Join(steps[at+1:], `\.`)+text[slash:],
		"Flux reads each dot as the end of a key")
}

var fileEndings = []string{
	"bash", "cfg", "cnf", "conf", "config", "crt", "css", "csv", "env", "hcl", "html", "ini", "jks", "js", "json", "key",
	"lua", "md", "options", "pem", "properties", "py", "rb", "rego", "rules", "sh", "sql", "tf", "tmpl", "toml", "tpl",
	"txt", "xml", "yaml", "yml",
}

func isSetting(n tree.Node) bool {
	switch n.Kind() {
	case tree.Map:
		return false
	case tree.List:
		return n.First().Kind() != tree.Map
	}
	return !strings.Contains(n.Text(), "\n")
}

func nestedForm(steps []string) string {
	form, closing := "", ""
	for i, step := range steps {
		switch {
		case shape.IsIndex(step):
			form, closing = form+"[", "]"+closing
			if step != "[0]" {
				form += "…, "
			}
			continue
		case i > 0:
			form, closing = form+"{", "}"+closing
		}
		if step[0] <= '9' || strings.Contains(step, ":") { // which YAML may read as something else
			step = strconv.Quote(step)
		}
		form += step + ": "
	}
	return form + "…" + closing
}
