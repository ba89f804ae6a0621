package report

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const rulesPage = "schema/RULES.md"

// RulesPage returns the address of the page that explains all rules, see [Page].
func RulesPage(version string) string { return Page(version, rulesPage) }

// Page returns the address of a file of the repository at a version, for example v0.3.0; of the newest, if no release.
func Page(version, file string) string {
	if !release.MatchString(version) {
		version = "main"
	}
	return "https://github.com/fluxapp-dev/fluxapp/blob/" + version + "/" + file
}

var release = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z]+\.\d+)?$`)

// RuleText returns what the page of the rules has about a rule, without markup; empty when there is no such rule. Of
// several cases it has the one that a message is about; an empty message asks for all. Version is the program's.
func RuleText(code finding.Code, message, version string) string {
	var b strings.Builder
	inCode := false
	text := withAddresses(wholeDocument.ReplaceAllString(caseOf(code, message), "**$1:**"), version)
	for line := range strings.Lines(markdownLink.ReplaceAllString(text, "$1 ($2)")) {
		switch {
		case strings.HasPrefix(line, "```"):
			inCode = !inCode
		case inCode:
			b.WriteString("    " + line)
		default:
			b.WriteString(heading.ReplaceAllString(markup.ReplaceAllString(line, ""), ""))
		}
	}
	return b.String()
}

var (
	wholeDocument = regexp.MustCompile(`\*\*\[([^\]]*)\]\([^)]*\):\*\*`)
	markdownLink  = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	markup        = regexp.MustCompile("\\*\\*|`")
	heading       = regexp.MustCompile("^#+ ")
)

func withAddresses(markdown, version string) string {
	return markdownLink.ReplaceAllStringFunc(markdown, func(link string) string {
		text, file, _ := strings.Cut(strings.TrimSuffix(link, ")"), "](")
		return text + "](" + Page(version, path.Clean(path.Dir(rulesPage)+"/"+file)) + ")"
	})
}

func ruleName(code finding.Code) (name, means string) {
	heading, rest, _ := strings.Cut(RuleText(code, "", ""), "\n\n")
	means, _, _ = strings.Cut(rest, ". ")
	return strings.TrimPrefix(heading, string(code)+" "), strings.TrimSuffix(means, ".") + "."
}

// caseOf returns the Markdown about a rule with the one case that a message is about; with all where it is like none.
func caseOf(code finding.Code, message string) string {
	const between, alike = "\n#### ", 0.5
	text := schema.RuleText(code)
	cases := strings.Split(text, between)
	nearest, most := 0, alike
	for i, one := range cases[1:] {
		for line := range strings.Lines(one) {
			if share := Alike(message, line); share > most {
				nearest, most = i+1, share
			}
		}
	}
	if nearest == 0 {
		return text
	}
	return fmt.Sprintf("%s%s%s\nThis is one of %d cases; `fluxapp explain %s` has all.\n", cases[0], between,
		strings.TrimRight(cases[nearest], "\n")+"\n", len(cases)-1, code)
}

// Alike returns which share of the words of a text a line has.
func Alike(text, line string) float64 {
	has, words := wordsOf(line), wordsOf(text)
	common := 0
	for word := range words {
		if has[word] {
			common++
		}
	}
	return float64(common) / float64(max(1, len(words)))
}

func wordsOf(text string) map[string]bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return each.Once(words, each.Itself)
}
