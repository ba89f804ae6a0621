package main

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"

	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed reference_intro.txt
var referenceIntro string

//go:embed reference_fleet.txt
var referenceFleet string

// reference is the page while it is written.
type reference struct {
	strings.Builder
	sections []section
	flux     []*object         // in the order of their headings
	anchors  map[string]string // of the section of each object
}

// referencePage returns REFERENCE.md.
func referencePage(string) (string, error) {
	all, err := objects()
	if err != nil {
		return "", err
	}
	page := reference{anchors: map[string]string{}}
	if page.sections, err = sections(all); err != nil {
		return "", err
	}
	page.name(all)
	page.WriteString(generated + referenceIntro)
	page.contents()
	page.WriteString("\n## Documents of fluxapp\n")
	for _, s := range page.sections {
		page.section(s, all)
	}
	page.WriteString(referenceFleet)
	page.WriteString("\n## Objects of Flux and Kubernetes\n")
	for _, o := range page.flux {
		page.object(o)
	}
	return page.String(), nil
}

// name gives each object its heading: fluxapp's own have the headings of their sections, the specs of Flux theirs, and
// others the field that holds them, with as many fields above it as tell it from others.
func (r *reference) name(all []*object) {
	taken := map[string]bool{"clusters-among-the-documents": true}
	for _, s := range r.sections {
		r.anchors[typeOf(s.Object)] = anchor(s.Heading)
		taken[anchor(s.Heading)] = true
	}
	for _, s := range specs {
		r.add(&object{id: s.id, about: aboutSpec(s.heading), fields: specFields(s.id, all), heading: s.heading}, taken)
	}
	var others []*object
	for _, o := range all {
		if isOurs(o.id) {
			continue
		}
		for i := len(o.path) - 1; i >= 0; i-- {
			if o.heading = strings.Join(o.path[i:], "."); !taken[anchor(o.heading)] {
				break
			}
		}
		taken[anchor(o.heading)] = true
		others = append(others, o)
	}
	slices.SortFunc(others, func(a, b *object) int {
		return cmp.Compare(strings.ToLower(a.heading), strings.ToLower(b.heading))
	})
	for _, o := range others {
		r.add(o, taken)
	}
}

func aboutSpec(heading string) string {
	return "The fields of the spec of a " + heading + " that an entry has, except those that have another place in an " +
		"application."
}

func (r *reference) add(o *object, taken map[string]bool) {
	r.anchors[o.id] = anchor(o.heading)
	taken[anchor(o.heading)] = true
	r.flux = append(r.flux, o)
}

// contents prints the table of contents.
func (r *reference) contents() {
	r.WriteString("\n## Contents\n\n")
	for _, s := range r.sections {
		fmt.Fprintf(r, "- [%s](#%s)\n", s.Heading, anchor(s.Heading))
	}
	r.WriteString("- [Clusters among the documents](#clusters-among-the-documents)\n" +
		"- [Objects of Flux and Kubernetes](#objects-of-flux-and-kubernetes):\n")
	for i, o := range r.flux {
		end := ",\n"
		if i == len(r.flux)-1 {
			end = "\n"
		}
		fmt.Fprintf(r, "  [%s](#%s)%s", o.heading, anchor(o.heading), end)
	}
}

// section prints an object of fluxapp's own.
func (r *reference) section(s section, all []*object) {
	i := slices.IndexFunc(all, func(o *object) bool { return o.id == typeOf(s.Object) })
	fmt.Fprintf(r, "\n### %s\n\n%s\n", s.Heading, strings.TrimSpace(s.Text))
	if s.Listed == nil {
		r.table(slices.DeleteFunc(slices.Clone(all[i].fields), func(f schema.Field) bool {
			return s.Only != "" && f.Of != typeOf(s.Only) || isSpec(f.Of)
		}))
	}
	for _, e := range s.Examples {
		fmt.Fprintf(r, "\n```yaml\n%s```\n", e.shown())
	}
}

// object prints an object of Flux.
func (r *reference) object(o *object) {
	fmt.Fprintf(r, "\n### %s\n", o.heading)
	if o.about != "" {
		fmt.Fprintf(r, "\n%s\n", plain(o.about))
	}
	r.table(o.fields)
}

// anchor is what GitHub calls a heading.
func anchor(heading string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		}
		return -1
	}, strings.ToLower(heading))
}
