package adoption

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

var (
	runs    = flag.Int("runs", 300, "how many repositories are made; with -short, a tenth")
	first   = flag.Uint64("first", 1, "seed of the first repository")
	keep    = flag.String("keep", "", "folder for the repositories that fail")
	folders = flag.String("folders", "", "repositories of others, with : between them")
	shrink  = flag.String("shrink", "", "kind of failure: a repository with it loses applications that it does not need")
	binary  = flag.String("fluxapp", "", "the command; empty builds it")
)

// build returns the command of this checkout.
func build(t *testing.T) *command {
	t.Helper()
	if *binary != "" {
		return &command{program: *binary}
	}
	program := filepath.Join(t.TempDir(), "fluxapp")
	build := exec.Command("go", "build", "-o", program, "./krmfn/cmd/fluxapp")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	assert.NilError(t, err, string(out))
	return &command{program: program}
}

// TestGenerated makes repositories, adopts them and judges what came out.
func TestGenerated(t *testing.T) {
	c, n := build(t), *runs
	if testing.Short() {
		n /= 10
	}
	trapped, kinds := 0, map[string][]failure{}
	for seed := *first; seed < *first+uint64(n); seed++ {
		r := generate(seed)
		if len(r.traps) > 0 {
			trapped++
		}
		for _, wrong := range tryAndJudge(t, c, r) {
			kinds[wrong.kind] = append(kinds[wrong.kind], failure{r, wrong.text})
		}
		if *shrink != "" {
			r = smallest(t, c, r, *shrink)
		}
	}
	for _, kind := range sorted(kinds) {
		t.Errorf("%s: %d times, for example\n%s", kind, len(kinds[kind]), examples(kinds[kind]))
	}
	t.Logf("%d repositories, %d with traps, %v of CPU", n, trapped, c.cpu)
	assert.Check(t, n < 50 || 5*trapped >= n, "only %d of %d have a trap", trapped, n)
}

// failure is a complaint with its repository.
type failure struct {
	*repository
	text string
}

// examples prints a failure of each layout, at most eight.
func examples(all []failure) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, f := range all {
		if !seen[f.layout] && len(seen) < 8 {
			seen[f.layout] = true
			fmt.Fprintf(&b, "seed %d (%s %v): %s\n", f.seed, f.layout, f.traps, f.text)
		}
	}
	return b.String()
}

// tryAndJudge returns what is wrong with a repository's adoption.
func tryAndJudge(t *testing.T, c *command, r *repository) []complaint {
	t.Helper()
	dir := t.TempDir()
	if *keep != "" {
		dir = filepath.Join(*keep, fmt.Sprint(r.seed))
	}
	assert.NilError(t, os.RemoveAll(dir))
	o, err := c.try(dir, r.texts(), r.args...)
	assert.NilError(t, err)
	complaints := judge(r, o)
	if len(complaints) == 0 && r.seed%5 == 0 {
		complaints = trySecond(t, c, filepath.Join(dir, "second"), r.second(o))
	}
	complaints = append(complaints, tryOthers(t, c, dir, r, o)...)
	if len(complaints) == 0 || *keep == "" {
		assert.NilError(t, os.RemoveAll(dir))
		return complaints
	}
	text := o.adopt.stderr + "---- render\n" + o.render.stderr
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "stderr.txt"), []byte(text), 0o644))
	return complaints
}

// trySecond adopts what documents have rendered.
func trySecond(t *testing.T, c *command, dir string, r *repository) (complaints []complaint) {
	t.Helper()
	if len(r.files) == 0 {
		return nil
	}
	o, err := c.try(dir, r.texts(), r.args...)
	assert.NilError(t, err)
	for _, wrong := range judge(r, o) {
		complaints = append(complaints, complaint{"second: " + wrong.kind, wrong.text})
	}
	return complaints
}

// tryOthers runs adopt with the files in another order and, where something stays, with --all.
func tryOthers(t *testing.T, c *command, dir string, r *repository, o outcome) (complaints []complaint) {
	t.Helper()
	if o.adopt.code == 1 && r.seed%3 == 0 {
		all, err := c.all(dir, r.args...)
		assert.NilError(t, err)
		if len(all) > 0 {
			complaints = append(complaints, complaint{"all", fmt.Sprintf("--all wrote %v", sorted(all))})
		}
	}
	if r.seed%4 == 0 {
		again, err := c.again(dir, draw(r.seed, "again"), r.args...)
		assert.NilError(t, err)
		if !cmp.Equal(o.written, again) {
			complaints = append(complaints, complaint{"order", "another order of files: " + cmp.Diff(o.written, again)})
		}
	}
	return complaints
}

// smallest leaves out applications as long as the kind of failure stays, and keeps what is left.
func smallest(t *testing.T, c *command, r *repository, kind string) *repository {
	t.Helper()
	fails := func(r *repository) bool {
		return slices.ContainsFunc(tryAndJudge(t, c, r), func(wrong complaint) bool { return wrong.kind == kind })
	}
	if !fails(r) {
		return r
	}
	for _, app := range r.apps() {
		if smaller := r.without(app); fails(smaller) {
			r = smaller
		}
	}
	fails(r)
	return r
}

// TestSpeed adopts a repository of 1,000 files.
func TestSpeed(t *testing.T) {
	c, dir := build(t), t.TempDir()
	r := &repository{seed: 1, layout: "speed", clusters: many("cluster", 20), files: map[string]*file{}}
	g := &generator{random: draw(1), repository: r}
	for _, name := range many("app", 25) {
		a := &application{name: name, namespace: name, chartRef: true}
		for _, cluster := range r.clusters {
			g.add("clusters/"+cluster+"/"+name+"/release.yaml", g.release(a, cluster))
			g.add("clusters/"+cluster+"/"+name+"/source.yaml", g.chart(a, cluster))
		}
	}
	assert.Equal(t, len(r.files), 1000)
	o, err := c.try(dir, r.texts())
	assert.NilError(t, err)
	assert.DeepEqual(t, judge(r, o), []complaint(nil), cmp.AllowUnexported(complaint{}))
	t.Logf("%v of CPU", o.adopt.cpu)
	assert.Check(t, o.adopt.cpu < 2*time.Second, "adopt took %v of CPU", o.adopt.cpu)
}

func many(name string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%s-%c", name, 'a'+i))
	}
	return all
}

// TestFolder judges what adopt makes of somebody's repository, of which nothing is known: what comes in must be what
// a file has, and what stays must be told.
func TestFolder(t *testing.T) {
	if *folders == "" {
		t.Skip("-folders names no folder")
	}
	c := build(t)
	for _, folder := range filepath.SplitList(*folders) {
		files, err := contents(folder)
		assert.NilError(t, err)
		o, err := c.try(t.TempDir(), files)
		assert.NilError(t, err)
		kinds := map[string][]string{}
		for _, wrong := range judge(&repository{}, o) {
			kinds[wrong.kind] = append(kinds[wrong.kind], wrong.text)
		}
		for _, kind := range sorted(kinds) {
			all := kinds[kind]
			t.Errorf("%s: %s: %d times, for example\n%s", folder, kind, len(all), strings.Join(all[:min(3, len(all))], "\n"))
		}
		t.Logf("%s: %d documents, exit code %d, %v of CPU", folder, len(o.written), o.adopt.code, o.adopt.cpu)
	}
}

// TestSame holds that a seed always makes the same repository.
func TestSame(t *testing.T) {
	for seed := range uint64(50) {
		one, other := generate(seed), generate(seed)
		assert.DeepEqual(t, one.texts(), other.texts())
	}
	var all []string
	for seed := range uint64(len(layouts)) {
		all = append(all, generate(seed).layout)
	}
	slices.Sort(all)
	assert.Equal(t, len(slices.Compact(all)), len(layouts))
}
