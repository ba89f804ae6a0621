package effects

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

//go:embed immutable.yaml
var immutableYAML []byte

// known is immutable.yaml, which says what the fields mean.
var known = data[struct{ Kinds map[string]kind }](immutableYAML)

// data reads an embedded file once; tests have read it before.
func data[T any](text []byte) func() T {
	return sync.OnceValue(func() (all T) {
		if err := yaml.Unmarshal(text, &all); err != nil {
			panic(err)
		}
		return all
	})
}

type kind struct {
	Anew, Goes string
	Keeps      bool
	Rules      []rule
}

type rule struct {
	Field, Gone, Loses, Fix    string
	But                        []string
	When                       map[string]string
	Defaults                   map[string]any
	Given, Filled, Once, Grows bool
}

// immutable returns what a rule tells: of its field once, or where it has exceptions, of each field right below.
func (c Change) immutable(r rule) (all []Effect) {
	sides := map[string]any{"before": c.Before, "after": c.After}
	for field, want := range r.When {
		want, not := strings.CutPrefix(want, "!")
		if (fmt.Sprint(at(sides, strings.Split(field, ".")...)) == want) == not {
			return nil
		}
	}
	field, whole := strings.Split(r.Field, "."), r.Defaults[""]
	old, now := at(c.Before, field...), at(c.After, field...)
	if now == nil && r.Filled || old == nil && r.Once ||
		r.Grows && quantities(cmp.Or(old, whole), cmp.Or(now, whole)) <= 0 {
		return nil
	}
	for _, keys := range r.compare(old, now, field, nil) {
		all = append(all, c.refusal(r, keys))
	}
	return all
}

var (
	likeEachOther = strings.NewReplacer("initContainers", "containers", "livenessProbe", "probe", "readinessProbe",
		"probe", "startupProbe", "probe")
	withQuantities = []string{"requests", "limits", "capacity"}
)

// compare returns the keys to each field that differs, of those below one field the keys to that. Absent, empty and the
// default are the same. Below leads from the field of the rule to the value, with * for indices.
func (r *rule) compare(old, now any, keys, below []string) (found [][]string) {
	pattern := likeEachOther.Replace(strings.Join(below, "."))
	value, isDefault := r.Defaults[pattern]
	if slices.Contains(r.But, pattern) || value == "*" && (old == nil || now == nil) {
		return nil
	} else if isDefault {
		old, now = cmp.Or(old, value), cmp.Or(now, value)
	}
	next := func(key, like string) {
		keys, below := append(slices.Clip(keys), key), append(slices.Clip(below), like)
		found = append(found, r.compare(at(old, key), at(now, key), keys, below)...)
	}
	oldMap, newMap := as(old, map[string]any{}), as(now, map[string]any{})
	oldList, newList := as(old, []any{}), as(now, []any{})
	switch {
	case oldMap != nil && newMap != nil:
		all := maps.Clone(oldMap)
		maps.Copy(all, newMap)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			next(key, key)
		}
	case oldList != nil && newList != nil && len(oldList) == len(newList):
		for i := range oldList {
			next(strconv.Itoa(i), "*")
		}
	case fmt.Sprint(old) == fmt.Sprint(now):
	case len(keys) > 1 && slices.Contains(withQuantities, keys[len(keys)-2]) && quantities(old, now) == 0:
	default:
		return [][]string{keys}
	}
	if len(found) > 1 && (len(r.But) == 0 || len(below) > 0) {
		return [][]string{keys}
	}
	return found
}

// as is a map or a list, and the empty one where there is nothing; nil for anything else.
func as[T map[string]any | []any](value any, empty T) T {
	if value == nil {
		return empty
	}
	is, _ := value.(T)
	return is
}

// quantities compares two quantities, such as 1Gi and 1024Mi: more than 0 if the first is larger. What is none is 0.
func quantities(a, b any) int {
	first, _ := resource.ParseQuantity(fmt.Sprint(a))
	second, _ := resource.ParseQuantity(fmt.Sprint(b))
	return first.Cmp(second)
}

// refusal is the effect of a change that the API server refuses. It has no Detail where Flux makes the object anew, and
// nothing is lost by that.
func (c Change) refusal(r rule, keys []string) Effect {
	e, about := Effect{codeImmutable, finding.SeverityError, keys, ""}, known().Kinds[kindOf(c.After)]
	refuses := "the API server refuses to change " + pathOf(keys)
	if r.Given && at(c.Before, keys...) == nil {
		e.Severity, refuses = finding.SeverityWarning, refuses+", unless the cluster gave the object the same value"
	} else if at(c.Before, strings.Split(r.Gone, ".")...) != nil {
		e.Severity, refuses = finding.SeverityWarning, refuses+", unless the object is gone by then"
	}
	switch isForced := c.Owner.Spec["force"] == true || marks("force", "enabled", c.Before, c.After); {
	case r.Loses != "":
		e.Code, e.Severity, e.Detail = codeGone, finding.SeverityWarning, r.Loses
	case c.Owner.Kind == "HelmRelease":
		e.Detail = refuses + ": " + c.Owner.upgradeFails() + "; " + r.Fix
	case !isForced && about.Anew == "":
		e.Detail = refuses + ": the whole Kustomization fails, and changes no workload; " + r.Fix + "; or annotate the " +
			"object with " + flux + "force: enabled, and Flux makes it anew"
	case !isForced:
		e.Detail = refuses + ": the whole Kustomization fails, and changes no workload; " + r.Fix
	case about.Anew != "":
		e.Detail = refuses + ": because of force, Flux makes the object anew: " + about.Anew
		if claimsGo(c.Before) {
			e.Detail += ", and " + about.Goes
		} else if !about.Keeps {
			e.Severity = finding.SeverityWarning
		}
	}
	return e
}

// pathOf is the text of keys, as other paths are printed: spec.volumeClaimTemplates[0].
func pathOf(keys []string) (text string) {
	for _, key := range keys {
		if _, err := strconv.Atoi(key); err == nil {
			text += "[" + key + "]"
		} else {
			text += tree.Step(key)
		}
	}
	return strings.TrimPrefix(text, ".")
}

// upgradeFails says what becomes of a release of which an object is refused.
func (o Owner) upgradeFails() string {
	says, upgrade := "each upgrade changes the other objects and fails", at(o.Spec, "upgrade")
	if at(upgrade, "force") == true {
		says += ", upgrade.force or not"
	}
	switch retries := fmt.Sprint(cmp.Or[any](at(upgrade, "remediation", "retries"), 0)); {
	case text(upgrade, "strategy", "name") == "RetryOnFailure":
		return says + ", and Flux tries it again for ever"
	case retries == "0" && at(upgrade, "remediation", "remediateLastFailure") != true:
		return says + ", and Flux leaves it so"
	case text(upgrade, "remediation", "strategy") == "uninstall":
		return says + ", and Flux uninstalls the release, with the claims of its chart and their data, and installs it again"
	}
	return says + ", and Flux rolls the release back"
}
