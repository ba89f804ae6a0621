package kinds_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// mayNameFields are the files and folders that may name fields of the table, each with its reason.
var mayNameFields = map[string]string{
	"schema/internal":           "the fields and words of documents, most of them generated from Flux's types",
	"schema/validate":           "the rules of documents, whose entries have Flux's fields",
	"schema/entries.go":         "reads documents",
	"schema/check_document.go":  "the rules of a document",
	"render/internal/inventory": "reads documents",
	"render/internal/entries":   "merges documents",
	"render/internal/overlay":   "merges documents",
	"render/internal/rules":     "the rules of merged entries",
	"render/internal/delivery":  "reads the RenderConfig, and fills the fields of what delivers",
	"render/internal/plan": "fills the fields of objects, and Placement.Written reads them where they " +
		"are planned",
	"render/internal/emit":          "writes objects",
	"render/origin.go":              "tells where the fields come from that emit fills",
	"render/internal/verify":        "compares what documents write: references, and entries with one another",
	"krmfn/internal/output/list.go": "namePrefix and nameSuffix are fields of a kustomization.yaml here",

	"render/change/pair.go":             "undoes what emit adds because of other objects",
	"render/change/limit_count.go":      "the fields that emit adds because of other objects count for no limit",
	"krmfn/internal/explained/field.go": "people name a field as it is in an entry",
	"render/promote/request.go":         "people name a field as it is in an entry",

	"render/adopt":               "makes documents of objects, the reverse of emit",
	"krmfn/cmd/fluxapp/adopt.go": "kubeConfig is a value of the flag --cluster-from",
}

// TestFieldsAreInTheTable refuses string literals outside of the table that are fields of Flux's objects which it has:
// a reader of such a field reads the table.
func TestFieldsAreInTheTable(t *testing.T) {
	fields, used := fieldsOfTable(), map[string]bool{}
	assert.Assert(t, len(mayNameFields) <= 21, "%d exceptions", len(mayNameFields))
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(file, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "schema/kinds" || entry.Name() == "node_modules" ||
			entry.Name() == ".git" || name == "render/final"): // a module of its own, which does as Flux's controllers do
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		found := literals(t, file, fields)
		if exception := exceptionFor(name); exception != "" {
			used[exception] = used[exception] || len(found) > 0
			return nil
		}
		for _, literal := range found {
			t.Errorf("%s names the field %s; read it from the table of kinds", name, literal)
		}
		return nil
	})
	assert.NilError(t, err)
	for exception := range mayNameFields {
		assert.Check(t, used[exception], "%s names no field any more", exception)
	}
}

// exceptionFor returns the entry of the list that a file falls under: itself, or a folder above it.
func exceptionFor(file string) string {
	for at := file; at != "."; at = path.Dir(at) {
		if mayNameFields[at] != "" {
			return at
		}
	}
	return ""
}

// fieldsOfTable are the keys of fields in the table that are no plain words, as sourceRef is none, and the whole paths.
func fieldsOfTable() map[string]bool {
	fields := map[string]bool{}
	add := func(at kinds.Path) {
		text := strings.ReplaceAll(at.String(), "[]", "")
		if strings.Contains(text, ".") {
			fields[text] = true
		}
		for key := range strings.SplitSeq(text, ".") {
			if strings.ToLower(key) != key {
				fields[key] = true
			}
		}
	}
	for k := range kinds.With(kinds.Written) {
		for _, r := range k.References {
			add(r.At)
		}
		for _, part := range k.Identity {
			add(part.At)
		}
		for _, at := range append(k.Place, k.ChartName, k.ChartVersion, k.ChartInPlace, k.Creates, k.Revision.At,
			k.MadeName) {
			add(at)
		}
	}
	add(kinds.Suspend)
	return fields
}

// literals returns the string literals of a file that are fields.
func literals(t *testing.T, file string, fields map[string]bool) (found []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	assert.NilError(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && fields[text] {
				found = append(found, text)
			}
		}
		return true
	})
	return found
}
