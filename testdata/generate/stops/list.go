// Package stops lists the places in the code of source-controller, and of the packages of Flux by which it reads Git
// and logs in, that make an error: each may stop a source for ever because of its spec alone. places.txt says for each
// place which rule of fluxapp finds it in a document, or why none can; the test compares the two, so that a newer
// controller with another place fails it. [New] tells what a newer version has that nobody has judged.
package stops

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// toolchain is what modules of Flux 2.10 need, or a newer one that a go.mod asks for.
const toolchain = "go1.27.3+auto"

// roots are the folders that are read, by module.
var roots = map[string][]string{
	"github.com/fluxcd/source-controller": {"internal/controller", "internal/bucket", "internal/helm", "internal/oci"},
	"github.com/fluxcd/pkg/git":           {".", "gogit"},
	"github.com/fluxcd/pkg/auth":          {".", "aws", "azure", "gcp"},
}

// makers are the calls that make an error of a source, with the reason that its condition gets as the last argument.
// judges are libraries that decide about a value of the spec, and whose errors are often handed on as they are.
var (
	makers = []string{"serror.NewStalling", "serror.NewGeneric", "serror.NewWaiting", "fmt.Errorf", "errors.New"}
	judges = []string{"regexp.Compile", "semver.NewConstraint", "semver.NewVersion", "name.NewRepository",
		"name.ParseReference", "url.Parse", "gcrv1.NewHash", "minio.New", "git.NewAuthOptions", "repository.NormalizeURL",
		"s3utils.CheckValidBucketName", "providers.ByScheme", "version.ParseVersion"}
)

// elsewhere are functions that no source is read by: of other controllers, of the controller's start and of its log.
var elsewhere = []string{"NewRESTConfig", "GetRESTConfig", "ParseClusterAddress", "parseCluster", "Push",
	"GetAccessCredentialOptionsForCluster", "SwitchBranch", "redactURL", "eventLogf", "annotatedEventLogf",
	"SetupWithManager", "requestsForBucketChange", "requestsForGitRepositoryChange", "requestsForHelmRepositoryChange",
	"indexHelmRepositoryByURL", "load"}

// A Place makes an error.
type Place struct {
	File, Function string
	// What is the call, the reason of the condition and the text of the error, as far as they are literals.
	What string
}

// Places returns all places, in order, with the versions of the modules that a folder's go.mod names. A package of Flux
// that is called and not read is a place too: a newer version may have moved code there.
func Places(folder string) ([]Place, error) {
	var places []Place
	for module, below := range roots {
		dir, err := moduleDir(folder, module)
		if err != nil {
			return nil, err
		}
		for _, root := range below {
			found, err := placesBelow(dir, root, path.Base(module))
			if err != nil {
				return nil, err
			}
			places = append(places, found...)
		}
	}
	slices.SortFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Function, b.Function), cmp.Compare(a.What, b.What))
	})
	return slices.CompactFunc(places, func(a, b Place) bool { return a == b && a.Function == importing }), nil
}

func moduleDir(folder, module string) (string, error) {
	for _, args := range [][]string{{"mod", "download", module}, {"list", "-m", "-f", "{{.Dir}}", module}} {
		command := exec.Command("go", args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain)
		out, err := command.Output()
		if err != nil {
			return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
		if args[0] == "list" {
			return strings.TrimSpace(string(out)), nil
		}
	}
	return "", nil
}

// placesBelow reads the Go files of a folder, and of those below it where that is deep.
func placesBelow(dir, root, module string) (places []Place, err error) {
	err = filepath.WalkDir(filepath.Join(dir, root), func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && !isDeep(root) && file != filepath.Join(dir, root):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		short, err := filepath.Rel(dir, file)
		places = append(places, unread(parsed, module)...)
		places = append(places, placesIn(parsed, path.Join(module, filepath.ToSlash(short)))...)
		return err
	})
	return places, err
}

func placesIn(file *ast.File, name string) (places []Place) {
	for _, declaration := range file.Decls {
		function := "(package)"
		if f, ok := declaration.(*ast.FuncDecl); ok {
			function = f.Name.Name
		}
		ast.Inspect(declaration, func(n ast.Node) bool {
			what, within := placeAt(n)
			if what != "" && !slices.Contains(elsewhere, function) {
				places = append(places, Place{name, function, what})
			}
			return within
		})
	}
	return places
}

// placeAt describes the place that a node is; within is false where what is below is a part of it.
func placeAt(n ast.Node) (what string, within bool) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if strings.HasSuffix(text(n.Type), "BuildError") {
			return "BuildError " + describe(n), false
		}
	case *ast.CallExpr:
		switch called := text(n.Fun); {
		case slices.Contains(judges, called):
			return called, true
		case slices.Contains(makers, called):
			return strings.TrimPrefix(called, "serror.") + " " + describe(n), false
		}
	}
	return "", true
}

// describe returns the reasons and the texts below a node, in order.
func describe(n ast.Node) string {
	var words []string
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				words = append(words, n.Value)
			}
		case *ast.SelectorExpr:
			if strings.HasSuffix(n.Sel.Name, "Reason") || n.Sel.Name == "VerificationError" {
				words = append(words, n.Sel.Name)
			}
		case *ast.Ident:
			if strings.HasPrefix(n.Name, "ErrChart") || strings.HasPrefix(n.Name, "ErrValues") ||
				strings.HasPrefix(n.Name, "ErrDependency") || n.Name == "ErrUnknown" {
				words = append(words, n.Name)
			}
		}
		return true
	})
	return strings.Join(words, " ")
}

// text returns a name with its package: serror.NewStalling.
func text(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name
	case *ast.SelectorExpr:
		return text(n.X) + "." + n.Sel.Name
	}
	return ""
}
