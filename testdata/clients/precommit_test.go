package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// precommitConfig is the .pre-commit-config.yaml of the repository of a user. It has the hooks of a commit of another repository.
const precommitConfig = `repos:
- repo: %s
  rev: %s
  hooks:
  - id: fluxapp-check
    args: [documents]
`

// TestPreCommit commits in a repository of a user with the real pre-commit, which compiles the hooks from the repository that the
// configuration names.
func TestPreCommit(t *testing.T) {
	need(t, "pre-commit")
	need(t, "git")
	precommitEnvironment(t)
	hooks, user := hooksRepository(t), t.TempDir()
	document := filepath.Join(user, "documents", "app.yaml")
	assert.NilError(t, os.CopyFS(filepath.Dir(document), os.DirFS(filepath.Join(root, "examples", "hello-kubernetes"))))
	config := fmt.Sprintf(precommitConfig, hooks, strings.TrimSpace(git(t, hooks, "rev-parse", "HEAD")))
	assert.NilError(t, os.WriteFile(filepath.Join(user, ".pre-commit-config.yaml"), []byte(config), 0o644))
	git(t, user, "init", "-q")
	mustRun(t, user, "pre-commit", "install")

	commit(t, user)

	edit(t, document, "interval: ", "intervall: ")
	assertStopped(t, user, `did you mean "interval"? [FA101]`)
	edit(t, document, "intervall: ", "interval: ")

	assert.NilError(t, os.Remove(document)) // a commit that only deletes a file
	assertStopped(t, user, "documents: there is no FluxApplication")
}

// precommitEnvironment keeps what pre-commit compiles in a folder of the test, and takes the modules that are on the machine. Without
// the paths of the test's folders, Go compiles the packages only once.
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
	git(t, dir, "add", "-A")
	out, errs, err := run(t, dir, "git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-m", "after")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, strings.Contains(out+errs, message), "%s%s", out, errs)
	assert.Equal(t, git(t, dir, "rev-parse", "HEAD"), head)
}
