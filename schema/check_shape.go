package schema

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// shapeCheck refuses what may not stand below a node: unknown fields and values of other types. Whether required fields are
// there is judged later, on the merged entry.
type shapeCheck struct {
	problems []Problem
	// unquotable are the places of booleans and numbers that are not spelt as JSON has them. Quotes would make them wrong.
	unquotable map[tree.Position]bool
	// final says that there are no references, or no more. Until they are replaced, one may stand for a value of any type.
	final bool
	// firsts are items that others are like, by what they are judged as.
	firsts map[firstKey]expectations
	// maps are those around the value that is being checked, and the lists between them, from the outermost to the innermost.
	maps []mapAt
}

func (c *shapeCheck) refuse(p Problem) { c.problems = append(c.problems, p) }

// value judges what stands at a place, which has a rule if it is a field or the items of one.
func (c *shapeCheck) value(n tree.Node, s *shape, r *rule) {
	if n.Kind() == tree.Null || s.kind == shapeAny || len(c.problems) > MaxErrors {
		return
	}
	if want := s.takes(); n.Kind() != want {
		if !c.final && wholeReference(n) {
			return
		}
		c.wrongType(n, s, r, want)
		return
	}
	if (s.kind == shapeBool || s.kind == shapeInteger) && n.Written() != n.Text() {
		c.unquotable[n.Position()] = true
	}
	switch s.kind {
	case shapeObject:
		c.object(n, s)
	case shapeDict:
		for child := range n.Children() {
			c.value(child, s.elem, r)
		}
	case shapeList:
		c.maps = append(c.maps, mapAt{node: n, shape: s})
		c.items(n.Children(), s.elem, r)
		c.maps = c.maps[:len(c.maps)-1]
	case shapeInteger:
		c.integer(n, s)
	case shapeDuration:
		c.duration(n, r)
	}
}

// takes returns the kind of value that fits a shape.
func (s *shape) takes() tree.Kind {
	return [...]tree.Kind{
		shapeAny: tree.Absent, shapeString: tree.String, shapeBool: tree.Bool, shapeInteger: tree.Number,
		shapeDuration: tree.String, shapeList: tree.List, shapeDict: tree.Map, shapeObject: tree.Map,
	}[s.kind]
}

func (c *shapeCheck) object(n tree.Node, s *shape) {
	c.maps = append(c.maps, mapAt{node: n, shape: s})
	for child := range n.Children() {
		if field := s.field(n, child.Key()); field != nil {
			c.value(child, field, s.rules[child.Key()])
		} else {
			c.unknown(child)
		}
	}
	c.maps = c.maps[:len(c.maps)-1]
}

// items judges the items of a list.
func (c *shapeCheck) items(items iter.Seq[tree.Node], s *shape, r *rule) {
	for item := range items {
		if item.Kind() == tree.Null {
			c.refuse(Problem{Code: CodeNullItem, Node: item, Current: "null",
				Detail: "a list cannot have a null; write a value, or leave the item out"})
			continue
		}
		if !c.twin(item, s, r) {
			c.value(item, s, r)
		}
	}
}

// Placeholder reports whether a string holds ${…}, which an outer substitution of Flux replaces. Such a string is exempt
// from all rules but those of its type.
func Placeholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

func (c *shapeCheck) wrongType(n tree.Node, s *shape, r *rule, want tree.Kind) {
	p := Problem{Code: CodeType, Node: n, Current: n.Written(), Detail: fmt.Sprintf("is %s; write %s", n.Kind(), want)}
	quoted := strconv.Quote(n.Written())
	remedy := c.typeRemedy(n)
	switch {
	case s.kind == shapeDuration:
		p.Code, p.Detail = CodeDuration, notDuration(n, r)
	case remedy != "" && !Placeholder(n.Text()):
		p.Detail = fmt.Sprintf("is %s; %s", n.Kind(), remedy)
	case want == tree.String && r.words() != "" && !r.fits(n.Written()): // quotes would not make it right
		p.Detail = fmt.Sprintf("is %s, and a string belongs here; write %s", n.Kind(), r.words())
	case want == tree.String && (n.Kind() == tree.Number || n.Kind() == tree.Bool):
		p.Code, p.Proposed = CodeUnquoted, quoted
		p.Detail = fmt.Sprintf("%s is %s, and a string belongs here; write %s", n.Written(), n.Kind(), quoted)
		p.Hiding = fmt.Sprintf("is %s, and a string belongs here; quote it", n.Kind())
	case n.Kind() == tree.String && Placeholder(n.Text()):
		p.Code = CodePlaceholder
		p.Detail = fmt.Sprintf("a ${…} is a string until it is replaced, and %s belongs here; write the value", want)
	case n.Kind() == tree.String && isWord(want, n.Text()):
		p.Proposed = n.Text()
		p.Detail = fmt.Sprintf("%s is a string, and %s belongs here; write it without quotes", quoted, want)
		p.Hiding = fmt.Sprintf("is a string, and %s belongs here; write it without quotes", want)
	case want == tree.Bool:
		p.Detail = fmt.Sprintf("is %s; write true or false", n.Kind())
	case want == tree.List:
		p.Detail = fmt.Sprintf("is %s, and a list belongs here; begin each item with \"- \"", n.Kind())
	case n.Kind() == tree.String && s.kind == shapeObject && len(s.fields) == 1 && s.fields["name"] != nil && ValidName(n.Text()):
		p.Detail = fmt.Sprintf("is a string; write %s: {name: %s}", n.Key(), n.Text())
	case s.kind == shapeObject && len(s.fields) == 1:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write %s below it", n.Kind(), s.names()[0])
	case s.kind == shapeObject && len(s.fields) <= 8:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write below it one or more of %s", n.Kind(), strings.Join(s.names(), ", "))
	case want == tree.Map && n.Kind() == tree.String && s.kind == shapeDict:
		p.Detail = "is a string, and a map belongs here; write the map itself, without quotes or |"
	case s.kind == shapeDict:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write key: value below it", n.Kind())
	case want == tree.Map:
		p.Detail = fmt.Sprintf("is %s, and a map belongs here; write its fields below it", n.Kind())
	}
	c.refuse(p)
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
func (c *shapeCheck) typeRemedy(n tree.Node) string {
	if len(c.maps) == 0 {
		return ""
	}
	at, field := c.maps[len(c.maps)-1], n.Key()
	if at.shape.kind == shapeList && len(c.maps) > 1 {
		at, field = c.maps[len(c.maps)-2], at.node.Key()+"[]"
	}
	name := at.shape.name
	if strings.HasSuffix(at.shape.path, overrideSuffix) && typeRemedies["Override"][field] != nil {
		name = "Override"
	}
	remedy := typeRemedies[name][field][n.Kind()]
	if strings.Contains(remedy, "NAME") && !ValidName(n.Text()) {
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

func (c *shapeCheck) integer(n tree.Node, s *shape) {
	_, err := strconv.ParseInt(n.Text(), 10, s.bits)
	switch {
	case err == nil:
	case errors.Is(err, strconv.ErrRange):
		c.refuse(Problem{Code: CodeRange, Node: n, Current: n.Written(),
			Detail: fmt.Sprintf("%s is out of range; write a number of at most %d bits", n.Written(), s.bits),
			Hiding: fmt.Sprintf("is out of range; write a number of at most %d bits", s.bits)})
	default:
		c.refuse(Problem{Code: CodeRange, Node: n, Current: n.Written(),
			Detail: fmt.Sprintf("%s is no whole number; write one without fraction or exponent", n.Written()),
			Hiding: "is no whole number; write one without fraction or exponent"})
	}
}

// detail says what to add.
func (r required) detail() string {
	switch {
	case r.field == "destination":
		return "is required; write destination: {cluster: …}, or destination: {} for the hub"
	case r.until > 0:
		return fmt.Sprintf("is required before Flux %s; add it, or render for a newer Flux", FluxVersion(r.until))
	}
	return "is required; add it"
}

// checkFields refuses the absence of fields that an API server or this language requires, and values that they do not take.
// The fields named in apart are judged elsewhere, with all that is below them.
func checkFields(n tree.Node, s *shape, flux FluxVersion, apart ...string) (problems []Problem) {
	switch {
	case !n.Exists() || n.Kind() != s.takes():
	case s.kind == shapeObject:
		for _, r := range s.required {
			if r.by(flux) && !n.Get(r.field).Exists() && !slices.Contains(apart, r.field) {
				problems = append(problems, Problem{Code: CodeRequired, Node: n, Child: r.field, Detail: r.detail()})
			}
		}
		for child := range n.Children() {
			if field, ok := s.judged[child.Key()]; ok && !slices.Contains(apart, child.Key()) {
				problems = append(problems, checkField(child, field.shape, field.rule, flux)...)
			}
		}
	case s.elem != nil && s.elem.fields != nil:
		for child := range n.Children() {
			if len(problems) <= MaxErrors {
				problems = append(problems, checkFields(child, s.elem, flux)...)
			}
		}
	}
	return problems
}

// checkField judges a field by its rule, and what is below it unless the field itself is wrong. What is of another type was
// judged when it was parsed.
func checkField(n tree.Node, s *shape, r *rule, flux FluxVersion) []Problem {
	if n.Kind() == tree.Null {
		return nil
	}
	if r != nil && !flux.has(r.since) {
		return []Problem{r.tooNew(n, flux)}
	}
	if n.Kind() != s.takes() {
		return nil
	}
	if problems := r.check(n, flux); len(problems) > 0 {
		return problems
	}
	if s.elem == nil && s.fields == nil {
		return nil
	}
	return checkFields(n, s, flux)
}
