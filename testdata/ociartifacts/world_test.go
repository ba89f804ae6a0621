// Package ociartifacts runs what the README of examples/oci-delivery says about groups, against a registry on loopback.
package ociartifacts

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// example is the folder of the example, and bin has the commands flux and fluxapp.
var example, bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ociartifacts")
	if err != nil {
		panic(err)
	}
	bin, example = dir, filepath.Join("..", "..", "examples", "oci-delivery")
	if err := build(); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// build makes fluxapp, and flux, unless the machine has one.
func build() error {
	flux := filepath.Join(bin, "flux")
	if found, err := exec.LookPath("flux"); err == nil {
		fmt.Fprintln(os.Stderr, "flux is", found)
		if err := os.Symlink(found, flux); err != nil {
			return err
		}
	} else if err := compile(".", flux, "./flux"); err != nil {
		return err
	}
	return compile(filepath.Join("..", ".."), filepath.Join(bin, "fluxapp"), "./krmfn/cmd/fluxapp")
}

func compile(folder, to, command string) error {
	cmd := exec.Command("go", "build", "-o", to, command)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	return cmd.Run()
}

// world is a clone in which a pipeline runs, and a registry.
type world struct {
	*testing.T
	*images
	clone string
	// steps are the commands of the pipeline, render is the one that renders, and push the last one.
	steps, render, push string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	needGit(t)
	w := &world{T: t, images: newImages(t), clone: t.TempDir()}
	w.must("git init -q -b main; git remote add origin https://git.example.com/fleet.git")
	w.commit()
	for _, name := range []string{"pull-groups.sh", "push-groups.sh"} {
		w.write(name, w.source(name))
	}
	w.write("documents/app.yaml", w.source("app.yaml"))
	w.read(w.source("README.md"))
	return w
}

// needGit skips a test where git is absent, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil && os.Getenv("FLUXAPP_REQUIRE_CLIENTS") != "1" {
		t.Skip("SKIPPED: git is not on the PATH")
	}
}

func (w *world) source(name string) string {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(example, name))
	assert.NilError(w, err)
	return string(data)
}

// read takes the options and the steps of the pipeline from the README, with three groups: one of them has no cluster.
func (w *world) read(readme string) {
	w.Helper()
	options := regexp.MustCompile("(?s)```yaml\n(apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n.*?)```").
		FindStringSubmatch(readme)
	assert.Equal(w, len(options), 2)
	few := strings.Replace(options[1], "groups: 40", "groups: 3", 1)
	assert.Assert(w, few != options[1])
	w.write("documents/fluxapp.yaml", few)

	for _, step := range regexp.MustCompile(`(?m)^    - run: (.*\n)`).FindAllStringSubmatch(readme, -1) {
		w.steps += step[1]
		if strings.HasPrefix(step[1], "fluxapp render ") {
			w.render = step[1]
		}
		w.push = step[1]
	}
	assert.Equal(w, strings.Count(w.steps, "\n"), 4)
}

// pipeline runs the steps for a commit, and checks the last line that they print.
func (w *world) pipeline(want string) {
	w.Helper()
	out := w.must("rm -rf deploy\n" + w.steps)
	assert.Assert(w, strings.HasSuffix(out, "\n"+want+"\n"), "%s", out)
}

// shell runs commands in the clone, and returns what they print.
func (w *world) shell(commands string, env ...string) (stdout string, err error) {
	w.Helper()
	command := exec.Command("sh", "-euc", commands)
	command.Dir = w.clone
	command.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"),
		"ARTIFACT=oci://"+w.host+"/fleet:main"), env...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		return out.String(), fmt.Errorf("%w: %s", err, errs.String())
	}
	return out.String(), nil
}

func (w *world) must(commands string, env ...string) (stdout string) {
	w.Helper()
	out, err := w.shell(commands, env...)
	assert.NilError(w, err, "%s", out)
	return out
}

func (w *world) commit() {
	w.Helper()
	w.must("git -c user.name=x -c user.email=x@example.com commit -q --allow-empty -m x")
}

func (w *world) write(file, text string) {
	w.Helper()
	file = filepath.Join(w.clone, file)
	assert.NilError(w, os.MkdirAll(filepath.Dir(file), 0o755))
	assert.NilError(w, os.WriteFile(file, []byte(text), 0o644))
}

func (w *world) edit(file, old, new string) {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(w.clone, file))
	assert.NilError(w, err)
	assert.Equal(w, strings.Count(string(data), old), 1)
	w.write(file, strings.Replace(string(data), old, new, 1))
}

// files returns the files of a folder of the clone with what they hold.
func (w *world) files(folder string) map[string]string {
	w.Helper()
	found := map[string]string{}
	dir := os.DirFS(filepath.Join(w.clone, folder))
	assert.NilError(w, fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, path)
		found[path] = string(data)
		return err
	}))
	return found
}

// groupOf returns the artifact that has the objects of a cluster.
func (w *world) groupOf(cluster string) string {
	w.Helper()
	found, err := filepath.Glob(filepath.Join(w.clone, "deploy", "group-*", "podinfo", cluster))
	assert.NilError(w, err)
	assert.Equal(w, len(found), 1)
	return "fleet/" + filepath.Base(filepath.Dir(filepath.Dir(found[0])))
}
