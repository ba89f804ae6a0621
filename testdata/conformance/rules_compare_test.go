package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// A comparison asks CEL and fluxapp about the combinations of a group of rules.
type comparison struct {
	*testing.T
	ruleGroup
	good   map[string]any
	whole  *kind // with all rules
	plain  kind  // without rules
	each   []oneRule
	asked  map[string]ruling
	count  tally
	alone  map[rule]bool   // rules that refused what no other one refuses
	met    map[string]bool // reasons
	used   map[string]bool // doors that said something
	differ int
}

func newComparison(t *testing.T, g ruleGroup) *comparison {
	t.Helper()
	good := &unstructured.Unstructured{}
	assert.NilError(t, decode([]byte(g.object), good))
	whole := checker.kinds[good.GroupVersionKind()]
	c := &comparison{
		T: t, ruleGroup: g, good: good.Object, whole: whole, plain: *whole,
		asked: map[string]ruling{}, alone: map[rule]bool{}, met: map[string]bool{}, used: map[string]bool{},
	}
	c.domains = withEnums(g.domains, whole)
	c.plain.rules = nil
	for _, r := range crdRules() {
		if r.kind == g.kind {
			c.each = append(c.each, oneRule{r, whole.only(r)})
		}
	}
	return c
}

// combination compares what CEL says of one combination with what fluxapp says, through all doors.
func (c *comparison) combination(object map[string]any) {
	c.count.combinations++
	var all ruling // of all that the object can become
	accepted := false
	filled := fillings(object, c.domains, c.whole)
	for _, one := range filled {
		r := c.ask(one)
		all.taken = all.taken || r.taken
		for _, broken := range r.refused {
			if !slices.Contains(all.refused, broken) {
				all.refused = append(all.refused, broken)
			}
		}
		accepted = accepted || r.taken && len(r.refused) == 0
	}
	switch {
	case !all.taken:
		c.count.schema++
	case !accepted:
		c.count.refused++
		if len(all.refused) == 1 {
			c.alone[all.refused[0]] = true
		}
	}
	said := 0
	for _, d := range c.doors {
		documents := d.write(object)
		if documents == nil {
			continue
		}
		said++
		c.used[d.name] = true
		c.count.documents++
		text, result, errs := c.render(documents)
		var wrong error
		switch why := c.cannotSay(object, d); {
		case accepted && why != nil:
			c.count.unsayable++
			c.met[why.why] = true
			wrong = why.refusedBy(errs)
		case !all.taken && len(errs) == 0:
			wrong = fmt.Errorf("the schema refuses it, and fluxapp does not")
		case !all.taken: // wherever
		case accepted && len(errs) > 0:
			wrong = fmt.Errorf("CEL takes it, and fluxapp refuses it")
		case accepted:
			wrong = c.rendersThat(d, object, result)
		case len(errs) == 0 && leavesOpen(all.refused, result):
		default:
			wrong = c.refusedThere(d, all.refused, c.withoutUnsayable(object, d, errs), len(filled) > 1)
		}
		if wrong != nil {
			c.difference(fmt.Errorf("%s: %w\nCEL: %v\nfluxapp: %v\nof\n%s", d.name, wrong, all.refused, errs, text))
		}
	}
	assert.Assert(c, said > 0, "nothing says %v", object["spec"])
}

// maxDifferences is how many are printed.
const maxDifferences = 10

// difference reports that fluxapp and CEL differ.
func (c *comparison) difference(wrong error) {
	c.Fail()
	if c.differ++; c.differ <= maxDifferences {
		c.Log(wrong)
	}
}

func (c *comparison) render(documents []any) ([]byte, render.Result, finding.Findings) {
	var texts [][]byte
	for _, document := range documents {
		text, err := json.Marshal(document)
		assert.NilError(c, err)
		texts = append(texts, text)
	}
	text := bytes.Join(texts, []byte("\n---\n"))
	docs := schema.Parse("in.yaml", text) // Render says it again
	result, err := render.Render(docs, render.Options{AllowEmpty: true})
	return text, result, finding.From(err)
}

// cannotSay returns why the language cannot say an object that Flux takes; nil if it can.
func (c *comparison) cannotSay(object map[string]any, d door) *unsayable {
	for i, u := range c.unsayable {
		if (u.door == "" || u.door == d.name) && u.when(object) {
			return &c.unsayable[i]
		}
	}
	return nil
}

// withoutUnsayable returns the errors that are not about a field that the language cannot say.
func (c *comparison) withoutUnsayable(object map[string]any, d door, errs finding.Findings) finding.Findings {
	return slices.DeleteFunc(slices.Clone(errs), func(e finding.Finding) bool {
		return slices.ContainsFunc(c.unsayable, func(u unsayable) bool {
			return u.field != "" && u.when(object) && e.Code == u.code && slices.Contains(d.places(u.field), e.Path)
		})
	})
}

// leavesOpen reports whether a document leaves the interval that rules ask for to another tool.
func leavesOpen(rules []rule, result render.Result) bool {
	return len(OpenFields(result.Findings)) > 0 &&
		!slices.ContainsFunc(rules, func(r rule) bool { return !strings.Contains(r.text, "has(self.spec.interval)") })
}

// refusedBy expects that fluxapp refuses what the language cannot say.
func (u unsayable) refusedBy(errs finding.Findings) error {
	if !slices.ContainsFunc(errs, func(e finding.Finding) bool { return e.Code == u.code }) {
		return fmt.Errorf("%s, and fluxapp does not say %s", u.why, u.code)
	}
	return nil
}

// refusedThere expects that each error stands at a field of a rule that CEL has broken, and that each such rule has
// one. With placeholders no single rule is to blame.
func (c *comparison) refusedThere(d door, rules []rule, errs finding.Findings, placeholders bool) error {
	if len(errs) == 0 {
		return fmt.Errorf("CEL refuses it, and fluxapp does not")
	}
	for _, e := range errs {
		if !slices.ContainsFunc(rules, func(r rule) bool { return d.blames(r, e) }) {
			return fmt.Errorf("no rule that is broken names %s", e.Path)
		}
	}
	for _, r := range rules {
		if !placeholders && !slices.ContainsFunc(errs, func(e finding.Finding) bool { return d.blames(r, e) }) {
			return fmt.Errorf("no error names a field of %q", r.text)
		}
	}
	return nil
}

// blames reports whether an error stands at or below a field that a rule names, or where the rule itself stands,
// below spec.
func (d door) blames(r rule, e finding.Finding) bool {
	if r.path != "spec" && slices.Contains(d.places(r.path), e.Path) {
		return true
	}
	for _, field := range r.fields() {
		for _, place := range d.places(field) {
			if rest, ok := strings.CutPrefix(e.Path, place); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				return true
			}
		}
	}
	return false
}

// places returns where a field of the object stands in the documents.
func (d door) places(path string) (places []string) {
	path = strings.TrimPrefix(strings.TrimPrefix(path, "spec"), ".")
	for field, at := range d.at {
		rest, ok := strings.CutPrefix(path, field)
		if !ok || field != "" && rest != "" && rest[0] != '.' {
			continue
		}
		if field == "" && rest != "" {
			rest = "." + rest
		}
		for _, place := range at {
			places = append(places, place+rest)
		}
	}
	return places
}

// rendersThat expects that fluxapp renders the fields as the object has them.
func (c *comparison) rendersThat(d door, object map[string]any, result render.Result) error {
	kindName, path := c.kind, "spec"
	if d.kind != "" {
		kindName, path = d.kind, d.path
	}
	for _, o := range result.Objects {
		if o.Kind() != kindName {
			continue
		}
		var rendered map[string]any
		assert.NilError(c, json.Unmarshal(o.JSON(), &rendered))
		for _, tried := range c.domains {
			field, _, _ := strings.Cut(strings.TrimPrefix(tried.path, "spec."), ".")
			want, got := withoutNulls(get(object, "spec."+field)), withoutNulls(get(rendered, path+"."+field))
			if !reflect.DeepEqual(want, got) {
				return fmt.Errorf("%s is rendered as %v, not %v", field, got, want)
			}
		}
		return nil
	}
	return fmt.Errorf("no %s is rendered", kindName)
}

// finish holds that the combinations were worth it: each rule alone has refused one, each door was used, and each
// reason met.
func (c *comparison) finish() {
	for _, r := range c.rules() {
		assert.Check(c, c.alone[r], "no combination breaks this rule alone: %s", r.text)
	}
	for _, d := range c.doors {
		assert.Check(c, c.used[d.name], "nothing was said with %s", d.name)
	}
	for _, u := range c.unsayable {
		assert.Check(c, c.met[u.why], "nothing is refused because %s", u.why)
	}
	if c.differ > maxDifferences {
		c.Logf("%d combinations differ", c.differ)
	}
}
