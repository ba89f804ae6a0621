package change

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// secrets adds to those of documents what an object that was read has where the new value has one of them.
func (c *Changes) secrets(ofDocuments finding.Secrets) finding.Secrets {
	var earlier []string
	for _, one := range c.List {
		if one.Before == nil || !one.Before.read {
			continue
		}
		for _, f := range one.Fields {
			if shown, hidden := ofDocuments.Redact("", f.After); hidden {
				earlier = append(earlier, hiddenIn(f.Before, shown)...)
			}
		}
	}
	return ofDocuments.With(finding.SecretsOf(earlier))
}

// hiddenIn returns what a value has where the shown one has [finding.Hidden]; nothing where they differ elsewhere too.
func hiddenIn(value, shown string) (texts []string) {
	parts := strings.Split(shown, finding.Hidden)
	last := len(parts) - 1
	rest, found := strings.CutPrefix(value, parts[0])
	for _, part := range parts[1:last] {
		text, behind, isThere := strings.Cut(rest, part)
		texts, rest, found = append(texts, text), behind, found && isThere
	}
	text, isThere := strings.CutSuffix(rest, parts[last])
	if !found || !isThere {
		return nil
	}
	return append(texts, text)
}
