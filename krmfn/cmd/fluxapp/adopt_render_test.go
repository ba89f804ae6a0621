package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAdoptedIsRendered adopts the cases of package adopt, runs the command that each of them is told, and expects that
// no file changes.
func TestAdoptedIsRendered(test *testing.T) {
	test.Parallel()
	cases, err := filepath.Glob("../../../render/adopt/testdata/*/in")
	assert.NilError(test, err)
	adopted := 0
	for _, in := range cases {
		test.Run(filepath.Base(filepath.Dir(in)), func(test *testing.T) {
			t := inFolder(test)
			assert.NilError(t, os.CopyFS(t.path("."), os.DirFS(in)))
			args, folder := []string{"adopt", "."}, "fluxapp"
			options, _ := os.ReadFile(filepath.Join(filepath.Dir(in), "options"))
			for line := range strings.Lines(string(options)) {
				line = strings.TrimSpace(line)
				if name, ok := strings.CutPrefix(line, "documents "); ok {
					folder = name
				} else if line == "all" {
					args = append(args, "--all")
				} else {
					args = append(args, "--cluster-from", line)
				}
			}
			_, errs, _ := fluxapp(t, "", append(args, "--write", folder)...)
			_, next, isAdopted := strings.Cut(errs, "run fluxapp ")
			if !isAdopted {
				return
			}
			adopted++
			_, errs, code := fluxapp(t, "", strings.Fields(next)...)
			assert.Equal(t, code, exitGood, errs)
			assert.Assert(t, strings.Contains(errs, "0 written, 0 changed, "), errs)
			assert.Assert(t, strings.Contains(errs, " 0 deleted\n"), errs)
		})
	}
	assert.Assert(test, adopted > 30, "%d", adopted)
}
