package stops

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// e2e is the module whose go.mod names the controllers of Flux 2.9.
const e2e = "../../e2e"

var byRule = regexp.MustCompile(`^(FA[0-9]{3}) ([a-z]+/[a-z-]+):([0-9]+)$`)

// TestPlaces compares the places in the code of the controllers with those of places.txt. A place that is new there, in
// a newer version of a module, needs a rule and a case, or one of the reasons why there is none.
func TestPlaces(t *testing.T) {
	written, err := until("2.9", read(t))
	assert.NilError(t, err)
	found, err := Places(e2e)
	assert.NilError(t, err)
	assert.Assert(t, len(found) > 400, "%d places", len(found))
	assert.DeepEqual(t, found, written)
}

// TestForms lists each form of a place, and nothing that makes no error of a source.
func TestForms(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
var errNone = errors.New("none")
func (r *R) read() error {
	if _, err := url.Parse(spec.URL); err != nil {
		e := serror.NewStalling(fmt.Errorf("failed '%s': %w", spec.URL, err), sourcev1.URLInvalidReason)
		conditions.MarkTrue(obj, sourcev1.FetchFailedCondition, e.Reason, "%s", e)
		return e
	}
	if gone {
		return &chart.BuildError{Reason: ErrChartReference, Err: errors.New("gone")}
	}
	log.Info("read")
	return nil
}
func (r *R) eventLogf() { log.Error(errors.New(reason)) }
`, parser.SkipObjectResolution)
	assert.NilError(t, err)
	assert.DeepEqual(t, placesIn(file, "x.go"), []Place{
		{"x.go", "(package)", `errors.New "none"`},
		{"x.go", "read", "url.Parse"},
		{"x.go", "read", `NewStalling "failed '%s': %w" URLInvalidReason`},
		{"x.go", "read", `BuildError ErrChartReference "gone"`},
	})
}

// TestReasons holds that each place of places.txt has a rule, whose case TestPage reads, or one of the reasons.
func TestReasons(t *testing.T) {
	for _, place := range read(t) {
		if byRule.MatchString(place.Why) {
			continue
		}
		assert.Check(t, slices.Contains([]string{"needs the cluster", "needs the network", "is not read"}, place.Why),
			"%+v", place)
		// that a gate of the controller is closed is all that stalls a source and is not in its spec
		assert.Check(t, !strings.HasPrefix(place.What, "NewStalling") || strings.Contains(place.What, "FeatureGate"),
			"%+v", place)
	}
}

const head = `# What Flux stops at

source-controller makes these errors from the spec of a source alone, on every cluster. fluxapp tells each at the line
of the document. [places.txt](generate/stops/places.txt) has all places in the code of source-controller 1.9.5 (Flux
2.9) where an error of a source is made, also those for which a cluster or the network is needed, and what 1.10.1 (Flux
2.10) has more; a test compares it with the code. What kustomize refuses of a patch is compared with kustomize in
[clients](clients), and expressions of CEL with the code of Flux in [conformance](conformance).
[RULES.md](../schema/RULES.md) explains each rule.

| What Flux tells | What fluxapp tells | Rule |
|---|---|---|
`

// TestPage makes the page about what Flux stops at, of the words of Flux and of the findings of cases.
func TestPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(head)
	rows, rules := map[string]bool{}, 0
	for _, place := range read(t) {
		parts := byRule.FindStringSubmatch(place.Why)
		if parts == nil {
			continue
		}
		rules++
		told := finding(t, parts[2], parts[3], parts[1])
		words := quoted.FindString(place.What)
		row := fmt.Sprintf("| %s | %s | %s |\n", cell(strings.Trim(words, `"`)), cell(told), parts[1])
		if words != "" && !rows[row] {
			rows[row] = true
			page.WriteString(row)
		}
	}
	assert.Assert(t, rules > 80 && len(rows) > 40, "%d places have a rule, in %d rows", rules, len(rows))
	golden.Assert(t, page.String(), "../../../STOPS.md")
}

var quoted = regexp.MustCompile(`"[^"]* [^"]*"`)

// finding returns what a case tells in a line by a rule.
func finding(t *testing.T, name, line, code string) string {
	t.Helper()
	for _, file := range []string{"err.txt", "warn.txt"} {
		text, err := os.ReadFile(filepath.Join("../../cases", name, file))
		assert.Assert(t, err == nil || os.IsNotExist(err))
		for told := range strings.Lines(string(text)) {
			_, rest, isThere := strings.Cut(told, "in.yaml:"+line+":")
			if _, message, found := strings.Cut(rest, ": "); isThere && found && strings.Contains(rest, "["+code+"]") {
				message, _, _ = strings.Cut(message, " ["+code+"]")
				return message
			}
		}
	}
	t.Errorf("%s has no finding of %s in line %s", name, code, line)
	return ""
}

// cell is a text for a cell of a table: %s and its like are what differs.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "'%s'", "…", "%s", "…", ": %w", "", "*", "\\*", "<", "\\<").Replace(text)
}

// read returns what places.txt has.
func read(t *testing.T) []judged {
	all, err := known()
	assert.NilError(t, err)
	return all
}
