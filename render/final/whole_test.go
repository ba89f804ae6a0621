package final_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render/final"
)

// programs has fluxapp and fluxapp-final of this tree in one folder.
var programs = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "final")
	for _, one := range []struct{ name, in, of string }{
		{"fluxapp", filepath.Join("..", ".."), "./krmfn/cmd/fluxapp"},
		{"fluxapp-final", ".", "./cmd/fluxapp-final"},
	} {
		if err != nil {
			return folder, err
		}
		build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(folder, one.name+extension()), one.of)
		build.Dir, build.Env = one.in, append(os.Environ(), "CGO_ENABLED=0")
		if text, failed := build.CombinedOutput(); failed != nil {
			err = fmt.Errorf("%w: %s", failed, text)
		}
	}
	return folder, err
})

func extension() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == works {
		if err := final.Run(os.Stdin, os.Stdout, final.Options{Begin: small.Begin, Ended: os.Args[2:]}); err != nil {
			panic(err)
		}
		return
	}
	if file := os.Getenv(saves); file != "" { // this is fluxapp-final, of streamOf
		text, err := io.ReadAll(os.Stdin)
		if err == nil {
			err = os.WriteFile(file, text, 0o644)
		}
		fmt.Println(`{"version": 1, "output": ""}`, err)
		os.Exit(0)
	}
	code := m.Run()
	if folder, _ := programs(); folder != "" {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}

// result is what a program has printed, and its exit code.
type result struct {
	out, err string
	code     int
}

// runIn runs fluxapp or fluxapp-final in a folder.
func runIn(t testing.TB, folder, stdin string, args ...string) result {
	t.Helper()
	at, err := programs()
	assert.NilError(t, err)
	cmd := exec.Command(filepath.Join(at, args[0]+extension()), args[1:]...)
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	shown := strings.NewReplacer(at+string(filepath.Separator), "")
	return result{shown.Replace(out.String()), shown.Replace(errs.String()), cmd.ProcessState.ExitCode()}
}

// A case is a folder with the file args, of which each line is a command. What the commands print is out.txt, and what
// they write to stderr is err.txt, each below its command. The folder charts is for all cases that have none.
func TestWhole(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "args"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 20)
	for _, file := range files {
		folder, err := filepath.Abs(filepath.Dir(file))
		assert.NilError(t, err)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			commands, err := os.ReadFile(file)
			assert.NilError(t, err)
			var out, errs strings.Builder
			for line := range strings.Lines(string(commands)) {
				r := runIn(t, folder, "", strings.Fields(line)...)
				fmt.Fprintf(&out, "$ %s%s(exit code %d)\n\n", line, r.out, r.code)
				fmt.Fprintf(&errs, "$ %s%s\n", line, r.err)
			}
			golden.Assert(t, out.String(), filepath.Join(folder, "out.txt"))
			golden.Assert(t, errs.String(), filepath.Join(folder, "err.txt"))
		})
	}
}

// The page of a report has the final objects too.
func TestReport(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(filepath.Join("testdata", "immutable"))
	assert.NilError(t, err)
	page := filepath.Join(t.TempDir(), "report.html")
	r := runIn(t, folder, "", "fluxapp", "report", "after", "--base", "before", "--final", "--charts", "../charts", "-o",
		page)
	assert.Equal(t, r.code, 1)
	assert.Assert(t, strings.Contains(r.err, "after/shop.yaml:22:28: StatefulSet shop/shop-database: "), r.err)
	text, err := os.ReadFile(page)
	assert.NilError(t, err)
	for _, part := range []string{"final objects: 1 application, 2 clusters: 2 objects changed; 15 unchanged", "FA851"} {
		assert.Assert(t, strings.Contains(string(text), part), part)
	}
	r = runIn(t, folder, "", "fluxapp", "report", "after", "--final", "--charts", "../charts", "-o", page)
	assert.Equal(t, r.err, "fluxapp: --final needs --base: it shows what changes of the final objects\n")
}
