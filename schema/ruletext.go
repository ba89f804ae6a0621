package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"

	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// rulesPage explains all rules. The linker leaves it out of programs that do not call RuleText.
//
//go:embed RULES.md
var rulesPage string

// RuleText returns what RULES.md says of a rule, as Markdown that begins with the rule's heading: what it means, why
// it is there, what is wrong and what is right. Empty means that there is no such rule. It knows the rules of the
// function and the command too.
func RuleText(code finding.Code) string {
	_, text, found := strings.Cut(rulesPage, "\n### "+string(code)+" ")
	if !found {
		return ""
	}
	for _, next := range []string{"\n### ", "\n## "} {
		text, _, _ = strings.Cut(text, next)
	}
	return "### " + string(code) + " " + strings.TrimSpace(text) + "\n"
}

var ruleHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^### (FA\d{3}) `) })

// RuleCodes returns the codes of all rules that RuleText explains, in their order.
func RuleCodes() (codes []finding.Code) {
	for _, heading := range ruleHeading().FindAllStringSubmatch(rulesPage, -1) {
		codes = append(codes, finding.Code(heading[1]))
	}
	return codes
}
