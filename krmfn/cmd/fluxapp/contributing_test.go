package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

var (
	madeTarget = regexp.MustCompile("(?m)(?:`|^)make ([a-z0-9-]+)")
	goFile     = regexp.MustCompile("`([a-z0-9_/]+\\.go)`")
	testRun    = regexp.MustCompile(`go test ((?:\./[a-zA-Z0-9/.]+ ?)+)(?:-run '?([A-Za-z|\\]+)'?)?`)
)

// TestContributorCommands checks that what the pages for contributors tell to run or to read is there: targets of the
// Makefile, packages, for each part of -run a test in one of them, and files, perhaps by the end of their paths.
func TestContributorCommands(t *testing.T) {
	t.Parallel()
	makefile, files, found := readSource(t, filepath.Join(root, "Makefile")), goFiles(t), 0
	for _, page := range []string{"AGENTS.md", "CONTRIBUTING.md"} {
		text := readSource(t, filepath.Join(root, ".github", page))
		for _, m := range madeTarget.FindAllStringSubmatch(text, -1) {
			found++
			assert.Check(t, strings.Contains(makefile, "\n"+m[1]+":"), "%s: make %s", page, m[1])
		}
		for _, m := range goFile.FindAllStringSubmatch(text, -1) {
			found++
			isThere := func(file string) bool { return strings.HasSuffix("/"+file, "/"+m[1]) }
			assert.Check(t, slices.ContainsFunc(files, isThere), "%s: there is no %s", page, m[1])
		}
		for _, m := range testRun.FindAllStringSubmatch(text, -1) {
			found++
			tests := ""
			for _, dir := range strings.Fields(m[1]) {
				tests += testsIn(t, filepath.Join(root, strings.TrimSuffix(dir, "/...")))
			}
			for part := range strings.SplitSeq(strings.ReplaceAll(m[2], `\`, ""), "|") {
				isThere := regexp.MustCompile(`(?m)^func Test\w*` + strings.TrimPrefix(part, "Test")).MatchString(tests)
				assert.Check(t, isThere, "%s: there is no test %s in %s", page, part, m[1])
			}
		}
	}
	assert.Assert(t, found > 40, "%d", found)
}

// goFiles returns the Go files of the repository, by their paths in it.
func goFiles(t *testing.T) (files []string) {
	for _, room := range []string{"schema", "render", "krmfn", "testdata"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(name string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, ".go") {
				files = append(files, filepath.ToSlash(name))
			}
			return err
		})
		assert.NilError(t, err)
	}
	return files
}

// testsIn returns the text of all tests in a folder and below it.
func testsIn(t *testing.T, dir string) (text string) {
	assert.NilError(t, filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "_test.go") {
			text += readSource(t, name)
		}
		return err
	}))
	return text
}
