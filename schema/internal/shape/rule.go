package shape

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Rule describes the values that an API server accepts in a field of a type. testdata/generate makes rules from the
// comments from which the CRDs are made. The rule of a list is the rule of its items.
type Rule struct {
	goType, field string // the type, with its package's path, and the field
	Required      bool
	Enum          []string
	Pattern       string
	Min, Max      int // characters; max 0 is any number

	// The minor versions of Flux 2 that brought the field or its values, or made it optional; 0 is older than those known.
	// Until is the last one whose newest API has it; 0 has no end.
	Since, Until, OptionalSince int
	EnumSince                   []valueSince
}

// valueSince is a value younger than its field. Asked: only an API has it that is written when a version is asked for.
type valueSince struct {
	value string
	since int
	asked bool
}

func (v valueSince) in(flux kinds.FluxVersion) bool {
	return flux.Has(v.since) && (flux != 0 || !v.asked)
}

// FindRule returns the rule of a field that a type declares; nil when there is none.
func FindRule(goType, field string) *Rule {
	i, found := slices.BinarySearchFunc(generatedRules[:], field, func(r Rule, field string) int {
		return cmp.Or(cmp.Compare(r.goType, goType), cmp.Compare(r.field, field))
	})
	if !found {
		return nil
	}
	return &generatedRules[i]
}

var patterns = sync.OnceValue(func() map[string]*regexp.Regexp {
	compiled := map[string]*regexp.Regexp{}
	for _, r := range generatedRules {
		if r.Pattern != "" && compiled[r.Pattern] == nil {
			compiled[r.Pattern] = regexp.MustCompile(r.Pattern)
		}
	}
	return compiled
})

var scpURL = pattern.Of(`^([a-z]+@[A-Za-z0-9.-]+):([^/:][^:]*)$`)

// The patterns of durations in Flux's CRDs: of all fields, and of the timeout of a source, which takes no hours.
const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`
	timeoutPattern  = `^([0-9]+(\.[0-9]+)?(ms|s|m))+$`
)

const (
	namePattern      = `^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	namespacePattern = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
)

//go:embed patterns.txt
var patternsText string

// patternHints describe the texts that fit a pattern.
var patternHints = sync.OnceValue(func() map[string]string {
	hints := map[string]string{}
	for _, row := range rowsOf(patternsText, 2) {
		hints[row[1]] = row[0]
	}
	return hints
})

func (r *Rule) expectation() string {
	switch {
	case r == nil:
		return ""
	case r.Enum != nil:
		return names.Or(r.Enum)
	}
	return patternHints()[r.Pattern]
}

func (r *Rule) fits(text string) bool {
	if r == nil {
		return true
	}
	length := utf8.RuneCountInString(text)
	return (r.Enum == nil || slices.Contains(r.Enum, text)) && length >= r.Min && (r.Max == 0 || length <= r.Max) &&
		(r.Pattern == "" || matches(r.Pattern, text))
}

// matches reports whether a text matches a pattern of the CRDs. Nearly each duration is a number and a unit, and a
// regular expression would take longer than all else that is checked of it.
func matches(pattern, text string) bool {
	unit := strings.TrimLeft(text, "0123456789")
	if pattern == durationPattern && unit != text && (unit == "s" || unit == "m" || unit == "h") {
		return true
	}
	return patterns()[pattern].MatchString(text)
}

// checkedElsewhere is true of durations, for [Check].
func (r *Rule) checkedElsewhere() bool {
	return r.Pattern == durationPattern || r.Pattern == timeoutPattern
}

// name validates a name of fluxapp's own types; ok is false for what has other words. An empty one that is required is
// said to be empty like any other value.
func (r *Rule) name(n tree.Node) (problems []finding.Problem, ok bool) {
	c := check.Checker{}
	switch {
	case r.field == "serviceAccountName", r.Required && n.Kind() == tree.String && n.Text() == "":
		return nil, false
	case r.Pattern == namePattern:
		c.Name(n, r.Max)
	case r.Pattern == namespacePattern:
		c.Namespace(n)
	default:
		return nil, false
	}
	return c.Problems, true
}

func (r *Rule) whyRequired() string {
	switch {
	case r.field == "destination":
		return "is required; write destination: {cluster: …}, or destination: {} for the hub"
	case r.OptionalSince > 0:
		return fmt.Sprintf("is required before Flux %s; add it, or render for a newer Flux",
			kinds.FluxVersion(r.OptionalSince))
	}
	return "is required; add it"
}

// TooNew reports a field that came with a newer Flux.
func TooNew(n tree.Node, since int, flux kinds.FluxVersion) finding.Problem {
	return finding.Problem{Code: codes.FluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
		"Flux %s does not have this field (new in %s); leave it out, or render for a newer Flux", flux,
		kinds.FluxVersion(since))}
}

func (r *Rule) gone(n tree.Node, flux kinds.FluxVersion) finding.Problem {
	remedy := map[string]string{"proxy": "write proxySecretRef, with a Secret that has the address"}[r.field]
	return finding.Problem{Code: codes.FluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
		"Flux %s has this field no longer (last in %s); %s", flux, kinds.FluxVersion(r.Until),
		cmp.Or(remedy, "leave it out"))}
}

// Check validates the value of a field, or each item of a list.
func (r *Rule) Check(n tree.Node, flux kinds.FluxVersion) (problems []finding.Problem) {
	if r == nil || r.checkedElsewhere() || r.Enum == nil && r.Pattern == "" && r.Min == 0 && r.Max == 0 {
		return nil
	}
	for item := range n.Children() {
		problems = append(problems, r.Value(item, flux)...)
	}
	return append(problems, r.Value(n, flux)...)
}

const fewValues = 12

// orSome returns the values that a field takes; of many the nearest one, or the first, and their number.
func orSome(values []string, near string) string {
	switch {
	case len(values) <= fewValues:
		return names.Or(values)
	case near != "":
		return fmt.Sprintf("%q, or another of %d values", near, len(values))
	}
	return names.List(values, fewValues/2)
}

// Value validates one string.
func (r *Rule) Value(n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	if problems, isName := r.name(n); isName {
		return problems
	}
	value, ok := names.PlainText(n)
	young := r.young(value)
	if !ok || r.fits(value) && young.in(flux) {
		return nil
	}
	p := finding.Problem{Code: codes.Unsupported, Node: n, Current: value}
	values, length := r.Values(flux), utf8.RuneCountInString(value)
	switch {
	case slices.Contains(r.Enum, value) && flux == 0:
		p.Code = codes.FluxField
		p.Detail = fmt.Sprintf("only the newest API of Flux %s has %q; write fluxVersion: \"%[1]s\" in the RenderConfig, "+
			"or --flux-version %[1]s, or another value", kinds.FluxVersion(young.since), value)
	case slices.Contains(r.Enum, value):
		others := "another value"
		if len(values) <= fewValues { // the message is not about them
			others = names.Or(values)
		}
		p.Code = codes.FluxField
		p.Detail = fmt.Sprintf("Flux %s does not have %q (new in %s); write %s, or render for a newer Flux",
			flux, value, kinds.FluxVersion(young.since), others)
	case r.Enum != nil:
		p.Proposed = names.Nearest(value, values)
		p.Detail = fmt.Sprintf("this field does not take %q; write %s", value, orSome(values, p.Proposed))
	case value == "":
		p.Code, p.Detail = check.CodeEmpty, "is empty; write a value"
	case length < r.Min:
		p.Detail = fmt.Sprintf("is %d characters long, and Flux wants at least %d; write a longer one", length, r.Min)
	case r.Max > 0 && length > r.Max:
		p.Code = codes.TooLong
		p.Detail = fmt.Sprintf("is %d characters long, and Flux can use at most %d; write a shorter one", length, r.Max)
	case scpURL().MatchString(value) && strings.Contains(r.Pattern, "ssh"):
		p.Proposed = scpURL().ReplaceAllString(value, "ssh://$1/$2")
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, p.Proposed)
	case strings.Contains(r.Pattern, "://") && strings.Contains(value, "@"): // before which there may be a password
		p.Current = ""
		p.Detail = "the URL does not fit; write " + patternHints()[r.Pattern]
	case r.field == "targetPath" && r.fits(escapedPath(value)):
		p.Proposed = escapedPath(value)
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, p.Proposed)
	default:
		p.Detail = fmt.Sprintf("%q does not fit; write %s", value, patternHints()[r.Pattern])
	}
	return []finding.Problem{p}
}

// Values returns the values of an enum that a Flux knows.
func (r *Rule) Values(flux kinds.FluxVersion) []string {
	return slices.DeleteFunc(slices.Clone(r.Enum), func(value string) bool { return !r.young(value).in(flux) })
}

// ValueSince returns the version that brought a value; 0 when it came with the field.
func (r *Rule) ValueSince(value string) int { return r.young(value).since }

func (r *Rule) young(value string) valueSince {
	return each.First(slices.Values(r.EnumSince), func(v valueSince) bool { return v.value == value })
}

// FileSeparator is what KubeSphere's console has between the files of a list that its user writes as one text.
const FileSeparator = ";"

// FileList returns the files of a text that may have several, as a list of YAML in one line: [a.yaml, b.yaml].
func FileList(text string) string {
	var files []string
	for file := range strings.SplitSeq(text, FileSeparator) {
		switch file = strings.TrimSpace(file); {
		case file == "":
		case strings.ContainsAny(file, " ,:#[]{}\"'&*!|>%@`"):
			files = append(files, strconv.Quote(file))
		default:
			files = append(files, file)
		}
	}
	return "[" + strings.Join(files, ", ") + "]"
}

func isFileList(n tree.Node) bool {
	text := n.Text()
	return n.Kind() == tree.String &&
		(strings.Contains(text, FileSeparator) || strings.HasSuffix(text, ".yaml") || strings.HasSuffix(text, ".yml"))
}
