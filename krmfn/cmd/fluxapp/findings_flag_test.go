package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// codesIn returns the severities and codes of findings in JSON.
func codesIn(t testFolder, text string) (codes []string) {
	t.Helper()
	var findings []struct{ Severity, Code string }
	assert.NilError(t, json.Unmarshal([]byte(text), &findings), text)
	for _, f := range findings {
		codes = append(codes, f.Severity+" "+f.Code)
	}
	return codes
}

// sarifCodes returns the levels and rules of the results in a SARIF log, and behind them the ones that are about no
// file.
func sarifCodes(t testFolder, text string) (codes []string) {
	t.Helper()
	var log struct {
		Runs []struct {
			Results     []struct{ Level, RuleID string }
			Invocations []struct {
				ToolExecutionNotifications []struct {
					Level          string
					AssociatedRule struct{ ID string }
				}
			}
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(text), &log), text)
	assert.Equal(t, len(log.Runs), 1)
	for _, r := range log.Runs[0].Results {
		codes = append(codes, r.Level+" "+r.RuleID)
	}
	for _, n := range log.Runs[0].Invocations[0].ToolExecutionNotifications {
		codes = append(codes, n.Level+" "+n.AssociatedRule.ID)
	}
	return codes
}

// warned returns an application with two warnings, and a note about both when they are ignored.
func warned() string { return strings.ReplaceAll(app("a", "one", "two"), ", interval: 10m", "") }

// TestFindingsFormats checks that each command prints one document of findings to stderr, whatever it does otherwise,
// and the same output as without.
func TestFindingsFormats(t *testing.T) {
	t.Parallel()
	wrong := strings.Replace(app("a", "one"), "prune", "prun", 1)
	two := []string{"warning FA504", "warning FA504"}
	for name, c := range map[string]struct {
		text string
		args []string
		code int
		want []string
	}{
		"warnings": {warned(), []string{"render", "a.yaml"}, exitGood, two},
		"root":     {warned(), []string{"a.yaml"}, exitGood, two},
		"check":    {warned(), []string{"check", "a.yaml"}, exitGood, two},
		"explain":  {warned(), []string{"explain", "a", "a.yaml"}, exitGood, two},
		"graph":    {warned(), []string{"graph", "a", "a.yaml"}, exitGood, two},
		"ignored": {warned(), []string{"render", "a.yaml", "--ignore", "FA504"}, exitGood,
			[]string{"info FA311"}},
		"none":           {app("a", "one"), []string{"render", "a.yaml"}, exitGood, nil},
		"errors":         {wrong, []string{"check", "a.yaml"}, exitDocuments, []string{"error FA101"}},
		"no application": {"", []string{"render", "a.yaml", "."}, exitDocuments, []string{"warning FA903", "error FA009"}},
		"two reports": {warned(), []string{"check", "--rendered", "none", "a.yaml"}, exitDocuments,
			append(two, "error FA407", "error FA407")},
		"diff":          {warned(), []string{"diff", "config.yaml", "a.yaml"}, exitDocuments, two},
		"into a folder": {warned(), []string{"render", "-o", "dir=out", "a.yaml"}, exitGood, two},
		"wrong config": {warned(), []string{"render", "--config", "config.yaml", "a.yaml"}, exitDocuments,
			[]string{"error FA101"}},
		"strict": {warned(), []string{"render", "--strict", "a.yaml"}, exitDocuments,
			[]string{"error FA504", "error FA504"}},
		"more than text shows": {strings.ReplaceAll(app("a", "1", "2", "3", "4", "5", "6", "7"), "prune", "prun"),
			[]string{"check", "a.yaml"}, exitDocuments, nil},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", c.text, "config.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
				"spec: {strikt: true}\n")
			plain, lines, _ := fluxapp(t, "", c.args...)
			assert.NilError(t, os.RemoveAll(t.path("out")))
			out, errs, code := fluxapp(t, "", append(c.args, "--findings", "json")...)
			assert.Equal(t, code, c.code, errs)
			assert.Equal(t, out, plain)
			if name == "more than text shows" {
				assert.Assert(t, strings.Contains(lines, "… and 2 more ["), lines)
				assert.Equal(t, len(codesIn(t, errs)), 7)
				return
			}
			assert.DeepEqual(t, codesIn(t, errs), c.want)
			assert.Assert(t, !strings.Contains(errs, `"file": "a.yaml ."`), errs) // which is no file
			assert.NilError(t, os.RemoveAll(t.path("out")))
			out, errs, _ = fluxapp(t, "", append(c.args, "--findings=sarif")...)
			assert.Equal(t, out, plain)
			assert.DeepEqual(t, sarifCodes(t, errs), asLevels(c.want))
		})
	}
}

func asLevels(severities []string) (levels []string) {
	for _, s := range severities {
		levels = append(levels, strings.Replace(s, "info ", "note ", 1))
	}
	return levels
}

// TestFindingsFixes changes a file as a reader of the log does, and checks that nothing is wrong then. Columns count
// characters.
func TestFindingsFixes(test *testing.T) {
	test.Parallel()
	right := strings.Replace(app("a", "one"), "path:", `commonMetadata: {annotations: {a: "ü"}}, path:`, 1)
	t := inFolder(test, "a b.yaml", strings.NewReplacer("prune: true", "prune: 'true'", "interval:", "'intervall':").
		Replace(right))
	_, _, code := fluxapp(t, "", "check", "a b.yaml", "--findings", "sarif=f.sarif")
	assert.Equal(t, code, exitDocuments)
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					ArtifactChanges []struct {
						ArtifactLocation struct{ URI string }
						Replacements     []struct {
							DeletedRegion   struct{ StartLine, StartColumn, EndColumn int }
							InsertedContent struct{ Text string }
						}
					}
				}
			}
		}
	}
	assert.NilError(t, json.Unmarshal([]byte(read(t, "f.sarif")), &log))
	results := log.Runs[0].Results
	assert.Equal(t, len(results), 2)
	lines := strings.Split(read(t, "a b.yaml"), "\n")
	for _, r := range slices.Backward(results) { // the last one of a line first
		change := r.Fixes[0].ArtifactChanges[0]
		assert.Equal(t, change.ArtifactLocation.URI, "a%20b.yaml")
		fix := change.Replacements[0]
		line := []rune(lines[fix.DeletedRegion.StartLine-1])
		lines[fix.DeletedRegion.StartLine-1] = string(line[:fix.DeletedRegion.StartColumn-1]) + fix.InsertedContent.Text +
			string(line[fix.DeletedRegion.EndColumn-1:])
	}
	assert.Equal(t, strings.Join(lines, "\n"), strings.Replace(right, "interval:", "'interval':", 1))
}

// TestFindingsHideSecrets checks that no format shows what may be a password, neither as it is nor in a fix.
func TestFindingsHideSecrets(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(helmApp("one"), "- {destination",
		"- {values: {pin: 0815, password: 2024-01-01, s3cr3t: on}, destination", 1))
	for _, format := range []string{"text", "json", "sarif", "github"} {
		_, errs, code := fluxapp(t, "", "check", "a.yaml", "--findings", format)
		assert.Equal(t, code, exitGood, errs)
		assert.Assert(t, strings.Contains(errs, "FA501") && !strings.Contains(errs, "0815") &&
			!strings.Contains(errs, "2024"), errs)
	}
}

// TestFindingsFiles checks that files do not change stderr, and that each format may have one.
func TestFindingsFiles(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", warned())
	args := []string{"render", "-o", "dir=out", "a.yaml", "--ignore", "FA405"}
	_, lines, _ := fluxapp(t, "", args...)
	assert.NilError(t, os.RemoveAll(t.path("out")))
	_, errs, code := fluxapp(t, "", append(args, "--findings", "json=f.json", "--findings", "sarif=f.sarif", "--findings",
		"github=f.log", "--findings", "text=f.txt")...)
	assert.Equal(t, code, exitGood)
	assert.Equal(t, errs, lines)
	assert.Equal(t, len(codesIn(t, read(t, "f.json"))), 2)
	assert.Equal(t, len(sarifCodes(t, read(t, "f.sarif"))), 2)
	assert.Equal(t, strings.Count(read(t, "f.log"), "::warning file=a.yaml,line="), 2)
	assert.Equal(t, read(t, "f.txt"), lines)
}

// TestFindingsForGitHub checks that what a run did to a folder is among the commands, which are lines too.
func TestFindingsForGitHub(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", warned())
	_, errs, code := fluxapp(t, "", "render", "-o", "dir=out", filepath.Join(*t.dir, "in"), "--findings", "github")
	assert.Equal(t, code, exitGood)
	assert.Equal(t, strings.Count(errs, "::warning file=in/a.yaml,line="), 2, errs) // from the current folder
	assert.Assert(t, strings.HasPrefix(errs, "2 written, "), errs)
}

// TestFindingsOfFailure checks that a run that cannot do its task has a document too, and an exit code of its own.
func TestFindingsOfFailure(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", warned(), "out", "a file")
	_, errs, code := fluxapp(t, "", "render", "-o", "dir=out", "a.yaml", "--findings", "sarif=f.sarif")
	assert.Equal(t, code, exitCommand)
	last := errs[strings.LastIndex(strings.TrimSuffix(errs, "\n"), "\n")+1:]
	assert.Assert(t, strings.HasPrefix(last, "fluxapp: "), errs)
	log := read(t, "f.sarif")
	assert.Equal(t, len(sarifCodes(t, log)), 3) // with the reason
	assert.Assert(t, strings.Contains(log, `"executionSuccessful": false`), log)

	for _, text := range []string{warned(), "a: ["} { // whatever the documents are, the file is missing
		put(t, "a.yaml", text)
		out, errs, code := fluxapp(t, "", "check", "a.yaml", "--findings", "json=nowhere/f.json")
		assert.Equal(t, code, exitCommand, out)
		assert.Assert(t, strings.HasSuffix(errs, "fluxapp: there is no file or folder nowhere\n"), errs)
	}
}

func TestFindingsFlag(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "one"))
	for flags, want := range map[string]string{
		"--findings xml":                    "write text, json, sarif or github",
		"--findings=":                       "write text, json, sarif or github",
		"--findings sarif=":                 "it has no file; write sarif=FILE, or sarif for stderr",
		"--findings json=-":                 "it has no file; write json=FILE, or json for stderr",
		"--findings json --findings github": "stderr has a format already",
		"--findings text --findings json":   "stderr has a format already",
	} {
		out, errs, code := fluxapp(t, "", append([]string{"check", "a.yaml"}, strings.Fields(flags)...)...)
		assert.Equal(t, code, exitCommand, flags)
		assert.Assert(t, strings.Contains(errs, want), fmt.Sprint(flags, out, errs))
	}
	assert.Equal(t, read(t, "a.yaml"), app("a", "one"))
}

// TestFindingsKeepDocuments expects that findings are written over an older file of findings, in each format, and never
// over documents, of fluxapp or not, or broken.
func TestFindingsKeepDocuments(test *testing.T) {
	test.Parallel()
	broken := strings.Replace(app("a", "berlin"), "  config:", "  config: [", 1)
	t := inFolder(test, "a.yaml", app("a", "berlin"), "b.yaml", "# ours\n"+broken,
		"c.json", `{"apiVersion": "v1", "kind": "List"}`, "d.txt", "notes: 1\n")
	for _, file := range []string{"a.yaml", "b.yaml", "c.json"} {
		before := read(t, file)
		_, errs, code := fluxapp(t, "", "check", "a.yaml", "--findings", "json="+file)
		assert.Equal(t, code, exitCommand, errs)
		assert.Assert(t, strings.Contains(errs, "--findings would overwrite "+file+", which holds documents"), errs)
		assert.Equal(t, read(t, file), before)
	}
	for name, command := range map[string]string{
		"table.txt": "status a.yaml --observed table.txt", "other.txt": "status b.yaml --observed other.txt",
		"mine.txt": "check mine.txt", "lost.yaml": "check a.yaml --config lost.yaml",
	} {
		put(t, name, "NAME  READY\nweb   True\n")
		_, errs, code := fluxapp(t, "", append(strings.Fields(command), "--findings", "json="+name)...)
		assert.Assert(t, code != exitGood && strings.Contains(errs, "--findings would overwrite "+name+", which is an input"),
			"%s: %s", command, errs)
		assert.Equal(t, read(t, name), "NAME  READY\nweb   True\n", command)
	}
	for _, format := range []string{"text", "json", "sarif", "github"} {
		for range 2 {
			_, errs, code := fluxapp(t, "", "check", "b.yaml", "--findings", format+"=d.txt")
			assert.Equal(t, code, exitDocuments, errs)
		}
		assert.Assert(t, strings.Contains(read(t, "d.txt"), "FA001"), format)
	}
}
