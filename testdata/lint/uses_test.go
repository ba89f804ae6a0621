package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"gotest.tools/v3/assert"
)

const module = "github.com/fluxapp-dev/fluxapp/"

// isPublicWhy is part of the sentence that says why a name without a use is public: in its own comment, or in that of
// its group, its type or its package.
const isPublicWhy = "public because"

// TestUses holds that each name of the public API is used by an example or by krmfn, or that a comment says why it is
// public. A field is used with its type.
func TestUses(t *testing.T) {
	api, err := os.ReadFile("../../schema/api.txt")
	assert.NilError(t, err)
	public := map[string]bool{}
	for line := range strings.Lines(string(api)) {
		name, _, _ := strings.Cut(line, ": ")
		public[module+name] = true
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "../..", Tests: true}, "./...")
	assert.NilError(t, err)
	why, used := map[string]string{}, map[string]bool{}
	for _, p := range loaded {
		assert.Equal(t, len(p.Errors), 0, "%v", p.Errors)
		name, variant, _ := strings.Cut(p.ID, " ") // "a/b_test [a/b.test]" has the external tests of a/b
		isFunction := variant == "" && strings.HasPrefix(name+"/", module+"krmfn/")
		for _, file := range p.Syntax {
			switch {
			case isFunction:
				maps.Copy(used, uses(p.TypesInfo, file))
			case variant != "" && public[strings.TrimSuffix(name, "_test")]:
				for _, example := range examples(file) {
					maps.Copy(used, uses(p.TypesInfo, example))
				}
			}
		}
		if public[p.ID] {
			maps.Copy(why, exports(p.TypesInfo, p.Syntax))
		}
	}
	assert.Assert(t, len(public) > 10 && len(why) > 500, "%d packages, %d names", len(public), len(why))
	for _, name := range slices.Sorted(maps.Keys(why)) {
		if !used[name] && !strings.Contains(why[name], isPublicWhy) {
			t.Errorf("%s: no example and nothing in krmfn uses it; make it internal, or write in its comment: It is %s …",
				strings.TrimPrefix(name, module), isPublicWhy)
		}
	}
}

// TestUsesFindsEveryForm holds which names a function uses, and which it does not.
func TestUsesFindsEveryForm(t *testing.T) {
	const declared = `
const C = 1
var V int
type T struct{ Field U }
type U int
type G[X any] struct{}
type A = T
type I interface{ M() }
func (*T) M() {}
func (G[X]) N() {}
func (T) String() string { return "" }
func F(T) (U, error) { return 0, nil }
`
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"nothing":                       {``, nil},
		"a constant and a variable":     {`_, _ = C, V`, []string{"C", "V"}},
		"a function and what it names":  {`_ = F`, []string{"F", "T", "T.String", "U"}},
		"the type of a result":          {`u, _ := F(T{}); _ = u`, []string{"F", "T", "T.String", "U"}},
		"a method, and its type by it":  {`new(T).M()`, []string{"T", "T.M", "T.String"}},
		"a method of a generic type":    {`G[U]{}.N()`, []string{"G", "G.N", "U"}},
		"a field, and its type":         {`_ = T{}.Field`, []string{"T", "T.String", "U"}},
		"an alias, and what it is of":   {`_ = A{}`, []string{"A", "T", "T.String"}},
		"a type in a map":               {`_ = map[U][]*T{}`, []string{"T", "T.String", "U"}},
		"the method of an interface":    {`I(nil).M()`, []string{"I"}},
		"a variable with the same name": {`C, V := 1, 2; _, _ = C, V`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			info, file := checked(t, declared+"func Example() {"+c.body+"}\nfunc example() { _ = C }")
			all := examples(file)
			assert.Equal(t, len(all), 1)
			used, exported := uses(info, all[0]), exports(info, []*ast.File{file})
			maps.DeleteFunc(used, func(name string, _ bool) bool { _, is := exported[name]; return !is })
			got := slices.Sorted(maps.Keys(used))
			for i := range got {
				got[i] = strings.TrimPrefix(got[i], "x.")
			}
			assert.DeepEqual(t, got, c.want)
		})
	}
}

// TestExports holds which names a package exports, and which comments are about each.
func TestExports(t *testing.T) {
	info, file := checked(t, `// Of the group.
const (
	C = 1 // C's own
	d = 2
	// E's own.
	E T = 3
)
// T's own.
type T int
// M's own.
func (T) M() {}
type hidden int
func (hidden) M() {}
func F() {}
`)
	assert.DeepEqual(t, exports(info, []*ast.File{file}), map[string]string{
		"x.C": "Of the package.\nOf the group.\nC's own\n", "x.E": "Of the package.\nT's own.\nOf the group.\nE's own.\n",
		"x.T": "Of the package.\nT's own.\n", "x.T.M": "Of the package.\nT's own.\nM's own.\n", "x.F": "Of the package.\n",
	})
}

func checked(t *testing.T, text string) (*types.Info, *ast.File) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "x.go", "// Of the package.\npackage x\n"+text, parser.ParseComments)
	assert.NilError(t, err)
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}}
	_, err = new(types.Config).Check("x", set, []*ast.File{file}, info)
	assert.NilError(t, err)
	return info, file
}

func examples(file *ast.File) (all []ast.Node) {
	for _, decl := range file.Decls {
		if f, isFunc := decl.(*ast.FuncDecl); isFunc && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Example") {
			all = append(all, f)
		}
	}
	return all
}

// uses returns the declarations that a part of a program names, and the types of its expressions, for example of a
// result that it does not name.
func uses(info *types.Info, part ast.Node) map[string]bool {
	used := map[string]bool{}
	ast.Inspect(part, func(n ast.Node) bool {
		if ident, isIdent := n.(*ast.Ident); isIdent && info.Uses[ident] != nil {
			used[nameOf(info.Uses[ident])] = true
		}
		if e, isExpr := n.(ast.Expr); isExpr {
			addType(used, info.TypeOf(e))
		}
		return true
	})
	return used
}

// addType adds the named types that a type has in it. Methods that fmt and encoding/json call are used with their type.
func addType(used map[string]bool, typed types.Type) {
	switch typed := typed.(type) {
	case *types.Alias:
		used[nameOf(typed.Obj())] = true
		addType(used, typed.Rhs())
	case *types.Named:
		name := nameOf(typed.Obj())
		for _, method := range []string{"", ".String", ".Error", ".MarshalJSON", ".UnmarshalJSON"} {
			used[name+method] = true
		}
		for argument := range typed.TypeArgs().Types() {
			addType(used, argument)
		}
	case *types.Map:
		addType(used, typed.Key())
		addType(used, typed.Elem())
	case *types.Signature:
		addType(used, typed.Params())
		addType(used, typed.Results())
	case *types.Tuple:
		for v := range typed.Variables() {
			addType(used, v.Type())
		}
	case interface{ Elem() types.Type }: // a pointer, a list or a channel
		addType(used, typed.Elem())
	}
}

// nameOf returns the name of a declaration of a package, behind its package and the type of a method; empty for others,
// for example for a field or a variable of a function.
func nameOf(o types.Object) string {
	if f, isFunc := o.(*types.Func); isFunc && f.Signature().Recv() != nil {
		receiver := f.Signature().Recv().Type()
		if pointer, isPointer := receiver.(*types.Pointer); isPointer {
			receiver = pointer.Elem()
		}
		if named, isNamed := receiver.(*types.Named); isNamed && !types.IsInterface(named) {
			return nameOf(named.Obj()) + "." + f.Name()
		}
	}
	if o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return ""
	}
	return o.Pkg().Path() + "." + o.Name()
}

// exports returns the names that a package exports, each with the comments that are about it: of the package, of its
// type, of its group, and its own.
func exports(info *types.Info, files []*ast.File) map[string]string {
	ofPackage, ofType, comments := "", map[string]string{}, map[types.Object]string{}
	note := func(name *ast.Ident, about ...*ast.CommentGroup) {
		for _, comment := range about {
			comments[info.Defs[name]] += comment.Text()
		}
	}
	for _, file := range files {
		ofPackage += file.Doc.Text()
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				note(decl.Name, decl.Doc)
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						note(spec.Name, decl.Doc, spec.Doc)
						ofType[nameOf(info.Defs[spec.Name])] = comments[info.Defs[spec.Name]]
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							note(name, decl.Doc, spec.Doc, spec.Comment)
						}
					}
				}
			}
		}
	}
	exported := map[string]string{}
	for o, own := range comments {
		of, isHidden := "", false
		if f, isFunc := o.(*types.Func); isFunc && f.Signature().Recv() != nil {
			of = strings.TrimSuffix(nameOf(f), "."+f.Name())
			isHidden = !ast.IsExported(of[strings.LastIndex(of, ".")+1:])
		} else if named, isNamed := o.Type().(*types.Named); isNamed && !isFunc {
			of = nameOf(named.Obj())
		}
		if o.Exported() && !isHidden && !strings.HasPrefix(o.Name(), "DeepCopy") {
			own = strings.TrimPrefix(own, ofType[of]) // of a type itself
			exported[nameOf(o)] = ofPackage + ofType[of] + own
		}
	}
	return exported
}
