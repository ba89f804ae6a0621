package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/finding"

	"go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestLimits takes every limit of the specs of all kinds that fluxapp emits, and breaks one at a time: the CRD
// refuses the object for it, and fluxapp refuses each application that renders the object, with one finding that
// stands at that very field and says what to write. A value that it proposes it accepts, as all values within the
// limit.
func TestLimits(t *testing.T) {
	tried, documents, excused := 0, 0, map[int]bool{}
	for _, kind := range emittedKinds {
		for _, l := range limitsOf(t, kind, "spec", fieldSchema(checker.schemaOf(kind), "spec")) {
			tried++
			for _, c := range l.cases(t) {
				documents++
				wrong, refused := c.judge(t)
				if i := c.excuse(refused); wrong != nil && i >= 0 {
					excused[i] = true
					continue
				}
				assert.Check(t, wrong, "%s: %#v\n%s", l, c.value, c.data)
			}
		}
	}
	t.Logf("%d limits were tried in %d documents", tried, documents)
	assert.Check(t, tried >= 2800, "limits were lost")
	for i, e := range excuses {
		assert.Check(t, excused[i], "nothing needs this excuse any more: %s %v", e.limit, e.value)
	}
}

// A limitCase is an object with a value for a limit, and documents that render it.
type limitCase struct {
	limit
	good   bool
	value  any
	object map[string]any
	said   telling
	data   []byte
	place  string // where the value is in the documents
}

// cases returns all values of a limit in all ways to say them.
func (l limit) cases(t *testing.T) (all []limitCase) {
	t.Helper()
	there, path := l.path, exact.Replace(l.path)
	if l.rule == "unknown" {
		there, _ = cutPath(l.path)
	}
	for i, value := range slices.Concat(l.good, l.bad) {
		object := smallest(t, l.kind, there, value)
		for _, s := range tellings(object) {
			place := s.place(path)
			all = append(all, limitCase{
				limit: l, good: i < len(l.good), value: value, object: changed(object, path, value).(map[string]any),
				said: s, data: s.with(place, value).stream(t), place: place,
			})
		}
	}
	return all
}

// judge returns what is wrong with what the CRD and fluxapp say of a case, and what fluxapp refuses.
func (c limitCase) judge(t *testing.T) (wrong error, refused finding.Findings) {
	t.Helper()
	u := &unstructured.Unstructured{Object: c.object}
	errs := checker.kinds[u.GroupVersionKind()].check(u)
	out, refused := renderFor(c.data, "")
	if c.good {
		if len(errs) > 0 || len(refused) > 0 {
			return errors.Join(append(errs, refused.Err())...), refused
		}
		_, err := checker.Check(out, Options{})
		return err, nil
	}
	for _, err := range errs {
		if at := errorPath(err); at != exact.Replace(c.path) {
			return fmt.Errorf("breaks something else, at %s: %w", at, err), refused
		}
	}
	if len(errs) == 0 || len(refused) != 1 {
		return fmt.Errorf("the CRD has %d errors, fluxapp %d: %v", len(errs), len(refused), refused), refused
	}
	return cmp.Or(c.blames(t, refused[0]), c.helps(t, refused[0])), refused
}

// errorPath returns where an error of a CRD is.
func errorPath(err error) (path string) {
	var refused *field.Error
	switch text := err.Error(); {
	case !errors.As(err, &refused):
		_, _ = fmt.Sscanf(text, "unknown field %q", &path)
		return path
	case refused.Field == "<nil>": // of formats; the path ends the words
		return text[strings.LastIndexByte(text, ' ')+1:]
	}
	return refused.Field
}

// blames expects a finding to name the place, to stand there, and to say what to write.
func (c limitCase) blames(t *testing.T, e finding.Finding) error {
	t.Helper()
	stands := c.place
	if c.rule == "required" { // what is missing stands nowhere
		stands, _ = cutPath(c.place)
	}
	var document yaml.Node
	assert.NilError(t, yaml.Unmarshal(c.data, &document))
	key, value := find(&document, stands)
	if c.rule == "unknown" {
		value = key
	}
	switch {
	case e.Path != c.place:
		return fmt.Errorf("is not said of %s: %v", c.place, e)
	case value == nil || e.Line != value.Line || e.Column != value.Column:
		return fmt.Errorf("stands not where %s is: %v", stands, e)
	case !strings.Contains(e.Detail, "; ") && !strings.Contains(e.Detail, ", with the fields "):
		return fmt.Errorf("proposes nothing: %v", e)
	}
	return nil
}

// helps expects fluxapp to accept what a finding proposes as the value.
func (c limitCase) helps(t *testing.T, e finding.Finding) error {
	t.Helper()
	if e.Proposed == "" || c.rule == "unknown" {
		return nil
	}
	var value any
	assert.NilError(t, yaml.Unmarshal([]byte(e.Proposed), &value))
	if _, refused := renderFor(c.said.with(c.place, value).stream(t), ""); len(refused) > 0 {
		return fmt.Errorf("%s is proposed, and refused: %v", e.Proposed, refused)
	}
	return nil
}
