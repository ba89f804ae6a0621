package shape

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// shapeCheck reports what may not stand below a node: unknown fields and values of other types. Whether required fields are
// there is validated later, on the merged entry.
type checker struct {
	problems []finding.Problem
	// unquotable are the places of booleans and numbers that are not spelt as JSON has them. Quotes would make them wrong.
	unquotable map[tree.Position]bool
	// final says that there are no references, or no more. Until they are replaced, one may stand for a value of any type.
	final bool
	// maps are those around the value that is being checked, and the lists between them, from the outermost to the innermost.
	maps []mapAt
}

// Check returns what is wrong with the types and the fields of a value, and the places of booleans and numbers that quotes would make
// wrong. Final says that no references are left: until they are replaced, one may stand for a value of any type.
func Check(n tree.Node, s *Shape, final bool) ([]finding.Problem, map[tree.Position]bool) {
	c := checker{unquotable: map[tree.Position]bool{}, final: final}
	if n.Exists() {
		c.value(n, s, nil)
	}
	return c.problems, c.unquotable
}

// CheckItems returns what is wrong with the types and the fields of the items of a list, in which no references are left.
func CheckItems(items []tree.Node, s *Shape) []finding.Problem {
	c := checker{unquotable: map[tree.Position]bool{}, final: true}
	c.items(slices.Values(items), s, nil)
	return c.problems
}

func (c *checker) report(p finding.Problem) { c.problems = append(c.problems, p) }

// value validates what stands at a place, which has a rule if it is a field or the items of one.
func (c *checker) value(n tree.Node, s *Shape, r *Rule) {
	if n.Kind() == tree.Null || s.Kind == Any || len(c.problems) > finding.MaxErrors {
		return
	}
	if want := s.takes(); n.Kind() != want {
		if !c.final && reference.IsWhole(n) {
			return
		}
		c.wrongType(n, s, r, want)
		return
	}
	if (s.Kind == Bool || s.Kind == Integer) && n.Written() != n.Text() {
		c.unquotable[n.Position()] = true
	}
	switch s.Kind {
	case Object:
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
	}
}

// takes returns the kind of value that fits a shape.
func (s *Shape) takes() tree.Kind {
	return [...]tree.Kind{
		Any: tree.Absent, String: tree.String, Bool: tree.Bool, Integer: tree.Number,
		Duration: tree.String, List: tree.List, Dict: tree.Map, Object: tree.Map,
	}[s.Kind]
}

func (c *checker) object(n tree.Node, s *Shape) {
	c.maps = append(c.maps, mapAt{node: n, shape: s})
	for child := range n.Children() {
		if field := s.field(n, child.Key()); field != nil {
			c.value(child, field, s.Rules[child.Key()])
		} else {
			c.unknown(child)
		}
	}
	c.maps = c.maps[:len(c.maps)-1]
}

// items validates the items of a list.
func (c *checker) items(items iter.Seq[tree.Node], s *Shape, r *Rule) {
	for item := range items {
		if item.Kind() == tree.Null {
			c.report(finding.Problem{Code: finding.CodeNullItem, Node: item, Current: "null",
				Detail: "a list cannot have a null; write a value, or leave the item out"})
			continue
		}
		c.value(item, s, r)
	}
}

func (c *checker) wrongType(n tree.Node, s *Shape, r *Rule, want tree.Kind) {
	p := finding.Problem{Code: finding.CodeType, Node: n, Current: n.Written(), Detail: fmt.Sprintf("is %s; write %s", n.Kind(), want)}
	quoted := strconv.Quote(n.Written())
	remedy := c.typeRemedy(n)
	switch {
	case s.Kind == Duration:
		p.Code, p.Detail = finding.CodeDuration, notDuration(n, r)
	case remedy != "" && !reference.Placeholder(n.Text()):
		p.Detail = fmt.Sprintf("is %s; %s", n.Kind(), remedy)
	case want == tree.String && r.expectation() != "" && !r.fits(n.Written()): // quotes would not make it right
		p.Detail = fmt.Sprintf("is %s, and a string belongs here; write %s", n.Kind(), r.expectation())
	case want == tree.String && (n.Kind() == tree.Number || n.Kind() == tree.Bool):
		p.Code, p.Proposed = finding.CodeUnquoted, quoted
		p.Detail = fmt.Sprintf("%s is %s, and a string belongs here; write %s", n.Written(), n.Kind(), quoted)
		p.Hiding = fmt.Sprintf("is %s, and a string belongs here; quote it", n.Kind())
	case n.Kind() == tree.String && reference.Placeholder(n.Text()):
		p.Code = finding.CodePlaceholder
		p.Detail = fmt.Sprintf("a ${…} is a string until it is replaced, and %s belongs here; write the value", want)
	case n.Kind() == tree.String && isWord(want, n.Text()):
		p.Proposed = n.Text()
		p.Detail = fmt.Sprintf("%s is a string, and %s belongs here; write it without quotes", quoted, want)
		p.Hiding = fmt.Sprintf("is a string, and %s belongs here; write it without quotes", want)
	case want == tree.Bool:
		p.Detail = fmt.Sprintf("is %s; write true or false", n.Kind())
	case want == tree.List:
		p.Detail = fmt.Sprintf("is %s, and a list belongs here; begin each item with \"- \"", n.Kind())
	case n.Kind() == tree.String && s.Kind == Object && len(s.Fields) == 1 && s.Fields["name"] != nil && names.Valid(n.Text()):
		p.Detail = fmt.Sprintf("is a string; write %s: {name: %s}", n.Key(), n.Text())
	case s.Kind == Object && len(s.Fields) == 1:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write %s below it", n.Kind(), s.Names()[0])
	case s.Kind == Object && len(s.Fields) <= 8:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write below it one or more of %s", n.Kind(), strings.Join(s.Names(), ", "))
	case want == tree.Map && n.Kind() == tree.String && s.Kind == Dict:
		p.Detail = "is a string, and a map belongs here; write the map itself, without quotes or |"
	case s.Kind == Dict:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write key: value below it", n.Kind())
	case want == tree.Map:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write its fields below it", n.Kind())
	}
	c.report(p)
}

// typeRemedies say what to write instead of a value of another type, where it has a likely reason, by type, field and kind. NAME is the
// value.
var typeRemedies = map[string]map[string]map[tree.Kind]string{
	"Destination": {
		"cluster":         {tree.List: "write an entry for each cluster, or clusterSelector for all that have a label"},
		"clusterSelector": {tree.String: "write clusterSelector: {matchLabels: {…}}"},
		"kubeConfig":      {tree.String: "write kubeConfig: {secretRef: {name: NAME}}"},
	},
	"KubeConfigReference": {
		"secretRef": {tree.String: "write secretRef: {name: NAME}"},
	},
	"Override": {
		"cluster":         {tree.List: "write an item of overrides for each cluster, or clusterSelector for all that have a label"},
		"clusterSelector": {tree.String: "write clusterSelector: {matchLabels: {…}}"},
	},
	"HelmRelease": {
		"chart":    {tree.String: "write chart: {chart: NAME}"},
		"template": {tree.Map: "write the name of a HelmChart; one of another namespace as source.sourceRef: {kind: HelmChart, name: …, namespace: …}"},
	},
	"HelmReleaseEntry": {
		"chart":          {tree.String: "write chart: {chart: NAME}"},
		"destination":    {tree.String: "write destination: {cluster: NAME}"},
		"dependsOn":      {tree.String: "write dependsOn: [{application: NAME}], or [{name: NAME}] for one object"},
		"dependsOn[]":    {tree.String: "write {application: NAME}, or {name: NAME} for one object"},
		"valuesFrom[]":   {tree.String: "write {kind: ConfigMap, name: NAME}, or kind: Secret"},
		"driftDetection": {tree.Bool: "write driftDetection: {mode: enabled}, warn or disabled"},
		"sourceRef":      {tree.String: "write sourceRef: {kind: …, name: NAME}"},
		"test":           {tree.Bool: "write test: {enable: NAME}"},
	},
	"KustomizationEntry": {
		"destination": {tree.String: "write destination: {cluster: NAME}"},
		"dependsOn":   {tree.String: "write dependsOn: [{application: NAME}], or [{name: NAME}] for one object"},
		"dependsOn[]": {tree.String: "write {application: NAME}, or {name: NAME} for one object"},
		"patches[]":   {tree.String: "write patch: | before the text"},
		"decryption":  {tree.String: "write decryption: {provider: NAME}"},
		"sourceRef":   {tree.String: "write sourceRef: {kind: …, name: NAME}"},
		"wait":        {tree.String: "write wait: true, and how long as timeout"},
	},
	"GitRepositorySpec": {
		"ref": {tree.String: "write ref: {branch: NAME}, or tag, semver or commit"},
	},
	"OCIRepositorySpec": {
		"ref": {tree.String: "write ref: {tag: NAME}, or semver or digest"},
	},
	"Install": {
		"remediation": {tree.Number: "write remediation: {retries: …}"},
	},
	"Upgrade": {
		"remediation": {tree.Number: "write remediation: {retries: …}"},
	},
	"Source": {
		"sourceRef": {tree.String: "write sourceRef: {kind: …, name: NAME}"},
	},
}

// typeRemedy returns what to write instead of a value of another type; empty when no reason for it is known.
func (c *checker) typeRemedy(n tree.Node) string {
	if len(c.maps) == 0 {
		return ""
	}
	at, field := c.maps[len(c.maps)-1], n.Key()
	if at.shape.Kind == List && len(c.maps) > 1 {
		at, field = c.maps[len(c.maps)-2], at.node.Key()+"[]"
	}
	name := at.shape.Name
	if strings.HasSuffix(at.shape.Path, OverrideSuffix) && typeRemedies["Override"][field] != nil {
		name = "Override"
	}
	remedy := typeRemedies[name][field][n.Kind()]
	if strings.Contains(remedy, "NAME") && !names.Valid(n.Text()) {
		return ""
	}
	return strings.ReplaceAll(remedy, "NAME", n.Text())
}

// isWord reports whether text would be of the kind wanted if it had no quotes.
func isWord(want tree.Kind, text string) bool {
	if want == tree.Bool {
		return text == "true" || text == "false"
	}
	_, err := strconv.Atoi(text)
	return want == tree.Number && err == nil
}

func (c *checker) integer(n tree.Node, s *Shape) {
	_, err := strconv.ParseInt(n.Text(), 10, s.Bits)
	switch {
	case err == nil:
	case errors.Is(err, strconv.ErrRange):
		c.report(finding.Problem{Code: finding.CodeRange, Node: n, Current: n.Written(),
			Detail: fmt.Sprintf("%s is out of range; write a number of at most %d bits", n.Written(), s.Bits),
			Hiding: fmt.Sprintf("is out of range; write a number of at most %d bits", s.Bits)})
	default:
		c.report(finding.Problem{Code: finding.CodeRange, Node: n, Current: n.Written(),
			Detail: fmt.Sprintf("%s is no whole number; write one without fraction or exponent", n.Written()),
			Hiding: "is no whole number; write one without fraction or exponent"})
	}
}
