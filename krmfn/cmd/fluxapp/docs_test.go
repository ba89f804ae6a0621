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

// fence is a block of a README.
var fence = regexp.MustCompile("(?s)```([a-z]*)\n(.*?)```")

// shownCommand is the last command of a block of a README when that is fluxapp, perhaps with a filter behind it.
var shownCommand = regexp.MustCompile(`\$ go run \./krmfn/cmd/fluxapp (.*?)(?: \| grep (?:-E )?'?([^']*?)'?)?\n$`)

// TestExampleReadmes holds that what the READMEs of the examples show below a command of fluxapp is what that says.
func TestExampleReadmes(t *testing.T) {
	t.Chdir(root)
	readmes, err := filepath.Glob("examples/*/README.md")
	assert.NilError(t, err)
	shown := 0
	for _, readme := range readmes {
		text, err := os.ReadFile(readme)
		assert.NilError(t, err)
		var command []string
		for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
			switch tag, lines := m[1], m[2]; {
			case tag == "console":
				command = shownCommand.FindStringSubmatch(lines)
			case tag == "" && command != nil:
				shown++
				assertSays(t, readme, command[1], command[2], lines)
			}
		}
	}
	assert.Assert(t, shown >= 5, "READMEs have lost what they show")
}

// assertSays holds that a command prints the lines that a README shows: behind a filter these only, else these among others or
// as findings.
func assertSays(t *testing.T, readme, command, filter, lines string) {
	t.Helper()
	assert.Assert(t, !strings.Contains(command, "dir="), "%s shows what a command says that writes files", readme)
	var out, errs bytes.Buffer
	assert.Equal(t, run(strings.Fields(command), strings.NewReader(""), &out, &errs), exitGood, errs.String())
	if filter != "" {
		printed := regexp.MustCompile(`(?m)^.*(?:`+filter+`).*\n`).FindAllString(out.String(), -1)
		assert.Equal(t, strings.Join(printed, ""), lines, readme)
		return
	}
	said := "\n" + out.String() + errs.String()
	for line := range strings.Lines(lines) {
		assert.Check(t, strings.Contains(said, "\n"+line), "%s shows %s", readme, line)
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

// TestReadmeSpeed holds that the README, and that of examples/scale, quote what the benchmarks have written.
func TestReadmeSpeed(t *testing.T) {
	var measured string
	for _, file := range []string{"RESULTS.md", "PEERS.md", "SCALE.md"} {
		text, err := os.ReadFile(filepath.Join(root, "testdata", "bench", file))
		assert.NilError(t, err)
		measured += string(text)
	}
	readme, err := os.ReadFile(root + "/README.md")
	assert.NilError(t, err)
	_, speed, found := strings.Cut(string(readme), "## Speed\n")
	assert.Assert(t, found)
	scale, err := os.ReadFile(filepath.Join(root, "examples", "scale", "README.md"))
	assert.NilError(t, err)
	quoted := 0
	for line := range strings.Lines(speed + string(scale)) {
		if strings.HasPrefix(line, "| ") {
			quoted++
			assert.Check(t, strings.Contains(measured, line), "%s", line)
		}
	}
	assert.Assert(t, quoted > 12)
}
