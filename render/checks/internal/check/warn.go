package check

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/merge"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type region struct {
	node     tree.Node
	path     []string
	defaults valuesschema.Map
	schemas  valuesschema.Set // with all that they may apply
	part     *merge.Part      // whose values the map is; nil below its top
	who      string
}

// regionOf returns the values of a part. A schema of a parent may know them, too.
func regionOf(n tree.Node, p *merge.Part, path []string, defaults valuesschema.Map, of valuesschema.Set) region {
	schemas := slices.Concat(of, p.Chart.Schema.Top()).Closure()
	return region{n, path, defaults, schemas, p, "chart " + p.Chart.Meta.Name}
}

func (r *run) warnBelow(at region) {
	for field := range at.node.Children() {
		key := field.Key()
		if at.part != nil && (key == "global" || key == "tags" && at.part == r.Top) || field.Kind() == tree.Null ||
			isMisread(field) {
			continue
		}
		byDefault, isKnown := at.defaults[key]
		below := at.schemas.Below(key)
		path := append(at.path[:len(at.path):len(at.path)], key)
		table, _ := byDefault.(valuesschema.Map)
		switch dep := at.part.Dependency(key); {
		case dep != nil && field.Kind() == tree.Map:
			r.warnBelow(regionOf(field, dep, path, table, below))
		case at.wants(key): // it is disabled, or not there
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

func (at region) wants(key string) bool {
	return at.part != nil && slices.ContainsFunc(at.part.Chart.Meta.Dependencies, func(d *loader.Dependency) bool {
		return d.Called() == key || d.Name == key
	})
}

func (r *run) warnNear(at region, field tree.Node, path []string) {
	if at.schemas.Closes() {
		return // which is a fault already
	}
	if near := nearName(field.Key(), at.names()); near != "" {
		r.add(path, finding.Problem{Code: wording.CodeNearValue, Severity: finding.SeverityWarning, Node: field, OnKey: true,
			Detail: at.who + " has no value " + field.Key() + " here; did you mean \"" + near + "\"?"})
	}
}

// names returns the names that the chart knows here. Another layer may have one of them beside what is misspelt.
func (at region) names() []string {
	all := slices.AppendSeq(at.schemas.Names(), maps.Keys(at.defaults))
	slices.Sort(all)
	return all
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
	case []any, valuesschema.Map:
		return got != false && !(isText && text == "")
	}
	return true
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
