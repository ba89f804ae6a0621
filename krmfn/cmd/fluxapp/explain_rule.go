package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// The pages that explain all rules and all fields.
const (
	rulesPage     = "https://github.com/fluxapp-dev/fluxapp/blob/main/schema/RULES.md"
	referencePage = "https://github.com/fluxapp-dev/fluxapp/blob/main/schema/REFERENCE.md"
)

var ruleCode = regexp.MustCompile(`(?i)^FA\d+$`)

// explainRule returns what RULES.md says of a rule.
func explainRule(code string) (string, error) {
	text := schema.RuleText(schema.Code(strings.ToUpper(code)))
	if text == "" {
		return "", fmt.Errorf("there is no rule %s; all rules are in %s", code, rulesPage)
	}
	return withoutMarkdown(text), nil
}

var (
	wholeDocument = regexp.MustCompile(` \(\[the whole document\]\([^)]*\)\)`)
	markup        = regexp.MustCompile("\\*\\*|`")
)

// withoutMarkdown returns a part of a page for a terminal: what is shown is indented, and nothing is marked.
func withoutMarkdown(text string) string {
	var b strings.Builder
	shown := false
	for line := range strings.Lines(wholeDocument.ReplaceAllString(text, "")) {
		switch {
		case strings.HasPrefix(line, "```"):
			shown = !shown
		case shown:
			b.WriteString("    " + line)
		default:
			b.WriteString(strings.TrimPrefix(markup.ReplaceAllString(line, ""), "### "))
		}
	}
	return b.String()
}
