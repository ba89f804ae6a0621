package report

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Kind is what findings that repeat each other have in common: one rule, and one field of different items, documents
// or files. Findings about no field repeat each other when they have the same text.
type Kind struct {
	Severity finding.Severity
	Code     finding.Code
	about    string
}

// KindOf returns the kind of a finding with the path of its field, empty for a finding about no field, and its text.
func KindOf(severity finding.Severity, code finding.Code, path, detail string) Kind {
	if path == "" {
		return Kind{severity, code, ": " + detail} // no path begins like this
	}
	return Kind{severity, code, index().ReplaceAllString(path, "[]")}
}

var index = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })

// Few is how many findings of one kind are printed, unless the user asks for more.
const Few = 5

// Finding is a finding with its line.
type Finding struct {
	Kind Kind
	Line string
}

// Print prints findings in a line each: of one kind the first few, and then a count, with how to print all of them.
func Print(w io.Writer, findings []Finding, few int, how string) {
	total := map[Kind]int{}
	for _, f := range findings {
		total[f.Kind]++
	}
	printed := map[Kind]int{}
	for _, f := range findings {
		if printed[f.Kind]++; printed[f.Kind] > few {
			continue
		}
		fmt.Fprintln(w, f.Line)
		if left := total[f.Kind] - few; printed[f.Kind] == few && left > 0 {
			fmt.Fprintf(w, "… and %s more [%s] (%s)\n", names.Number(left), f.Kind.Code, how)
		}
	}
}

// Ignored counts the findings that a run ignores, by rule.
type Ignored map[finding.Code]int

// String returns a line, for example: ignored 3 findings: FA505 (2), FA507 (1).
func (i Ignored) String() string {
	total, rules := 0, []string{}
	for _, code := range slices.Sorted(maps.Keys(i)) {
		total += i[code]
		rules = append(rules, fmt.Sprintf("%s (%s)", code, names.Number(i[code])))
	}
	return fmt.Sprintf("ignored %s: %s", names.Counted(total, "finding"), strings.Join(rules, ", "))
}
