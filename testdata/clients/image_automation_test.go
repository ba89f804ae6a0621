package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// pushed is a repository with the document of examples/image-automation after a push that changed it: deploy is what
// the document before rendered.
type pushed struct {
	server   string // bare
	checkout string // of a pipeline: the newest commit only, and no branch
	flux     string // a clone with two commits of image automation, one for each policy, that are not pushed yet
}

// movedOnce pushes the commits of Flux, one after the other, and does nothing the next time.
const movedOnce = "if mkdir ../moved; then git push -q origin HEAD~1:main && git push -q origin HEAD:main; fi"

// push makes the repository. The pipeline's branch is main, and the default of the server another one.
func push(t *testing.T) pushed {
	t.Helper()
	need(t, "git")
	dir := t.TempDir()
	p := pushed{filepath.Join(dir, "server"), filepath.Join(dir, "checkout"), filepath.Join(dir, "flux")}
	source := filepath.Join(root, "examples", "image-automation")
	git(t, dir, "init", "-q", "-b", "elsewhere", "first")
	first := filepath.Join(dir, "first")
	commit(t, first)
	git(t, first, "checkout", "-q", "-b", "main")
	for from, to := range map[string]string{
		"app.yaml": "documents/app.yaml", "commit.sh": "commit.sh", "ci.yaml": ".github/workflows/render.yaml",
	} {
		to = filepath.Join(first, to)
		assert.NilError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		assert.NilError(t, os.WriteFile(to, []byte(readIfThere(t, filepath.Join(source, from))), 0o644))
	}
	mustRun(t, first, "fluxapp", "render", "documents", "-o", "dir=deploy")
	commit(t, first)
	editDocument(t, first, "app.yaml", "interval: 1h", "interval: 45m")
	commit(t, first)
	git(t, first, "checkout", "-q", "elsewhere")
	git(t, dir, "clone", "-q", "--bare", first, p.server)

	git(t, dir, "clone", "-q", "--branch", "main", p.server, p.flux)
	editDocument(t, p.flux, "app.yaml", "tag: 1.4.2", "tag: 1.5.0")
	git(t, p.flux, "commit", "-q", "-a", "-m", "production")
	editDocument(t, p.flux, "app.yaml", "tag: 1.5.0-rc.2", "tag: 1.6.0-rc.1")
	git(t, p.flux, "commit", "-q", "-a", "-m", "staging")

	git(t, dir, "clone", "-q", "--depth", "1", "--branch", "main", "file://"+p.server, p.checkout)
	git(t, p.checkout, "checkout", "-q", "--detach")
	return p
}

// hook makes git run a script in the clone of Flux whenever the pipeline does something: with post-commit between its
// fetch and its push, with pre-push when the server has told it where the branch is.
func (p pushed) hook(t *testing.T, name, script string) {
	t.Helper()
	script = "#!/bin/sh\nunset $(git rev-parse --local-env-vars)\ncd '" + p.flux + "' && " + script + "\n"
	file := filepath.Join(p.checkout, ".git", "hooks", name)
	assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	assert.NilError(t, os.WriteFile(file, []byte(script), 0o755))
}

// render runs the script of the example in the checkout, and returns what it and git print. No variable names an
// author.
func (p pushed) render(t *testing.T, args ...string) (printed string, err error) {
	t.Helper()
	_, printed, err = run(t, p.checkout, "env", append([]string{"-u", "GIT_AUTHOR_NAME", "-u", "GIT_AUTHOR_EMAIL", "-u",
		"GIT_COMMITTER_NAME", "-u", "GIT_COMMITTER_EMAIL", "sh", "commit.sh"}, args...)...)
	assert.Equal(t, git(t, p.checkout, "status", "--porcelain", "--untracked-files=no"), "")
	assert.Equal(t, strings.Count(git(t, p.checkout, "worktree", "list"), "\n"), 1)
	return printed, err
}

// log returns the subjects of the commits of main, the newest first, without the names of commits.
func (p pushed) log(t *testing.T) []string {
	t.Helper()
	subjects := strings.Split(strings.TrimSpace(git(t, p.server, "log", "--format=%s", "main")), "\n")
	for i, s := range subjects {
		subjects[i], _, _ = strings.Cut(s, " at ")
	}
	return subjects
}

const renderedSubject = "deploy: rendered from documents"

// assertFresh checks that main has exactly the rendered files that its documents give, with these texts in them, and
// that the newest commit changes nothing else.
func (p pushed) assertFresh(t *testing.T, texts ...string) {
	t.Helper()
	clone, fresh := filepath.Join(t.TempDir(), "clone"), t.TempDir()
	git(t, ".", "clone", "-q", "--branch", "main", p.server, clone)
	mustRun(t, clone, "fluxapp", "render", "documents", "-o", "dir="+fresh)
	got := files(t, filepath.Join(clone, "deploy"))
	assert.DeepEqual(t, got, files(t, fresh))
	var all strings.Builder
	for _, text := range got {
		all.WriteString(text)
	}
	for _, text := range texts {
		assert.Check(t, strings.Contains(all.String(), text), "no %s in the rendered files", text)
	}
	for changed := range strings.Lines(git(t, clone, "diff", "--name-only", "HEAD~1")) {
		assert.Check(t, strings.HasPrefix(changed, "deploy/"), "%s", changed)
	}
}

// TestCommitRenderedAgain moves the branch under the script: image automation pushes the tags of two policies while the
// script renders, or while it pushes, so that its push is rejected. It renders again from the new head, and the tags
// are in the rendered files.
func TestCommitRenderedAgain(t *testing.T) {
	for hook, rejected := range map[string]string{"post-commit": "[rejected]", "pre-push": "[remote rejected]"} {
		t.Run(hook, func(t *testing.T) {
			p := push(t)
			p.hook(t, hook, movedOnce)
			printed, err := p.render(t, "main", "documents", "deploy")
			assert.NilError(t, err, printed)
			assert.Equal(t, strings.Count(printed, rejected), 1, printed)
			assert.Assert(t, strings.Contains(printed, ": try 2 of 5\n"), printed)
			assert.DeepEqual(t, p.log(t), []string{renderedSubject, "staging", "production", "before", "before", "before"})
			p.assertFresh(t, "interval: 45m\n", "tag: 1.5.0 #", "tag: 1.6.0-rc.1 #")
		})
	}
}

// TestCommitRenderedStops moves the branch to documents that are wrong: the script ends as fluxapp does, and pushes
// nothing.
func TestCommitRenderedStops(t *testing.T) {
	p := push(t)
	editDocument(t, p.flux, "app.yaml", "interval: 45m", "intervall: 45m")
	git(t, p.flux, "commit", "-q", "-a", "-m", "wrong")
	p.hook(t, "post-commit", "git push -q origin HEAD:main")
	printed, err := p.render(t, "main", "documents", "deploy")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(printed, `did you mean "interval"? [FA101]`), printed)
	assert.Equal(t, p.log(t)[0], "wrong")

	printed, err = p.render(t, "main", "document", "deploy")
	assert.ErrorContains(t, err, "exit status 2")
	assert.Assert(t, strings.Contains(printed, "there is no file or folder document"), printed)
}

// TestCommitRenderedGivesUp moves the branch each time.
func TestCommitRenderedGivesUp(t *testing.T) {
	p := push(t)
	p.hook(t, "post-commit", "git commit -q --allow-empty -m moved && git push -q origin HEAD:main")
	git(t, p.flux, "config", "user.name", "flux")
	git(t, p.flux, "config", "user.email", "flux@example.com")
	printed, err := p.render(t, "main", "documents", "deploy")
	assert.ErrorContains(t, err, "exit status 3")
	assert.Assert(t, strings.Contains(printed, "gave up after 5 tries: main moved each time"), printed)
	assert.DeepEqual(t, p.log(t)[:6], []string{"moved", "moved", "moved", "moved", "moved", "staging"})
}

// TestCommitRenderedRefused lets the server refuse the push for another reason, as it does for a protected branch: the
// script tries once, and what the server says is in the log.
func TestCommitRenderedRefused(t *testing.T) {
	p := push(t)
	const refuse = "#!/bin/sh\necho once >> calls\necho GH006: Protected branch update failed >&2\nexit 1\n"
	assert.NilError(t, os.WriteFile(filepath.Join(p.server, "hooks", "pre-receive"), []byte(refuse), 0o755))
	printed, err := p.render(t, "main", "documents", "deploy")
	assert.ErrorContains(t, err, "exit status 3")
	assert.Assert(t, strings.Contains(printed, "remote: GH006: Protected branch update failed"), printed)
	assert.Assert(t, strings.Contains(printed, "main has not moved, so another try would not help"), printed)
	assert.Equal(t, readIfThere(t, filepath.Join(p.server, "calls")), "once\n")
	assert.Equal(t, p.log(t)[0], "before")
}

// TestCommitRenderedOnly runs the script where other things could get into the commit, or keep files out of it: what
// lies about in the checkout, a sparse checkout, a branch with a slash, a .gitignore, and no author.
func TestCommitRenderedOnly(t *testing.T) {
	p := push(t)
	clone := p.flux
	git(t, clone, "checkout", "-q", "-b", "release/1.x", "origin/main")
	assert.NilError(t, os.WriteFile(filepath.Join(clone, ".gitignore"), []byte("deploy\n"), 0o644))
	commit(t, clone)
	git(t, clone, "push", "-q", "origin", "HEAD")

	git(t, p.checkout, "sparse-checkout", "set", "documents")
	stray := readIfThere(t, filepath.Join(clone, "documents", "app.yaml"))
	stray = strings.ReplaceAll(stray, "name: shop\n", "name: stray\n")
	assert.NilError(t, os.WriteFile(filepath.Join(p.checkout, "documents", "stray.yaml"), []byte(stray), 0o644))
	assert.NilError(t, os.MkdirAll(filepath.Join(p.checkout, "deploy"), 0o755))
	assert.NilError(t, os.WriteFile(filepath.Join(p.checkout, "deploy", "stray.yaml"), []byte(stray), 0o644))
	printed, err := p.render(t, "release/1.x", "documents", "deploy")
	assert.NilError(t, err, printed)
	git(t, p.server, "branch", "-f", "main", "release/1.x")
	p.assertFresh(t, "name: shop-berlin-shop\n")
	author := git(t, p.server, "log", "-1", "--format=%an %ae %cn", "main")
	assert.Equal(t, author, "fluxapp fluxapp@localhost fluxapp\n")
	assert.Equal(t, readIfThere(t, filepath.Join(p.checkout, "documents", "stray.yaml")), stray)
}

// TestCommitRenderedEmpty removes the document. What it has rendered goes only with the flag for that, within the
// limits in the repository, and a folder that is not there any more is up to date.
func TestCommitRenderedEmpty(t *testing.T) {
	p := push(t)
	git(t, p.flux, "rm", "-q", "documents/app.yaml")
	for file, text := range map[string]string{
		"documents/README.md": "None at the moment.\n",
		"fluxapp.yaml": "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nmetadata: {name: options}\n" +
			"spec: {limits: {maxDeleted: 100%}}\n",
	} {
		file = filepath.Join(p.flux, file)
		assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	commit(t, p.flux)
	git(t, p.flux, "push", "-q", "origin", "main")
	printed, err := p.render(t, "main", "documents", "deploy")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(printed, "--prune-orphans deletes what earlier runs wrote to deploy"), printed)
	for _, said := range []string{"commit.sh: pushed ", "commit.sh: deploy is up to date with documents of main"} {
		printed, err = p.render(t, "main", "documents", "deploy", "--prune-orphans")
		assert.NilError(t, err, printed)
		assert.Assert(t, strings.Contains(printed, said), printed)
	}
	assert.Equal(t, git(t, p.server, "ls-tree", "main", "deploy"), "")
}

// TestCommitRenderedArguments calls the script as somebody could by mistake.
func TestCommitRenderedArguments(t *testing.T) {
	p := push(t)
	for name, args := range map[string][]string{
		"without a branch": {"", "documents", "deploy"}, // the variable of the pipeline is empty
		"without a folder": {"main", "documents"},
		"flag for folder":  {"main", "documents", "--strict"},
		"of the checkout":  {"main", filepath.Join(p.checkout, "documents"), "deploy"},
		"outside":          {"main", "documents", "deploy/../../deploy"},
		"empty":            {"main", "documents", ""},
	} {
		printed, err := p.render(t, args...)
		assert.ErrorContains(t, err, "exit status 2", name)
		assert.Assert(t, strings.HasPrefix(printed, "commit.sh: "), printed)
	}
	printed, err := p.render(t, "mian", "documents", "deploy")
	assert.ErrorContains(t, err, "exit status 128")
	assert.Assert(t, strings.Contains(printed, "refs/heads/mian"), printed)
	assert.Equal(t, p.log(t)[0], "before")
}

// TestCommitRenderedWorkflow runs the workflow of the example after each push: its own commit starts no run, because of
// paths-ignore, and a run that somebody starts for it commits nothing.
func TestCommitRenderedWorkflow(t *testing.T) {
	need(t, "bash")
	p := push(t)
	git(t, p.checkout, "config", "user.name", "robot")
	p.hook(t, "pre-push", movedOnce)
	run := runGitHub(t, p.checkout, "render.yaml")
	assertGate(t, run, "")
	p.assertFresh(t, "tag: 1.5.0 #", "tag: 1.6.0-rc.1 #")
	assert.Equal(t, git(t, p.server, "log", "-1", "--format=%an", "main"), "robot\n")

	var w struct {
		On struct {
			Push struct {
				Branches    []string
				PathsIgnore []string `json:"paths-ignore"`
			}
		} `json:"true"`
	}
	assert.NilError(t, yaml.Unmarshal([]byte(readIfThere(t, filepath.Join(p.checkout, ".github", "workflows",
		"render.yaml"))), &w))
	assert.DeepEqual(t, w.On.Push.Branches, []string{"main"})
	assert.DeepEqual(t, w.On.Push.PathsIgnore, []string{"deploy/**"}) // assertFresh: nothing else is committed

	p.hook(t, "pre-push", "exit 1")
	run = runGitHub(t, p.checkout, "render.yaml")
	assertGate(t, run, "")
	assert.Assert(t, strings.Contains(run.log, "commit.sh: deploy is up to date with documents of main"), run.log)
	assert.Equal(t, len(p.log(t)), 6)
}
