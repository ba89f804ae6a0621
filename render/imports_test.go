package render_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const module = "github.com/fluxapp-dev/fluxapp"

// imports says what the packages below a folder may import besides the standard library and schema/each, and
// what they must not. A name ending in /... stands for everything below it.
type imports struct{ may, not []string }

var flux = []string{
	"github.com/fluxcd/helm-controller/api/...", "github.com/fluxcd/kustomize-controller/api/...",
	"github.com/fluxcd/source-controller/api/...", "github.com/fluxcd/source-watcher/api/...",
	"github.com/fluxcd/image-reflector-controller/api/...",
	"github.com/fluxcd/image-automation-controller/api/...", "github.com/fluxcd/notification-controller/api/...",
	"github.com/fluxcd/pkg/apis/...", "k8s.io/api/core/v1", "k8s.io/api/rbac/v1",
}

// impure are the packages through which a rendering could differ from another one.
var impure = []string{"os/...", "net/...", "context", "log/...", "math/rand/...", "crypto/rand", "hash/maphash",
	"syscall", "plugin"}

// fluxTypes are the packages that have or need the Go types of Flux. Nothing else imports them, so that importers of
// render and schema do not link these types, and net/http behind them.
var fluxTypes = slices.Concat(flux, []string{
	module + "/schema/v1alpha1", module + "/schema/internal/kcl", module + "/schema/internal/testdata/legacy",
	"k8s.io/api/...", "k8s.io/apimachinery/pkg/apis/...", "k8s.io/apimachinery/pkg/runtime/...",
	"k8s.io/apimachinery/pkg/labels",
	"k8s.io/apimachinery/pkg/util/validation", "k8s.io/apiextensions-apiserver/...",
})

// packages is the table of the house: krmfn may use render, which may use schema, never back.
var packages = map[string]imports{
	"schema": schemaRoom("finding", "finding/codes", "kinds", "names", "tree", "internal/shape", "internal/check",
		"internal/convert", "internal/record"),
	"schema/validate": schemaRoom("", "finding", "finding/codes", "kinds", "names", "tree", "internal/shape",
		"internal/check", "internal/record", "internal/scalar", "internal/credential").
		with("github.com/Masterminds/semver/v3"),
	"schema/internal/convert":    schemaRoom("internal/check", "finding", "finding/codes", "kinds", "names", "tree"),
	"schema/internal/check":      schemaRoom("kinds", "finding", "finding/codes", "names", "tree"),
	"schema/internal/shape":      schemaRoom("internal/check", "finding", "finding/codes", "kinds", "names", "tree"),
	"schema/finding":             schemaRoom("finding/codes", "names", "tree", "internal/credential"),
	"schema/finding/codes":       schemaRoom(),
	"schema/internal/credential": schemaRoom(),
	"schema/internal/pattern":    schemaRoom(),
	"schema/each":                {}, // all packages may use it
	"schema/kinds":               schemaRoom("names", "tree").with("github.com/Masterminds/semver/v3"),
	"schema/names":               schemaRoom("tree"),
	"schema/tree":                schemaRoom("internal/reader", "internal/record", "internal/scalar"),
	"schema/yamledit":            schemaRoom("tree", "internal/reader", "internal/record", "internal/scalar"),
	"schema/internal/reader":     schemaRoom("internal/record", "internal/scalar").with("go.yaml.in/yaml/v3"),
	"schema/internal/record":     schemaRoom("internal/scalar"),
	"schema/internal/scalar":     schemaRoom(),
	"schema/internal/yamltest":   {not: []string{"net/...", "context", "log/...", "crypto/rand"}}, // for tests only

	// The packages with the Go types of Flux.
	"schema/v1alpha1":     typedRoom("", "internal/kcl", "kinds", "tree").with("sigs.k8s.io/json"),
	"schema/internal/kcl": typedRoom(),

	"render": renderRoom("...").with(module + "/render/..."),
	// Importers of render do not link it. It reads no file but those of a file system that it is given.
	"render/checks": chartsRoom("check", "loader", "valuesschema").with(module+"/schema/finding/...",
		module+"/schema/names", module+"/schema/tree", module+"/render", module+"/render/internal/plan",
		module+"/render/internal/releases",
		module+"/render/internal/stream", module+"/schema/kinds", "github.com/Masterminds/semver/v3",
		"github.com/google/cel-go/..."),
	"render/checks/internal/check": chartsRoom("loader", "valuesschema").
		with(module+"/schema/finding/...", module+"/schema/names", module+"/schema/tree", module+"/render",
			module+"/render/internal/wording"),
	// What is below it knows no document and no problem. One of them uses the JSON Schema library.
	"render/checks/internal/valuesschema": chartsRoom().with(module+"/schema/names", jsonSchema),
	"render/checks/internal/loader": chartsRoom("valuesschema").
		with("github.com/Masterminds/semver/v3", "sigs.k8s.io/yaml"),
	"render/checks/internal/charttest": chartsRoom("loader").
		with(module+"/schema/finding", module+"/schema/tree", "gotest.tools/v3/assert"), // for tests only
	// The command line's selectors of labels are kubectl's.
	"render/promote": {
		may: []string{module + "/schema/...", module + "/render/...", "k8s.io/apimachinery/pkg/labels",
			"k8s.io/apimachinery/pkg/selection"},
		not: append([]string{"text/template", "html/template", module + "/schema/v1alpha1"},
			impure...),
	},
	// The command alone links it. The nodes of yaml.v3 have the comments of files.
	"render/adopt/internal/layout": renderRoom().with("go.yaml.in/yaml/v3"),

	"render/change": renderRoom("...").with(module+"/render", module+"/render/identity",
		module+"/render/internal/stream"),
	"render/internal/stream": {may: []string{module + "/schema/finding"}},
	"render/identity":        renderRoom(),

	"render/internal/wording":   renderRoom(),
	"render/internal/blocks":    renderRoom(),
	"render/internal/overlay":   renderRoom(),
	"render/internal/fleet":     renderRoom("overlay"),
	"render/internal/inventory": renderRoom("fleet", "overlay"),
	"render/internal/artifact":  renderRoom().with("github.com/Masterminds/semver/v3"),
	"render/internal/deleting":  renderRoom(),
	"render/internal/entries": renderRoom("inventory", "fleet", "overlay", "deleting").
		with(module + "/render/identity"),
	"render/internal/rules": renderRoom("entries", "inventory", "fleet"),
	"render/internal/plan":  renderRoom("entries", "inventory", "fleet").with(module + "/render/identity"),
	"render/internal/emit":  renderRoom("plan", "entries", "inventory", "overlay"),
	"render/internal/needs": renderRoom("plan", "inventory"),
	"render/internal/verify": renderRoom("needs", "plan", "entries", "inventory", "emit", "fleet", "artifact").
		with(module + "/render/identity"),
	"render/internal/blocks/blockstest": {may: []string{"gotest.tools/v3/assert"}},
	"render/internal/printing": renderRoom("blocks").with(module+"/render", module+"/render/change",
		module+"/render/internal/stream"),
	"render/internal/effects": { // render/final alone uses it
		may: []string{module + "/schema/finding", module + "/schema/tree", module + "/render/internal/wording",
			"sigs.k8s.io/yaml", "k8s.io/apimachinery/pkg/api/resource",
			"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"},
	},
	"krmfn": {
		may: []string{
			module + "/schema", module + "/schema/finding/...", module + "/schema/kinds",
			module + "/schema/names", module + "/schema/tree/...",
			module + "/render/...", module + "/krmfn/...", "sigs.k8s.io/kustomize/kyaml/...", "sigs.k8s.io/yaml",
			"go.yaml.in/yaml/v3",
		},
		not: slices.Concat([]string{"k8s.io/client-go/..."}, fluxTypes, impure),
	},
	"krmfn/internal/output": { // what both doors decide with
		may: []string{module + "/schema", module + "/schema/finding", module + "/schema/kinds", module + "/schema/names",
			module + "/schema/tree", module + "/schema/yamledit", module + "/render", module + "/render/change",
			module + "/render/identity", module + "/krmfn/internal/resource", "k8s.io/apimachinery/pkg/util/version"},
		not: slices.Concat(impure, fluxTypes),
	},
	"krmfn/internal/patch": {not: slices.Concat(impure, fluxTypes)},
	"krmfn/internal/userlist": {
		may: []string{module + "/schema/finding", module + "/schema/kinds", module + "/schema/names", module + "/schema/tree",
			module + "/schema/yamledit", module + "/krmfn/internal/patch", module + "/krmfn/internal/resource"},
		not: slices.Concat(impure, fluxTypes),
	},
	"krmfn/internal/session": { // the page links it as wasm
		may: []string{module + "/schema/...", module + "/render", module + "/render/...", module + "/krmfn/internal/view",
			module + "/krmfn/internal/stages", module + "/krmfn/internal/folder", module + "/krmfn/internal/output"},
	},
	"krmfn/internal/page": { // for the command only
		may: []string{module + "/schema/finding", module + "/schema/names", module + "/render/...",
			module + "/krmfn/internal/explained", module + "/krmfn/internal/revision", module + "/krmfn/internal/stages",
			module + "/krmfn/internal/view"},
	},
	"krmfn/internal/view": { // the page links it as wasm
		may: []string{module + "/schema/...", module + "/render", module + "/render/...",
			module + "/krmfn/internal/explained"},
		not: slices.Concat([]string{module + "/render/promote"}, fluxTypes, impure),
	},
	// The packages of the command, which alone read and write files, and run git.
	"krmfn/internal/disk":        commandRoom("folder"),
	"krmfn/internal/transaction": commandRoom("disk").with("golang.org/x/sys/unix"),
	"krmfn/internal/terminal":    commandRoom(),
	"krmfn/internal/input":       commandRoom("disk", "folder"),
	"krmfn/internal/reporter":    commandRoom("disk", "report", "terminal"),
	"krmfn/internal/rendering":   commandRoom("disk", "folder", "input", "output", "report", "reporter", "revision"),
	"krmfn/internal/outputfolder": commandRoom("disk", "folder", "input", "output", "rendering", "report",
		"reporter", "resource", "transaction", "userlist"),
	"krmfn/internal/lookup": commandRoom("report", "terminal"),
	"krmfn/internal/revision": { // it runs git
		may: []string{module + "/krmfn/internal/folder"},
		not: []string{"net/...", "k8s.io/client-go/..."},
	},
	"krmfn/cmd": {
		may: []string{module + "/...", "sigs.k8s.io/kustomize/kyaml/...", "sigs.k8s.io/yaml", "github.com/spf13/...",
			"golang.org/x/sys/unix", "golang.org/x/sys/windows", "github.com/modelcontextprotocol/go-sdk/mcp",
			"github.com/modelcontextprotocol/go-sdk/jsonrpc",
			"github.com/google/jsonschema-go/jsonschema"},
		not: []string{"net/...", "k8s.io/client-go/..."},
	},
}

// commandRoom is the rule of a package of the command, which uses the rooms of krmfn/internal below it.
func commandRoom(below ...string) imports {
	may := []string{module + "/krmfn", module + "/render/...", module + "/schema/..."}
	for _, room := range below {
		may = append(may, module+"/krmfn/internal/"+room)
	}
	return imports{may: may, not: slices.Concat([]string{"net/...", "k8s.io/client-go/..."}, fluxTypes)}
}

// schemaRoom is the rule of a package below schema, which uses the rooms below it. An empty name is schema itself.
func schemaRoom(below ...string) imports {
	may := []string{"k8s.io/apimachinery/pkg/api/validate/content", module + "/schema/internal/pattern"}
	for _, room := range below {
		may = append(may, path.Join(module, "schema", room))
	}
	return imports{may: may, not: slices.Concat(impure, fluxTypes)}
}

// typedRoom is what a package with the Go types of Flux may import.
func typedRoom(below ...string) imports {
	room := schemaRoom(below...).with(flux...).with("k8s.io/apimachinery/pkg/...",
		"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1")
	room.not = impure
	return room
}

func (i imports) with(more ...string) imports {
	i.may = append(i.may, more...)
	return i
}

// renderRoom is the rule of a package below render/internal, which uses the rooms below it.
func renderRoom(below ...string) imports {
	may := []string{module + "/schema/...", module + "/render/internal/wording", "k8s.io/apimachinery/pkg/util/version"}
	for _, room := range below {
		may = append(may, module+"/render/internal/"+room)
	}
	return imports{may: may,
		not: slices.Concat([]string{"text/template", "html/template", module + "/schema/internal/..."}, impure, fluxTypes)}
}

const jsonSchema = "github.com/santhosh-tekuri/jsonschema/v6/..."

// chartsRoom is the rule of a package that reads charts, which uses the rooms of render/checks/internal below it.
func chartsRoom(below ...string) imports {
	var may []string
	for _, room := range below {
		may = append(may, module+"/render/checks/internal/"+room)
	}
	return imports{may: may, not: slices.Concat([]string{"helm.sh/...", "time"}, impure)}
}

func TestImports(t *testing.T) {
	found := map[string]bool{}
	for _, dir := range packageDirs(t) {
		rule := ruleFor(dir)
		assert.Assert(t, rule != "", "no rule for package %s", dir)
		found[rule] = true
		pkg, err := build.ImportDir(filepath.Join("..", filepath.FromSlash(dir)), 0)
		assert.NilError(t, err)
		for _, imported := range pkg.Imports {
			first, _, _ := strings.Cut(imported, "/")
			standard := !strings.Contains(first, ".") || imported == module+"/schema/each"
			assert.Check(t, standard || matches(imported, packages[rule].may), "%s must not import %s: not listed", dir,
				imported)
			assert.Check(t, !matches(imported, packages[rule].not), "%s must not import %s", dir, imported)
		}
	}
	for _, rule := range []string{"schema", "schema/tree", "schema/v1alpha1", "schema/kinds", "render"} {
		assert.Check(t, found[rule], "no package for the rule of %s", rule)
	}
}

// ruleFor returns the entry of packages that lies closest above a folder.
func ruleFor(dir string) string {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, ok := packages[dir]; ok {
			return dir
		}
	}
	return ""
}

func matches(imported string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		below, all := strings.CutSuffix(pattern, "/...")
		return imported == below || all && strings.HasPrefix(imported, below+"/")
	})
}

// packageDirs returns the folders of the repository that hold Go packages, with slashes.
func packageDirs(t *testing.T) (dirs []string) {
	for _, file := range goFiles(t, "..") {
		if dir := path.Dir(file); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// goFiles returns the Go files below a folder that are no tests, relative to it.
func goFiles(t *testing.T, root string) (files []string) {
	assert.NilError(t, fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "krmfn/internal/page/app" || name == "render/final"): // modules of their own
			return fs.SkipDir
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			files = append(files, name)
		}
		return nil
	}))
	return files
}

// TestAtOnce names the files whose code runs beside other code of the same process: "make ci" runs their tests
// under the race detector.
func TestAtOnce(t *testing.T) {
	var found []string
	for _, file := range goFiles(t, "..") {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", filepath.FromSlash(file)), nil, 0)
		assert.NilError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			_, starts := n.(*ast.GoStmt)
			if s, ok := n.(*ast.SelectorExpr); starts ||
				ok && slices.Contains([]string{"Go", "AfterFunc", "AddCleanup", "SetFinalizer"}, s.Sel.Name) {
				found = append(found, file)
			}
			return true
		})
	}
	assert.DeepEqual(t, slices.Compact(found), []string{"krmfn/internal/input/memory.go",
		"krmfn/internal/terminal/terminal.go", "krmfn/internal/transaction/stage.go"})
}

// TestPure looks for what no rendering may use: package-level init, which makes the order of imports matter, and the
// clock. Of package time, durations, and Parse to know a date. One init sets a variable that no other package reads: a
// variable that begins with the checks of rows would hold itself.
func TestPure(t *testing.T) {
	pure := []string{"Parse", "Time", "RFC3339", "Duration", "ParseDuration", "Nanosecond", "Microsecond", "Millisecond",
		"Second", "Minute", "Hour"}
	for _, file := range goFiles(t, "..") {
		if !strings.HasPrefix(file, "schema/") && !strings.HasPrefix(file, "render/") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", filepath.FromSlash(file)), nil, 0)
		assert.NilError(t, err)
		for _, decl := range parsed.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				isInit := f.Recv == nil && f.Name.Name == "init" && file != "schema/validate/checks.go"
				assert.Check(t, !isInit, "%s has a func init", file)
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" && x.Obj == nil {
					assert.Check(t, slices.Contains(pure, s.Sel.Name), "%s uses time.%s", file, s.Sel.Name)
				}
			}
			return true
		})
	}
}
