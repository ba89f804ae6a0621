package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestMain makes the binary of the tests the command, the kubectl of a hub or a fake fluxapp-final, where it has their
// names. In tests the memory has no limit, which is for a process of one run: with what all tests keep, the collector
// would run all the time.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "fluxapp":
		main()
	case "kubectl":
		printApplied()
		return
	case finalProgram:
		playFinal(os.Getenv(fakeFinal))
		return
	}
	os.Setenv("GOGC", "100")
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull, "GIT_AUTHOR_NAME": "a",
		"GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// What a browser shows of a comment at once, with nothing folded: lines, and characters of each.
const screenLines, screenColumns = 50, 120

// story is an example whose README shows commands.
type story struct {
	pages    []string // which the commands write, beside the README
	empty    bool     // begins in an empty folder, not in a copy of the example
	separate bool     // each section of the README begins anew
	writes   string   // a file of the example that the first command writes: the files of clusters are in Git before
}

var stories = map[string]story{
	"change": {pages: []string{"chart.md", "release.md"}}, "fleet": {}, "scale": {},
	"getting-started": {empty: true}, "recipes": {separate: true}, "adopt": {writes: "documents/shop.yaml"},
}

// TestStories runs the commands that READMEs of examples show, each in a copy of its folder: they print what it
// shows, and write the files that it shows and the pages beside it. -update writes all anew.
func TestStories(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for example, told := range stories {
		t.Run(example, func(test *testing.T) {
			t := t.in(test)
			dir, err := filepath.Abs(filepath.Join(root, "examples", example))
			assert.NilError(t, err)
			teller := storyteller{t: t, path: commandOnPath(t)}
			sections := []string{readSource(t, filepath.Join(dir, "README.md"))}
			if told.separate {
				sections = strings.Split(sections[0], "\n## ")
			}
			written := ""
			tell := func(block string) string {
				if data, err := os.ReadFile(t.path(told.writes)); err == nil && written == "" { // before it is edited
					written = string(data)
				}
				return teller.tell(block)
			}
			for i, section := range sections {
				t.chdir(t.TempDir())
				switch {
				case told.writes != "":
					assert.NilError(t, os.CopyFS(t.path("clusters"), os.DirFS(filepath.Join(dir, "clusters"))))
					teller.run("git init -q && git add . && git commit -qm clusters")
				case !told.empty:
					copyInputs(t, dir)
				}
				sections[i] = storyBlock.ReplaceAllStringFunc(section, tell)
			}
			golden.Assert(t, strings.Join(sections, "\n## "), filepath.Join(dir, "README.md"))
			if told.writes != "" {
				golden.Assert(t, written, filepath.Join(dir, told.writes))
			}
			for _, name := range told.pages {
				assertPage(t, name, filepath.Join(dir, name))
			}
		})
	}
}

// copyInputs copies the documents and scripts of an example, which has some of them in the folder documents.
func copyInputs(t testFolder, dir string) {
	t.Helper()
	for _, pattern := range []string{"*.[ys][ah]*", "documents/*"} {
		inputs, err := filepath.Glob(filepath.Join(dir, pattern))
		assert.NilError(t, err)
		for _, input := range inputs {
			name, err := filepath.Rel(dir, input)
			assert.NilError(t, err)
			if name != "deliver.yaml" {
				put(t, name, readSource(t, input))
			}
		}
	}
}

// assertPage compares a page with the one in the example, and holds it to two screens.
func assertPage(t testFolder, name, want string) {
	t.Helper()
	page := read(t, name)
	golden.Assert(t, page, want)
	lines := 0
	for line := range strings.Lines(page) {
		lines += 1 + utf8.RuneCountInString(line)/screenColumns
	}
	assert.Check(t, lines <= 2*screenLines, "%s has %d lines, which is more than two screens", name, lines)
}

// commandOnPath returns a PATH with this binary as fluxapp and kubectl.
func commandOnPath(t testFolder) string {
	t.Helper()
	for _, needed := range []string{"bash", "git", "perl"} {
		if _, err := exec.LookPath(needed); err != nil && os.Getenv("FLUXAPP_REQUIRE_CLIENTS") != "1" {
			t.Skip(err)
		}
	}
	binary, err := os.Executable()
	assert.NilError(t, err)
	dir := t.TempDir()
	for _, name := range []string{"fluxapp", "kubectl"} {
		assert.NilError(t, os.Symlink(binary, filepath.Join(dir, name)))
	}
	return dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

type storyteller struct {
	t      testFolder
	path   string
	digest string // the flag that the last change that exceeded a limit asks for
}

// shownDigest is a digest that somebody gives, or is told to give.
var shownDigest = regexp.MustCompile(`--acknowledge [0-9a-f]{16}`)

// storyBlock is a block of a story. A comment in front of it names the file that it shows, or that it changes.
var storyBlock = regexp.MustCompile("(?s)(?:<!-- (file|edit): (\\S+) -->\n)?```[a-z]*\n(.*?)```")

// tell runs the commands of a block of the README, and returns the block with what they print. A block with a file gets
// the text of the file; one that changes a file is applied. Other blocks are left as they are.
func (s *storyteller) tell(block string) string {
	s.t.Helper()
	m := storyBlock.FindStringSubmatch(block)
	switch what, name, text := m[1], m[2], m[3]; {
	case what == "file":
		return strings.TrimSuffix(block, text+"```") + read(s.t, name) + "```"
	case what == "edit":
		s.edit(name, text)
		return block
	case !strings.HasPrefix(block, "```console\n$ "), strings.Contains(block, "$ go run "):
		return block
	}
	var b strings.Builder
	b.WriteString("```console\n")
	for _, command := range commandsOf(block) {
		command = shownDigest.ReplaceAllString(command, s.digest)
		b.WriteString("$ " + strings.ReplaceAll(command, "\n", "\n> ") + "\n")
		out := s.run(command)
		b.WriteString(out)
		if digest := shownDigest.FindString(out); digest != "" {
			s.digest = digest
		}
	}
	return b.String() + "```"
}

// edit changes a file: the lines that begin with - or a space become those that begin with + or a space.
func (s *storyteller) edit(name, lines string) {
	s.t.Helper()
	var before, after string
	for line := range strings.Lines(lines) {
		if line[0] != '+' {
			before += line[1:]
		}
		if line[0] != '-' {
			after += line[1:]
		}
	}
	text := read(s.t, name)
	assert.Equal(s.t, strings.Count(text, before), 1, "%s has not once\n%s", name, before)
	put(s.t, name, strings.Replace(text, before, after, 1))
}

// printApplied prints, in the place of kubectl, the HelmReleases and HelmRepositories of the folder deploy as a hub has
// them five minutes after Flux has applied them.
func printApplied() {
	for _, pattern := range []string{"deploy/*/helm*.yaml", "deploy/*/*/helm*.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				panic(err)
			}
			object := strings.Replace(string(text), "\nmetadata:\n", "\nmetadata:\n  generation: 1\n", 1)
			since := time.Now().Add(-5 * time.Minute).UTC().Format(time.RFC3339)
			fmt.Printf("---\n%sstatus:\n  observedGeneration: 1\n  conditions:\n", object)
			for _, condition := range []string{"Ready", "ArtifactInStorage"} { // the second one is of sources
				fmt.Printf("  - {type: %s, status: \"True\", reason: Succeeded, observedGeneration: 1, lastTransitionTime: %q}\n",
					condition, since)
			}
			if chart := chartOfRelease.FindStringSubmatch(object); chart != nil {
				fmt.Printf("  history: [{chartName: %s, chartVersion: %s, version: 1, status: deployed}]\n", chart[1], chart[2])
			} else {
				fmt.Print("  artifact: {revision: \"sha256:0\"}\n")
			}
		}
	}
}

// chartOfRelease finds the name and the version of the chart of a HelmRelease.
var chartOfRelease = regexp.MustCompile(`(?ms)^      chart: (\S+)$.*^      version: (\S+)$`)

// commandsOf returns the commands of a block. The second and further lines of one begin with >.
func commandsOf(block string) (commands []string) {
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		if first, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, first)
		} else if next, ok := strings.CutPrefix(line, "> "); ok {
			commands[len(commands)-1] += "\n" + next
		}
	}
	return commands
}

// run runs a command as in a terminal, and returns what it prints.
func (s *storyteller) run(command string) string {
	s.t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = *s.t.dir
	cmd.Env = append(os.Environ(), "PATH="+s.path, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann",
		"GIT_COMMITTER_EMAIL=ann@example.com")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	var ended *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &ended) || ended.ExitCode() != exitDocuments) {
		s.t.Fatalf("%s: %v\n%s", command, err, &out)
	}
	return out.String()
}
