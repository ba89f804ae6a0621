package check

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// report makes a problem of a fault in the values of the chart at a place, unless a value that nobody knows decides.
func (r *run) report(found valuesschema.Fault, of []string) {
	found.At = slices.Concat(of, found.At)
	s := originOf(r.top, r.values.Inline, found.At)
	if !r.isCertain(found, s, of) {
		return
	}
	p := finding.Problem{Node: s.node, Detail: found.Text}
	key := child(s.node, found.Key)
	misread := key
	if found.Missing != "" {
		misread = written(s.node, found.Missing)
	}
	switch {
	case s.isAt && isMisread(misread):
		p.Node, p.OnKey = misread, true
		p.Detail = "is read as " + misread.Key() + ", which the chart does not take here; quote it"
	case s.isAt && found.Missing != "":
		p.Child = found.Missing
	case s.isAt && found.Key != "" && key.Exists():
		p.Node, p.OnKey = key, true
	case s.isAt && found.Key == "":
	case found.Missing != "" && !s.node.Exists():
		p.Detail = "there are no values, and " + dotted(append(s.rest, found.Missing)) + " " + found.Text
	case found.Missing != "":
		p.Child, p.Detail = s.rest[0], "has no "+dotted(append(s.rest[1:], found.Missing))+": it "+found.Text
	default:
		key := strings.Fields(found.Key)
		p.Detail = "the chart's own default of " + dotted(append(s.rest, key...)) + " is wrong: " + found.Text
		whole := slices.Concat(found.At, key)
		if p.Current = r.fileWith(whole); p.Current != "" {
			p.Detail = p.Current + " has a wrong " + dotted(whole) + ": " + found.Text
		}
	}
	r.addOfSchema(wording.CodeValues, found.At, p)
}

func (r *run) fileWith(path []string) string {
	for _, file := range slices.Backward(r.files) {
		if valuesschema.At(file.Values, path) != nil {
			if file.IsOwn {
				return ""
			}
			return file.Name
		}
	}
	return ""
}

func dotted(path []string) string { return strings.Join(path, ".") }

// isCertain reports whether a fault is one whatever valuesFrom brings and whatever replaces ${…}. The values of
// valuesFrom lie below the inline ones, which are merged over them as maps (ChartValuesFromReferences of
// fluxcd/pkg/chartutil). Only one with a targetPath may lie above: Flux sets it in a map of the inline values itself
// unless a reference before it has the same map. So inline values at a targetPath do not belong into render.Values.
func (r *run) isCertain(found valuesschema.Fault, s inlinePlace, of []string) bool {
	if s.isAt && (isOpen(s.node) || found.OfAll && hasOpen(s.node)) || strings.Contains(found.Key, "${") {
		return false
	}
	for _, place := range found.Chosen {
		at := originOf(r.top, r.values.Inline, slices.Concat(of, place))
		if at.isAt && hasOpen(at.node) || r.values.From && !at.isFinal() {
			return false
		}
	}
	switch {
	case !r.values.From:
		return true
	case found.Missing != "" || !found.OfMap:
		return s.isFinal()
	case found.Key != "":
		return s.isAt && child(s.node, found.Key).Exists()
	}
	return s.isAt
}

func (r *run) isDecided(p, dep *part, at []string) bool {
	for _, want := range p.Wants {
		if want.Called() != dep.Name {
			continue
		}
		for _, condition := range want.Conditions() {
			s := inlineAt(r.values.Inline, append(at[:len(at):len(at)], strings.Split(condition, ".")...))
			if !s.isAt || s.node.Kind() == tree.Map {
				return false
			}
			if s.node.Kind() == tree.Bool {
				return true
			}
		}
		return len(want.Tags) == 0
	}
	return true
}

type region struct {
	node     tree.Node
	path     []string
	defaults valuesschema.Map
	schemas  valuesschema.Set // with all that they may apply
	part     *part            // whose values the map is; nil below its top
	who      string
}

// regionOf returns the values of a part. A schema of a parent may know them, too.
func regionOf(n tree.Node, p *part, path []string, defaults valuesschema.Map, of valuesschema.Set) region {
	schemas := slices.Concat(of, p.Chart.Schema.Top()).Closure()
	return region{n, path, defaults, schemas, p, "chart " + p.Chart.Meta.Name}
}

func (r *run) warnBelow(at region) {
	for field := range at.node.Children() {
		key := field.Key()
		if at.part != nil && (key == "global" || key == "tags" && at.part == r.top) || field.Kind() == tree.Null ||
			isMisread(field) {
			continue
		}
		byDefault, isKnown := at.defaults[key]
		below := at.schemas.Below(key)
		path := append(at.path[:len(at.path):len(at.path)], key)
		table, _ := byDefault.(valuesschema.Map)
		isWanted := func(d *loader.Dependency) bool { return d.Called() == key || d.Name == key }
		switch dep := at.part.dependency(key); {
		case dep != nil && field.Kind() == tree.Map:
			r.warnBelow(regionOf(field, dep, path, table, below))
		case at.part != nil && slices.ContainsFunc(at.part.Chart.Meta.Dependencies, isWanted): // disabled, or not there
		case below.Closure().IsFree(): // whatever the default has in it
		case !isKnown && len(below) == 0:
			r.warnNear(at, field, path)
		case field.Kind() == tree.Map && (len(table) > 0 || len(below) > 0):
			r.warnBelow(region{field, path, table, below.Closure(), nil, at.who})
		case isKnown && below.SaysNothing():
			r.warnKind(at, field, byDefault, path)
		}
	}
}

func (r *run) warnNear(at region, field tree.Node, path []string) {
	if at.schemas.Closes() {
		return // which is a fault already
	}
	known := slices.AppendSeq(at.schemas.Names(), maps.Keys(at.defaults))
	slices.Sort(known)
	if near := nearName(field.Key(), known); near != "" { // another layer may have it beside what is misspelt
		r.add(path, finding.Problem{Code: wording.CodeNearValue, Severity: finding.SeverityWarning, Node: field, OnKey: true,
			Detail: at.who + " has no value " + field.Key() + " here; did you mean \"" + near + "\"?"})
	}
}

// nearName returns the name that differs in case, hyphens and underscores only, or else in one letter of at least five.
// Names as users give them, LOG_LEVEL and app.properties, are not meant to be others.
func nearName(key string, known []string) string {
	if ownName.MatchString(key) {
		return ""
	}
	for _, name := range known {
		if plain(name) == plain(key) {
			return name
		}
	}
	for _, name := range known {
		if min(len(key), len(name)) >= 5 && key != strings.ToUpper(key) &&
			names.Differ(key, name, 1) == 1 &&
			digits.ReplaceAllString(key, "") != digits.ReplaceAllString(name, "") { // of a series, as host1 and host2
			return name
		}
	}
	return ""
}

func plain(name string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
}

func (r *run) warnKind(at region, field tree.Node, byDefault any, path []string) {
	got := valueOf(field)
	if !contradicts(got, byDefault, field.Key()) {
		return
	}
	r.add(path, finding.Problem{Code: wording.CodeValueType, Severity: finding.SeverityWarning, Node: field,
		Detail: "is " + valuesschema.Kind(got) + ", and the default of " + at.who + " is " +
			valuesschema.Kind(byDefault) + "; " + valuesschema.Remedy(valuesschema.Kind(got), valuesschema.Kind(byDefault))})
}

// contradicts reports whether a value is of another kind than a default, unless charts commonly take both: an empty
// default, false for what is off, a template, and a number beside a percentage, a quantity or the name of a port.
func contradicts(got, byDefault any, key string) bool {
	if got == nil || byDefault == nil || byDefault == "" || valuesschema.Kind(got) == valuesschema.Kind(byDefault) {
		return false
	}
	text, isText := got.(string)
	if isText && (strings.Contains(text, "${") || strings.Contains(text, "{{") || strings.Contains(text, "\n")) {
		return false
	}
	switch byDefault.(type) {
	case bool:
		return byDefault == true || isText && isSwitch.MatchString(text)
	case float64:
		return !isText || !isLikeNumber(text, key)
	case string:
		_, isNumber := got.(float64)
		return !isNumber || !isLikeNumber(byDefault.(string), key)
	}
	return got != false && !(isText && text == "") // beside a list or a map
}

// isLikeNumber reports whether Kubernetes takes a text as a number: one with a unit, or one of a field for both.
func isLikeNumber(text, key string) bool { return hasUnit.MatchString(text) || ofBoth.MatchString(key) }

var (
	digits   = regexp.MustCompile(`[0-9]`)
	isSwitch = regexp.MustCompile(`^(?i:true|false|yes|no|on|off)$`)
	hasUnit  = regexp.MustCompile(`^([0-9]+(\.[0-9]+)? ?(%|[a-zA-Z]+))+$`)
	ofBoth   = regexp.MustCompile(`(?i:port|^maxSurge$|^minAvailable$|^maxUnavailable$)`)
	ownName  = regexp.MustCompile(`^[A-Z0-9_]*_[A-Z0-9_]*$|\.`) // of a variable, a file or a label
)
