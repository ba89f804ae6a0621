package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/cgi"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Content serves the hosts of the documents: charts.example.com has the charts, registry.example.com too, and
// git.example.com has the repositories.
type Content struct {
	dir   string // of the repositories
	hosts map[string]http.Handler

	mutex sync.Mutex
	down  map[string]bool
}

// NewContent makes the charts and repositories, with files in a folder.
func NewContent(dir string) (*Content, error) {
	charts, err := repository("shop", versions)
	if err != nil {
		return nil, err
	}
	for name, files := range repositories {
		if err := commits(dir, name, files); err != nil {
			return nil, err
		}
	}
	git, err := smart(dir)
	if err != nil {
		return nil, err
	}
	images, err := registry()
	if err != nil {
		return nil, err
	}
	return &Content{dir: dir, down: map[string]bool{}, hosts: map[string]http.Handler{
		"charts.example.com": charts, "git.example.com": git, "registry.example.com": images,
	}}, nil
}

// Down lets a host fail, or serve again.
func (c *Content) Down(host string, down bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.down[host] = down
}

// ServeHTTP serves a request by its host.
func (c *Content) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mutex.Lock()
	down := c.down[r.Host]
	c.mutex.Unlock()
	switch handler := c.hosts[r.Host]; {
	case down:
		http.Error(w, "maintenance", http.StatusServiceUnavailable)
	case handler == nil:
		http.NotFound(w, r)
	default:
		handler.ServeHTTP(w, r)
	}
}

// proxy is an HTTP proxy for the controllers of one cluster: they find the hosts of the documents and, under the names
// that these have in a cluster, the controllers that keep artifacts. So the objects hold the same URLs in every run.
func (c *Content) proxy(storages map[string]string) http.Handler {
	stored := map[string]http.Handler{}
	for controller, storage := range storages {
		stored[artifacts(controller)] = httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: storage})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Scheme, r.URL.Host = "", "" // as a server gets it, not a proxy
		if handler := stored[r.Host]; handler != nil {
			handler.ServeHTTP(w, r)
			return
		}
		c.ServeHTTP(w, r)
	})
}

// smart serves git repositories with git's own server.
func smart(dir string) (http.Handler, error) {
	path, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	return &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(path)), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + dir, "GIT_HTTP_EXPORT_ALL=1"},
	}, nil
}

// repository serves a Helm repository from memory, with the chart shop under a name.
func repository(chartName string, versions []string) (http.Handler, error) {
	files := map[string][]byte{}
	var index bytes.Buffer
	fmt.Fprintf(&index, "apiVersion: v1\nentries:\n  %s:\n", chartName)
	for _, version := range versions {
		archive, err := chart(chartName, version)
		if err != nil {
			return nil, err
		}
		name := chartName + "-" + version + ".tgz"
		files["/"+name] = archive
		fmt.Fprintf(&index, "  - {apiVersion: v2, name: %s, version: %s, urls: [%s], digest: %s}\n", chartName, version,
			name, digest(archive))
	}
	files["/index.yaml"] = index.Bytes()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	}), nil
}
