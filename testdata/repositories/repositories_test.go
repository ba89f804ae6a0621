package repositories

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

var binary = flag.String("fluxapp", "", "the command; empty builds it")

// repository is what is known of a repository.
type repository struct {
	// objects are what all its clusters get, and failures the builds that fail: what they need is not in the repository.
	objects, failures int
	// own are the applications of two clusters or more that have files of their own, shared the objects of which several
	// clusters read one file, and automated those in files that Renovate writes.
	own, shared, automated int
	// model is the cluster of which a new one is a copy, and which goes afterwards.
	model string
}

var repositories = map[string]repository{
	"fluxcd/flux2-hub-spoke-example":       {objects: 40, own: 4, model: "staging"},
	"fluxcd/flux2-kustomize-helm-example":  {objects: 32, own: 3, model: "staging"},
	"fluxcd/flux2-multi-tenancy":           {objects: 24, own: 3, shared: 1, model: "staging"},
	"Azure/gitops-flux2-kustomize-helm-mt": {objects: 26, own: 2, shared: 1, model: "staging"},
	"Informasjonsforvaltning/fdk-infra":    {objects: 498, own: 12, shared: 6, model: "prod"},
	"auspatious/de-flux":                   {objects: 110, own: 3, shared: 3, model: "prod"},
	"edc-ops/flux2-multi-tenancy":          {objects: 44, own: 4, shared: 2, model: "staging"},
	"equinor/radix-flux":                   {objects: 983, failures: 4, own: 29, model: "c2-production"},
	"aws-samples/flux-eks-gitops-config":   {objects: 76, own: 4, shared: 4, model: "test"},
	"PingCAP-QE/ee-ops":                    {objects: 901, own: 31, automated: 19, model: "tencentcloud"},
}

// proof is a copy of a repository with what its clusters get.
type proof struct {
	*testing.T
	root    string
	entries map[string]string // the folders that Flux begins with, by clusters
	state   state
}

// TestRepositories adopts whole repositories, changes them afterwards, and compares what their clusters get. Where the
// corpus is absent it is skipped, or fails where FLUXAPP_REQUIRE_SHARED is 1 (see testdata/README.md).
func TestRepositories(t *testing.T) {
	dir, err := filepath.Abs("../../../shared/corpus/repos")
	assert.NilError(t, err)
	table, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil && os.Getenv("FLUXAPP_REQUIRE_SHARED") != "1" {
		t.Skipf("NOTHING WAS TESTED of repositories: %v", err)
	}
	assert.NilError(t, err, "NOTHING WAS TESTED of repositories")
	if *binary == "" {
		*binary = filepath.Join(t.TempDir(), "fluxapp")
		out, err := exec.Command("go", "build", "-C", "../..", "-o", *binary, "./krmfn/cmd/fluxapp").CombinedOutput()
		assert.NilError(t, err, "%s", out)
	}
	row := regexp.MustCompile("(?m)^\\| ([\\w./-]+/[\\w.-]+) \\|.*\\| `([^`]+)` \\|$")
	for _, m := range row.FindAllStringSubmatch(string(table), -1) {
		t.Run(m[1], func(t *testing.T) {
			known, ok := repositories[m[1]]
			assert.Assert(t, ok)
			p := &proof{T: t, root: newFolder(t)}
			assert.NilError(t, os.CopyFS(p.root, os.DirFS(filepath.Join(dir, strings.Replace(m[1], "/", "+", 1)))))
			assert.NilError(t, complete(p.root))
			p.begin(m[2])
			p.state = p.get()
			p.adopt(known)
			p.newVersion()
			p.newCluster(known.model)
			p.oldCluster(known.model)
		})
	}
}

// begin reads the entries NAME=FOLDER@NAMESPACE of the table. A folder has the name of its cluster, and * is any. It
// has what flux bootstrap writes.
func (p *proof) begin(entries string) {
	p.entries = map[string]string{}
	for _, entry := range regexp.MustCompile(`=([^@]+)@`).FindAllStringSubmatch(entries, -1) {
		found, err := filepath.Glob(p.in(entry[1]))
		assert.NilError(p, err)
		for _, dir := range found {
			p.entries[filepath.Base(dir)] = path.Join(path.Dir(entry[1]), filepath.Base(dir))
			if _, err := os.Stat(dir + "/" + bootstrap); err != nil {
				assert.NilError(p, stand(dir+"/"+bootstrap+"/gotk-components.yaml", bootstrap))
			}
		}
	}
}

func (p *proof) in(name string) string { return filepath.Join(p.root, name) }

func word(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
}

// get returns what the clusters get now. A hub has the objects of several clusters, which have their names.
func (p *proof) get() state {
	all := state{}
	for at, o := range follow(p.root, p.entries) {
		for _, name := range []string{"production", "staging", added} {
			if at.cluster == "hub" && word(name).MatchString(at.owner+" "+at.id) {
				at.cluster = name
			}
		}
		all[at] = o
	}
	return all
}

// expect compares what the clusters should get with what they get.
func (p *proof) expect(want, got state, what string) {
	p.Helper()
	wrong := compare(want, got)
	assert.Equal(p, len(wrong), 0, "%s: %s", what, strings.Join(wrong[:min(len(wrong), 10)], "\n"))
}

// run runs a program in the repository, and returns what it prints.
func (p *proof) run(stdin, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = p.root, strings.NewReader(stdin)
	told, err := cmd.CombinedOutput()
	return string(told), err
}

// render renders the documents into their files, and returns what it prints. Where something must be done before, it
// does that as told: takes objects out of files of which no document speaks any more, and patches lists.
func (p *proof) render() string {
	p.Helper()
	told, err := p.run("", *binary, "render", "documents", "-o", "dir=.")
	if err == nil {
		return told
	}
	for _, m := range regexp.MustCompile(`(?m)^([^:\s]+):.*\[FA422\]$`).FindAllStringSubmatch(told, -1) {
		assert.NilError(p, write(p.in(m[1]), others(p.files()[m[1]])))
	}
	if _, patch, ok := strings.Cut(told, "\ndiff "); ok {
		_, err = p.run("diff "+patch, "git", "apply")
		assert.NilError(p, err, told)
	}
	told, err = p.run("", *binary, "render", "documents", "-o", "dir=.")
	assert.NilError(p, err, told)
	return told
}

var left = regexp.MustCompile(`left as it is: (\d+) objects? .*(several clusters read|Renovate writes)`)

// adopt adopts the repository: what clusters get stays, and rendering the documents writes nothing.
func (p *proof) adopt(known repository) {
	p.Helper()
	found := repository{objects: len(p.state), model: known.model}
	for at := range p.state {
		if at.id == failure {
			found.objects, found.failures = found.objects-1, found.failures+1
		}
	}
	told, err := p.run("", *binary, "adopt", ".", "--write", "documents")
	assert.NilError(p, err, told)
	found.own = strings.Count(told, ", written to documents/")
	counts := map[string]*int{"several clusters read": &found.shared, "Renovate writes": &found.automated}
	for _, m := range left.FindAllStringSubmatch(told, -1) {
		_, _ = fmt.Sscan(m[1], counts[m[2]])
	}
	assert.Equal(p, found, known, told)
	before := p.state
	p.state = p.get()
	p.expect(before, p.state, "adopted")
	files := p.files()
	assert.Assert(p, strings.Contains(p.render(), "\n0 written, 0 changed, "))
	assert.Assert(p, maps.Equal(p.files(), files))
}

// files returns the texts of all files.
func (p *proof) files() map[string]string {
	p.Helper()
	all := map[string]string{}
	assert.NilError(p, filepath.WalkDir(p.root, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		all[strings.TrimPrefix(name, p.root+"/")] = string(data)
		return err
	}))
	return all
}
