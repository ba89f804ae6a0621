package adopt_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// TestCases adopts the files below testdata/CASE/in. What is told of the run and the documents are in out.yaml, the
// errors in err.txt. The file cluster-from has the option of that name. The order of the files must not matter.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/in")
	assert.NilError(t, err)
	assert.Assert(t, len(dirs) > 20)
	for _, in := range dirs {
		dir, err := filepath.Abs(filepath.Dir(in))
		assert.NilError(t, err)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			files := filesBelow(t, in)
			result, err := adopt.Adopt(files, optionsOf(t, dir))
			told := tell(result)
			golden.Assert(t, told, filepath.Join(dir, "out.yaml"))
			if _, unexpected := os.Stat(filepath.Join(dir, "err.txt")); err != nil || unexpected == nil {
				assert.Assert(t, err != nil, "nothing is wrong any more")
				golden.Assert(t, err.Error()+"\n", filepath.Join(dir, "err.txt"))
			}
			assert.Equal(t, result.Standalone, strings.Contains(told, "topology: Standalone"))
			slices.Reverse(files)
			again, errAgain := adopt.Adopt(files, optionsOf(t, dir))
			assert.Equal(t, tell(again), told)
			assert.Equal(t, fmt.Sprint(errAgain), fmt.Sprint(err))
		})
	}
}

func filesBelow(t *testing.T, dir string) (files []adopt.File) {
	t.Helper()
	assert.NilError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			var data []byte
			data, err = os.ReadFile(filepath.Join(dir, name))
			files = append(files, adopt.File{Name: name, Data: data})
		}
		return err
	}))
	return files
}

func optionsOf(t *testing.T, dir string) (o adopt.Options) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "cluster-from"))
	if err != nil {
		return o
	}
	for line := range strings.Lines(string(text)) {
		from, err := adopt.ParseClusterFrom(strings.TrimSpace(line))
		assert.NilError(t, err)
		o.ClusterFrom = append(o.ClusterFrom, from)
	}
	return o
}

// tell prints a result, with what is not in the documents as comments before them.
func tell(r adopt.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# clusters from %s\n", adopt.Join(r.ClusterFrom))
	for _, reason := range r.Guessed {
		fmt.Fprintf(&b, "# because %s\n", reason)
	}
	for _, left := range r.Left {
		fmt.Fprintf(&b, "# left: %s:%d: %s %s/%s %s\n", left.Position.File, left.Position.Line, left.Kind, left.Namespace,
			left.Name, left.Reason)
	}
	for _, f := range r.Findings {
		if f.Severity != finding.SeverityError {
			fmt.Fprintf(&b, "# %s\n", f)
		}
	}
	for _, app := range r.Applications {
		fmt.Fprintf(&b, "---\n# %s: %d %s on %q, %d lines → %d\n%s", app.Owner(), app.Objects, app.Kind, app.Clusters,
			app.Lines, strings.Count(string(app.YAML), "\n"), app.YAML)
	}
	return b.String()
}
