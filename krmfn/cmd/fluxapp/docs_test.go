package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

const root = "../../.."

// TestExamples checks that each example prints its .expected/out.yaml, from whatever folder it is run, and is in the
// list of examples.
func TestExamples(t *testing.T) {
	t.Parallel()
	readmes, err := filepath.Glob(root + "/examples/*/README.md")
	assert.NilError(t, err)
	assert.Assert(t, len(readmes) >= 18, "examples are missing: %v", readmes)
	index := readSource(t, filepath.Join(root, "examples", "README.md"))
	for _, readme := range readmes {
		dir := filepath.Dir(readme)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want, err := filepath.Abs(filepath.Join(dir, ".expected", "out.yaml"))
			assert.NilError(t, err)
			out, errs, code := fluxapp(inFolder(t), "", "render", filepath.Dir(filepath.Dir(want)))
			assert.Equal(t, code, exitGood, errs)
			golden.Assert(t, out, want)
			delivers, err := filepath.Glob(filepath.Join(dir, "deliver.yaml"))
			assert.NilError(t, err)
			ofHub, err := filepath.Glob(filepath.Join(dir, "clusters", "*", "deliver.yaml"))
			assert.NilError(t, err)
			assert.Assert(t, len(delivers)+len(ofHub) == 1)
			assert.Assert(t, strings.Contains(index, "]("+filepath.Base(dir)+"/README.md)"),
				"examples/README.md does not list it")
		})
	}
}

// repositoryRoot returns the folder of the repository.
func repositoryRoot(t assert.TestingT) string {
	dir, err := filepath.Abs(root)
	assert.NilError(t, err)
	return dir
}

// fence is a block of a README.
var fence = regexp.MustCompile("(?s)```([a-z]*)\n(.*?)```")

// shownCommand is the last command of a block of a README when that is fluxapp, perhaps with a filter behind it.
var shownCommand = regexp.MustCompile(`\$ go run \./krmfn/cmd/fluxapp (.*?)(?: \| grep (?:-E )?'?([^']*?)'?)?\n$`)

// TestExampleReadmes checks that what the READMEs of the examples show below a command of fluxapp is what that says.
func TestExampleReadmes(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	t.chdir(repositoryRoot(t))
	readmes, err := filepath.Glob(root + "/examples/*/README.md")
	assert.NilError(t, err)
	shown := 0
	for _, readme := range readmes {
		text := readSource(t, readme)
		var command []string
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			switch tag, lines := m[1], m[2]; {
			case tag == "console":
				command = shownCommand.FindStringSubmatch(lines)
			case tag == "" && command != nil:
				shown++
				assertSays(t, readme, command[1], command[2], lines)
				command = nil
			}
		}
	}
	assert.Assert(t, shown >= 5, "READMEs have lost what they show")
}

// assertSays checks that a command prints the lines that a README shows: behind a filter these only, else these among
// others or as findings.
func assertSays(t testFolder, readme, command, filter, lines string) {
	t.Helper()
	assert.Assert(t, !strings.Contains(command, "dir="), "%s shows what a command says that writes files", readme)
	out, errs, code := fluxapp(t, "", strings.Fields(command)...)
	assert.Equal(t, code, exitGood, errs)
	if filter != "" {
		printed := regexp.MustCompile(`(?m)^.*(?:`+filter+`).*\n`).FindAllString(out, -1)
		assert.Equal(t, strings.Join(printed, ""), lines, readme)
		return
	}
	said := "\n" + out + errs
	for line := range strings.Lines(lines) {
		assert.Check(t, strings.Contains(said, "\n"+line), "%s shows %s", readme, line)
	}
}

// TestSpeed checks that the pages of the benchmarks and of examples/scale quote what the benchmarks have written: each
// row of a table with the header of one of theirs.
func TestSpeed(t *testing.T) {
	t.Parallel()
	var measured string
	for _, file := range []string{"RESULTS.md", "RESULTS_PEERS.md", "RESULTS_SCALE.md", "RESULTS_DELIVERY.md"} {
		text, err := os.ReadFile(filepath.Join(root, "testdata", "bench", file))
		assert.NilError(t, err)
		measured += string(text)
	}
	speed, err := os.ReadFile(filepath.Join(root, "testdata", "bench", "README.md"))
	assert.NilError(t, err)
	scale, err := os.ReadFile(filepath.Join(root, "examples", "scale", "README.md"))
	assert.NilError(t, err)
	quoted, inTable := 0, false
	for line := range strings.Lines(string(speed) + string(scale)) {
		switch isRow := strings.HasPrefix(line, "| "); {
		case !strings.HasPrefix(line, "|"):
			inTable = false
		case isRow && !inTable:
			inTable = strings.Contains(measured, line)
		case isRow:
			quoted++
			assert.Check(t, strings.Contains(measured, line), "%s", line)
		}
	}
	assert.Assert(t, quoted > 12)
}

// TestDisableExample checks that the README of examples/fleet-inline shows what a run prints after a cluster was
// disabled.
func TestDisableExample(test *testing.T) {
	test.Parallel()
	dir := filepath.Join(root, "examples", "fleet-inline")
	document, readme := readSource(test, filepath.Join(dir, "app.yaml")), readSource(test, filepath.Join(dir, "README.md"))
	before, _, found := strings.Cut(document, "    - cluster: sydney")
	assert.Assert(test, found)
	t := inFolder(test, "app.yaml", before)
	_, errs, code := fluxapp(t, "", "render", "app.yaml", "-o", "dir=deploy")
	assert.Equal(t, code, exitGood, errs)
	put(t, "app.yaml", document)
	_, errs, code = fluxapp(t, "", "render", "app.yaml", "-o", "dir=deploy")
	assert.Equal(t, code, exitGood, errs)
	_, reported, _ := strings.Cut(errs, "\ndeploy/")
	assert.Assert(t, strings.Contains(readme, "```\ndeploy/"+reported+"```\n"), "the run prints\n%s", errs)
}
