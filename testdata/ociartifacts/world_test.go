// Package ociartifacts runs the scripts of examples/oci-delivery against a registry on loopback.
package ociartifacts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-containerregistry/pkg/crane"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"gotest.tools/v3/assert"
)

// bin has the command flux.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ociartifacts")
	if err == nil {
		bin, err = dir, build(filepath.Join(dir, "flux"))
	}
	code := 1
	if err == nil {
		code = m.Run()
	}
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(code)
}

// build makes flux, or takes the one that the machine has.
func build(path string) error {
	if flux, err := exec.LookPath("flux"); err == nil {
		fmt.Fprintln(os.Stderr, "with", flux)
		return os.Symlink(flux, path)
	}
	command := exec.Command("go", "build", "-o", path, "./flux")
	command.Stderr = os.Stderr
	return command.Run()
}

// world is a clone in which a pipeline runs, and a registry.
type world struct {
	*testing.T
	clone string
	host  string
	mu    sync.Mutex
	wrote []string // the repositories that manifests were written to
	deny  bool     // the registry lets nobody read manifests
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, clone: t.TempDir()}
	images := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		name, _, found := strings.Cut(r.URL.Path, "/manifests/")
		deny := w.deny && found && r.Method == http.MethodGet
		if found && r.Method == http.MethodPut {
			w.wrote = append(w.wrote, strings.TrimPrefix(name, "/v2/"))
		}
		w.mu.Unlock()
		if deny {
			http.Error(rw, "denied", http.StatusForbidden)
			return
		}
		images.ServeHTTP(rw, r)
	}))
	t.Cleanup(server.Close)
	w.host = strings.TrimPrefix(server.URL, "http://")
	for _, script := range []string{"pull-groups.sh", "push-groups.sh"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "examples", "oci-delivery", script))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(w.clone, script), data, 0o644))
	}
	for _, args := range []string{
		"init -q -b main", "remote add origin https://git.example.com/fleet.git",
	} {
		w.must("git", strings.Fields(args)...)
	}
	w.commit()
	return w
}

func (w *world) commit() {
	w.Helper()
	w.must("git", "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "x")
}

// shell runs commands of the documentation, as they are written, in the clone.
func (w *world) shell(commands string, env ...string) (stdout string, err error) {
	w.Helper()
	return w.run(append(env, "ARTIFACT=oci://"+w.host+"/fleet:main"), "sh", "-euc", commands)
}

func (w *world) run(env []string, name string, args ...string) (string, error) {
	w.Helper()
	command := exec.Command(name, args...)
	command.Dir = w.clone
	command.Env = append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")), env...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	err := command.Run()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errs.String())
	}
	return out.String(), err
}

func (w *world) must(name string, args ...string) string {
	w.Helper()
	out, err := w.run(nil, name, args...)
	assert.NilError(w, err)
	return out
}

// written returns the repositories that were written to since it was called last, and forgets them.
func (w *world) written() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	wrote := w.wrote
	w.wrote = nil
	return wrote
}

func (w *world) setUnreadable(deny bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deny = deny
}

// digest returns the digest of what an artifact is now.
func (w *world) digest(name string) string {
	w.Helper()
	digest, err := crane.Digest(w.host + "/" + name + ":main")
	assert.NilError(w, err, name)
	return digest
}

func (w *world) annotations(name string) map[string]string {
	w.Helper()
	data, err := crane.Manifest(w.host + "/" + name + ":main")
	assert.NilError(w, err, name)
	var manifest v1.Manifest
	assert.NilError(w, json.Unmarshal(data, &manifest))
	return manifest.Annotations
}
