package main

import (
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strconv"
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

//go:embed bases.yaml
var basesData []byte

// readBases returns the documents into which examples are put.
func readBases() (bases map[string]string, err error) {
	err = yaml.UnmarshalStrict(basesData, &bases)
	return bases, err
}

// document returns the document that an example is a part of.
func (e example) document(bases map[string]string) (string, error) {
	if e.At == "" {
		return e.Text, nil
	}
	var in, value any
	if err := errors.Join(yaml.Unmarshal([]byte(bases[e.Base]), &in), yaml.Unmarshal([]byte(e.Text), &value)); err != nil {
		return "", err
	}
	data, err := yaml.Marshal(put(in, steps(e.At), value))
	return string(data), err
}

// steps splits a path, for example spec.config.kustomization[0].
func steps(path string) []string { return regexp.MustCompile(`[^.\[\]]+`).FindAllString(path, -1) }

// put returns a document with a value at a path.
func put(in any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	switch in := in.(type) {
	case []any:
		i, err := strconv.Atoi(path[0])
		if err != nil || i >= len(in) {
			panic(fmt.Sprintf("no item %s", path[0]))
		}
		in[i] = put(in[i], path[1:], value)
		return in
	case map[string]any:
		in[path[0]] = put(in[path[0]], path[1:], value)
		return in
	}
	return map[string]any{path[0]: put(nil, path[1:], value)}
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
