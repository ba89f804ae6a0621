package shape

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// checker leaves required fields to the merged entry, where they are validated later.
type checker struct {
	Checked
	final bool
	// maps are the maps and lists around the value that is checked, from the outermost to the innermost.
	maps []mapAt
}

// Checked is what [Check] finds.
type Checked struct {
	Problems   []finding.Problem
	Unquotable map[tree.Position]bool // places of booleans and numbers, spelt as in no JSON, that quotes would make wrong
	Grows      bool                   // a layer has a key with an operator, or the escape of one
}

// Check returns what is wrong with the types and the fields of a value. Final means that no references are left: a
// reference may become a value of any type.
func Check(n tree.Node, s *Shape, final bool) Checked {
	c := checker{final: final}
	if n.Exists() {
		c.value(n, s, nil)
	}
	return c.Checked
}

func (c *checker) report(p finding.Problem) { c.Problems = append(c.Problems, p) }

func (c *checker) value(n tree.Node, s *Shape, r *Rule) {
	if n.Kind() == tree.Null || s.Kind == Any || len(c.Problems) > finding.MaxErrors {
		return
	}
	if want := s.takes(); n.Kind() != want && (s.Short == "" && s.Kind != Amount || n.Kind() != tree.String) {
		if !c.final && (names.IsWholeReference(n) || names.IsRemoval(n)) {
			return
		}
		c.wrongType(n, s, r, want)
		return
	}
	if (s.Kind == Bool || s.Kind == Integer) && n.Written() != n.Text() {
		if c.Unquotable == nil {
			c.Unquotable = map[tree.Position]bool{}
		}
		c.Unquotable[n.Position()] = true
	}
	switch s.Kind {
	case Object: // of which a name has no fields
		c.object(n, s)
	case Dict:
		for child := range n.Children() {
			c.value(child, s.Elem, r)
		}
	case List:
		c.maps = append(c.maps, mapAt{node: n, shape: s})
		c.items(n.Children(), s.Elem, r)
		c.maps = c.maps[:len(c.maps)-1]
	case Integer:
		c.integer(n, s)
	case Duration:
		c.duration(n, r)
	case Amount:
		c.amount(n, s)
	}
}

func (s *Shape) takes() tree.Kind {
	return [...]tree.Kind{Any: tree.Absent, String: tree.String, Bool: tree.Bool, Integer: tree.Number,
		Duration: tree.String, List: tree.List, Dict: tree.Map, Object: tree.Map, Amount: tree.Number}[s.Kind]
}

func (c *checker) object(n tree.Node, s *Shape) {
	c.maps = append(c.maps, mapAt{node: n, shape: s})
	for child := range n.Children() {
		field := s.field(n, child.Key())
		switch {
		case field != nil:
			c.value(child, field, s.Fields[child.Key()].Rule)
		case !c.removesItem(child) && !c.growing(child):
			c.unknown(child)
		}
		switch isLayer := s.isEntry() && !c.final; {
		case isLayer && child.Key() == "values":
			c.values(child, true, false)
		case isLayer && child.Key() == "params":
			c.params(child)
		}
	}
	c.maps = c.maps[:len(c.maps)-1]
}

func (c *checker) items(items iter.Seq[tree.Node], s *Shape, r *Rule) {
	for item := range items {
		if item.Kind() == tree.Null {
			c.report(finding.Problem{Code: check.CodeNullItem, Node: item, Current: "null",
				Detail: "a list cannot have a null; write a value, or leave the item out"})
			continue
		}
		c.value(item, s, r)
	}
}

func (c *checker) wrongType(n tree.Node, s *Shape, r *Rule, want tree.Kind) {
	if s.Short != "" && (n.Kind() == tree.Number || n.Kind() == tree.Bool) {
		s, r, want = s.Fields[s.Short].Shape, s.Fields[s.Short].Rule, tree.String
	}
	p := finding.Problem{Code: codes.Type, Node: n, Current: n.Written(),
		Detail: fmt.Sprintf("is %s; write %s", n.Kind(), want)}
	quoted := strconv.Quote(n.Written())
	remedy := c.typeRemedy(n)
	switch {
	case s.Kind == Amount:
		p.Detail = fmt.Sprintf("is %s; %s", n.Kind(), writeAmount)
	case s.Kind == Duration:
		p.Code, p.Detail = codes.Duration, notDuration(n, r)
	case remedy != "" && !names.Placeholder(n.Text()):
		p.Detail = fmt.Sprintf("is %s; %s", n.Kind(), remedy)
		p.Hiding = fmt.Sprintf("is %s, and %s belongs here", n.Kind(), want)
	case want == tree.String && r.expectation() != "" && !r.fits(n.Written()): // quotes would not make it right
		p.Detail = fmt.Sprintf("is %s, and a string belongs here; write %s", n.Kind(), r.expectation())
	case want == tree.String && (n.Kind() == tree.Number || n.Kind() == tree.Bool):
		p.Code, p.Proposed = codes.Unquoted, quoted
		p.Detail = fmt.Sprintf("%s is %s, and a string belongs here; write %s", n.Written(), n.Kind(), quoted)
		p.Hiding = fmt.Sprintf("is %s, and a string belongs here; quote it", n.Kind())
	case n.Kind() == tree.String && names.Placeholder(n.Text()):
		p.Code = check.CodePlaceholder
		p.Detail = fmt.Sprintf("a ${…} is a string until it is replaced, and %s belongs here; write the value", want)
	case n.Kind() == tree.String && isWord(want, n.Text()):
		p.Proposed = n.Text()
		p.Detail = fmt.Sprintf("%s is a string, and %s belongs here; write it without quotes", quoted, want)
		p.Hiding = fmt.Sprintf("is a string, and %s belongs here; write it without quotes", want)
	case s.Short != "":
		p.Detail = fmt.Sprintf("is %s; write a name, or a map with one or more of %s", n.Kind(),
			strings.Join(s.Names(), ", "))
	case want == tree.Bool:
		p.Detail = fmt.Sprintf("is %s; write true or false", n.Kind())
	case want == tree.List:
		p.Detail = fmt.Sprintf("is %s, and a list belongs here; begin each item with \"- \"", n.Kind())
	case n.Kind() == tree.String && s.Kind == Object && len(s.Fields) == 1 && s.Fields["name"].Shape != nil &&
		names.Valid(n.Text()):
		p.Detail = fmt.Sprintf("is a string; write %s: {name: %s}", n.Key(), n.Text())
	case s.Kind == Object && len(s.Fields) == 1:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write %s below it", n.Kind(), s.Names()[0])
	case s.Kind == Object && s.isListed():
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write below it one or more of %s", n.Kind(),
			strings.Join(s.Names(), ", "))
	case want == tree.Map && n.Kind() == tree.String && s.Kind == Dict:
		p.Detail = "is a string, and a map belongs here; write the map itself, without quotes or |"
	case s.Kind == Dict:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write key: value below it", n.Kind())
	case want == tree.Map:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write its fields below it", n.Kind())
	}
	c.report(p)
}

func isWord(want tree.Kind, text string) bool {
	if want == tree.Bool {
		return text == "true" || text == "false"
	}
	_, err := strconv.Atoi(text)
	return want == tree.Number && err == nil
}

func (c *checker) integer(n tree.Node, s *Shape) {
	_, err := strconv.ParseInt(n.Text(), 10, s.Bits)
	if err == nil {
		return
	}
	why := "is no whole number; write one without fraction or exponent"
	if errors.Is(err, strconv.ErrRange) {
		why = fmt.Sprintf("is out of range; write a number of at most %d bits", s.Bits)
	}
	c.report(finding.Problem{Code: check.CodeRange, Node: n, Current: n.Written(), Detail: n.Written() + " " + why,
		Hiding: why})
}

func (c *checker) duration(n tree.Node, r *Rule) {
	text := n.Text()
	if strings.HasPrefix(text, "0") {
		c.zero(n, r)
	}
	if names.Placeholder(text) || !c.final && (names.IsReference(n) || names.IsRemoval(n)) {
		return
	}
	p := finding.Problem{Code: codes.Duration, Node: n, Current: text}
	known := matches(durationPattern, text)
	length, err := time.ParseDuration(text)
	switch {
	case known && err != nil: // the CRDs take it, and then no controller can read the object
		p.Detail = fmt.Sprintf("%q is longer than Flux can count; write at most 2562047h", text)
	case known && r.fits(text):
		return
	case known:
		p.Proposed = withoutHours(length)
		p.Detail = fmt.Sprintf("%q counts hours, which the timeout of a source cannot; write %s", text, p.Proposed)
	default:
		p.Proposed = repairDuration(text, r)
		p.Detail = fmt.Sprintf("%q is no duration; write %s", text, p.Proposed)
		if p.Proposed == "" {
			p.Detail = fmt.Sprintf("%q is no duration; write it as %s", text, durations(r))
		}
	}
	if p.Hiding = fmt.Sprintf("is no duration; write it as %s", durations(r)); known {
		p.Hiding = "is longer than the field takes; write a shorter one, in minutes"
	}
	c.report(p)
}

// zero warns of a duration of zero. Controllers end with an interval as ctrl.Result.RequeueAfter, and then
// controller-runtime does not queue the object again (Reconcile of kustomize-controller and helm-controller,
// BuildRuntimeResult in internal/reconcile of source-controller). source-controller fetches with an ended context.
func (c *checker) zero(n tree.Node, r *Rule) {
	if length, err := time.ParseDuration(n.Text()); err != nil || length != 0 || n.Text() == "0" {
		return
	}
	detail := ""
	switch key := n.Key(); {
	case key == "interval":
		detail = "with an interval of 0 Flux never looks again by itself, and corrects no drift; write 1m or more"
	case key == "retryInterval" && r != nil && strings.HasSuffix(r.goType, ".KustomizationSpec"):
		detail = "with a retryInterval of 0 Flux never tries again after a failure; write 1m or more, or leave it out"
	case key == "timeout" && r != nil && strings.Contains(r.goType, "/source-controller/"):
		detail = "with a timeout of 0 Flux stops before it has fetched anything; write 60s, or leave it out"
	default:
		return
	}
	c.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: n, Current: n.Text(),
		Detail: detail})
}

func durations(r *Rule) string {
	if r.fits("1h") {
		return "10m, 30s or 1h30m"
	}
	return "10m, 30s or 90m"
}

func withoutHours(d time.Duration) string {
	switch {
	case d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d%time.Second == 0:
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return fmt.Sprintf("%dms", d/time.Millisecond)
}

var spokenDuration = pattern.Of(`^\s*([0-9]{1,6})\s*([a-zA-Z]*)\s*$`)

// repairDuration reads "5 min", "1d" and "30" as their authors mean them, and writes them as the field takes them.
func repairDuration(text string, r *Rule) string {
	match := spokenDuration().FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	count, _ := strconv.Atoi(match[1])
	if count == 0 {
		return ""
	}
	hours := 0
	switch strings.ToLower(match[2]) {
	case "", "s", "sec", "secs", "second", "seconds":
		return match[1] + "s"
	case "m", "min", "mins", "minute", "minutes":
		return match[1] + "m"
	case "h", "hr", "hrs", "hour", "hours":
		hours = count
	case "d", "day", "days":
		hours = 24 * count
	default:
		return ""
	}
	if r.fits("1h") {
		return fmt.Sprintf("%dh", hours)
	}
	return fmt.Sprintf("%dm", 60*hours)
}

func notDuration(n tree.Node, r *Rule) string {
	if n.Kind() != tree.Number || strings.Trim(n.Written(), "0.") == "" {
		return fmt.Sprintf("is %s, and a duration belongs here; write it as %s", n.Kind(), durations(r))
	}
	units := "%[1]s is a number, and a duration belongs here; write %[1]ss or %[1]sm"
	if r.fits("1h") {
		units = "%[1]s is a number, and a duration belongs here; write %[1]ss, %[1]sm or %[1]sh"
	}
	return fmt.Sprintf(units, n.Written())
}
