package tree

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// isEscape recognises the parser's words for an escape that JSON has and YAML has not: half of a surrogate pair
// (\ud83d\ude00), or a slash (\/).
func isEscape(err error) bool {
	return strings.HasSuffix(err.Error(), "found invalid Unicode character escape code") ||
		strings.HasSuffix(err.Error(), "found unknown escape character")
}

const surrogates = `u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\(` + surrogates + `|(?s:.))`) })

// joined is what rewriteEscapes makes of a surrogate pair.
var joined = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\U00(0[1-9a-f]|10)[0-9a-f]{4}`) })

// rewriteEscapes writes JSON's escapes in YAML's form, which is shorter, and remembers where. Slashes are escaped in JSON
// only: in YAML, the text may stand where it is no escape.
func rewriteEscapes(text string, p piece) *places {
	var out strings.Builder
	var cuts []cut
	done := 0
	for _, match := range escapes().FindAllStringIndex(text, -1) {
		found := text[match[0]:match[1]]
		better := found
		switch {
		case len(found) == len(`\ud83d\ude00`):
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
	at := newPlaces(out.String(), p.start)
	at.cut(cuts)
	at.rewritten = true
	return at
}

func joinSurrogates(pair string) string {
	high, _ := strconv.ParseUint(pair[2:6], 16, 32)
	low, _ := strconv.ParseUint(pair[8:12], 16, 32)
	hex := strconv.FormatUint(0x10000+(high-0xd800)<<10+(low-0xdc00), 16)
	return `\U` + strings.Repeat("0", 8-len(hex)) + hex
}

// firstPair returns the first surrogate pair of the double-quoted text that a source begins with, perhaps behind a tag or an anchor;
// empty when it has none.
func firstPair(source string) string {
	_, quoted, found := strings.Cut(source, `"`)
	for found {
		i := strings.IndexAny(quoted, `"\`)
		if i < 0 || quoted[i] == '"' {
			return ""
		}
		escape := escapes().FindString(quoted[i:])
		if len(escape) == len(`\ud83d\ude00`) {
			return escape
		}
		quoted = quoted[i+max(len(escape), 1):]
	}
	return ""
}

// PairRune returns the character that a surrogate pair such as \ud83d\ude00 stands for.
func PairRune(pair string) rune {
	code, _ := strconv.ParseUint(joinSurrogates(pair)[2:], 16, 32)
	return rune(code)
}
