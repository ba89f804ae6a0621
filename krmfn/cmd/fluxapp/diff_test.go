package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// repository makes a repository on the branch main with one commit of files, given as name and content in turn.
func repository(tb testing.TB, files ...string) testFolder {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_CLIENTS") == "1" {
			tb.Fatal(err)
		}
		tb.Skipf("SKIPPED, this machine has no git: %v", err)
	}
	t := inFolder(tb, files...)
	git(t, "init", "-q", "-b", "main")
	commit(t)
	return t
}

// commit commits everything in the repository of the current folder.
func commit(t testFolder) {
	t.Helper()
	git(t, "add", "-A", ":/")
	git(t, "commit", "-q", "--allow-empty", "-m", "a commit")
}

func git(t testFolder, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "maintenance.auto=false"}, args...)...)
	cmd.Dir = *t.dir
	out, err := cmd.CombinedOutput()
	assert.NilError(t, err, "git %v: %s", args, out)
	return strings.TrimSpace(string(out))
}

// TestDiff compares two sides of each form of the command line.
func TestDiff(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	changed := strings.Replace(app("a", "berlin", "tokyo"), "10m", "20m", 1)
	for name, c := range map[string]struct {
		before, after string // the file apps/a.yaml; empty for none
		want          string
		code          int
	}{
		"nothing": {app("a", "berlin", "tokyo"), app("a", "berlin", "tokyo"), "no change", exitGood},
		"changed": {app("a", "berlin", "tokyo"), changed, "changed: Kustomization apps/a-berlin-web of apps/a on berlin",
			exitDocuments},
		"created": {app("a", "berlin"), app("a", "berlin", "tokyo"),
			"created: Kustomization apps/a-tokyo-web of apps/a on tokyo", exitDocuments},
		"deleted": {app("a", "berlin", "tokyo"), app("a", "tokyo"),
			"deleted: Kustomization apps/a-berlin-web of apps/a on berlin", exitDocuments},
	} {
		t.Run(name, func(test *testing.T) {
			t := repository(test, "apps/a.yaml", c.before, "old/a.yaml", c.before)
			good(t, "render", "apps", "-o", "dir=deploy")
			put(t, "apps/a.yaml", c.after)
			for _, args := range [][]string{
				{"old", "apps"}, {"old/a.yaml", "apps/a.yaml"}, {"--base", "main", "apps"}, {"--base", "HEAD", "apps/a.yaml"},
				{"--rendered", "deploy", "apps"},
			} {
				out, errs, code := fluxapp(t, "", append([]string{"diff"}, args...)...)
				assert.Assert(t, strings.Contains(out, c.want), "%v prints %s", args, out)
				assert.Equal(t, errs, "", "%v", args)
				assert.Equal(t, code, c.code, "%v", args)
				_, _, code = fluxapp(t, "", append([]string{"diff", "--exit-code=false"}, args...)...)
				assert.Equal(t, code, exitGood, "%v", args)
			}
			out, errs, code := fluxapp(t, c.before, "diff", "-", "apps")
			assert.Assert(t, strings.Contains(out+errs, c.want), out+errs)
			assert.Equal(t, code, c.code)
			out, errs, code = fluxapp(t, c.after, "diff", "--rendered", "deploy", "-")
			assert.Assert(t, strings.Contains(out+errs, c.want), out+errs)
			assert.Equal(t, code, c.code)
		})
	}
}

// TestDiffFormats prints the same change in each format.
func TestDiffFormats(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "before.yaml", app("a", "berlin"), "after.yaml", app("a", "berlin", "tokyo"))
	for format, want := range map[string]string{
		"text": "1 application, 1 cluster: ", "markdown": "### 1 application, 1 cluster: ", "json": `{"apiVersion":`,
	} {
		out, errs, code := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "-o", format)
		assert.Assert(t, strings.HasPrefix(out, want), out)
		assert.Equal(t, errs, "")
		assert.Equal(t, code, exitDocuments)
	}
	out, _, _ := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "-o", "json")
	var changes struct {
		Kind    string
		Changes []struct{ Action, Cluster string }
	}
	assert.NilError(t, json.Unmarshal([]byte(out), &changes))
	assert.Equal(t, changes.Kind, "Changes")
	assert.Equal(t, len(changes.Changes), 1)
	assert.Equal(t, changes.Changes[0].Cluster, "tokyo")
}

// TestDiffFindings holds that findings for programs have the errors of both sides, and no warning of after that
// before has.
func TestDiffFindings(test *testing.T) {
	test.Parallel()
	warns := strings.Replace(app("a", "berlin"), ", interval: 10m", "", 1)
	t := inFolder(test, "before.yaml", warns, "after.yaml", strings.Replace(warns, "path:", "pth:", 1))
	out, errs, code := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--findings", "json")
	var found []struct{ Severity, Code, File string }
	assert.NilError(t, json.Unmarshal([]byte(errs), &found), errs)
	assert.Equal(t, fmt.Sprint(out, found, code), "[{error FA101 after.yaml}] 2")
	out, errs, code = fluxapp(t, "", "diff", "after.yaml", "before.yaml", "--findings", "json=found.json")
	assert.NilError(t, json.Unmarshal([]byte(read(t, "found.json")), &found), errs)
	assert.Equal(t, fmt.Sprint(out, found, code), "[{error FA101 after.yaml}] 2")
	assert.Assert(t, strings.Contains(errs, "\nfluxapp: the documents of after.yaml have errors"), errs)
}

// TestDiffLimits holds that a limit that holds is exit code 2, behind the whole output, and that the digest lets this
// change through.
func TestDiffLimits(test *testing.T) {
	test.Parallel()
	before := app("a", "berlin", "tokyo", "paris", "oslo")
	t := inFolder(test, "before/a.yaml", before, "after/a.yaml", app("a", "berlin"), "other/a.yaml", app("a", "oslo"))
	good(t, "render", "before", "-o", "dir=deploy")
	for _, side := range [][]string{{"before", "after"}, {"--rendered", "deploy", "after"}} {
		for _, format := range []string{"text", "markdown", "json"} {
			args := append([]string{"diff", "-o", format}, side...)
			out, errs, code := fluxapp(t, "", append(args, "--exit-code=false")...)
			assert.Equal(t, code, exitCommand, errs)
			assert.Assert(t, strings.Contains(out, "[FA601]") || format == "json" && strings.Contains(out, `"FA601"`), out)
			assert.Assert(t, strings.Contains(out, "tokyo"), out)
			assert.Equal(t, strings.Contains(errs, "[FA601]"), format != "text", errs)
			digest := regexp.MustCompile(`--acknowledge ([0-9a-f]{16})`).FindStringSubmatch(out + errs)
			assert.Assert(t, digest != nil, out)

			out, errs, code = fluxapp(t, "", append(args, "--acknowledge", digest[1])...)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Assert(t, strings.Contains(out, "FA605"), out)
			put(t, "config.yaml", renderConfig+"  acknowledge: '"+digest[1]+"'\n")
			_, errs, code = fluxapp(t, "", append(args, "--config", "config.yaml", "--exit-code=false")...)
			assert.Equal(t, code, exitGood, errs)
			assert.Equal(t, strings.Contains(errs, "FA605"), format != "text", errs)
			_, _, code = fluxapp(t, "", append(args[:len(args)-1], "other", "--acknowledge", digest[1])...)
			assert.Equal(t, code, exitCommand, "the digest is of another change")
		}
	}
	put(t, "config.yaml", renderConfig+"  limits: {maxDeleted: 3}\n")
	_, errs, code := fluxapp(t, "", "diff", "before", "after", "--config", "config.yaml")
	assert.Equal(t, code, exitDocuments, errs)
	put(t, "config.yaml", renderConfig+"  limits: {maxDeleted: 2}\n")
	_, _, code = fluxapp(t, "", "diff", "before", "after", "--config", "config.yaml")
	assert.Equal(t, code, exitCommand)
	_, errs, code = fluxapp(t, "", "diff", "before", "after", "--acknowledge", "x")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.Contains(errs, "no digest of a change"), errs)
	_, errs, _ = fluxapp(t, "", "diff", "before", "after", "-o", "markdown", "--findings", "json")
	assert.Assert(t, strings.HasPrefix(errs, "[") && strings.Contains(errs, `"FA601"`), errs)
}

// TestDiffSkipped holds that files of both sides that are not read are told.
func TestDiffSkipped(test *testing.T) {
	test.Parallel()
	const template = "{{ if .x }}\nkind: FluxApplication\n{{ end }}\n"
	t := inFolder(test, "before/a.yaml", app("a", "berlin"), "before/t.yaml", template, "after/a.yaml", app("a", "berlin"),
		"after/u.yaml", template)
	_, errs, code := fluxapp(t, "", "diff", "before", "after")
	assert.Equal(t, code, exitGood)
	assert.Equal(t, errs, `before/t.yaml: warning: a template of Helm, which is not read; render its chart, or name the `+
		`file itself [FA406]
after/u.yaml: warning: a template of Helm, which is not read; render its chart, or name the file itself [FA406]
`)
}

// TestDiffFull prints what new objects hold, which the files of no side have where the objects are delivered otherwise.
func TestDiffFull(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "old.yaml", app("a", "berlin"), "new.yaml", app("a", "berlin", "oslo"))
	brief, _, code := fluxapp(t, "", "diff", "old.yaml", "new.yaml")
	assert.Equal(t, code, exitDocuments)
	full, _, _ := fluxapp(t, "", "diff", "old.yaml", "new.yaml", "--full")
	content := "    apiVersion: kustomize.toolkit.fluxcd.io/v1\n    kind: Kustomization\n"
	assert.Assert(t, strings.Contains(full, content) && !strings.Contains(brief, content), full)
	markdown, _, _ := fluxapp(t, "", "diff", "old.yaml", "new.yaml", "-o", "markdown")
	assert.Assert(t, strings.Contains(markdown, "+ kind: Kustomization\n"), markdown)
}
