package schema

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/json"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FuzzShape judges documents by the table and by the Go types that the table is made from.
func FuzzShape(f *testing.F) {
	for _, data := range shapeSeeds(f) {
		f.Add(data)
	}
	f.Fuzz(checkShape)
}

// TestShapeMutations moves keys and values of the cases to where they do not belong, which a fuzzer that knows bytes only
// does late.
func TestShapeMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	for _, data := range shapeSeeds(t) {
		checkShape(t, data)
		for range rounds {
			checkShape(t, mutateFields(r, data))
		}
	}
}

func shapeSeeds(t testing.TB) (all [][]byte) {
	files, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		all = append(all, data)
	}
	return all
}

// mutateFields changes the key or the value of some lines to those of others, or to something else.
func mutateFields(r *rand.Rand, data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	values := []string{"a", "1", "-1", "1.5", "1e3", "99999999999", "true", "\"true\"", "\"1\"", "on", "0x10", "[]", "{}", "[a]", "[1]", "{a: b}", "{a: 1}", "[{a: b}]", "~", "10m", "10", "\"\""}
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

// checkShape expects the table to accept what the types take, and to refuse what they do not. Where it is meant to say
// something else, the document is left out.
func checkShape(t *testing.T, data []byte) {
	docs, _ := Parse("in.yaml", data)
	for _, d := range docs {
		s, into := shapeOf(d)
		if s == nil || slices.ContainsFunc(d.problems, isText) || many(d.Root, new(10_000)) {
			continue
		}
		c := shapeCheck{unquotable: map[tree.Position]bool{}, final: true}
		c.value(d.Root, s, nil)
		text := tree.AppendJSON(nil, d.Root) // null is as good as nothing
		unknown, err := json.UnmarshalStrict(text, into)
		switch refused := err != nil || len(unknown) > 0; {
		case slices.ContainsFunc(c.problems, isOfTypes) && !refused:
			t.Fatalf("only the table refuses it: %v\n%s", Explain(c.problems), data)
		case len(c.problems) == 0 && refused && !hasLegacy(d.Root, s) && !exempt.Match(text):
			t.Fatalf("only the types refuse it: %v %v\n%s", err, unknown, data)
		}
	}
}

// exempt is what the types refuse and the table does not look at: placeholders, and times that a server has set.
var exempt = regexp.MustCompile(`\$\{|Timestamp"|"managedFields"`)

func shapeOf(d *Document) (*shape, any) {
	switch {
	case d.Class == App && d.Console():
		return shapes().application, new(Application)
	case d.Class == App:
		return shapes().fluxApplication, new(FluxApplication)
	case d.Class == Template:
		return shapes().helmChart, new(helmChart)
	case d.Class == RunConfig:
		return shapes().renderConfig, new(RenderConfig)
	case d.Class == Repository:
		return shapes().repository, new(repository)
	}
	return nil, nil
}

// isText reports whether a problem is one of the text, which JSON cannot have.
func isText(p Problem) bool {
	return slices.Contains([]Code{CodeSyntax, CodeDuplicateKey, CodeKey, CodeTag, CodeTooLarge, CodeNotJSON}, p.Code)
}

// isOfTypes reports whether the types must refuse what a problem is about. Misplaced fields, placeholders and nulls in lists
// are refused by the table alone, durations and maps of values by what the controllers make of them, and to the types a layer
// may be anything.
func isOfTypes(p Problem) bool {
	path := tree.Paths([]tree.Node{p.Node})[0]
	inLayer := strings.Contains(path, "config.defaults") || strings.Contains(path, "config.overrides")
	values := p.Node.Key() == "values" && p.Code == CodeType
	return slices.Contains([]Code{CodeUnknownField, CodeType, CodeUnquoted, CodeRange}, p.Code) &&
		!values && !inLayer && p.Node.Kind() != tree.Null
}

// hasLegacy reports whether a value has a field that the types no longer have.
func hasLegacy(n tree.Node, s *shape) bool {
	for child := range n.Children() {
		below := s.elem
		if s.kind == shapeObject {
			below = s.fields[child.Key()]
		}
		if legacyFields[s.name][child.Key()] != nil || below != nil && hasLegacy(child, below) {
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
