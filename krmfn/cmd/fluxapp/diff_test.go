package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// repository makes a repository on the branch main with one commit of files, given as name and content in turn, and moves there. It
// returns the folder.
func repository(t *testing.T, files ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_CLIENTS") == "1" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED, this machine has no git: %v", err)
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		t.Setenv(name, value)
	}
	dir := inFolder(t, files...)
	git(t, "init", "-q", "-b", "main")
	commit(t)
	return dir
}

// commit commits everything in the repository of the current folder.
func commit(t *testing.T) {
	t.Helper()
	git(t, "add", "-A", ":/")
	git(t, "commit", "-q", "--allow-empty", "-m", "a commit")
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	assert.NilError(t, err, "git %v: %s", args, out)
	return strings.TrimSpace(string(out))
}

// TestDiff compares two sides of each form of the command line.
func TestDiff(t *testing.T) {
	changed := strings.Replace(app("a", "berlin", "tokyo"), "10m", "20m", 1)
	for name, c := range map[string]struct {
		before, after string // the file apps/a.yaml; empty for none
		want          string
		code          int
	}{
		"nothing": {app("a", "berlin", "tokyo"), app("a", "berlin", "tokyo"), "no change", exitGood},
		"changed": {app("a", "berlin", "tokyo"), changed, "changed: Kustomization apps/a-berlin-web of apps/a on berlin", exitDocuments},
		"created": {app("a", "berlin"), app("a", "berlin", "tokyo"), "created: Kustomization apps/a-tokyo-web of apps/a on tokyo", exitDocuments},
		"deleted": {app("a", "berlin", "tokyo"), app("a", "tokyo"), "deleted: Kustomization apps/a-berlin-web of apps/a on berlin", exitDocuments},
	} {
		t.Run(name, func(t *testing.T) {
			repository(t, "apps/a.yaml", c.before, "old/a.yaml", c.before)
			good(t, "render", "apps", "-o", "dir=deploy")
			put(t, "apps/a.yaml", c.after)
			for _, args := range [][]string{
				{"old", "apps"}, {"old/a.yaml", "apps/a.yaml"}, {"--git", "main", "apps"}, {"--git", "HEAD", "apps/a.yaml"}, {"--rendered", "deploy", "apps"},
			} {
				out, errs, code := fluxapp("", append([]string{"diff"}, args...)...)
				assert.Assert(t, strings.Contains(out, c.want), "%v prints %s", args, out)
				assert.Equal(t, errs, "", "%v", args)
				assert.Equal(t, code, c.code, "%v", args)
				_, _, code = fluxapp("", append([]string{"diff", "--exit-zero"}, args...)...)
				assert.Equal(t, code, exitGood, "%v", args)
			}
			out, errs, code := fluxapp(c.before, "diff", "-", "apps")
			assert.Assert(t, strings.Contains(out+errs, c.want), out+errs)
			assert.Equal(t, code, c.code)
			out, errs, code = fluxapp(c.after, "diff", "--rendered", "deploy", "-")
			assert.Assert(t, strings.Contains(out+errs, c.want), out+errs)
			assert.Equal(t, code, c.code)
		})
	}
}
