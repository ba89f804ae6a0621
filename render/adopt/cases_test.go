package adopt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// TestCases adopts the files below testdata/CASE/in. What is told, what changes in the files and the documents are in
// out.yaml. The file options has the options. The order of the files must not matter.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/in")
	assert.NilError(t, err)
	assert.Assert(t, len(dirs) > 20)
	for _, in := range dirs {
		dir, err := filepath.Abs(filepath.Dir(in))
		assert.NilError(t, err)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			files, options := filesBelow(t, in), optionsOf(t, dir)
			result, _ := adopt.Adopt(files, options)
			told := tell(files, result)
			golden.Assert(t, told, filepath.Join(dir, "out.yaml"))
			isInPlace(t, files, result)
			slices.Reverse(files)
			again, _ := adopt.Adopt(files, options)
			assert.Equal(t, tell(files, again), told)
		})
	}
}

// optionsOf reads options: all, documents DIR, and the places of clusters.
func optionsOf(t *testing.T, dir string) (o adopt.Options) {
	t.Helper()
	text, _ := os.ReadFile(filepath.Join(dir, "options"))
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if folder, ok := strings.CutPrefix(line, "documents "); ok {
			o.Documents = folder
		} else if o.All = o.All || line == "all"; line != "all" {
			from, err := adopt.ParseClusterFrom(line)
			assert.NilError(t, err)
			o.ClusterFrom = append(o.ClusterFrom, from)
		}
	}
	return o
}

// tell prints a result, with what is not in the documents as comments before them.
func tell(files []adopt.File, r adopt.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# clusters from %s: %s\n", adopt.Join(r.ClusterFrom), r.Guessed)
	for _, l := range r.Left {
		fmt.Fprintf(&b, "# left: %s:%d: %s %s/%s %s [%s]\n", l.Position.File, l.Position.Line, l.Kind, l.Namespace,
			l.Name, l.Reason, l.Code)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "# %s\n", f)
	}
	for _, edit := range r.Edits {
		i := slices.IndexFunc(files, func(f adopt.File) bool { return f.Name == edit.File })
		fmt.Fprintf(&b, "# %s:\n%s", edit.File, changedLines(string(files[i].Data), string(edit.Data)))
	}
	for _, app := range r.Applications {
		fmt.Fprintf(&b, "---\n# %s: %d %s on %q\n%s", app.Owner(), app.Objects, app.Kind, app.Clusters, app.YAML)
	}
	return b.String()
}

// changedLines returns the lines that two texts do not have in common, in comments.
func changedLines(before, after string) string {
	old, made := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	longest := make([][]int, len(old)+1) // of what both have from lines on
	for i := range longest {
		longest[i] = make([]int, len(made)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(made) - 1; j >= 0; j-- {
			if longest[i][j] = max(longest[i+1][j], longest[i][j+1]); old[i] == made[j] {
				longest[i][j] = 1 + longest[i+1][j+1]
			}
		}
	}
	var b strings.Builder
	for i, j := 0, 0; i < len(old) || j < len(made); {
		switch {
		case i < len(old) && j < len(made) && old[i] == made[j]:
			i, j = i+1, j+1
		case j < len(made) && (i == len(old) || longest[i][j+1] >= longest[i+1][j]):
			fmt.Fprintf(&b, "# +%s\n", strings.TrimSuffix(made[j], "\n"))
			j++
		default:
			fmt.Fprintf(&b, "# -%s\n", strings.TrimSuffix(old[i], "\n"))
			i++
		}
	}
	return b.String()
}
