package shape_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/json"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// FuzzTypes validates documents by the table and by the Go types that the table is made from.
func FuzzTypes(f *testing.F) {
	for _, data := range shapeSeeds(f) {
		f.Add(data)
	}
	f.Fuzz(compareWithTypes)
}

// TestMutations moves keys and values of the cases to where they do not belong, which a fuzzer that knows bytes only
// does late.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	for _, data := range shapeSeeds(t) {
		compareWithTypes(t, data)
		for range rounds {
			compareWithTypes(t, mutateFields(r, data))
		}
	}
}

func shapeSeeds(t testing.TB) (all [][]byte) {
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		all = append(all, data)
	}
	return all
}

// mutateFields changes the key or the value of some lines to another line's, or to something else.
func mutateFields(r *rand.Rand, data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	values := []string{"a", "1", "-1", "1.5", "1e3", "99999999999", "true", "\"true\"", "\"1\"", "on", "0x10", "[]", "{}",
		"[a]", "[1]", "{a: b}", "{a: 1}", "[{a: b}]", "~", "10m", "10", "\"\""}
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		key, value, found := bytes.Cut(lines[i], []byte(":"))
		other, otherValue, _ := bytes.Cut(lines[j], []byte(":"))
		switch {
		case !found:
		case r.IntN(3) == 0:
			margin := key[:len(key)-len(bytes.TrimLeft(key, " -"))]
			lines[i] = slices.Concat(margin, bytes.TrimLeft(other, " -"), []byte(":"), value)
		case r.IntN(2) == 0 && len(bytes.TrimSpace(value)) > 0:
			lines[i] = slices.Concat(key, []byte(": "+values[r.IntN(len(values))]+"\n"))
		default:
			lines[i] = slices.Concat(key, []byte(":"), otherValue)
		}
	}
	return bytes.Join(lines, nil)
}

// compareWithTypes expects the table to accept what the types take, and to refuse what they do not. Where it is meant
// to say something else, the document is left out.
func compareWithTypes(t *testing.T, data []byte) {
	trees, wrong := tree.Parse("in.yaml", data)
	if slices.ContainsFunc(wrong, isText) {
		return
	}
	for _, doc := range trees {
		root := doc.Root()
		s, into := shapeOf(root)
		if s == nil || many(root, new(10_000)) {
			continue
		}
		checked := shape.Check(root, s, true)
		problems := checked.Problems
		text := tree.AppendJSON(nil, root) // null is as good as nothing
		unknown, err := json.UnmarshalStrict(text, into)
		switch refused := err != nil || len(unknown) > 0; {
		case slices.ContainsFunc(problems, isOfTypes) && !refused:
			t.Fatalf("only the table refuses it: %v\n%s", finding.Locate(problems), data)
		case err == nil && !*newest: // the table knows fields of a newer Flux
		case len(problems) == 0 && refused && !checked.Grows && !hasLegacy(root, s) && !exempt.Match(text):
			t.Fatalf("only the types refuse it: %v %v\n%s", err, unknown, data)
		}
	}
}

// exempt is what the types refuse and the table does not look at: placeholders, and times that a server has set.
var exempt = regexp.MustCompile(`\$\{|Timestamp"|"managedFields"`)

// shapeOf returns the shape of a document and a value of its type; nil for a document that is not for fluxapp.
func shapeOf(root tree.Node) (*shape.Shape, any) {
	group, kind := kinds.GroupOf(root.Get("apiVersion").Text()), root.Get("kind").Text()
	switch kinds.Find(kinds.Read, group, kind) {
	case kinds.Application:
		return shape.All().Application, new(v1alpha1.Application)
	case kinds.FluxApplication:
		return shape.All().FluxApplication, new(v1alpha1.FluxApplication)
	case kinds.FluxApplicationBase:
		return shape.All().Base, new(v1alpha1.FluxApplicationBase)
	case kinds.HelmChart:
		return shape.All().HelmChart, reflect.New(legacy.HelmChart).Interface()
	case kinds.RenderConfig:
		return shape.All().RenderConfig, new(v1alpha1.RenderConfig)
	case kinds.KubeSphereRepository:
		return shape.All().Repository, reflect.New(legacy.Repository).Interface()
	}
	return nil, nil
}

// isText reports whether a problem is one of the text, which JSON cannot have.
func isText(p tree.Problem) bool {
	return slices.Contains([]record.Rule{record.Syntax, record.DuplicateKey, record.BadKey, record.BadTag, record.TooLarge,
		record.NotJSON}, p.Rule)
}

// isOfTypes reports whether the types must refuse what a problem is about. Misplaced fields, placeholders and nulls
// in lists are refused by the table alone, durations and maps of values by what the controllers make of them. To the
// types a layer may be anything, and an amount any text.
func isOfTypes(p finding.Problem) bool {
	path := tree.Paths([]tree.Node{p.Node})[0]
	inLayer := strings.Contains(path, "config.defaults") || strings.Contains(path, "config.overrides")
	values := p.Node.Key() == "values" && p.Code == codes.Type
	amount := strings.Contains(path, "spec.limits.max") &&
		(p.Node.Kind() == tree.String || strings.HasPrefix(p.Node.Text(), "-"))
	return slices.Contains([]finding.Code{codes.UnknownField, codes.Type, codes.Unquoted,
		check.CodeRange}, p.Code) &&
		!values && !amount && !inLayer && p.Node.Kind() != tree.Null
}

// hasLegacy reports whether a value has a field that the types no longer have.
func hasLegacy(n tree.Node, s *shape.Shape) bool {
	for child := range n.Children() {
		below := s.Elem
		if s.Kind == shape.Object {
			below = s.Fields[child.Key()].Shape
		}
		if legacy.Fields[s.Name][child.Key()] != nil || below != nil && hasLegacy(child, below) {
			return true
		}
	}
	return false
}

// many reports whether a value stands for more nodes than are left, all aliases written out.
func many(n tree.Node, left *int) bool {
	for c := range n.Children() {
		if *left--; *left < 0 || many(c, left) {
			return true
		}
	}
	return false
}
