package main

import (
	"fmt"
	"strings"
)

const manifestsIntro = `# Manifests, and the fields that make them

For readers who have manifests of Flux and look for their place in a FluxApplication. The tables list every manifest ` +
	`of four texts about
Flux that people follow today, though parts of them are years old. A test compares each manifest with the object of ` +
	`the case, field for
field. What it corrects first is in the last column: why today's Flux needs another spelling, and what fluxapp says ` +
	`to the old one.
Labels and annotations that [fluxapp adds](LANGUAGE.md#metadata) are not compared.

No table lists what is no manifest of a controller: files of values for Helm, and configuration of kustomize.
`

// manifestsPage returns MANIFESTS.md.
func manifestsPage(root string) (string, error) {
	list, err := collections()
	if err != nil {
		return "", err
	}
	all, err := codes(root)
	if err != nil {
		return "", err
	}
	anchors := map[string]string{}
	for _, c := range all {
		anchors[c.value] = rule{code: c}.anchor()
	}
	var b strings.Builder
	b.WriteString(generated + manifestsIntro)
	for _, c := range list {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| Manifest | Field | Case | What it needs today |\n|---|---|---|---|\n", c.Title,
			strings.TrimSpace(c.Text))
		for _, m := range c.Manifests {
			cells, err := m.needs(anchors)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "| %s | `%s` | [%s](../testdata/cases/%s/in.yaml) | %s |\n",
				m.Is, strings.Join(m.Field, "`, `"), m.Case, m.Case, strings.ReplaceAll(strings.Join(cells, "<br>"), "|", "\\|"))
		}
	}
	return b.String(), nil
}

// needs returns what is no longer valid in a manifest, and what fluxapp says to it, a field to a cell.
func (m manifest) needs(anchors map[string]string) (cells []string, err error) {
	add := func(path, why, says string) {
		cell := fmt.Sprintf("`%s`: %s", path, why)
		if says != "" {
			code, message, _ := strings.Cut(says, " ")
			if anchors[code] == "" {
				err = fmt.Errorf("manifests.yaml: %s %s: %s is no code", m.Is, path, code)
			}
			cell += fmt.Sprintf(" [%s](RULES.md#%s): %s", code, anchors[code], codeSpan(message))
		}
		cells = append(cells, cell)
	}
	for _, c := range m.Corrections {
		add(c.Path, c.Why, c.Says)
	}
	for _, r := range m.Remarks {
		add(r.At, r.Why, r.Says)
	}
	return cells, err
}

// codeSpan marks a message, which may hold backquotes.
func codeSpan(message string) string {
	if strings.Contains(message, "`") {
		return "`` " + message + " ``"
	}
	return "`" + message + "`"
}
