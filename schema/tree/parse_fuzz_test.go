package tree

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
)

// FuzzParse compares with sigs.k8s.io/yaml.
func FuzzParse(f *testing.F) {
	for _, text := range yamltest.Seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkParse(t, data) })
}

// TestParseShapes compares the shapes, in places of several kinds. With -short it takes those in one place; FuzzParse
// has them as they are.
func TestParseShapes(t *testing.T) {
	t.Parallel()
	texts, compared := 0, 0
	for _, shape := range yamltest.Shapes() {
		all := yamltest.Surroundings(shape.Text)
		if testing.Short() {
			all = all[1:2]
		}
		for _, text := range all {
			if texts++; checkParse(t, []byte(text)) {
				compared++
			}
		}
	}
	assert.Assert(t, 3*compared > texts, "the values of %d texts of %d are compared", compared, texts)
}

// TestParseRandomDocuments reaches what a fuzzer that knows bytes only finds late.
func TestParseRandomDocuments(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	mutator := yamltest.NewMutator(r)
	rounds := 5_000
	if testing.Short() {
		rounds = 150
	}
	compared := 0
	for range rounds {
		document := yamltest.Document(r)
		for _, text := range [][]byte{yamltest.Tokens(r), yamltest.Lines(r), document, yamltest.JSON(r),
			mutator.Mutate(document)} {
			if checkParse(t, text) {
				compared++
			}
		}
	}
	assert.Assert(t, compared > rounds, "the values of %d texts of %d are compared", compared, 5*rounds)
}

// checkParse compares a text with what sigs.k8s.io/yaml reads, and reports whether both have read a value.
func checkParse(t *testing.T, data []byte) bool {
	defer func() {
		if t.Failed() {
			t.Logf("%q", data)
		}
	}()
	kept := bytes.Clone(data)
	docs, problems := Parse("t.yaml", data)
	assert.Assert(t, bytes.Equal(data, kept))
	refused := false
	lines := strings.Split(string(data), "\n")
	for _, p := range problems {
		assert.Assert(t, inside(lines, p.Position), "%v of %v", p.Position, p)
		refused = refused || !p.Remark
	}
	for _, doc := range docs {
		checkNodes(t, lines, doc.Root(), map[int32]bool{})
	}
	if isStream(data) || len(docs) > 1 {
		return false // sigs.k8s.io/yaml reads the first document only, and no byte order mark but the first one
	}
	theirs, err := yaml.YAMLToJSON(data)
	if refused {
		first := len(docs) == 1 || string(theirs) == "null"
		assert.Assert(t, err != nil || mayRefuse(data, first, problems), "sigs.k8s.io/yaml reads %s, we say %v", theirs,
			problems)
		return false
	}
	if err != nil {
		assert.Assert(t, mayAccept(data, err), "only sigs.k8s.io/yaml refuses it: %v", err)
		return false
	}
	if string(theirs) == "null" && (len(docs) == 0 || bytes.Contains(data, []byte("---"))) {
		return false // we leave out a document that is null, and read the next one
	}
	assert.Equal(t, len(docs), 1)
	var want, got any
	assert.NilError(t, json.Unmarshal(theirs, &want))
	ours := AppendJSON(nil, NewBuilder().Verbatim(docs[0].Root()))
	assert.NilError(t, json.Unmarshal(ours, &got), "%s", ours)
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("sigs.k8s.io/yaml (-) and we (+) differ:\n%s", cmp.Diff(want, got))
	}
	return true
}

var marker = regexp.MustCompile("\n(\ufeff)*---([ \t\r\n]|$)")

// isStream reports whether a text may have several documents, or a byte order mark that is not its beginning.
func isStream(data []byte) bool {
	values := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte(record.ByteOrderMark))))
	var first json.RawMessage
	return marker.Match(data) || bytes.LastIndex(data, []byte(record.ByteOrderMark)) > 0 ||
		values.Decode(&first) == nil && values.More()
}

// mayRefuse reports whether we refuse a text on purpose that sigs.k8s.io/yaml reads.
func mayRefuse(data []byte, first bool, problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool {
		switch p.Rule {
		case record.DuplicateKey, record.BadKey, record.BadTag, record.TooLarge, record.NotJSON:
			return true
		case record.Syntax:
			// sigs.k8s.io/yaml does not look at what follows the first document, be it garbage
			_, err := yaml.YAMLToJSON(append(bytes.Clone(data), "\n\""...))
			if !p.Node.Exists() && (first || err == nil || !utf8.Valid(data)) {
				return true
			}
		}
		return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
	})
}

// mayAccept reports whether we read a text on purpose that sigs.k8s.io/yaml refuses.
func mayAccept(data []byte, err error) bool {
	return strings.HasSuffix(err.Error(), "found invalid Unicode character escape code") ||
		strings.HasSuffix(err.Error(), "found unknown escape character") ||
		strings.Contains(err.Error(), "excessive aliasing") ||
		// a comment behind a tab
		bytes.Contains(data, []byte("\t")) && strings.Contains(err.Error(), "cannot start any token")
}

// inside reports whether a position is one of the text's characters, or its end.
func inside(lines []string, p Position) bool {
	return p.File == "t.yaml" && p.Line >= 1 && p.Line <= len(lines) && p.Column >= 1 &&
		p.Column <= utf8.RuneCountInString(lines[p.Line-1])+1
}

func checkNodes(t *testing.T, lines []string, n Node, seen map[int32]bool) {
	if seen[n.at] {
		return
	}
	seen[n.at] = true
	assert.Assert(t, inside(lines, n.Position()), "%v", n.Position())
	assert.Assert(t, inside(lines, n.KeyPosition()), "%v", n.KeyPosition())
	last := Node{}
	for c := range n.Children() {
		if n.Kind() == Map && last.Exists() {
			assert.Assert(t, scalar.CompareKeys(last.Key(), c.Key()) < 0, "%q before %q", last.Key(), c.Key())
		}
		last = c
		checkNodes(t, lines, c, seen)
	}
	if r := n.record(); n.Kind() == String && r.Flags&record.InTable == 0 && n.Text() != "" {
		assert.Assert(t, strings.HasPrefix(strings.TrimLeft(n.tree.doc.Source.Text[r.At:], `"'`),
			strings.TrimLeft(n.Text(), `"'`)), "%v", n.Position())
	}
}
