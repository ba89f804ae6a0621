package repositories

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// proof is a copy of a repository with what its clusters get.
type proof struct {
	*testing.T
	*builder
	program  string
	clusters map[string]string
	state    state
}

func newProof(t *testing.T, corpus, name string, clusters map[string]string) *proof {
	t.Helper()
	p := &proof{T: t, builder: newBuilder(t, t.TempDir()), clusters: maps.Clone(clusters)}
	assert.NilError(t, os.CopyFS(p.in(""), os.DirFS(filepath.Join(corpus, folderOf(name)))))
	assert.NilError(t, complete(p.in("")))
	p.state = p.built()
	return p
}

// in returns the path of a file of the repository.
func (p *proof) in(name string) string { return filepath.Join(p.base, "repository", name) }

// built returns what the clusters get now.
func (p *proof) built() state {
	p.Helper()
	got, err := p.follow(p.clusters)
	assert.NilError(p, err)
	return got
}

// expect compares what the clusters get now with what they should.
func (p *proof) expect(want state, what string) {
	p.Helper()
	wrong := compare(want, p.built())
	for _, text := range wrong[:min(len(wrong), 10)] {
		p.Errorf("%s: %s", what, text)
	}
	if len(wrong) > 10 {
		p.Errorf("%s: and %d more", what, len(wrong)-10)
	}
}

// run runs fluxapp in the repository, and returns what it prints.
func (p *proof) run(args ...string) string {
	p.Helper()
	cmd := exec.Command(p.program, args...)
	cmd.Dir = p.in("")
	told, err := cmd.CombinedOutput()
	assert.NilError(p, err, "fluxapp %s\n%s", strings.Join(args, " "), told)
	return string(told)
}

func (p *proof) read(name string) string {
	p.Helper()
	data, err := os.ReadFile(p.in(name))
	assert.NilError(p, err)
	return string(data)
}

// documents returns the names of the files of the documents.
func (p *proof) documents() (names []string) {
	p.Helper()
	found, err := filepath.Glob(p.in("documents/*.yaml"))
	assert.NilError(p, err)
	for _, name := range found {
		names = append(names, "documents/"+filepath.Base(name))
	}
	return names
}

// render renders the documents into their files.
func (p *proof) render() string {
	p.Helper()
	return p.run("render", "documents", "-o", "dir=.")
}
