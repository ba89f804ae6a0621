package main

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gotest.tools/v3/assert"
)

// TestCompletion asks for completions as a shell does, for the last word of a command line.
func TestCompletion(test *testing.T) {
	test.Parallel()
	standalone := strings.Replace(app("b", "three"), "spec:\n", "spec:\n  topology: Standalone\n", 1)
	t := inFolder(test, "a.yaml", app("a", "hub", "two", "one"), "b.yml", standalone, "wrong.yaml", "a: [", "in/c.yaml",
		app("c", "four"), "README.md", "a",
		"in/d.yaml", strings.Replace(app("d", "two", "one"), "sourceRef: {kind: GitRepository, name: d}",
			"gitRepository: {url: https://example.com/d, interval: 1m}", 1),
		"0.yaml", app("z", "one"), "folder.yaml/e.yaml", app("e", "one"), "notes.txt", app("notes", "one"),
		"fleet.yaml", "{apiVersion: cluster.x-k8s.io/v1beta2, kind: Cluster, metadata: {name: berlin}}")
	for line, want := range map[string]string{
		"--flux-version ":                        "2.6 2.7 2.8 2.9 2.10 :4",
		"render --flux-version ":                 "2.6 2.7 2.8 2.9 2.10 :4",
		"render --ignore ":                       strings.Join(remarks(""), " ") + " :6",
		"check --ignore FA505,FA50":              strings.Join(remarks("FA505,"), " ") + " :6",
		"check --findings ":                      "text json sarif github :6",
		"-o ":                                    "yaml json jsonl dir= :6",
		"render a.yaml --output j":               "yaml json jsonl dir= :6",
		"diff -o ":                               "text json markdown :4",
		"diff ":                                  ":0",
		"diff --base HEAD ":                      ":0",
		"schema --kind ":                         "FluxApplication Application FluxApplicationBase RenderConfig :4",
		"explain ":                               "a b z :4",
		"explain FA20":                           "FA201 FA202 FA203 FA204 FA205 FA206 FA207 FA208 FA209 :6",
		"explain a FA20":                         ":0",
		"explain d in --cluster ":                "one two :4",
		"explain a ":                             ":0",
		"explain a a.yaml --cluster ":            "hub one two :4",
		"explain a . --cluster ":                 "hub one two :4",
		"explain a a.yaml wrong.yaml --cluster ": ":4", // of wrong documents there are no objects
		"explain a a.yaml b.yml in --cluster ":   "hub one two :4",
		"explain apps/b b.yml --cluster ":        "three :4",
		"explain a nowhere.yaml --cluster ":      ":4",
		"explain a - --cluster ":                 ":4",
		"explain x a.yaml --cluster ":            ":4",
		"explain --cluster ":                     ":4",
		"graph -o ":                              "mermaid json :4",
		"graph ":                                 "a b z :0",
		"graph a ":                               ":0",
		"graph a.yaml in --cluster ":             "four hub one two :4",
		"graph apps/b b.yml --cluster ":          "three :4",
		"graph --cluster ":                       "four hub one three two :4",
		"render ":                                ":0",
		"a":                                      "adopt :0",
		"adopt --cluster-from ":                  "kubeConfig namespace path: label: clusters/{cluster}/… :6",
		"adopt a.yaml --write ":                  ":16",
		"adopt ":                                 ":0",
	} {
		out, _, code := fluxapp(t, "must not be read",
			append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(line, " ")...)...)
		assert.Equal(t, code, 0)
		assert.Equal(t, strings.Join(strings.Fields(out), " "), want, line)
	}
}

// remarks returns the codes that a run can ignore, each behind a text.
func remarks(before string) (words []string) {
	for _, code := range codes.Remarks() {
		words = append(words, before+string(code))
	}
	return words
}

func TestCompletionScripts(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		assert.Assert(t, strings.Contains(good(t, "completion", shell), "fluxapp"))
	}
}

func TestVersionFlag(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	assert.Equal(t, good(t, "--version"), good(t, "version"))
}

// TestHelp holds the texts of --help to what can be read in a terminal, and in a hurry.
func TestHelp(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, command := range append(rootCommand(environment{}, nil).Commands(), rootCommand(environment{}, nil)) {
		assert.Assert(t, command.Short != "" && !strings.HasSuffix(command.Short, "."), command.Name())
		for line := range strings.Lines(command.Long) {
			assert.Assert(t, len(line) <= 130, line)
		}
		command.Flags().VisitAll(func(f *pflag.Flag) { assert.Check(t, f.Usage != "", "%s --%s", command.Name(), f.Name) })
	}
	for _, word := range []string{"udge", " say", " unless given", ", as "} {
		for _, command := range []string{"", "render", "check", "diff", "status", "adopt", "explain", "graph", "init",
			"promote", "schema", "version"} {
			text := good(t, strings.Fields(command+" --help")...)
			assert.Assert(t, !strings.Contains(text, word), "%s: %q", command, word)
		}
	}
}

// TestHelpPages holds that each command has a page with an example, exit codes and exactly its flags, that those which
// take a value name it, and that the index has all pages with what the commands are for.
func TestHelpPages(t *testing.T) {
	t.Parallel()
	index, root := strings.ReplaceAll(readSource(t, "../../COMMAND.md"), "\n  ", " "), rootCommand(environment{}, nil)
	shared := flagsOfAll(t)
	for _, command := range append(root.Commands(), root) {
		name := command.Name()
		page := helpPage(t, name)
		row := "- [`" + name + "`](cmd/fluxapp/help/" + name + ".md): " + command.Short + "\n"
		assert.Check(t, strings.Contains(index, row), "COMMAND.md lacks %s", row)
		assert.Check(t, strings.HasPrefix(page, "# "+strings.TrimPrefix(command.CommandPath(), "fluxapp fluxapp")+"\n"), name)
		assert.Check(t, strings.Contains(page, "\n## Exit codes\n"), name)
		assert.Check(t, !strings.Contains(page, "`fluxapp\n"), "%s: --help quotes a command of one line only", name)
		if name == "fluxapp" || name == "version" {
			continue
		}
		assert.Check(t, command.Example != "", name)
		_, section, _ := strings.Cut(page, "\n## Flags\n")
		section, _, _ = strings.Cut(section, "\n## ")
		told := map[string]bool{}
		for _, m := range regexp.MustCompile("`--([a-z-]+)[^`]*`").FindAllStringSubmatch(section, -1) {
			told[m[1]] = true
		}
		if strings.Contains(section, "[flags of every command](fluxapp.md#flags)") {
			maps.Copy(told, shared)
		}
		flags := map[string]bool{}
		command.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if flags[f.Name] = !f.Hidden; f.Hidden {
				delete(flags, f.Name)
			}
			item := "- `--" + f.Name
			if f.Shorthand != "" {
				item = "- `-" + f.Shorthand + "`, `--" + f.Name
			}
			_, rest, isItem := strings.Cut(section, item)
			takes := f.NoOptDefVal == ""
			assert.Check(t, !isItem || strings.HasPrefix(rest, " ") == takes, "%s --%s", name, f.Name)
		})
		delete(told, "quiet") // of the root
		assert.DeepEqual(t, told, flags)
	}
}

// flagsOfAll returns the flags that the page of the root has as those of every command that reads documents.
func flagsOfAll(t *testing.T) map[string]bool {
	_, list, _ := strings.Cut(helpPage(t, "fluxapp"), "Every command that reads documents has these:\n")
	list, _, found := strings.Cut(list, "\nSeveral")
	assert.Assert(t, found)
	flags := map[string]bool{}
	for _, m := range regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(list, -1) {
		flags[m[1]] = true
	}
	return flags
}

// TestFunctionHelp checks that --help, which is what "kpt fn doc" prints of the image, describes the options of a
// functionConfig as explain does, with an example that is read. Whether kpt sends a ResourceList does not matter.
func TestFunctionHelp(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", strings.ReplaceAll(helmApp("berlin"), "name: a", "name: podinfo"))
	text := good(t, "--help")
	before, _, found := strings.Cut(text, "\n\n"+good(t, "explain", "RenderConfig.spec")+"\nUsage:\n")
	assert.Assert(t, found, text)
	assert.Equal(t, good(t, "help"), text)
	assert.Assert(t, !strings.Contains(good(t, "render", "--help"), "FIELD:"))
	out, errs, code := fluxapp(t, "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n", "--help")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, text)

	_, example, found := strings.Cut(before, "For example:\n\n    ")
	assert.Assert(t, found, before)
	example, _, _ = strings.Cut(example, "\n\n")
	put(t, "fluxapp.yaml", strings.ReplaceAll(example, "\n    ", "\n"))
	rendered := good(t, "render", "app.yaml", "--config", "fluxapp.yaml")
	assert.Assert(t, strings.Contains(rendered, "name: podinfo-berlin-web\n"), rendered)
}

// TestRenderPage checks that the page of render shows what a run prints.
func TestRenderPage(test *testing.T) {
	test.Parallel()
	web := func(clusters ...string) string {
		return strings.NewReplacer("name: a,", "name: web,", "name: a}", "name: web}").Replace(helmApp(clusters...))
	}
	t := inFolder(test, "app.yaml", web("berlin", "paris", "tokyo"))
	good(t, "render", "app.yaml", "-o", "dir=deploy")
	put(t, "app.yaml", strings.Replace(web("berlin", "paris"), "10m", "30m", 1))
	const command = "fluxapp render app.yaml -o dir=deploy"
	_, errs, _ := fluxapp(t, "", strings.Fields(command)[1:]...)
	assert.Equal(t, errs, shownRun(t, "render", command))
}
