package report

import (
	"regexp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// RulesPage is the page that explains all rules.
const RulesPage = repository + "/schema/RULES.md"

const repository = "https://github.com/fluxapp-dev/fluxapp/blob/main"

// RuleText returns what the page of the rules has about a rule, for a terminal: code is indented, and there is no
// markup. It is empty when there is no such rule.
func RuleText(code finding.Code) string {
	var b strings.Builder
	inCode := false
	for line := range strings.Lines(wholeDocument.ReplaceAllString(schema.RuleText(code), "")) {
		switch {
		case strings.HasPrefix(line, "```"):
			inCode = !inCode
		case inCode:
			b.WriteString("    " + line)
		default:
			b.WriteString(strings.TrimPrefix(markup.ReplaceAllString(line, ""), "### "))
		}
	}
	return b.String()
}

var (
	wholeDocument = regexp.MustCompile(` \(\[the whole document\]\([^)]*\)\)`)
	markup        = regexp.MustCompile("\\*\\*|`")
)

// ruleMarkdown is RuleText as Markdown, whose links lead to the repository from everywhere.
func ruleMarkdown(code finding.Code) string {
	return strings.ReplaceAll(schema.RuleText(code), "](../", "]("+repository+"/")
}

func ruleName(code finding.Code) (name, means string) {
	heading, rest, _ := strings.Cut(RuleText(code), "\n\n")
	means, _, _ = strings.Cut(rest, "\n\n")
	return strings.TrimPrefix(heading, string(code)+" "), strings.TrimSpace(means)
}
