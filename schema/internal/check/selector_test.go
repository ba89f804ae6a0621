package check

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ofKubernetes reads a selector with apimachinery, which this package does without: it links net/http.
func ofKubernetes(n tree.Node) (labels.Selector, error) {
	var written metav1.LabelSelector
	if err := json.Unmarshal(tree.AppendJSON(nil, n), &written); err != nil {
		return nil, err
	}
	return metav1.LabelSelectorAsSelector(&written)
}

// TestSelector compares with apimachinery which selectors are valid, and what these select.
func TestSelector(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	valid, invalid, selected := 0, 0, 0
	selectors := 30_000
	if testing.Short() {
		selectors = 5_000
	}
	for range selectors {
		text := randomSelector(r)
		want, err := ofKubernetes(parse(t, text))
		got, problems := Selector(parse(t, text))
		assert.Equal(t, len(problems) == 0, err == nil, "%s: %v %v", text, problems, err)
		if err != nil {
			invalid++
			assert.Assert(t, got == nil)
			continue
		}
		valid++
		for range 5 {
			text := randomLabels(r)
			of := labels.Set{}
			for label := range parse(t, text).Children() {
				of[label.Key()] = label.Text()
			}
			matches := got.Matches(parse(t, text))
			assert.Equal(t, matches, want.Matches(of), "%s of %s", got, text)
			if matches {
				selected++
			}
		}
	}
	assert.Assert(t, 6*min(valid, invalid, selected) > selectors, "%d %d %d", valid, invalid, selected)
}

// TestSelectorProblems holds that each selector that Kubernetes refuses has a message of ours, unless a value has
// another type.
func TestSelectorProblems(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	own, others := 0, 0
	for range 30_000 {
		n := parse(t, randomSelector(r))
		var written metav1.LabelSelector
		wrongType := json.Unmarshal(tree.AppendJSON(nil, n), &written) != nil
		_, problems := Selector(n)
		for _, p := range problems {
			if strings.HasPrefix(p.Detail, "is no label selector") {
				assert.Assert(t, wrongType, p.Detail)
				others++
			} else {
				own++
			}
		}
	}
	assert.Assert(t, own > 1000 && others > 100, "%d %d", own, others)
}

func parse(t *testing.T, text string) tree.Node {
	trees, wrong := tree.Parse("in.yaml", []byte(text))
	assert.Assert(t, len(trees) == 1 && len(wrong) == 0, "%s: %v", text, wrong)
	return trees[0].Root()
}

var (
	keys = []string{"a", "b", "stage", "example.org/zone", "'-a'", "a b", "A/b", "''", "example.org/",
		strings.Repeat("k", 64), "x/y/z"}
	values = []string{"a", "prod", "'1'", "''", "~", "'a b'", "-a", "'${x}'", strings.Repeat("v", 63),
		strings.Repeat("v", 64), "1", "true", "[]", "{}"}
)

// pick returns an item of a list: most often one of the first, which are valid.
func pick(r *rand.Rand, of []string, first int) string {
	if r.IntN(8) > 0 {
		return of[r.IntN(first)]
	}
	return of[r.IntN(len(of))]
}

// randomSelector returns a label selector, about half of which are valid.
func randomSelector(r *rand.Rand) string {
	var matched, expressions []string
	taken := map[string]bool{}
	for range r.IntN(3) {
		if key := pick(r, keys, 4); !taken[key] {
			taken[key] = true
			matched = append(matched, fmt.Sprintf("%s: %s", key, pick(r, values, 4)))
		}
	}
	for range r.IntN(3) {
		expressions = append(expressions, randomExpression(r))
	}
	fields := []string{fmt.Sprintf("matchLabels: {%s}", strings.Join(matched, ", ")),
		fmt.Sprintf("matchExpressions: [%s]", strings.Join(expressions, ", "))}
	wrong := []string{"matchLabels: ~", "matchLabels: []", "matchLabels: a", "matchExpressions: ~", "matchExpressions: {}",
		"matchExpressions: [~]", "matchExpressions: [a]"}
	if i := r.IntN(60); i < len(wrong) {
		fields[min(i/3, 1)] = wrong[i]
	}
	return "{" + strings.Join(fields[r.IntN(2):], ", ") + "}"
}

func randomExpression(r *rand.Rand) string {
	var fields []string
	operator := pick(r, []string{"In", "NotIn", "Exists", "DoesNotExist", "in", "Gt", "''", "~", "1"}, 4)
	if r.IntN(20) > 0 {
		fields = append(fields, "key: "+pick(r, keys, 4))
	}
	if r.IntN(20) > 0 {
		fields = append(fields, "operator: "+operator)
	}
	if (operator == "In" || operator == "NotIn") != (r.IntN(10) == 0) {
		var of []string
		for range r.IntN(4) {
			of = append(of, pick(r, values, 4))
		}
		fields = append(fields, "values: ["+strings.Join(of, ", ")+"]")
	} else if r.IntN(30) == 0 {
		fields = append(fields, pick(r, []string{"values: ~", "values: a", "values: {a: b}"}, 3))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// randomLabels returns a few labels of those that selectors name. They are valid.
func randomLabels(r *rand.Rand) string {
	var fields []string
	for _, key := range keys[:4] {
		if r.IntN(2) == 0 {
			fields = append(fields, key+": "+values[r.IntN(4)])
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
