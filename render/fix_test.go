package render_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// TestFixes applies the fix of each finding of each case to its file, and checks that a document without the finding
// comes out. A fix of a remark changes no object.
func TestFixes(t *testing.T) {
	fixed := map[finding.Code]int{}
	for _, dir := range caseDirs(t) {
		text := readString(t, filepath.Join(dir, "in.yaml"))
		before := renderText(t, dir, text)
		for _, f := range before.Findings {
			fix, ok := f.Fix()
			if !ok {
				continue
			}
			fixed[f.Code]++
			changed := apply(text, fix)
			after := renderText(t, dir, changed)
			for _, left := range after.Findings {
				assert.Check(t, left.Code != f.Code || left.Detail != f.Detail || left.Line != f.Line || left.Column != f.Column,
					"%s: %s\nstays after %+v: %s", caseName(dir), f, fix, left)
			}
			if f.Severity != finding.SeverityError && before.Findings.Err() == nil {
				var out, want strings.Builder
				assert.NilError(t, before.WriteYAML(&want))
				assert.NilError(t, after.WriteYAML(&out))
				assert.Equal(t, out.String(), want.String(), "%s: %s\n%+v", caseName(dir), f, fix)
			}
		}
	}
	t.Log(fixed)
	for _, code := range []finding.Code{
		codes.UnknownField, codes.Type, codes.Unquoted, codes.Duration, codes.Unsupported,
		codes.Name, codes.Namespace,
		wording.CodeUnknownCluster, codes.YAML11, codes.Kind,
	} {
		assert.Check(t, fixed[code] > 0, "no case has a fix of %s", code)
	}
}

func renderText(t *testing.T, dir, text string) render.Result {
	t.Helper()
	result, _ := render.Render(schema.Parse("in.yaml", []byte(text)), caseOptions(t, dir))
	return result
}

// apply returns a text after a fix.
func apply(text string, fix finding.Fix) string {
	lines := strings.SplitAfter(text, "\n")
	line := []rune(lines[fix.Line-1])
	lines[fix.Line-1] = string(line[:fix.Column-1]) + fix.Text + string(line[fix.EndColumn-1:])
	return strings.Join(lines, "")
}
