package schema_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// TestAPI compares what the public packages export with the list in api.txt. A change of that file is a change that
// importers notice, so it is made on purpose: run the test with -update and name the change in CHANGELOG.md.
func TestAPI(t *testing.T) {
	golden.Assert(t, strings.Join(exported(t, ".."), "\n")+"\n", "../api.txt")
}

// The bounds of the API: what an importer has to look through. testdata/lint/budget.txt bounds the number of names.
const (
	maxPackages = 19 // names and each are for fluxapp itself
	maxDocLines = 50 // one screen
	isPublicWhy = "is public "
)

// TestAPIIsSmall holds the bounds, and that each package has an example, or says in its comment why it is public.
func TestAPIIsSmall(t *testing.T) {
	packages := map[string]bool{}
	for _, line := range exported(t, "..") {
		pkg, _, _ := strings.Cut(line, ": ")
		packages[pkg] = true
	}
	assert.Assert(t, len(packages) <= maxPackages, "%d packages: %v", len(packages), packages)
	for pkg := range packages {
		assert.Check(t, hasExample(t, pkg) || strings.Contains(packageDoc(t, pkg), isPublicWhy), "%s: why is it public?", pkg)
	}
	for _, pkg := range []string{"schema", "render", "render/change"} {
		out, err := exec.Command("go", "doc", "./../"+pkg).Output()
		assert.NilError(t, err)
		lines := bytes.Count(out, []byte("\n"))
		assert.Check(t, lines <= maxDocLines, "go doc of %s has %d lines", pkg, lines)
	}
}

func hasExample(t *testing.T, pkg string) bool {
	return slices.ContainsFunc(goFilesOf(t, pkg, "_test.go"), func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
			f, isFunc := decl.(*ast.FuncDecl)
			return isFunc && strings.HasPrefix(f.Name.Name, "Example")
		})
	})
}

// packageDoc returns the comment of a package, as one line.
func packageDoc(t *testing.T, pkg string) (doc string) {
	for _, file := range goFilesOf(t, pkg, ".go") {
		doc += strings.Join(strings.Fields(file.Doc.Text()), " ")
	}
	return doc
}

func goFilesOf(t *testing.T, pkg, suffix string) (files []*ast.File) {
	names, err := filepath.Glob(filepath.Join("..", pkg, "*"+suffix))
	assert.NilError(t, err)
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		assert.NilError(t, err)
		files = append(files, file)
	}
	return files
}

// TestAPIListsEveryForm holds that the list has each form of a declaration, and nothing that is not exported.
func TestAPIListsEveryForm(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
const A, b = 1, 2
var V []string
func F[T any](a int, b ...T) error { return nil }
type S struct { X, y int; *E }
type I interface { M() }
type N = S
func (s *S) Do(x int) {}
func (s s) Do() {}
func (S) hidden() {}
`, 0)
	assert.NilError(t, err)
	assert.DeepEqual(t, exportedBy("x", file), []string{
		"x: const A", "x: var V []string", "x: func F[T any](a int, b ...T) error",
		"x: type S struct", "x: type S struct: X int", "x: type S struct: *E",
		"x: type I interface{ M() }", "x: type N = S", "x: func (s *S) Do(x int)",
	})
}

// exported returns a line for each name that the public packages below a folder export, in order.
func exported(t *testing.T, root string) (lines []string) {
	assert.NilError(t, fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch base := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && name != "." &&
			(base == "testdata" || base == "internal" || base == "cmd" || strings.HasPrefix(base, ".") ||
				name == "render/final"): // a module of its own
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			base == "zz_generated.deepcopy.go": // which copies all types of v1alpha1, and nothing else
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, parser.SkipObjectResolution)
		lines = append(lines, exportedBy(path.Dir(name), file)...)
		return err
	}))
	slices.Sort(lines)
	return slices.Compact(lines)
}

// exportedBy returns a line for each name that a file exports.
func exportedBy(pkg string, file *ast.File) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, pkg+": "+fmt.Sprintf(format, args...)) }
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.IsExported() && (decl.Recv == nil || ast.IsExported(receiver(decl))) {
				decl.Body, decl.Doc = nil, nil
				add("%s", printed(decl))
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				addSpec(add, decl.Tok, spec)
			}
		}
	}
	return lines
}

func addSpec(add func(string, ...any), kind token.Token, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() {
				add("%s", strings.TrimSpace(fmt.Sprintf("%s %s %s", kind, name, printed(spec.Type))))
			}
		}
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		spec.Doc, spec.Comment = nil, nil
		fields, isStruct := spec.Type.(*ast.StructType)
		if !isStruct {
			add("type %s", printed(spec))
			return
		}
		add("type %s%s struct", spec.Name, printed(spec.TypeParams))
		for _, field := range fields.Fields.List {
			addField(add, spec.Name.Name, field)
		}
	}
}

func addField(add func(string, ...any), of string, field *ast.Field) {
	if field.Names == nil {
		add("type %s struct: %s", of, printed(field.Type))
	}
	for _, name := range field.Names {
		if name.IsExported() {
			add("type %s struct: %s %s", of, name, printed(field.Type))
		}
	}
}

// receiver returns the name of the type that a method has.
func receiver(method *ast.FuncDecl) string {
	t := method.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	return printed(t)
}

// printed returns a node of the syntax on one line; empty for none.
func printed(node any) string {
	if fields, ok := node.(*ast.FieldList); node == nil || ok && fields == nil {
		return ""
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
