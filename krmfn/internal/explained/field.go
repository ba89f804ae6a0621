package explained

import (
	"errors"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// FieldPath is a field as people name it: its keys, and indexes of lists.
type FieldPath []string

// ParseField reads a field as explain prints it, for example values.replicas or metadata.labels[example.com/team].
func ParseField(text string) (path FieldPath, err error) {
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

// String returns the path in the form in which explain prints paths. A number is an index.
func (p FieldPath) String() string {
	return strings.TrimPrefix(strings.Join(each.Of(p, tree.ItemStep), ""), ".")
}

// places returns where an object of a kind can have the field, as itself or as entries call it, the likeliest first.
func (p FieldPath) places(kind string) (all []FieldPath) {
	if p[0] == "metadata" || p[0] == "spec" || kind == kinds.RBACRole.Name || kind == kinds.RoleBinding.Name {
		all = append(all, p)
	}
	p = p.belowSpec()
	all = append(all, below(p, "spec"))
	if p.isOfSource() {
		return append(all, p)
	}
	if p[0] == "source" && len(p) > 1 && p[1] == "sourceRef" {
		p = p[1:]
	}
	rest := p[1:]
	switch {
	case p[0] == "chart" && kind == kinds.HelmRelease.Name:
		all = append(all, below(rest, "spec", "chart", "spec"))
	case p[0] == "destination" && len(rest) > 0:
		all = append(all, below(rest, "spec"))
	case p[0] == "name", p[0] == "namespace":
		all = append(all, below(p, "metadata"))
	case p[0] == "sourceRef":
		all = append(all, below(p, "spec", "chart", "spec"), below(rest, "spec", "chartRef"))
	}
	return all
}

func below(path FieldPath, above ...string) FieldPath { return slices.Concat(above, path) }

func (p FieldPath) has(keys FieldPath) bool {
	return len(keys) >= len(p) && slices.Equal(keys[:len(p)], p)
}

func (p FieldPath) belowSpec() FieldPath {
	if p[0] == "spec" && len(p) > 1 {
		return p[1:]
	}
	return p
}

// isOfSource reports whether a field is of a source that the document brings, for example source.ociRepository.ref.tag.
func (p FieldPath) isOfSource() bool {
	return len(p) > 1 && p[0] == "source" && kinds.ByField(kinds.Source, p[1]) != nil
}

// instead proposes a field: one of the same name in another place, the nearest one beside it, or else all beside it.
func (p FieldPath) instead(known []FieldPath) string {
	if same := p.namesakes(known); len(same) > 0 {
		return "did you mean " + names.Or(same) + "?"
	}
	isKnown := func(k FieldPath) bool { return slices.Equal(k, p[:len(p)-1]) }
	for len(p) > 1 && !slices.ContainsFunc(known, isKnown) {
		p = p[:len(p)-1]
	}
	last := len(p) - 1
	var beside, keys []string
	for _, k := range known {
		if len(k) == len(p) && p[:last].has(k) {
			beside, keys = append(beside, k.String()), append(keys, k[last])
		}
	}
	switch near := slices.Index(keys, names.Nearest(p[last], keys)); {
	case near >= 0:
		return "did you mean " + beside[near] + "?"
	case len(beside) == 0: // a list, or a value that is no map
		return "write " + p[:last].String()
	}
	return terminal.OneOf(beside)
}

func (p FieldPath) namesakes(known []FieldPath) (same []string) {
	for _, k := range known {
		if len(same) < terminal.Few && strings.EqualFold(k[len(k)-1], p[len(p)-1]) {
			same = append(same, k.String())
		}
	}
	return same
}
