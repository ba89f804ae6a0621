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
	runs   = flag.Int("runs", 300, "how many repositories are made; with -short, a tenth")
	first  = flag.Uint64("first", 1, "seed of the first repository")
	keep   = flag.String("keep", "", "folder for the repositories that fail")
	binary = flag.String("fluxapp", "", "the command; empty builds it")
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
	}
	for _, kind := range sorted(kinds) {
		t.Errorf("%s: %d times, for example\n%s", kind, len(kinds[kind]), examples(kinds[kind]))
	}
	t.Logf("%d repositories, %d with traps, %v of CPU", n, trapped, c.cpu)
	assert.Check(t, 5*trapped >= n, "only %d of %d have a trap", trapped, n)
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
		assert.NilError(t, os.RemoveAll(dir))
	}
	o, err := c.try(dir, r.texts(), r.fleet, r.args...)
	assert.NilError(t, err)
	complaints := judge(r, o)
	if r.seed%4 == 0 {
		again, err := c.again(dir, draw(r.seed, "again"), r.args...)
		assert.NilError(t, err)
		if !cmp.Equal(o.written, again) {
			complaints = append(complaints, complaint{"order", "another order of files: " + cmp.Diff(o.written, again)})
		}
	}
	if *keep != "" {
		if len(complaints) == 0 {
			assert.NilError(t, os.RemoveAll(dir))
		} else {
			text := o.adopt.stderr + "---- render\n" + o.render.stderr
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "stderr.txt"), []byte(text), 0o644))
		}
	} else {
		assert.NilError(t, os.RemoveAll(dir))
	}
	return complaints
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
