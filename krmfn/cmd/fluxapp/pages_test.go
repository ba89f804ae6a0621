package main

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// pages returns the Markdown files of the repository, by their paths from its root.
func pages(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "bin" || d.Name() == "node_modules"):
			return fs.SkipDir
		case filepath.Ext(path) == ".md":
			text, err := os.ReadFile(path)
			texts[filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))] = string(text)
			return err
		}
		return nil
	})
	assert.NilError(t, err)
	assert.Assert(t, len(texts) > 20, "pages are missing")
	return texts
}

// pageBlock is a fenced block of a page, perhaps behind a comment that says what it is: "document: app.yaml".
var pageBlock = regexp.MustCompile("(?sm)(?:^<!-- (?:command: ([^\n]+)|([a-z ]+): (\\S+)) -->\n)?^ *```([a-z]*)\n" +
	"(.*?)^ *```$")

// specFrame goes around a block that shows the spec of an application only.
const specFrame = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n" +
	"metadata: {name: shop, namespace: apps}\nspec:\n"

// TestPages runs the command on what pages show. A comment before a block tells what the block is:
//
//   - document: the file of this name. Every document of ours that a page shows has this mark or the next one.
//   - spec: the file of this name, without the lines of specFrame.
//   - config: the file of this name, a RenderConfig.
//   - prints: all that rendering the file prints. prints part: lines of it, one behind the other. reports: the same
//     of the findings.
//   - explains: lines of what explaining the application shop of the file prints.
//   - needs: what checking the file prints.
//   - writes: the file of this name, which rendering the files before it writes into the folder deploy.
//   - command: what the command line prints on stdout; on stderr, if there is nothing on stdout.
//     It can read the files in the folder of testdata/pages that is called like the page.
//   - runs: commands with what they print. They can read the folder of the repository that is named too.
//   - file and edit: what TestStories holds.
//   - refuses: the errors of the file. A file without this block renders.
func TestPages(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	texts := pages(t)
	// from documents that have their own tests
	for _, generated := range []string{"schema/REFERENCE.md", "schema/RULES.md"} {
		delete(texts, generated)
	}
	shown := 0
	for page, text := range texts {
		t.Run(page, func(test *testing.T) {
			t := t.in(test)
			dir := t.TempDir()
			if beside := filepath.Join("testdata", "pages", filepath.FromSlash(strings.TrimSuffix(page, ".md"))); isFolder(
				beside) {
				assert.NilError(t, os.CopyFS(dir, os.DirFS(beside)))
			}
			t.chdir(dir)
			wrong := map[string]bool{}
			var files []string
			for _, m := range pageBlock.FindAllStringSubmatch(text, -1) {
				command, what, name, tag, lines := m[1], m[2], m[3], m[4], m[5]
				if command != "" {
					shown++
					out, errs, _ := fluxapp(t, "", wordsOfShell(command)[1:]...)
					assert.Equal(t, cmp.Or(out, errs), lines, command)
				}
				if tag == "yaml" {
					var value any
					assert.Check(t, yaml.Unmarshal([]byte(lines), &value), "the page shows what is no YAML:\n%s", lines)
				}
				switch what {
				case "document", "spec", "config":
					if what == "spec" {
						lines = specFrame + indented(lines)
					}
					assert.NilError(t, os.WriteFile(t.path(name), []byte(lines), 0o600))
					if what != "config" {
						files = append(files, name)
					}
				case "runs":
					shown++
					assertRuns(t, name, lines)
				case "file", "edit":
				case "":
					assert.Check(t, tag != "yaml" || !ofOurs.MatchString(lines), "the page shows a document without a mark:\n%s",
						lines)
				default:
					shown++
					wrong[name] = what == "refuses"
					assertShown(t, what, name, lines)
				}
			}
			for _, name := range slices.Compact(files) {
				out, errs, code := fluxapp(t, "", "render", name)
				assert.Check(t, wrong[name] || code == exitGood, "%s: %s%s", name, out, errs)
			}
		})
	}
	assert.Assert(t, shown >= 2, "pages have lost what they show")
}

// assertRuns checks what a page shows below commands, which can read a copy of a folder of the repository.
func assertRuns(t testFolder, folder, lines string) {
	t.Helper()
	if isFolder(filepath.Join(root, folder)) {
		assert.NilError(t, os.CopyFS(t.path(folder), os.DirFS(filepath.Join(root, folder))))
	}
	for _, part := range strings.Split("\n"+lines, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		out, errs, _ := fluxapp(t, "", wordsOfShell(command)[1:]...)
		assert.Equal(t, out+errs, want, command)
	}
}

// shownRun returns what the page of a command shows below a command line.
func shownRun(t assert.TestingT, name, commandLine string) string {
	_, shown, _ := strings.Cut(helpPage(t, name), "```console\n$ "+commandLine+"\n")
	shown, _, found := strings.Cut(shown, "```")
	assert.Assert(t, found, "help/%s.md does not show %s", name, commandLine)
	return shown
}

// helpPage returns the page of a command.
func helpPage(t assert.TestingT, name string) string {
	text, err := help.ReadFile("help/" + name + ".md")
	assert.NilError(t, err)
	return string(text)
}

// wordsOfShell returns the words of a command line, of which some may be in single quotes.
func wordsOfShell(command string) []string {
	words := regexp.MustCompile(`'[^']*'|\S+`).FindAllString(command, -1)
	for i, word := range words {
		words[i] = strings.Trim(word, "'")
	}
	return words
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// ofOurs finds a whole application in a block.
var ofOurs = regexp.MustCompile(`(?m)^kind: (Flux)?Application$`)

// assertShown checks that a block of a page is what rendering a file prints or reports.
func assertShown(t testFolder, what, name, lines string) {
	t.Helper()
	out, errs, code := fluxapp(t, "", "render", name)
	switch what {
	case "prints":
		assert.Equal(t, out, lines)
		assert.Equal(t, code, exitGood, errs)
	case "prints part":
		assert.Assert(t, strings.Contains(out, lines), "%s prints\n%s%s", name, out, errs)
	case "explains":
		out, _, _ = fluxapp(t, "", "explain", "shop", name)
		assert.Assert(t, strings.Contains(out, lines), "%s is explained by\n%s", name, out)
	case "needs":
		out, _, _ = fluxapp(t, "", "check", name)
		assert.Equal(t, out, lines)
	case "writes":
		_, errs, code = fluxapp(t, "", "render", ".", "-o", "dir=deploy")
		assert.Equal(t, code, exitGood, errs)
		assert.Equal(t, read(t, name), lines)
	case "reports":
		assert.Assert(t, strings.Contains(errs, lines), "%s reports\n%s", name, errs)
	case "refuses":
		assert.Equal(t, errs, lines)
		assert.Equal(t, code, exitDocuments)
	default:
		t.Fatalf("a block is marked %q", what)
	}
}

func indented(lines string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n  ") + "\n"
}

// pageCommand finds a command of fluxapp in a page, in a line of a console or between backquotes.
var pageCommand = regexp.MustCompile("(?m)(?:`|^\\$ (?:.*[|] )?)(?:go run \\./krmfn/cmd/)?fluxapp " +
	"([a-z]+)([^`|>#;\n]*)")

// flagOf finds a flag in the arguments of a command.
var flagOf = regexp.MustCompile(" --?([a-z][a-z-]*)")

// TestPageCommands checks that each command that a page shows exists, with its flags.
func TestPageCommands(t *testing.T) {
	t.Parallel()
	found := 0
	for page, text := range pages(t) {
		for _, m := range pageCommand.FindAllStringSubmatch(text, -1) {
			cmd, _, err := rootCommand(environment{}, nil).Find([]string{m[1]})
			if m[1] == "completion" { // cobra adds it when it runs
				continue
			}
			assert.Check(t, err == nil && cmd.Name() == m[1], "%s shows fluxapp %s", page, m[1])
			for _, flag := range flagOf.FindAllStringSubmatch(m[2], -1) {
				found++
				known := flag[1] == "help" || cmd.Flags().Lookup(flag[1]) != nil ||
					len(flag[1]) == 1 && cmd.Flags().ShorthandLookup(flag[1]) != nil
				assert.Check(t, known, "%s shows fluxapp %s%s, which has no flag %s", page, m[1], m[2], flag[1])
			}
		}
	}
	assert.Assert(t, found > 30, "%d", found)
}

var (
	relativeLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.+)$`)
	code         = regexp.MustCompile("(?s)```.*?```")
	codeInLine   = regexp.MustCompile("`[^`\n]*`")
)

// TestLinks checks that every relative link of a page leads to a file or folder of the repository, and one with an
// anchor to a heading.
func TestLinks(t *testing.T) {
	t.Parallel()
	texts := pages(t)
	known, found := map[string][]string{}, 0
	for page, text := range texts {
		known[page] = anchors(text)
	}
	for page, text := range texts {
		for _, m := range relativeLink.FindAllStringSubmatch(codeInLine.ReplaceAllString(code.ReplaceAllString(text, ""),
			""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			found++
			path, anchor, _ := strings.Cut(m[1], "#")
			to := page
			if path != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(page), path))
			}
			_, err := os.Stat(filepath.Join(root, to))
			assert.Check(t, err, "%s links to %s", page, m[1])
			assert.Check(t, anchor == "" || slices.Contains(known[to], anchor), "%s links to %s", page, m[1])
		}
	}
	assert.Assert(t, found > 20, "pages have lost their links")
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(text string) (all []string) {
	for _, m := range heading.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", r):
				return r
			}
			return -1
		}, strings.ToLower(m[1])))
	}
	return all
}
