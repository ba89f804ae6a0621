package main

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// section is the text of reference.yaml about an object of fluxapp's own.
type section struct {
	Heading string `json:"heading"`
	// Object is the Go type, without its package. Only leaves the fields that another type declares out of the table,
	// and Listed: false the table.
	Object string `json:"object"`
	Only   string `json:"only,omitempty"`
	Listed *bool  `json:"listed,omitempty"`

	Text     string    `json:"text"`
	Examples []example `json:"examples"`
}

// example is a part of a document. Its text is what is at a path of a document in bases.yaml, or with the base none a
// document.
type example struct {
	Base string `json:"base"`
	At   string `json:"at,omitempty"`
	// More is a document of bases.yaml that the example needs beside its own.
	More string `json:"more,omitempty"`
	Text string `json:"text"`
}

//go:embed reference.yaml
var sectionsData []byte

// sections returns the sections of all objects of fluxapp's own, in the order of the page.
func sections(all []*object) (list []section, err error) {
	if err := yaml.UnmarshalStrict(sectionsData, &list); err != nil {
		return nil, fmt.Errorf("reference.yaml: %w", err)
	}
	known := map[string]bool{}
	for _, s := range list {
		known[typeOf(s.Object)] = true
	}
	var errs []error
	for _, o := range all {
		if isOurs(o.id) && !known[o.id] {
			errs = append(errs, fmt.Errorf("%s (%s) has no section; add one to testdata/pages/reference.yaml", o.id,
				strings.Join(o.path, ".")))
		}
		delete(known, o.id)
	}
	for id := range known {
		errs = append(errs, fmt.Errorf("reference.yaml has the object %s, which no document holds", id))
	}
	return list, errors.Join(errs...)
}

// lastStep is the end of a path that names a field.
var lastStep = regexp.MustCompile(`[^.\[\]]+$`)

// shown returns the example with the field that holds it.
func (e example) shown() string {
	field := lastStep.FindString(e.At)
	if field == "" {
		return e.Text
	}
	indent := "  "
	if strings.HasPrefix(e.Text, "- ") {
		indent = ""
	}
	var b strings.Builder
	b.WriteString(field + ":\n")
	for line := range strings.Lines(e.Text) {
		b.WriteString(indent + line)
	}
	return b.String()
}
