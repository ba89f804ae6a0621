package finding_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

var (
	constant = regexp.MustCompile(`(?m)^\s+(?:Code)?(\w+)\s+(?:finding\.)?Code = "(FA\d{3})"`)
	remark   = regexp.MustCompile(`(?:Severity(?:Warning|Info)\b|WarnKey\b|a\.warn\(|` +
		`Severity: severity,|r\.addOfSchema\().*?\b(?:Code|codes\.)([A-Z]\w*)`)
)

// TestRemarks holds that the rules that can be ignored are those that some code reports with a severity below error.
func TestRemarks(t *testing.T) {
	source := ""
	for _, folder := range []string{"../../schema", "../../render", "../../krmfn"} {
		assert.NilError(t, filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			data, err := os.ReadFile(name)
			source += string(data)
			return err
		}))
	}
	code, want := map[string]finding.Code{}, []finding.Code{}
	for _, m := range constant.FindAllStringSubmatch(source, -1) {
		code[m[1]] = finding.Code(m[2])
		if m[2][2] == '5' || m[2][2] == '9' { // chapters of RULES.md
			want = append(want, finding.Code(m[2]))
		}
	}
	for _, m := range remark.FindAllStringSubmatch(source, -1) {
		want = append(want, code[m[1]])
	}
	// The program for final objects reports these: their severities are data of its module.
	want = append(want, code["FinalImmutable"], code["FinalGone"], code["FinalStoredVersion"], code["FinalUnknown"])
	want = slices.DeleteFunc(want, func(c finding.Code) bool {
		return c == codes.Ignore || // which counts what was ignored
			c == codes.Acknowledged || c == code["Moved"] || c == code["Freed"] || c == code["TakenOver"] ||
			c == codes.RunConfig || c == code["ConfigAbove"] // these six decide about limits
	})
	slices.Sort(want)
	assert.DeepEqual(t, codes.Remarks(), slices.Compact(want)) // remark in testdata/pages/rules.yaml
}

func TestIgnore(t *testing.T) {
	all := finding.Findings{
		{Severity: finding.SeverityWarning, Code: "FA505", Line: 1},
		{Severity: finding.SeverityError, Code: "FA202", Line: 2},
		{Severity: finding.SeverityInfo, Code: "FA506", Line: 3}, {Severity: finding.SeverityWarning, Code: "FA202", Line: 4},
		{Severity: finding.SeverityWarning, Code: "FA507", Line: 5},
	}
	lines := func(l finding.Findings) (lines []int) {
		for _, f := range l {
			lines = append(lines, f.Line)
		}
		return lines
	}
	kept, ignored := all.Ignore([]finding.Code{"FA202", "FA505", "FA506"})
	assert.DeepEqual(t, lines(kept), []int{2, 5})
	assert.DeepEqual(t, ignored, map[finding.Code]int{"FA202": 1, "FA505": 1, "FA506": 1})
	kept, ignored = all.Ignore(nil)
	assert.Equal(t, len(kept), len(all))
	assert.Equal(t, len(ignored), 0)
}
