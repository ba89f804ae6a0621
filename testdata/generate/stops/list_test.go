package stops

import (
	"bufio"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// e2e is the module whose go.mod names the newest controllers.
const e2e = "../../e2e"

var byRule = regexp.MustCompile(`^(FA[0-9]{3}) ([a-z]+/[a-z-]+)$`)

// TestPlaces compares the places in the code of the controllers with those of places.txt. A place that is new there, in
// a newer version of a module, needs a rule and a case, or one of the two reasons why there is none.
func TestPlaces(t *testing.T) {
	_, written := readTable(t)
	found, err := Places(e2e)
	assert.NilError(t, err)
	assert.Assert(t, len(found) > 400, "%d places", len(found))
	for _, place := range found {
		written[place]--
	}
	for place, count := range written {
		assert.Check(t, count >= 0, "%d more than in places.txt: %+v", -count, place)
		assert.Check(t, count <= 0, "%d not in the code any more: %+v", count, place)
	}
	t.Logf("%d places", len(found))
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

// TestReasons holds that each place of places.txt has a rule whose case shows it, or one of the two reasons.
func TestReasons(t *testing.T) {
	why, _ := readTable(t)
	rules := 0
	for _, line := range why {
		reason, what, _ := strings.Cut(line, "\t")
		parts := byRule.FindStringSubmatch(reason)
		if parts == nil {
			assert.Check(t, reason == "needs the cluster" || reason == "needs the network", line)
			// that a gate of the controller is closed is all that stalls a source and is not in its spec
			assert.Check(t, !strings.HasPrefix(what, "NewStalling") || strings.Contains(what, "FeatureGate"), line)
			continue
		}
		rules++
		said := ""
		for _, name := range []string{"err.txt", "warn.txt"} {
			text, err := os.ReadFile(filepath.Join("../../cases", parts[2], name))
			assert.Assert(t, err == nil || os.IsNotExist(err))
			said += string(text)
		}
		assert.Check(t, strings.Contains(said, "["+parts[1]+"]"), "%s has no finding of %s: %s", parts[2], parts[1], what)
	}
	t.Logf("%d places have a rule", rules)
	assert.Assert(t, rules > 80)
}

// readTable returns the lines of the places in places.txt, and how often each is there.
func readTable(t *testing.T) (lines []string, places map[Place]int) {
	file, err := os.Open("places.txt")
	assert.NilError(t, err)
	defer file.Close()
	places = map[Place]int{}
	var at Place
	for scan := bufio.NewScanner(file); scan.Scan(); {
		switch line := scan.Text(); {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			_, what, found := strings.Cut(line[1:], "\t")
			assert.Assert(t, found, line)
			at.What = what
			places[at]++
			lines = append(lines, line[1:])
		default:
			at.File, at.Function, _ = strings.Cut(line, " ")
		}
	}
	return lines, places
}
