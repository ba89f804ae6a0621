package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/version"
	"sigs.k8s.io/controller-tools/pkg/crd"
)

// definitions returns the CRDs of Flux's kinds and of KCLRuns in the packages, as controller-gen makes them, ordered by
// group and kind.
func (a *apis) definitions() (all []apiextensionsv1.CustomResourceDefinition, err error) {
	packages := slices.Collect(maps.Values(a.roots))
	found := crd.FindKubeKinds(a.parser, crd.FindMetav1(packages))
	kinds := slices.SortedFunc(slices.Values(found), func(x, y schema.GroupKind) int {
		return strings.Compare(x.Group+" "+x.Kind, y.Group+" "+y.Kind)
	})
	for _, kind := range kinds {
		if strings.Contains(kind.Group, "fluxcd") {
			a.parser.NeedCRDFor(kind, nil)
			all = append(all, a.parser.CustomResourceDefinitions[kind])
		}
	}
	return all, a.wrong()
}

// isFlux reports whether Flux comes with a CRD.
func isFlux(definition apiextensionsv1.CustomResourceDefinition) bool {
	return strings.HasSuffix(definition.Spec.Group, "fluxcd.io")
}

// served returns the versions of a CRD that an API server serves, the newest first.
func served(definition apiextensionsv1.CustomResourceDefinition) []apiextensionsv1.CustomResourceDefinitionVersion {
	versions := slices.DeleteFunc(slices.Clone(definition.Spec.Versions),
		func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return !v.Served })
	slices.SortFunc(versions, func(x, y apiextensionsv1.CustomResourceDefinitionVersion) int {
		return version.CompareKubeAwareVersionStrings(y.Name, x.Name)
	})
	return versions
}

// A fact is what an API server takes at one place of a version of a kind. A file has one in each line.
type fact struct {
	// Place is the kind, its version and the path, for example "HelmRelease v2 spec.chart.kind".
	Place string
	// Text is what is there: the type, whether it is required, its values, its pattern; or a rule of CEL.
	Text string
}

// facts returns everything that the CRDs of a release hold of specs, in order.
func (r release) facts() (all []fact, err error) {
	definitions, err := r.types.definitions()
	for _, definition := range definitions {
		if !isFlux(definition) {
			continue
		}
		for _, v := range served(definition) {
			place := definition.Spec.Names.Kind + " " + v.Name
			text := "served"
			if v.Deprecated {
				text = "served, deprecated"
			}
			object := v.Schema.OpenAPIV3Schema
			all = append(all, fact{place, text})
			all = append(all, rulesOf(place, *object)...)
			spec, ok := object.Properties["spec"]
			if ok {
				all = append(all, factsBelow(place, " ", "spec", spec, false)...)
			}
		}
	}
	return all, err
}

// factsBelow returns what a schema holds of a field and of all below it.
func factsBelow(parent, separator, name string, field props, required bool) (all []fact) {
	place := parent + separator + name
	all = append(append(all, fact{place, describe(field, required)}), rulesOf(place, field)...)
	for inner := items(field); inner != nil; inner = items(field) {
		place += "[]"
		if len(inner.XValidations) > 0 {
			all = append(all, rulesOf(place, *inner)...)
		}
		field = *inner
	}
	for _, below := range sortedKeys(field.Properties) {
		all = append(all, factsBelow(place, ".", below, field.Properties[below], slices.Contains(field.Required, below))...)
	}
	return all
}

// rulesOf returns the rules of CEL of a schema.
func rulesOf(place string, s props) (all []fact) {
	for _, rule := range s.XValidations {
		all = append(all, fact{place, "rule " + strings.Join(strings.Fields(rule.Rule), " ")})
	}
	return all
}

// describe returns what a schema holds of the values of a field.
func describe(field props, required bool) string {
	kind := field.Type
	for inner := items(field); inner != nil; inner = items(field) {
		field, kind = *inner, kind+" of "+inner.Type
	}
	words := []string{kind}
	add := func(wanted bool, format string, args ...any) {
		if wanted {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(required, "required")
	add(len(field.Enum) > 0, "one of %s", strings.Join(enum(field), " "))
	add(field.Pattern != "", "pattern %s", field.Pattern)
	if field.Default != nil {
		add(true, "default %s", field.Default.Raw)
	}
	for name, limit := range map[string]*int64{"at least": field.MinLength, "at most": field.MaxLength} {
		if limit != nil {
			add(true, "%s %d characters", name, *limit)
		}
	}
	slices.Sort(words[1:])
	return strings.Join(words, ", ")
}

func (f fact) String() string { return f.Place + ": " + f.Text }

// text returns facts as the lines of a file.
func text(all []fact) []byte {
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintln(&b, f)
	}
	return []byte(b.String())
}

// parse reads the lines of a file.
func parse(data []byte) (all []fact) {
	for line := range strings.Lines(string(data)) {
		place, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		all = append(all, fact{place, text})
	}
	return all
}
