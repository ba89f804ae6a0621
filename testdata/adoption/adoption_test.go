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

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

var (
	runs  = flag.Int("runs", 300, "how many repositories are made; with -short, a tenth")
	first = flag.Uint64("first", 1, "seed of the first repository")
	keep  = flag.String("keep", "", "folder for the repositories that fail")
)

// build returns the command of this checkout.
func build(t *testing.T) command {
	t.Helper()
	program := filepath.Join(t.TempDir(), "fluxapp")
	build := exec.Command("go", "build", "-o", program, "./krmfn/cmd/fluxapp")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	assert.NilError(t, err, string(out))
	return command(program)
}

// TestGenerated makes repositories, adopts them and judges what came out.
func TestGenerated(t *testing.T) {
	c, n := build(t), *runs
	if testing.Short() {
		n /= 10
	}
	trapped, kinds := 0, map[string][]string{}
	for seed := *first; seed < *first+uint64(n); seed++ {
		r := generate(seed)
		if len(r.traps) > 0 {
			trapped++
		}
		for _, wrong := range tryAndJudge(t, c, r) {
			text := fmt.Sprintf("seed %d (%s %v): %s", seed, r.layout, r.traps, wrong.text)
			kinds[wrong.kind] = append(kinds[wrong.kind], text)
		}
	}
	for _, kind := range sorted(kinds) {
		all := kinds[kind]
		t.Errorf("%s: %d times, for example\n%s", kind, len(all), strings.Join(all[:min(len(all), 4)], "\n"))
	}
	assert.Check(t, n < 50 || 5*trapped >= n, "only %d of %d have a trap", trapped, n)
}

// tryAndJudge returns what is wrong with a repository's adoption. Of some, the files are named in another order; of
// others, the objects of one cluster come in too, or what came in is adopted again.
func tryAndJudge(t *testing.T, c command, r *repository) []complaint {
	t.Helper()
	dir := t.TempDir()
	if *keep != "" {
		dir = filepath.Join(*keep, fmt.Sprint(r.seed))
	}
	try := func(name string, files map[string]string, args ...string) outcome {
		assert.NilError(t, os.RemoveAll(filepath.Join(dir, name)))
		o, err := c.try(filepath.Join(dir, name), files, append(args, r.args...)...)
		assert.NilError(t, err)
		return o
	}
	o := try("repository", r.texts(), ".")
	complaints := judge(r, o)
	switch r.seed % 4 {
	case 0:
		all := try("all", r.texts(), ".", "--all")
		all.all = true
		complaints = append(complaints, judge(r, all)...)
	case 1:
		names := slices.DeleteFunc(r.names(), func(name string) bool { return !isManifest(name) })
		slices.Reverse(names)
		if again := try("reversed", r.texts(), names...); !cmp.Equal(o.after, again.after) {
			complaints = append(complaints, complaint{"order", cmp.Diff(o.after, again.after)})
		}
	case 2:
		if strings.HasPrefix(r.layout, "hub") {
			break // of two objects that are left, nobody knows which part of their names is a cluster
		}
		if again := try("twice", o.after, "."); !cmp.Equal(o.after, again.after) {
			complaints = append(complaints, complaint{"twice", cmp.Diff(o.after, again.after)})
		}
	}
	if len(complaints) == 0 || *keep == "" {
		assert.NilError(t, os.RemoveAll(dir))
	}
	return complaints
}

// TestSame holds that a seed always makes the same repository.
func TestSame(t *testing.T) {
	for seed := range uint64(50) {
		assert.DeepEqual(t, generate(seed).texts(), generate(seed).texts())
	}
}
