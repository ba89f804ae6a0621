package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

const root = "../../.."

// TestExamples holds that each example prints its .expected/out.yaml, from whatever folder it is run.
func TestExamples(t *testing.T) {
	dirs, err := filepath.Glob(root + "/examples/*")
	assert.NilError(t, err)
	assert.Assert(t, len(dirs) >= 4, "examples are missing: %v", dirs)
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want, err := filepath.Abs(filepath.Join(dir, ".expected", "out.yaml"))
			assert.NilError(t, err)
			var out, errs bytes.Buffer
			assert.Equal(t, run([]string{"render", dir}, strings.NewReader(""), &out, &errs), exitGood, errs.String())
			golden.Assert(t, out.String(), want)
			for _, file := range []string{"README.md", "deliver.yaml"} {
				_, err := os.Stat(filepath.Join(dir, file))
				assert.NilError(t, err)
			}
		})
	}
}

// TestExplainedExample holds that the lines of explain that the README of the fleet shows are those that it prints.
func TestExplainedExample(t *testing.T) {
	readme, err := os.ReadFile(root + "/examples/fleet/README.md")
	assert.NilError(t, err)
	t.Chdir(root)
	var out, errs bytes.Buffer
	assert.Equal(t, run([]string{"explain", "shop", "--cluster", "asia-07", "examples/fleet"}, strings.NewReader(""), &out, &errs), exitGood, errs.String())
	shown := regexp.MustCompile(`(?m)^  spec\..*$`).FindAllString(string(readme), -1)
	assert.Equal(t, len(shown), 2)
	for _, line := range shown {
		assert.Assert(t, strings.Contains(out.String(), line+"\n"), line)
	}
}

// block is a fenced block of the README behind a comment that says what it is.
var block = regexp.MustCompile("(?s)<!-- (document|prints|refuses): (\\S+) -->\n```[a-z]*\n(.*?)```")

// TestReadme holds that what the README shows is what the command prints.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(root + "/README.md")
	assert.NilError(t, err)
	t.Chdir(t.TempDir())
	shown := 0
	for _, m := range block.FindAllSubmatch(readme, -1) {
		what, name, text := string(m[1]), string(m[2]), string(m[3])
		if what == "document" {
			assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
			continue
		}
		shown++
		var out, errs bytes.Buffer
		code := run([]string{"render", name}, strings.NewReader(""), &out, &errs)
		switch what {
		case "prints":
			assert.Equal(t, out.String(), text)
			assert.Equal(t, code, exitGood, errs.String())
		case "refuses":
			assert.Equal(t, errs.String(), text)
			assert.Equal(t, code, exitDocuments)
		}
	}
	assert.Equal(t, shown, 2)
}
