package schema

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// rulesPage explains all rules. The linker leaves it out of programs that do not call RuleText.
//
//go:embed RULES.md
var rulesPage string

// RuleText returns what RULES.md says of a rule, as Markdown that begins with its heading: what it means, why it is
// there, what is wrong and what is right. Empty is no such rule. The function and the command have rules too.
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

var codeOfErrors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^FA[0-4]\d\d$`) })

// ParseRemark reads the code of a rule whose warnings and information a run can ignore, for example FA505. Any other
// text, also the code of a rule that reports errors only, is an error.
func ParseRemark(text string) (finding.Code, error) {
	codes := finding.Remarks()
	if code := finding.Code(text); slices.Contains(codes, code) {
		return code, nil
	}
	known := make([]string, len(codes))
	for i, code := range codes {
		known[i] = string(code)
	}
	switch near := names.Nearest(text, known); {
	case text == "":
		return "", errors.New("a code is empty; write the code of a warning or an information, for example FA505")
	case text == string(finding.CodeAcknowledged), text == string(finding.CodeRunConfig):
		return "", fmt.Errorf("%s decides about limits, and cannot be ignored; leave it out", text)
	case codeOfErrors().MatchString(text):
		return "", fmt.Errorf("%s is the code of no warning and no information, and errors cannot be ignored; leave it "+
			"out", text)
	case near != "":
		return "", fmt.Errorf("there is no rule %q; did you mean %q?", text, near)
	}
	return "", fmt.Errorf("there is no rule %q; write the code of a warning or an information, for example FA505", text)
}
