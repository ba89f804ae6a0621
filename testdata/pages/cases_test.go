package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// notFirst are the cases that do not begin with a comment, each with the reason.
var notFirst = map[string]string{
	"yaml/bom":         "a byte order mark is in front of the first key",
	"yaml/bom-stream":  "a byte order mark is in front of the first key",
	"yaml/json":        "JSON has no comments",
	"yaml/json-stream": "JSON has no comments",
}

// caseFiles are the files that a case may have.
var caseFiles = map[string]bool{"in.yaml": true, "out.yaml": true, "err.txt": true, "warn.txt": true,
	"explain.txt": true, "bootstrap.yaml": true, "options.yaml": true, "config.yaml": true, "delivery.yaml": true}

// TestCases checks that each case is in a known area, has the files of a case, and begins with a comment that says
// what it shows.
func TestCases(t *testing.T) {
	known := map[string]bool{}
	for _, area := range areas {
		known[area.name] = true
	}
	folders, err := filepath.Glob(filepath.Join(root, "testdata", "cases", "*", "*"))
	assert.NilError(t, err)
	assert.Assert(t, len(folders) > 400, "%d cases; some were lost", len(folders))
	shown := map[string]string{}
	for _, folder := range folders {
		area, name := filepath.Base(filepath.Dir(folder)), filepath.Base(folder)
		path := area + "/" + name
		assert.Check(t, known[area], "%s: there is no area %s; add it to cases_page.go", path, area)
		checkFiles(t, path, has(t, folder))
		line := checkComment(t, path)
		assert.Check(t, shown[line] == "", "%s and %s begin with the same comment", path, shown[line])
		shown[line] = path
	}
}

// has returns the names of the files in a folder.
func has(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := os.ReadDir(folder)
	assert.NilError(t, err)
	found := map[string]bool{}
	for _, file := range files {
		found[file.Name()] = true
	}
	return found
}

func checkFiles(t *testing.T, path string, has map[string]bool) {
	t.Helper()
	_, name, _ := strings.Cut(path, "/")
	assert.Check(t, has["in.yaml"], "%s has no in.yaml", path)
	assert.Check(t, has["out.yaml"] != has["err.txt"], "%s needs one of out.yaml and err.txt", path)
	assert.Check(t, !has["warn.txt"] || has["out.yaml"], "%s has a warn.txt without an out.yaml", path)
	assert.Check(t, strings.HasPrefix(name, "err-") == has["err.txt"],
		"%s: the name of a case begins with err- when it is refused, and only then", path)
	for file := range has {
		assert.Check(t, caseFiles[file], "%s has a %s, which no test reads", path, file)
	}
}

// checkComment returns what a case shows.
func checkComment(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "cases", path, "in.yaml"))
	assert.NilError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	assert.Check(t, strings.HasPrefix(first, "# ") == (notFirst[path] == ""),
		"%s: the first line of in.yaml is a comment that says what the case shows", path)
	shows, err := whatItShows(root, path)
	assert.Check(t, err, path)
	assert.Check(t, strings.HasSuffix(shows, ".") && len(shows) <= 140,
		"%s: the comment is a sentence of at most 140 characters: %s", path, shows)
	return shows
}
