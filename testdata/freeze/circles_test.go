package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxCircle is how many files of a package may use each other in a circle: more do not fit in a head.
const maxCircle = 6

// rooms are the packages whose files are rooms, by the beginnings of their names. No file uses one of a later room.
var rooms = map[string][]string{"render/change": {"", "limit_", "print_"}}

// roomOf returns the room of a file in its package.
func roomOf(name, file string) (room int) {
	for i, prefix := range rooms[name] {
		if strings.HasPrefix(file, prefix) {
			room = i
		}
	}
	return room
}

// TestCircles measures the largest circle of files in each package of the repository: files that use each other's
// declarations, methods and fields, each of them reached from each other.
func TestCircles(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	packages, exports := listPackages(t, root)
	if len(packages) < 5 {
		t.Fatalf("only %d packages: some were lost", len(packages))
	}
	for _, p := range packages {
		name := strings.TrimPrefix(p.ImportPath, "github.com/fluxapp-dev/fluxapp/")
		uses := usesBetweenFiles(t, p, exports)
		for from, used := range uses {
			for to := range used {
				if roomOf(name, to) > roomOf(name, from) {
					t.Errorf("%s: %s uses %s, of a later room", name, from, to)
				}
			}
		}
		circle := largestCircle(uses)
		if len(circle) > maxCircle {
			t.Errorf("%s: %d files are a circle, and %d may be: %s\nmove what they share into a file or a package that uses "+
				"none of them",
				name, len(circle), maxCircle, strings.Join(circle, " "))
		}
	}
}

func TestLargestCircle(t *testing.T) {
	uses := map[string]map[string]bool{
		"a": {"b": true}, "b": {"c": true, "d": true}, "c": {"a": true}, "d": {"e": true}, "e": {"d": true}, "f": {"a": true},
	}
	if circle := largestCircle(uses); !slices.Equal(circle, []string{"a", "b", "c"}) {
		t.Error(circle)
	}
}

type listedPackage struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
	Module                  *struct{ Main bool }
}

// listPackages returns the packages of the repository, and the files with the types of all that they import.
func listPackages(t *testing.T, root string) (own []listedPackage, exports map[string]string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,Module", "./...")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports = map[string]string{}
	for listed := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := listed.Decode(&p); errors.Is(err, io.EOF) {
			return own, exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			own = append(own, p)
		}
	}
}

// usesBetweenFiles returns which files of a package each file uses.
func usesBetweenFiles(t *testing.T, p listedPackage, exports map[string]string) map[string]map[string]bool {
	t.Helper()
	positions := token.NewFileSet()
	fileOf := func(at token.Pos) string { return filepath.Base(positions.Position(at).Filename) }
	var files []*ast.File
	uses := map[string]map[string]bool{}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(positions, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files, uses[name] = append(files, f), map[string]bool{}
	}
	imports := importer.ForCompiler(positions, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports}
	pkg, err := config.Check(p.ImportPath, positions, files, info)
	if err != nil {
		t.Fatal(err)
	}
	for ident, used := range info.Uses {
		_, isFunc := used.(*types.Func)
		v, isVar := used.(*types.Var)
		shared := used.Parent() == pkg.Scope() || isFunc || isVar && v.IsField()
		if shared && used.Pkg() == pkg && fileOf(ident.Pos()) != fileOf(used.Pos()) {
			uses[fileOf(ident.Pos())][fileOf(used.Pos())] = true
		}
	}
	return uses
}

// largestCircle returns the largest set of files of which each reaches each other.
func largestCircle(uses map[string]map[string]bool) (largest []string) {
	reached := map[string]map[string]bool{}
	for from := range uses {
		reached[from] = map[string]bool{}
		for todo := []string{from}; len(todo) > 0; {
			file := todo[0]
			todo = todo[1:]
			for next := range uses[file] {
				if !reached[from][next] {
					reached[from][next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	for from := range uses {
		circle := []string{from}
		for to := range reached[from] {
			if to != from && reached[to][from] {
				circle = append(circle, to)
			}
		}
		slices.Sort(circle)
		if len(circle) > len(largest) || len(circle) == len(largest) && circle[0] < largest[0] {
			largest = circle
		}
	}
	return largest
}
