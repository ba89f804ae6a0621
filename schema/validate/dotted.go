package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// dottedKeys looks at the top only. Deeper keys are often right: settings of a program, names of files and hosts.
func dottedKeys(c *validator, values tree.Node) {
	for field := range values.Children() {
		key := field.Key()
		if !strings.ContainsAny(key, `.[\`) {
			continue
		}
		steps, quoted := shape.SetPath(key)
		if len(steps) == 0 || !quoted && (isFile(key) || !isSetting(field) && !values.Find(steps[0]).Exists()) {
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

func isFile(key string) bool {
	return slices.Contains(fileEndings, strings.ToLower(key[strings.LastIndexByte(key, '.')+1:]))
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
