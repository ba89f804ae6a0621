package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPullRequest runs the pipelines of examples/pull-request, step by step as they are written, for changes that a
// user could propose.
func TestPullRequest(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	for name, c := range map[string]struct {
		edit   func(t *testing.T, dir string)
		failed string   // the step of GitHub's workflow that fails; empty for none
		shown  []string // what the comment has, or, without a comment, what GitHub's workflow prints
	}{
		"no change": {
			edit: func(t *testing.T, dir string) {
				edit(t, filepath.Join(dir, "README.md"), "# pull-request", "# Pull requests")
			},
			shown: []string{"o change"},
		},
		"harmless": {
			edit:  func(t *testing.T, dir string) { editDocument(t, dir, "app.yaml", "replicas: 2", "replicas: 4") },
			shown: []string{"lyon", "porto", "spec.values.replicas"},
		},
		"deletes two": {
			edit: func(t *testing.T, dir string) {
				removeCluster(t, dir, "lyon")
				removeCluster(t, dir, "porto")
			},
			failed: "Diff",
			shown:  []string{"FA601", "lyon", "porto", "uninstalls"},
		},
		"deletes a protected one": {
			edit:   func(t *testing.T, dir string) { removeCluster(t, dir, "osaka") },
			failed: "Diff",
			shown:  []string{"FA604", "osaka"},
		},
		"reinstalls": {
			edit: func(t *testing.T, dir string) {
				editDocument(t, dir, "app.yaml", "        interval: 1h", "        interval: 1h\n        releaseName: shop")
			},
			failed: "Diff",
			shown:  []string{"FA603", "spec.releaseName"},
		},
		"wrong": {
			edit: func(t *testing.T, dir string) {
				editDocument(t, dir, "app.yaml", "replicas: 2", "replicas: 2\n        intervall: 2h")
			},
			failed: "Check",
			shown:  []string{"::error file=documents/app.yaml,line=", "FA101"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			clone := pullRequest(t, c.edit)
			p := runGitHub(t, clone, "pull-request.yaml")
			assertGate(t, p, c.failed)
			assert.Equal(t, p.actions["actions/checkout@v5"]["fetch-depth"], 0.0) // the clone of the test has all commits
			commented := c.failed != "Check"
			text := p.log
			if commented {
				text = p.summary
				assert.Assert(t, strings.HasSuffix(p.calls,
					"\ngh pr comment 17 --edit-last --create-if-none --body-file comment.md\n"), p.calls)
				assert.Equal(t, readIfThere(t, filepath.Join(clone, "comment.md")),
					"[The report of the fleet](https://example.github.io/fleet/pr/17/)\n\n"+p.summary)
			}
			assert.Check(t, !wholeCommit.MatchString(p.summary), p.summary)
			for _, shown := range c.shown {
				assert.Check(t, strings.Contains(text, shown), "no %q in\n%s", shown, text)
			}

			assertReport(t, clone, commented, c.failed == "Diff")
			if commented {
				assert.Equal(t, p.actions["actions/upload-artifact@v4"]["path"], "report.html")
			}

			git(t, clone, "checkout", "-q", "origin/change")
			onBranch := runGitLab(t, clone, "GITLAB_TOKEN=token")
			assert.Equal(t, onBranch.failed, p.failed, onBranch.log)
			assert.Equal(t, onBranch.summary, p.summary)
			assert.Equal(t, strings.Contains(onBranch.calls, "\ncurl "), commented, onBranch.calls)
			assertReport(t, clone, commented, c.failed == "Diff")
		})
	}
}

// TestSite puts the pages of pull requests and of main onto the site, keeps the others, and removes one. Only jobs that
// run nothing but publish.sh may write to the repository.
func TestSite(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	clone := pullRequest(t, func(t *testing.T, dir string) { editDocument(t, dir, "app.yaml", "1h", "2h") })
	change, site := readWorkflow(t, clone, "pull-request.yaml"), readWorkflow(t, clone, "site.yaml")
	for _, w := range []workflow{change, site} {
		assert.Equal(t, w.Permissions["contents"], "read")
		for name, j := range w.Jobs {
			assert.Equal(t, j.Permissions["contents"] == "write", name != "fluxapp", name)
			assert.Assert(t, name == "fluxapp" || len(j.Permissions) == 1)
		}
	}
	publish := func(j job) {
		t.Helper()
		p := runJob(t, clone, j)
		assert.Assert(t, !p.failed, p.log)
		assert.Equal(t, p.calls, "")
	}
	pages := func() string {
		git(t, clone, "fetch", "-q")
		assert.Equal(t, strings.TrimSpace(git(t, clone, "rev-list", "--count", "origin/gh-pages")), "1")
		return git(t, clone, "ls-tree", "-r", "--name-only", "origin/gh-pages")
	}

	of := runGitHub(t, clone, "pull-request.yaml")
	assert.Assert(t, !of.failed, of.log)
	publish(change.Jobs["publish"])
	assert.Equal(t, pages(), "pr/17/index.html\n")
	main := runGitHub(t, clone, "site.yaml")
	assert.Assert(t, !main.failed && strings.Contains(main.calls, "/kubeconfig get -A -o yaml helmreleases."), main.log)
	assert.Assert(t, strings.Contains(readIfThere(t, filepath.Join(clone, "report.html")), "<td>0/6</td>"), "the status")
	publish(site.Jobs["publish"])
	assert.Equal(t, pages(), "main/index.html\npr/17/index.html\n")
	publish(site.Jobs["publish"])
	assert.Equal(t, pages(), "main/index.html\npr/17/index.html\n")
	publish(site.Jobs["remove"])
	assert.Equal(t, pages(), "main/index.html\n")
	publish(site.Jobs["remove"])
	assert.Equal(t, git(t, clone, "status", "--porcelain", "--untracked-files=no"), "")
}

// TestSiteTogether publishes from several runners at once: none loses the page of another.
func TestSiteTogether(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	clone := pullRequest(t, func(*testing.T, string) {})
	origin := strings.TrimSpace(git(t, clone, "config", "remote.origin.url"))
	var runs []*exec.Cmd
	for _, name := range []string{"a", "b", "c"} {
		dir := filepath.Join(t.TempDir(), name)
		git(t, clone, "clone", "-q", origin, dir)
		cmd := exec.Command("bash", "publish.sh", "pr/"+name, "README.md")
		cmd.Dir = dir
		assert.NilError(t, cmd.Start())
		runs = append(runs, cmd)
	}
	for _, cmd := range runs {
		assert.NilError(t, cmd.Wait())
	}
	git(t, clone, "fetch", "-q")
	assert.Equal(t, git(t, clone, "ls-tree", "-r", "--name-only", "origin/gh-pages"),
		"pr/a/index.html\npr/b/index.html\npr/c/index.html\n")
}

// assertReport checks that a pipeline has written the page of the change, with the limits that hold it, or none; and
// removes it.
func assertReport(t *testing.T, clone string, written, exceeded bool) {
	t.Helper()
	file := filepath.Join(clone, "report.html")
	page := readIfThere(t, file)
	assert.Equal(t, strings.Contains(page, "<h2>Changes since "), written)
	assert.Equal(t, strings.Contains(page, "[FA60"), exceeded, page[:min(len(page), 2000)])
	assert.NilError(t, os.RemoveAll(file))
}

// wholeCommit is the name of a commit, of which people read the beginning only.
var wholeCommit = regexp.MustCompile(`[0-9a-f]{40}`)

// TestPullRequestAcknowledged lets a change through that exceeded a limit, with the digest of the message, and no
// other change.
func TestPullRequestAcknowledged(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	clone := pullRequest(t, func(t *testing.T, dir string) {
		removeCluster(t, dir, "lyon")
		removeCluster(t, dir, "porto")
	})
	p := runGitHub(t, clone, "pull-request.yaml")
	assertGate(t, p, "Diff")
	digest := regexp.MustCompile(`--acknowledge ([0-9a-f]{16})`).FindStringSubmatch(p.summary)
	assert.Assert(t, digest != nil, p.summary)

	edit(t, filepath.Join(clone, "fluxapp.yaml"), "\nspec:\n", "\nspec:\n  acknowledge: "+digest[1]+"\n")
	commit(t, clone)
	p = runGitHub(t, clone, "pull-request.yaml")
	assertGate(t, p, "")

	removeCluster(t, clone, "paris")
	commit(t, clone)
	p = runGitHub(t, clone, "pull-request.yaml")
	assertGate(t, p, "Diff")
}

// TestCodeScanning runs the steps of the optional workflow: it uploads findings also when a document is wrong.
func TestCodeScanning(t *testing.T) {
	need(t, "git")
	need(t, "bash")
	clone := pullRequest(t, func(t *testing.T, dir string) { editDocument(t, dir, "app.yaml", "1h", "1 hour") })
	p := runGitHub(t, clone, "code-scanning.yaml")
	assertGate(t, p, "Check")
	assert.Equal(t, p.actions["github/codeql-action/upload-sarif@v4"]["sarif_file"], "fluxapp.sarif")
	sarif := readIfThere(t, filepath.Join(clone, "fluxapp.sarif"))
	assert.Assert(t, strings.Contains(sarif, `"FA105"`), sarif)
}

// assertGate checks which step of a workflow failed: those behind it are skipped, unless they show what the step has
// found.
func assertGate(t *testing.T, p pipeline, failed string) {
	t.Helper()
	for name, outcome := range p.outcome {
		if name == failed {
			assert.Equal(t, outcome, "failure", "%s: %s", name, p.log)
		} else {
			assert.Assert(t, outcome != "failure", "%s: %s", name, p.log)
		}
	}
	assert.Equal(t, p.failed, failed != "", p.log)
}

// pullRequest returns a clone of a repository with the example, as a runner of GitHub checks out a pull request: at
// the merge of main and of a branch with the edit, with all branches. After that, main has moved on.
func pullRequest(t *testing.T, edit func(t *testing.T, dir string)) string {
	t.Helper()
	origin, clone := t.TempDir(), filepath.Join(t.TempDir(), "clone")
	assert.NilError(t, os.CopyFS(origin, os.DirFS(filepath.Join(root, "examples", "pull-request"))))
	git(t, origin, "init", "-q", "-b", "main")
	commit(t, origin)
	git(t, origin, "checkout", "-q", "-b", "change")
	edit(t, origin)
	commit(t, origin)
	git(t, origin, "checkout", "-q", "main")
	git(t, origin, "clone", "-q", ".", clone)
	git(t, clone, "checkout", "-q", "--detach")
	git(t, clone, "merge", "-q", "--no-ff", "--no-edit", "origin/change")

	removeCluster(t, origin, "tokyo")
	commit(t, origin)
	git(t, clone, "fetch", "-q")
	return clone
}

func editDocument(t *testing.T, dir, file, old, text string) {
	t.Helper()
	edit(t, filepath.Join(dir, "documents", file), old, text)
}

// removeCluster takes a cluster out of the fleet.
func removeCluster(t *testing.T, dir, name string) {
	t.Helper()
	file := filepath.Join(dir, "documents", "clusters.yaml")
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	documents := strings.Split(string(data), "---\n")
	kept := documents[:0]
	for _, d := range documents {
		if !strings.Contains(d, "\n  name: "+name+"\n") {
			kept = append(kept, d)
		}
	}
	assert.Assert(t, len(kept) < len(documents))
	assert.NilError(t, os.WriteFile(file, []byte(strings.Join(kept, "---\n")), 0o644))
}
