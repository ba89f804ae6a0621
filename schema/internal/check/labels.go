package check

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// LabelSelector selects what fulfils all its requirements. An empty one selects everything.
type LabelSelector []Requirement

// Requirement is a condition on one label.
type Requirement struct {
	// Key is the label, and Operator one of In, NotIn, Exists and DoesNotExist. A label of matchLabels has In and one
	// value.
	Key, Operator string
	// Values are those that In and NotIn compare with.
	Values []string
}

// Matches reports whether a map of labels fulfils all requirements.
func (s LabelSelector) Matches(labels tree.Node) bool {
	return !slices.ContainsFunc(s, func(r Requirement) bool { return !r.matches(labels.Find(r.Key)) })
}

func (r Requirement) matches(label tree.Node) bool {
	switch r.Operator {
	case "In":
		return label.Exists() && slices.Contains(r.Values, label.Text())
	case "NotIn":
		return !label.Exists() || !slices.Contains(r.Values, label.Text())
	case "Exists":
		return label.Exists()
	}
	return !label.Exists()
}

func (r Requirement) check() error {
	compares := r.Operator == "In" || r.Operator == "NotIn"
	invalid := func(value string) bool { return len(content.IsLabelValue(value)) > 0 }
	switch {
	case !compares && r.Operator != "Exists" && r.Operator != "DoesNotExist":
		return fmt.Errorf("%q is no operator", r.Operator)
	case len(content.IsLabelKey(r.Key)) > 0:
		return fmt.Errorf("%q is no key of a label", r.Key)
	case compares != (len(r.Values) > 0):
		return fmt.Errorf("%s has the wrong number of values", r.Operator)
	case slices.ContainsFunc(r.Values, invalid):
		return errors.New("a value is no value of a label")
	}
	return nil
}

// readSelector reads a label selector. A null is an absent field, and in a list of values an empty text.
func readSelector(n tree.Node) (s LabelSelector, err error) {
	reader := selectorReader{}
	reader.expect(n, tree.Map)
	for label := range reader.expect(n.Get("matchLabels"), tree.Map).Children() {
		if label.Kind() != tree.Null {
			s = append(s, Requirement{label.Key(), "In", []string{reader.expect(label, tree.String).Text()}})
		}
	}
	for item := range reader.expect(n.Get("matchExpressions"), tree.List).Children() {
		reader.expect(item, tree.Map)
		r := Requirement{Key: reader.expect(item.Get("key"), tree.String).Text(),
			Operator: reader.expect(item.Get("operator"), tree.String).Text()}
		for value := range reader.expect(item.Get("values"), tree.List).Children() {
			r.Values = append(r.Values, reader.expect(value, tree.String).Text())
		}
		s = append(s, r)
	}
	for _, r := range s {
		reader.errs = append(reader.errs, r.check())
	}
	return s, errors.Join(reader.errs...)
}

type selectorReader struct{ errs []error }

// expect returns a value of a kind. An absent value and a null are of any.
func (r *selectorReader) expect(n tree.Node, kind tree.Kind) tree.Node {
	if n.Exists() && n.Kind() != tree.Null && n.Kind() != kind {
		r.errs = append(r.errs, fmt.Errorf("%q is %s, and must be %s", n.Key(), n.Kind(), kind))
	}
	return n
}
