package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// head has apostrophes in the place of backquotes.
const head = `# What kubectl prints of a fleet

Each folder is a situation of a real hub: the document ('app.yaml'), an older one that the hub had first
('applied.yaml'), and what kubectl printed of the hub ('observed.yaml'; of 'ready' also with '-o json'):

    kubectl get %[1]s -A -o yaml

'make e2e E2EFLAGS=-update' records all of them anew. Nothing in them is changed afterwards but the folder of temporary
files, which is '/tmp'. 'status.txt' has what fluxapp tells of each: after recording, run
'go test ./render/status -run TestRecorded -update'.

Recorded with %[2]s.

| Situation | What it shows |
|---|---|
`

// TestReadme holds that the page about the recordings has each of them.
func TestReadme(t *testing.T) {
	var page strings.Builder
	fmt.Fprintf(&page, strings.ReplaceAll(head, "'", "`"), kinds, strings.Join(programs(t), ", "))
	for _, s := range append(situations, standalone) {
		fmt.Fprintf(&page, "| [%[1]s](%[1]s) | %[2]s |\n", s.name, s.shows)
	}
	file, err := filepath.Abs(filepath.Join(observed, "README.md"))
	assert.NilError(t, err)
	golden.Assert(t, page.String(), file)
}

// programs are what runs, with the versions.
func programs(t *testing.T) []string {
	t.Helper()
	args := []string{"list", "-m", "-f", "{{.Path}} {{.Version}}", "k8s.io/kubernetes"}
	for _, name := range Controllers {
		args = append(args, module(name))
	}
	var all []string
	for line := range strings.Lines(string(run(t, "go", args...))) {
		all = append(all, strings.TrimPrefix(strings.TrimSpace(line), "github.com/fluxcd/"))
	}
	return all
}

// TestTable holds that the page about what was shown has each test, the versions, and what CI runs, and that the README
// of the repository has the controllers and their Flux.
func TestTable(t *testing.T) {
	page, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	words := strings.Join(strings.Fields(string(page)), " ")
	for _, program := range programs(t) {
		assert.Check(t, cmp.Contains(words, program))
	}
	top, err := os.ReadFile("../../README.md")
	assert.NilError(t, err)
	said := strings.Join(strings.Fields(string(top)), " ")
	for _, controller := range programs(t)[1:] {
		assert.Check(t, cmp.Contains(said, controller))
		assert.Check(t, cmp.Contains(said, ", which are of Flux "+fluxOf(t, controller)+"; the others, also 2.10, are "))
	}
	script, err := os.ReadFile("../../.ci/run")
	assert.NilError(t, err)
	inCI := regexp.MustCompile(regexp.MustCompile(`(?m)^e2e_tests='(.*)'$`).FindStringSubmatch(string(script))[1])
	files, err := filepath.Glob("*_test.go")
	assert.NilError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(t `).FindAllStringSubmatch(string(text), -1) {
			row := regexp.MustCompile(`(?m)^\| .* \| ` + found[1] + ` \| \d+ s \| (yes)? ?\|$`).FindStringSubmatch(string(page))
			assert.Assert(t, row != nil, "%s is not in README.md", found[1])
			assert.Equal(t, row[1] == "yes", inCI.MatchString(found[1]), found[1])
		}
	}
}

// fluxOf returns the Flux of which a controller is: the one whose modules have the same minor version of its API.
func fluxOf(t *testing.T, controller string) string {
	t.Helper()
	name, version, _ := strings.Cut(controller, " ")
	api := module(name) + "/api " + version[:strings.LastIndex(version, ".")+1]
	files, err := filepath.Glob("../generate/flux/*/go.mod")
	assert.NilError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		if strings.Contains(string(text), api) {
			return filepath.Base(filepath.Dir(file))
		}
	}
	t.Fatalf("no Flux has %s", api)
	return ""
}
