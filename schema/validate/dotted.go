package validate

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// stepsOfSet match the steps of a key as helm --set spells it: names, and items of lists.
var stepsOfSet = compiled(`^[A-Za-z_][A-Za-z0-9_-]*(\[[0-9]+\])*(\.[A-Za-z0-9_][A-Za-z0-9_-]*(\[[0-9]+\])*)*$`)

// dottedKeys looks at the top only. Deeper keys are often right: settings of a program, names of files and hosts.
func (c *validator) dottedKeys(values tree.Node) {
	for field := range values.Children() {
		key := field.Key()
		if !isDotted(key) || !isSetting(field) && !values.Find(key[:strings.IndexAny(key, ".[")]).Exists() {
			continue
		}
		nested := nestedForm(key)
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeDottedKey, Node: field, OnKey: true,
			Current: key, Proposed: nested, Detail: "to Helm this is one key with its dots and brackets, and only --set " +
				"reads a path in it; write " + nested})
	}
}

func isDotted(key string) bool {
	if !strings.ContainsAny(key, ".[") || !stepsOfSet().MatchString(key) {
		return false
	}
	return !slices.Contains(fileEndings, strings.ToLower(key[strings.LastIndexByte(key, '.')+1:]))
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

func nestedForm(key string) string {
	form, closing := "", ""
	for i, step := range strings.Split(key, ".") {
		name, index, item := strings.Cut(step, "[")
		if i > 0 {
			form, closing = form+"{", "}"+closing
		}
		form += name + ": "
		for item {
			number := ""
			number, index, _ = strings.Cut(index, "]")
			form, closing = form+"[", "]"+closing
			if number != "0" {
				form += "…, "
			}
			index, item = strings.CutPrefix(index, "[")
		}
	}
	return form + "…" + closing
}
