package final_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// saves names the variable with the file in which this program, in the place of fluxapp-final, saves what it reads.
const saves = "FLUXAPP_FINAL_SAVES"

// streamOf returns the lines that fluxapp writes for a difference.
func streamOf(t *testing.T, folder string, args ...string) []string {
	t.Helper()
	at, err := programs()
	assert.NilError(t, err)
	own, err := os.Executable()
	assert.NilError(t, err)
	beside := t.TempDir()
	for _, one := range [][2]string{{filepath.Join(at, "fluxapp"), "fluxapp"}, {own, "fluxapp-final"}} {
		text, err := os.ReadFile(one[0] + extension())
		if err != nil {
			text, err = os.ReadFile(one[0])
		}
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(beside, one[1]+extension()), text, 0o755))
	}
	file := filepath.Join(beside, "stream")
	cmd := exec.Command(filepath.Join(beside, "fluxapp"+extension()), args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), saves+"="+file)
	text, _ := cmd.CombinedOutput()
	saved, err := os.ReadFile(file)
	assert.NilError(t, err, string(text))
	return strings.SplitAfter(strings.TrimSuffix(string(saved), "\n"), "\n")
}

// The pairs of a stream are in any order: the answer has the same bytes.
func TestShuffled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"planted", "new-and-removed", "post-renderers", "twice", "names-cut", "kustomization"} {
		folder, err := filepath.Abs(filepath.Join("testdata", name))
		assert.NilError(t, err)
		charts := "../charts"
		if name == "kustomization" {
			charts = "https://git.example.com/web=source"
		}
		lines := streamOf(t, folder, "diff", "before", "after", "--final", "--charts", charts)
		last := len(lines) - 1
		lines[last] += "\n"
		want := runIn(t, folder, strings.Join(lines, ""), "fluxapp-final")
		assert.Equal(t, want.code, 0, want.err)
		for seed := range uint64(3) {
			rand.New(rand.NewPCG(seed, 0)).Shuffle(last, func(i, j int) {
				lines[1+i], lines[1+j] = lines[1+j], lines[1+i]
			})
			got := runIn(t, folder, strings.Join(lines, ""), "fluxapp-final")
			assert.Equal(t, got.out, want.out, "%s, seed %d", name, seed)
		}
	}
}

// What is no stream is an error of one line that says what is wrong with it.
func TestNoStream(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(filepath.Join("testdata", "immutable"))
	assert.NilError(t, err)
	lines := streamOf(t, folder, "diff", "before", "after", "--final", "--charts", "../charts")
	whole := strings.Join(lines, "")
	request := lines[0]
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "the stream has no request: EOF"},
		{"no JSON", "hello\n", "the stream has no request: invalid character 'h' looking for beginning of value"},
		{"cut off in the request", request[:len(request)/2], "the stream has no request: unexpected EOF"},
		{"cut off in a pair", whole[:len(whole)-20], "the stream is cut off or no stream: unexpected EOF"},
		{"without version", "{}\n", "fluxapp writes version 0 of the stream, and this fluxapp-final reads 1; install " +
			"both of one release"},
		{"another version", `{"version": 2, "format": "text"}` + "\n", "fluxapp writes version 2 of the stream, and this " +
			"fluxapp-final reads 1; install both of one release"},
		{"a pair without a side", request + `{"application": "apps/shop", "cluster": "lab"}` + "\n",
			"a pair of the stream has no side"},
		{"an object that is none", request + `{"application": "a/b", "cluster": "lab", "after": {"object": 1, "path": "/"}}` +
			"\n", "json: cannot unmarshal number into Go value of type final.owner"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := runIn(t, folder, test.in, "fluxapp-final")
			assert.Equal(t, r.err, "fluxapp-final: "+test.want+"\n")
			assert.Equal(t, r.out, "")
			assert.Equal(t, r.code, 2)
		})
	}
	r := runIn(t, folder, request, "fluxapp-final")
	assert.Equal(t, r.err, "", "a stream without pairs")
	assert.Equal(t, r.code, 0)
}
