// Package promoter runs the hydrator of examples/promoter on local repositories, and reads what it writes with the
// types of GitOps Promoter.
package promoter

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/argoproj-labs/gitops-promoter/api/v1alpha1"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// example is the folder of the example, and bin has the command fluxapp.
var example, bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "promoter")
	if err != nil {
		panic(err)
	}
	bin, example = dir, filepath.Join("..", "..", "examples", "promoter")
	build := exec.Command("go", "build", "-o", bin+"/", "./krmfn/cmd/fluxapp")
	build.Dir, build.Stderr = filepath.Join("..", ".."), os.Stderr
	if err := build.Run(); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// need skips a test where a program is absent, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil && os.Getenv("FLUXAPP_REQUIRE_CLIENTS") != "1" {
		t.Skipf("SKIPPED: %s is not on the PATH", program)
	}
}

// world is a server, which is a bare repository, and the clone of somebody who works on the branch main.
type world struct {
	*testing.T
	server, clone, url string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	for _, program := range []string{"bash", "git", "jq"} {
		need(t, program)
	}
	dir := t.TempDir()
	w := &world{T: t, server: filepath.Join(dir, "server"), clone: filepath.Join(dir, "clone"),
		url: "https://github.com/example/fleet"}
	assert.NilError(t, os.CopyFS(w.clone, os.DirFS(example)))
	w.git(dir, "init", "-q", "--bare", "-b", "main", w.server)
	w.git(w.clone, "init", "-q", "-b", "main")
	w.git(w.clone, "remote", "add", "origin", w.server)
	w.commit("the beginning")
	return w
}

// git runs git, whose author wrote in another time zone.
func (w *world) git(dir string, args ...string) string {
	w.Helper()
	out, err := w.run(dir, "git", args, "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.com",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05+02:00", "GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.com")
	assert.NilError(w, err)
	return strings.TrimSpace(out)
}

// run returns what a program prints. Its error has what that prints on stderr.
func (w *world) run(dir, program string, args []string, env ...string) (string, error) {
	command := exec.Command(program, args...)
	command.Dir = dir
	command.Env = append(append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("%s %v: %w: %s", program, args, err, errs.Bytes())
	}
	return string(out), err
}

// commit pushes what the clone has to main, and returns the commit.
func (w *world) commit(message string) string {
	w.Helper()
	w.git(w.clone, "add", "-A")
	w.git(w.clone, "commit", "-q", "--allow-empty", "-m", message)
	w.git(w.clone, "push", "-q", "origin", "main")
	return w.git(w.clone, "rev-parse", "HEAD")
}

func (w *world) edit(file, old, text string) {
	w.Helper()
	file = filepath.Join(w.clone, file)
	data, err := os.ReadFile(file)
	assert.NilError(w, err)
	assert.Equal(w, strings.Count(string(data), old), 1, "%s in %s", old, file)
	w.write(file, strings.Replace(string(data), old, text, 1))
}

func (w *world) write(file, text string) {
	w.Helper()
	assert.NilError(w, os.WriteFile(file, []byte(text), 0o644))
}

// workflow is the one of the example. YAML 1.1 reads its key "on" as a boolean.
type workflow struct {
	Name        string
	On          map[string]map[string][]string `json:"true"`
	Permissions map[string]string
	Concurrency string
	Jobs        map[string]struct {
		RunsOn string `json:"runs-on"`
		Steps  []struct {
			Name, Uses, Run string
			With            map[string]any
		}
	}
}

// checkout makes a clone as the workflow does: the newest commit of main, from a URL of GitHub. It returns the clone
// and the command of the workflow that hydrates.
func (w *world) checkout() (dir, command string) {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.clone, ".github", "workflows", "hydrate.yaml"))
	assert.NilError(w, err)
	var flow workflow
	assert.NilError(w, yaml.UnmarshalStrict(data, &flow))
	assert.DeepEqual(w, flow.On, map[string]map[string][]string{"push": {"branches": {"main"}}})
	assert.DeepEqual(w, flow.Permissions, map[string]string{"contents": "write"})
	assert.Equal(w, flow.Concurrency, "hydrate")
	steps := flow.Jobs["fluxapp"].Steps
	assert.DeepEqual(w, steps[0].With, map[string]any{"ref": "main"})
	last := steps[len(steps)-1]
	assert.Equal(w, last.Name, "Hydrate")

	dir = filepath.Join(w.TempDir(), "checkout")
	w.git(w.clone, "clone", "-q", "--depth", "1", "--branch", "main", "file://"+w.server, dir)
	w.git(dir, "remote", "set-url", "origin", w.url)
	w.git(dir, "config", "url.file://"+w.server+".insteadOf", w.url)
	return dir, last.Run
}

// hydrate runs the workflow for the newest commit, and returns what it prints.
func (w *world) hydrate() (string, error) {
	w.Helper()
	dir, command := w.checkout()
	return w.hydrateIn(dir, command)
}

func (w *world) hydrateIn(dir, command string) (string, error) {
	w.Helper()
	out, err := w.run(dir, "bash", []string{"-e", "-c", command})
	assert.Equal(w, w.git(dir, "status", "--porcelain"), "")
	return out, err
}

// hydrated is hydrate without an error.
func (w *world) hydrated(prints ...string) {
	w.Helper()
	out, err := w.hydrate()
	assert.NilError(w, err)
	assert.Equal(w, out, strings.Join(prints, "\n")+"\n")
}

const (
	newStaging    = "staging: a commit for environments/staging-next"
	newProduction = "production: a commit for environments/production-next"
)

// refs returns all that the server has, by its names, except main.
func (w *world) refs() map[string]string {
	w.Helper()
	refs := map[string]string{}
	for line := range strings.Lines(w.git(w.server, "for-each-ref", "--format=%(refname) %(objectname)") + "\n") {
		name, commit, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "refs/heads/main" {
			refs[strings.TrimPrefix(name, "refs/heads/")] = commit
		}
	}
	return refs
}

// at returns the commit of a branch, or of another revision.
func (w *world) at(revision string) string {
	w.Helper()
	return w.git(w.server, "rev-parse", revision)
}

// files returns the names of the files of a branch.
func (w *world) files(branch string) []string {
	w.Helper()
	return strings.Fields(w.git(w.server, "ls-tree", "-r", "--name-only", branch))
}

// metadata reads hydrator.metadata of a branch, strictly and with the type of GitOps Promoter.
func (w *world) metadata(branch string) (m v1alpha1.HydratorMetadata) {
	w.Helper()
	w.decode(w.git(w.server, "show", branch+":hydrator.metadata"), &m)
	return m
}

// note returns the commit that the note of the newest commit of a branch names.
func (w *world) note(branch string) string {
	w.Helper()
	var m v1alpha1.HydratorMetadata
	w.decode(w.git(w.server, "notes", "--ref=refs/notes/hydrator.metadata", "show", branch), &m)
	assert.DeepEqual(w, m, v1alpha1.HydratorMetadata{DrySha: m.DrySha})
	return m.DrySha
}

// decode refuses fields that the type does not have, also those that differ in upper and lower case only.
func (w *world) decode(text string, into any) {
	w.Helper()
	strict, err := json.UnmarshalStrict([]byte(text), into)
	assert.NilError(w, err)
	assert.Equal(w, len(strict), 0, "%v", strict)
}
