package ociartifacts

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-containerregistry/pkg/crane"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"gotest.tools/v3/assert"
)

// images is a registry.
type images struct {
	t    *testing.T
	host string

	mu    sync.Mutex
	wrote []string // the repositories that manifests were written to
	sent  int      // the files of artifacts that were downloaded
	deny  bool     // nobody may read manifests
}

func newImages(t *testing.T) *images {
	r := &images{t: t}
	store := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if !r.may(request.Method, request.URL.Path) {
			http.Error(w, "denied", http.StatusForbidden)
			return
		}
		store.ServeHTTP(w, request)
	}))
	t.Cleanup(server.Close)
	r.host = strings.TrimPrefix(server.URL, "http://")
	return r
}

// may notes what is asked for, and reports whether it may be.
func (r *images) may(method, path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	name, _, isManifest := strings.Cut(strings.TrimPrefix(path, "/v2/"), "/manifests/")
	switch {
	case !isManifest && method == http.MethodGet && strings.Contains(path, "/blobs/"):
		r.sent++
	case isManifest && method == http.MethodPut:
		r.wrote = append(r.wrote, name)
	case isManifest && method == http.MethodGet:
		return !r.deny
	}
	return true
}

// written returns the repositories that were written to since it was called last.
func (r *images) written() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	wrote := r.wrote
	r.wrote = nil
	return wrote
}

// downloads returns how many files of artifacts were downloaded until now.
func (r *images) downloads() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent
}

func (r *images) setUnreadable(deny bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deny = deny
}

// digest returns the digest that the tag of an artifact has now.
func (r *images) digest(name string) string {
	r.t.Helper()
	digest, err := crane.Digest(r.host + "/" + name + ":main")
	assert.NilError(r.t, err, name)
	return digest
}

func (r *images) digests() map[string]string {
	r.t.Helper()
	found := map[string]string{}
	for _, name := range all {
		found[name] = r.digest(name)
	}
	return found
}

func (r *images) annotations(name string) map[string]string {
	r.t.Helper()
	data, err := crane.Manifest(r.host + "/" + name + ":main")
	assert.NilError(r.t, err, name)
	var manifest v1.Manifest
	assert.NilError(r.t, json.Unmarshal(data, &manifest))
	return manifest.Annotations
}
