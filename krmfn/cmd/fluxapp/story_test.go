package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestMain makes the binary of the tests the command, where it has its name. In tests the memory has no limit, which
// is for a process of one run: with what all tests keep, the collector would run all the time.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "fluxapp" {
		main()
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

// TestStories runs the commands that READMEs of examples show, each in a copy of its folder: they print what it
// shows, and write the pages beside it. -update writes all anew.
func TestStories(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for example, pages := range map[string][]string{"change": {"chart.md", "release.md"}, "fleet": nil, "scale": nil} {
		t.Run(example, func(test *testing.T) {
			t := t.in(test)
			dir, err := filepath.Abs(filepath.Join(root, "examples", example))
			assert.NilError(t, err)
			story := storyteller{t: t, path: commandOnPath(t)}
			t.chdir(t.TempDir())
			copyInputs(t, dir)
			told := fence.ReplaceAllStringFunc(readSource(t, filepath.Join(dir, "README.md")), story.tell)
			golden.Assert(t, told, filepath.Join(dir, "README.md"))
			for _, name := range pages {
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

// TestAdoptStory runs the commands that the README of examples/adopt shows, in a copy of the folder without the
// document: they print what it shows, and write the document. -update writes both anew.
func TestAdoptStory(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	dir, err := filepath.Abs(filepath.Join(root, "examples", "adopt"))
	assert.NilError(t, err)
	story := storyteller{t: t, path: commandOnPath(t)}
	t.chdir(t.TempDir())
	assert.NilError(t, os.CopyFS(t.path("before"), os.DirFS(filepath.Join(dir, "before"))))
	put(t, "clusters.yaml", readSource(t, filepath.Join(dir, "clusters.yaml")))
	told := fence.ReplaceAllStringFunc(readSource(t, filepath.Join(dir, "README.md")), story.tell)
	golden.Assert(t, told, filepath.Join(dir, "README.md"))
	const forEditors = "# yaml-language-server: $schema=../../schema/fluxapplication.json\n"
	golden.Assert(t, forEditors+read(t, "shop.yaml"), filepath.Join(dir, "shop.yaml"))
}

// commandOnPath returns a PATH with this binary as fluxapp.
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
	assert.NilError(t, os.Symlink(binary, filepath.Join(dir, "fluxapp")))
	return dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

type storyteller struct {
	t      testFolder
	path   string
	digest string // the flag that the last change that exceeded a limit asks for
}

// shownDigest is a digest that somebody gives, or is told to give.
var shownDigest = regexp.MustCompile(`--acknowledge [0-9a-f]{16}`)

// tell runs the commands of a block of the README, and returns the block with what they print. Other blocks are left
// as they are.
func (s *storyteller) tell(block string) string {
	if !strings.HasPrefix(block, "```console\n$ ") || strings.Contains(block, "$ go run ") {
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
