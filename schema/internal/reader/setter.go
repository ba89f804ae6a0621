package reader

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// isSetter recognizes a setter comment as kyaml does: any number of #, and the JSON of one behind them.
func isSetter(comment string) bool {
	object, found := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(comment, "#"), " \t"), "{")
	return found && strings.HasPrefix(strings.TrimLeft(object, " \t"), `"$`)
}

// isNearlyMarker recognizes the comment of somebody who means a setter comment of image automation and does not write its JSON, for
// example {$imagepolicy: a:b}, or who has another comment before it. A sentence about such comments is none.
func isNearlyMarker(comment string) bool {
	const key = "$imagepolicy"
	begin := strings.TrimLeft(comment, "# \t{\"'`")
	return len(begin) >= len(key) && strings.EqualFold(begin[:len(key)], key) ||
		strings.HasSuffix(comment, `"}`) && strings.Contains(comment, `{"`+key+`"`)
}

// setter stores the setter comment behind a scalar, and reports one behind a list or map. One behind a null is reported too, because most
// nulls are not printed.
func (a *assembler) setter(comment string, at int32) {
	line, _, _ := strings.Cut(comment, "\n") // the parser may have joined the comment of another line
	if !isSetter(line) {
		if isNearlyMarker(line) {
			a.report(BadMarker, at, line)
		}
		return
	}
	switch a.doc.Records[at].Kind {
	case scalar.List, scalar.Map:
		a.report(StraySetter, at, line)
		return
	case scalar.Null:
		a.report(NullSetter, at, line)
	}
	a.doc.SetSetter(at, line)
}

// commentBehind returns the comment behind a null that is written as nothing, in flow style also behind its comma. The parser gives it to
// the key, or to the next one.
func (c *converter) commentBehind(null *yaml.Node, at uint32) string {
	line, _, _ := strings.Cut(c.text[at:c.piece.end], "\n")
	if null.Anchor != "" {
		line = strings.TrimPrefix(line, "&"+null.Anchor)
	}
	line = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ","), " \t")
	if !strings.HasPrefix(line, "#") {
		return ""
	}
	return strings.TrimRight(line, " \t\r")
}

// straySetter reports the setter comment of a key whose value begins in another line. The parser gives a key also the comment behind the
// null before it, and that behind the anchor of its map.
func (c *converter) straySetter(comment string, keyAt uint32, child int32) {
	line, _, _ := strings.Cut(comment, "\n")
	before := c.children[max(0, len(c.children)-1):]
	if !isSetter(line) || c.doc.Setters[child] == line || len(before) > 0 && c.doc.Setters[before[0]] == line {
		return
	}
	c.problems = append(c.problems, Problem{Rule: StraySetter, At: keyAt, Document: c.doc, Record: child, OnKey: true, Detail: line})
}
