package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fieldPath is a field as the command line names it: its keys, and indexes of lists.
type fieldPath []string

// parseField reads a field in the form in which explain prints it, for example values.replicas or
// metadata.labels[example.com/team].
func parseField(text string) (path fieldPath, err error) {
	for rest := "." + text; rest != ""; {
		separator, behind := rest[0], rest[1:]
		end := len(behind)
		switch separator {
		case '[':
			if end = strings.IndexByte(behind, ']'); end < 0 {
				return nil, errors.New("] is missing")
			}
			path, rest = append(path, strings.Trim(behind[:end], `"'`)), behind[end+1:]
		case '.':
			if i := strings.IndexAny(behind, ".["); i >= 0 {
				end = i
			}
			if end == 0 {
				return nil, errors.New("a key is empty; write a field, for example values.replicas")
			}
			path, rest = append(path, behind[:end]), behind[end:]
		default:
			return nil, errors.New("a dot is missing behind ]")
		}
	}
	return path, nil
}

// places returns where an object of a kind can have the field, the likeliest place first. The field is one of the
// object's spec, or of the object, or it is called as in an entry.
func (p fieldPath) places(kind string) (all []fieldPath) {
	if p[0] == "metadata" || p[0] == "spec" || kind == kinds.RBACRole.Name || kind == kinds.RoleBinding.Name {
		all = append(all, p)
	}
	p = p.belowSpec()
	all = append(all, under(fieldPath{"spec"}, p))
	if p.isOfSource() {
		return append(all, p)
	}
	if p[0] == "source" && len(p) > 1 && p[1] == "sourceRef" {
		p = p[1:]
	}
	rest := p[1:]
	switch {
	case p[0] == "chart" && kind == kinds.HelmRelease.Name:
		all = append(all, under(fieldPath{"spec", "chart", "spec"}, rest))
	case p[0] == "destination" && len(rest) > 0:
		all = append(all, under(fieldPath{"spec"}, rest))
	case p[0] == "name", p[0] == "namespace":
		all = append(all, under(fieldPath{"metadata"}, p))
	case p[0] == "sourceRef":
		all = append(all, under(fieldPath{"spec", "chart", "spec"}, p), under(fieldPath{"spec", "chartRef"}, rest))
	}
	return all
}

// belowSpec returns the path from the spec, if that is above the field.
func (p fieldPath) belowSpec() fieldPath {
	if p[0] == "spec" && len(p) > 1 {
		return p[1:]
	}
	return p
}

func under(path, below fieldPath) fieldPath { return slices.Concat(path, below) }

// String returns the path in the form in which explain prints paths. A number is an index.
func (p fieldPath) String() string {
	var b strings.Builder
	for _, key := range p {
		if strings.Trim(key, "0123456789") == "" {
			key = "[" + key + "]"
		} else {
			key = tree.Step(key)
		}
		b.WriteString(key)
	}
	return strings.TrimPrefix(b.String(), ".")
}
