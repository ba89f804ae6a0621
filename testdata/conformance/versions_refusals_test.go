package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// A refusedAt is where something is refused, and with which code.
type refusedAt struct {
	Code         finding.Code
	Path         string
	Line, Column int
}

// refuses renders an application with a difference for the newest Flux and for an older one.
func (o fluxCRDs) refuses(t *testing.T, d difference, s saying) {
	t.Helper()
	data, err := yaml.Marshal(s.app)
	assert.NilError(t, err)
	newest, refused := renderFor(data, newestFlux())
	assert.Assert(t, len(refused) == 0, "%+v is refused: %v\n%s", d, refused, data)
	_, err = checker.Check(newest, Options{})
	assert.NilError(t, err, "%+v\n%s", d, newest)

	var document yaml.Node
	assert.NilError(t, yaml.Unmarshal(data, &document))
	want, paths := o.refusals(t, d.kind, newest, s, &document)
	place := strings.NewReplacer("[]", "[0]", "{}", ".a").Replace(d.path)
	if d.without != "" {
		place += "." + d.without
	}
	assert.Check(t, slices.ContainsFunc(paths, func(path string) bool { return within(place, path) }),
		"Flux %s does not refuse %+v, but %v:\n%s", o.version, d, paths, newest)

	_, refused = renderFor(data, o.version)
	var got []refusedAt
	for _, e := range refused {
		got = append(got, refusedAt{e.Code, e.Path, e.Line, e.Column})
	}
	diff := gocmp.Diff(sorted(want), sorted(got))
	assert.Check(t, diff == "", "%+v: Flux %s (-) and fluxapp (+) refuse not the same:\n%s\n%v\n%s", d, o.version, diff,
		refused, data)
}

// refusals returns what the older CRD refuses of the objects in a stream, all of one kind, as fluxapp should say it
// of the application, and where that is in the objects.
func (o fluxCRDs) refusals(t *testing.T, kind string, stream []byte, s saying,
	document *yaml.Node) (want []refusedAt, paths []string) {
	t.Helper()
	for text := range strings.SplitSeq(strings.TrimPrefix(string(stream), "---\n"), "\n---\n") {
		object := &unstructured.Unstructured{}
		assert.NilError(t, decode([]byte(text), object))
		_, k := o.current(object.GetKind())
		for _, err := range k.check(object) {
			code, path, onKey := refusal(err)
			assert.Assert(t, code != "" && object.GetKind() == kind, "%v\n%s", err, text)
			at := s.place(path)
			stands := at
			if code == codes.Required {
				stands = at[:strings.LastIndexByte(at, '.')] // what is missing stands nowhere
			}
			key, value := find(document, stands)
			assert.Assert(t, value != nil, "%s is not in the application", stands)
			if onKey {
				value = key
			}
			want, paths = append(want, refusedAt{code, at, value.Line, value.Column}), append(paths, path)
		}
	}
	return want, paths
}

// refusal reads an error of a CRD: the code that it has in fluxapp, none for one that no version is the reason of,
// where it is, and whether it is about the key there.
func refusal(err error) (code finding.Code, path string, onKey bool) {
	if _, failed := fmt.Sscanf(err.Error(), "unknown field %q", &path); failed == nil {
		return codes.FluxField, path, true
	}
	var refused *field.Error
	if !errors.As(err, &refused) {
		return "", "", false
	}
	return map[field.ErrorType]finding.Code{
		field.ErrorTypeNotSupported: codes.FluxField, field.ErrorTypeRequired: codes.Required,
	}[refused.Type], refused.Field, false
}

// within reports whether a path is another one, or below it.
func within(path, other string) bool {
	rest, ok := strings.CutPrefix(path, other)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func sorted(findings []refusedAt) []refusedAt {
	return slices.SortedFunc(slices.Values(findings), func(a, b refusedAt) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code))
	})
}
