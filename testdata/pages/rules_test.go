package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const root = "../.."

// TestPages checks that the pages are up to date.
func TestPages(t *testing.T) {
	for file, page := range pages {
		got, err := page(root)
		assert.NilError(t, err, "the page is not made")
		absolute, err := filepath.Abs(filepath.Join(root, file))
		assert.NilError(t, err)
		golden.Assert(t, got, absolute, "run make generate")
	}
}

// TestEveryRuleHasAText checks that rules.yaml says why each rule is there, and what is wrong and right.
func TestEveryRuleHasAText(t *testing.T) {
	all, err := rules(root)
	assert.NilError(t, err)
	for _, r := range all {
		assert.Check(t, r.Why != "", "%s (Code%s) has no text; add it to testdata/pages/rules.yaml: why, case, wrong and "+
			"right; then run make generate",
			r.value, r.name)
		for _, one := range r.examples() {
			assert.Check(t, r.Why == "" || (one.Wrong != "") != (one.Situation != "") && one.Right+one.Instead != "",
				"%s needs wrong and right, or situation and instead", r.value)
			assert.Check(t, (one.Title != "") == (len(r.Cases) > 0), "each of several cases of %s needs a title", r.value)
		}
	}
}

// TestEveryRuleIsUsed checks that something reports each rule: its constant is named in the code, beside its own
// declaration.
func TestEveryRuleIsUsed(t *testing.T) {
	all, err := rules(root)
	assert.NilError(t, err)
	used := map[string]int{}
	for _, folder := range []string{"schema", "render", "krmfn"} {
		countCodes(t, filepath.Join(root, folder), used)
	}
	for _, r := range all {
		assert.Check(t, used["Code"+r.name] > 1 || used["codes."+r.name] > 0, "nothing reports %s (%s)", r.value, r.name)
	}
}

// countCodes counts the constants of rules in the code below a folder.
func countCodes(t *testing.T, folder string, used map[string]int) {
	t.Helper()
	assert.NilError(t, filepath.WalkDir(folder, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		data, err := os.ReadFile(file)
		for _, name := range constantName.FindAllString(comment.ReplaceAllString(string(data), ""), -1) {
			used[name]++
		}
		return err
	}))
}

var (
	comment      = regexp.MustCompile(`//.*`)
	constantName = regexp.MustCompile(`\b(?:Code|codes\.)[A-Z]\w*`)
)

// TestRightIsRight checks for each rule that its case no longer breaks it with right in the place of wrong, and has
// no new error.
func TestRightIsRight(t *testing.T) {
	all, err := rules(root)
	assert.NilError(t, err)
	var examples []rule
	for _, r := range all {
		examples = append(examples, r.examples()...)
	}
	for _, r := range examples {
		if r.Wrong == "" {
			continue
		}
		t.Run(r.value+" "+r.Title, func(t *testing.T) {
			in, err := r.document(root)
			assert.NilError(t, err)
			fixed, now, err := replace(in, r.Wrong, r.Right)
			assert.NilError(t, err)
			before := map[string]bool{}
			for _, e := range rendered(t, r.Case, in) {
				before[withoutPlaces(e.String())] = true
			}
			for _, e := range rendered(t, r.Case, fixed) {
				assert.Check(t, e.Severity != finding.SeverityError || before[withoutPlaces(e.String())], "new: %s", e)
				assert.Check(t, string(e.Code) != r.value || !now.hold(e.Line), "still: %s", e)
			}
			found := findings(root, r.Case, r.value)
			if len(found) == 1 && !strings.Contains(fmt.Sprint(found), " (also at ") {
				for _, e := range rendered(t, r.Case, fixed) {
					assert.Check(t, string(e.Code) != r.value, "still: %s", e)
				}
			}
		})
	}
}

var place = regexp.MustCompile(`in\.yaml:\d+:\d+`)

func withoutPlaces(message string) string { return place.ReplaceAllString(message, "") }

// rendered returns all findings of a document with the options of a case.
func rendered(t *testing.T, folder, document string) finding.Findings {
	t.Helper()
	var opts render.Options
	if data, err := os.ReadFile(filepath.Join(root, "testdata", "cases", folder, "options.yaml")); err == nil {
		assert.NilError(t, yaml.UnmarshalStrict(data, &opts))
	}
	opts.Expressions = checks.CompileExpression
	docs := schema.Parse("in.yaml", []byte(document))
	result, err := render.Render(docs, opts)
	if err != nil {
		return result.Findings.Only(finding.SeverityError)
	}
	return result.Findings
}
