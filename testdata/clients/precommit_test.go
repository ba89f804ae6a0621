package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPreCommit commits in a repository with the documents and the hooks of examples/pull-request, with the real
// pre-commit. It compiles the hooks from a repository with this work tree.
func TestPreCommit(t *testing.T) {
	need(t, "pre-commit")
	need(t, "git")
	precommitEnvironment(t)
	user := example(t, "pull-request")
	useHooks(t, user, hooksRepository(t))
	git(t, user, "init", "-q")
	mustRun(t, user, "pre-commit", "install")
	t.Setenv("SKIP", "fluxapp-diff") // the first commit has nothing to compare with
	commit(t, user)
	t.Setenv("SKIP", "")

	editDocument(t, user, "app.yaml", "replicas: 2", "replicas: 4")
	printed, err := tryCommit(t, user)
	assert.NilError(t, err, printed)
	assert.Assert(t, strings.Contains(printed, "spec.values.replicas: 2 → 4"), printed)

	editDocument(t, user, "app.yaml", "interval: ", "intervall: ")
	assertStopped(t, user, `did you mean "interval"? [FA101]`)
	editDocument(t, user, "app.yaml", "intervall: ", "interval: ")

	removeCluster(t, user, "osaka")
	assertStopped(t, user, "[FA604]")
	git(t, user, "reset", "-q", "--hard")

	assert.NilError(t, os.Remove(filepath.Join(user, "documents", "app.yaml"))) // pre-commit lists no file that is gone
	assertStopped(t, user, "documents: there is no FluxApplication")
}

// useHooks lets the configuration of pre-commit take the hooks from another repository, at its only commit.
func useHooks(t *testing.T, user, hooks string) {
	t.Helper()
	config := filepath.Join(user, ".pre-commit-config.yaml")
	edit(t, config, "https://github.com/fluxapp-dev/fluxapp", hooks)
	edit(t, config, "rev: v0.1.0", "rev: "+strings.TrimSpace(git(t, hooks, "rev-parse", "HEAD")))
}

// precommitEnvironment keeps what pre-commit compiles in a folder of the test, and takes the modules that are on the
// machine. Without the paths of the test's folders, Go compiles the packages only once.
func precommitEnvironment(t *testing.T) {
	t.Helper()
	for _, name := range []string{"GOMODCACHE", "GOCACHE"} {
		t.Setenv(name, strings.TrimSpace(mustRun(t, ".", "go", "env", name)))
	}
	t.Setenv("GOFLAGS", "-trimpath -buildvcs=false")
	t.Setenv("GOPROXY", "off")
	t.Setenv("PRE_COMMIT_HOME", t.TempDir())
}

// hooksRepository returns a git repository with the hooks and the module, as they are in the work tree.
func hooksRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"schema", "render", "krmfn"} {
		assert.NilError(t, os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(root, name))))
	}
	for _, name := range []string{"go.mod", "go.sum", ".pre-commit-hooks.yaml"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	git(t, dir, "init", "-q")
	commit(t, dir)
	return dir
}

// assertStopped checks that a hook stops the commit, and what git prints then.
func assertStopped(t *testing.T, dir, message string) {
	t.Helper()
	head := git(t, dir, "rev-parse", "HEAD")
	printed, err := tryCommit(t, dir)
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(printed, message), printed)
	assert.Equal(t, git(t, dir, "rev-parse", "HEAD"), head)
}

// tryCommit commits everything, and returns what git and the hooks print.
func tryCommit(t *testing.T, dir string) (printed string, err error) {
	t.Helper()
	git(t, dir, "add", "-A")
	out, errs, err := run(t, dir, "git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-m",
		"after")
	return out + errs, err
}
