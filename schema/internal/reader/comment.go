package reader

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/assembly"
)

// commentBehind finds a comment behind a null that is nothing. The library gives it to the key, or the next one.
func (c *converter) commentBehind(null *yaml.Node, at uint32) string {
	line, _, _ := strings.Cut(c.source[at:c.piece.end], "\n")
	if null.Anchor != "" {
		line = strings.TrimPrefix(line, "&"+null.Anchor)
	}
	line = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ","), " \t")
	if !strings.HasPrefix(line, "#") {
		return ""
	}
	return strings.TrimRight(line, " \t\r")
}

// straySetter reports the setter comment of a key whose value begins in another line. The library gives a key also
// the comment behind the null before it, and that behind the anchor of its map.
func (c *converter) straySetter(comment string, keyAt uint32, child int32) {
	line, _, _ := strings.Cut(comment, "\n")
	if !assembly.IsSetter(line) || c.Doc.Setters[child] == line || c.Doc.Setters[c.Last()] == line {
		return
	}
	c.Problems = append(c.Problems,
		assembly.Problem{Rule: assembly.StraySetter, At: keyAt, Document: c.Doc, Record: child, OnKey: true, Detail: line})
}
