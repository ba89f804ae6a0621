package change

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// WithResult returns the changes of [CompareObjects] with the rendering that its second side is from: its documents
// tell the limits and the secrets. The first side was read, and nobody has its documents.
func (c Changes) WithResult(after render.Result) Changes {
	c.resultAfter = after
	return c.withSecrets(after.Secrets())
}

// withSecrets adds secrets of documents. What a read object has where the new value has a secret is one too.
func (c Changes) withSecrets(secrets finding.Secrets) Changes {
	var earlier []string
	for _, one := range c.List {
		if one.Before == nil || !one.Before.read {
			continue
		}
		for _, f := range one.Fields {
			if shown, hidden := secrets.Redact("", f.After); hidden {
				earlier = append(earlier, replaced(f.Before, shown)...)
			}
		}
	}
	c.Secrets = secrets.With(finding.SecretsOf(earlier))
	return c
}

// replaced returns what a value has where the shown one has [finding.Hidden]; nothing where they differ elsewhere too.
func replaced(value, shown string) (texts []string) {
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
