package reader

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// isJSONEscape reports whether the library refuses an escape of JSON: half of a surrogate pair (\ud83d\ude00), or \/.
func isJSONEscape(err error) bool {
	return strings.HasSuffix(err.Error(), "found invalid Unicode character escape code") ||
		strings.HasSuffix(err.Error(), "found unknown escape character")
}

var escapes = pattern(`\\(u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?s:.))`)

func isSurrogatePair(escape string) bool { return len(escape) == len(`\ud83d\ude00`) }

var rewritten = pattern(`\\U00(0[1-9a-f]|10)[0-9a-f]{4}`)

// rewriteEscapes writes JSON's escapes in YAML's form, which is shorter. Slashes are escaped in JSON only: in YAML,
// the text may be one in which this is no escape.
func rewriteEscapes(text string, p Piece) *lineIndex {
	var out strings.Builder
	var cuts []cut
	done := 0
	for _, match := range escapes().FindAllStringIndex(text, -1) {
		found := text[match[0]:match[1]]
		better := found
		switch {
		case isSurrogatePair(found):
			better = joinSurrogates(found)
		case found == `\/` && p.json:
			better = "/"
		default:
			continue
		}
		out.WriteString(text[done:match[0]])
		cuts = append(cuts, cut{out.Len(), len(found) - len(better)})
		out.WriteString(better)
		done = match[1]
	}
	out.WriteString(text[done:])
	x := newLineIndex(out.String(), p.Start, cuts...)
	x.rewritten = true
	return x
}

func joinSurrogates(pair string) string {
	high, _ := strconv.ParseUint(pair[2:6], 16, 32)
	low, _ := strconv.ParseUint(pair[8:12], 16, 32)
	hex := strconv.FormatUint(0x10000+(high-0xd800)<<10+(low-0xdc00), 16)
	return `\U` + strings.Repeat("0", 8-len(hex)) + hex
}

// firstPair returns the first surrogate pair of a double-quoted text, perhaps behind a tag or an anchor; or empty.
func firstPair(source string) string {
	_, quoted, found := strings.Cut(source, `"`)
	for found {
		i := strings.IndexAny(quoted, `"\`)
		if i < 0 || quoted[i] == '"' {
			return ""
		}
		escape := escapes().FindString(quoted[i:])
		if isSurrogatePair(escape) {
			return escape
		}
		quoted = quoted[i+max(len(escape), 1):]
	}
	return ""
}

// checkEscape reports an escape that JSON has and other YAML readers refuse.
func (c *converter) checkEscape(n *yaml.Node, at int32, offset uint32, onKey bool) {
	if c.piece.json || n.Style&yaml.DoubleQuotedStyle == 0 {
		return
	}
	if pair := firstPair(c.source[offset:c.piece.End]); pair != "" {
		c.Add(record.Problem{Rule: record.Escape, Record: at, OnKey: onKey, Detail: pair})
	}
}

// checkRewritten reports a text that rewriteEscapes has changed where escapes have no meaning.
func (c *converter) checkRewritten(n *yaml.Node, at int32) {
	if n.Style&yaml.DoubleQuotedStyle == 0 && rewritten().MatchString(n.Value) {
		c.Report(record.Syntax, at,
			`escapes such as \ud83d\ude00 stand inside and outside of double quotes; write the character itself`)
	}
}
