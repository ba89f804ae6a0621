package weight

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What importers and readers of the page get at most. Who adds a package for one function raises these: look for a
// lighter way first. Of encoding/json, an importer has what tells whether a text is JSON: Marshal, Unmarshal, an
// Encoder or a Decoder link another 230 kB, so that packages schema and render use package tree.
const (
	maxImporter = 6_100_000 // bytes, without symbols
	maxPackages = 90        // without those that only the standard library imports: each Go has other ones
	maxSums     = 106       // lines of go.sum
	maxRenderer = 3_000_000 // bytes, as gzip
)

// absent are packages that a change could bring back: each links much that nobody calls.
var absent = []string{
	"net/http", "html", "text/template", "k8s.io/apimachinery/pkg/runtime", "github.com/google/cel-go/cel",
	"github.com/santhosh-tekuri/jsonschema/v6", "github.com/fluxapp-dev/fluxapp/render/checks",
}

// onlyFinal are modules of fluxapp-final: the command calls that program, and links nothing of it.
var onlyFinal = []string{
	"helm.sh/helm", "github.com/fluxcd/pkg/kustomize", "sigs.k8s.io/kustomize", "k8s.io/client-go",
	"github.com/fluxapp-dev/fluxapp/render/final",
}

// internal matches the internal packages of the standard library, whose names begin with no host.
var internal = regexp.MustCompile(`^([a-z0-9]+/)*internal/`)

// TestImporter builds a program that parses and renders.
func TestImporter(t *testing.T) {
	program := filepath.Join(t.TempDir(), "importer")
	run(t, ".", nil, "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./importer")
	info, err := os.Stat(program)
	assert.NilError(t, err)
	packages := strings.Fields(run(t, ".", nil, "list", "-deps", "./importer"))
	all := len(packages)
	packages = slices.DeleteFunc(packages, internal.MatchString)
	t.Logf("%d bytes, %d packages, %d with the internal ones of the standard library", info.Size(), len(packages), all)
	assert.Check(t, info.Size() <= maxImporter, "an importer of render has %d bytes", info.Size())
	assert.Check(t, len(packages) <= maxPackages, "an importer of render has %d packages", len(packages))
	assertAbsent(t, packages)
}

// TestCommand holds that neither the command nor the go.mod of its module has what makes final objects.
func TestCommand(t *testing.T) {
	linked := run(t, "../..", nil, "list", "-deps", "./krmfn/cmd/fluxapp")
	required := run(t, "../..", nil, "mod", "edit", "-print")
	for _, name := range onlyFinal {
		assert.Check(t, !strings.Contains("\n"+linked, "\n"+name), "the command links %s", name)
		assert.Check(t, !strings.Contains(required, "\t"+name+"/v") && !strings.Contains(required, "\t"+name+" "),
			"go.mod requires %s", name)
	}
}

// TestSums counts the lines of an importer's tidy go.sum: what only the command uses has none.
func TestSums(t *testing.T) {
	run(t, ".", []string{"GOFLAGS=-mod=mod"}, "mod", "tidy", "-diff")
	sums, err := os.ReadFile("go.sum")
	assert.NilError(t, err)
	lines := bytes.Count(sums, []byte("\n"))
	assert.Check(t, lines <= maxSums, "the go.sum of an importer of render has %d lines", lines)
}

// TestRenderer builds the renderer of the playground as krmfn/internal/page/app/build.mjs does.
func TestRenderer(t *testing.T) {
	const app = "../../krmfn/internal/page/app"
	wasm, program := []string{"GOOS=js", "GOARCH=wasm"}, filepath.Join(t.TempDir(), "renderer.wasm")
	text, err := os.ReadFile(filepath.Join(app, "wasm/flags.json"))
	assert.NilError(t, err)
	var flags []string
	assert.NilError(t, json.Unmarshal(text, &flags))
	run(t, app, wasm, slices.Concat([]string{"build"}, flags, []string{"-o", program, "./wasm"})...)
	text, err = os.ReadFile(program)
	assert.NilError(t, err)
	packed := gzipped(t, text)
	t.Logf("%d bytes, %d as gzip", len(text), packed)
	assert.Check(t, packed <= maxRenderer, "the renderer of the page has %d bytes as gzip", packed)
	assertAbsent(t, strings.Fields(run(t, app, wasm, "list", "-deps", "./wasm")))
}

func assertAbsent(t *testing.T, packages []string) {
	for _, name := range absent {
		assert.Check(t, !slices.Contains(packages, name),
			"it links %s; go mod why -m and go list -deps show through what", name)
	}
}

func gzipped(t *testing.T, text []byte) int {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	assert.NilError(t, err)
	_, err = w.Write(text)
	assert.NilError(t, err)
	assert.NilError(t, w.Close())
	return b.Len()
}

// run runs go in a folder and returns what it prints.
func run(t *testing.T, dir string, env []string, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	assert.NilError(t, err, "go %s: %s", strings.Join(args, " "), wrong.String())
	return string(out)
}
