package main

import (
	"fmt"
	"strings"
)

const manifestsIntro = `# Manifests, and the fields that make them

For readers who have manifests of Flux and look for their place in a FluxApplication: every manifest of four texts that
people follow today. A test compares each manifest with the object of the case, field for field. The last column has
what today's Flux needs in another spelling, and the code that fluxapp reports.
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

// needs returns what is no longer valid in a manifest, with the code that fluxapp reports, a field to a cell.
func (m manifest) needs(anchors map[string]string) (cells []string, err error) {
	add := func(path, why, says string) {
		cell := fmt.Sprintf("`%s`: %s", path, why)
		if says != "" {
			code, _, _ := strings.Cut(says, " ")
			if anchors[code] == "" {
				err = fmt.Errorf("manifests.yaml: %s %s: %s is no code", m.Is, path, code)
			}
			cell += fmt.Sprintf(" [%s](RULES.md#%s)", code, anchors[code])
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
