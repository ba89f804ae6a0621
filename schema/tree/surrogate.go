package tree

import (
	"regexp"
	"strconv"
	"strings"
)

// badEscape is how the parser's message ends when it meets one half of a surrogate pair (\ud83d\ude00), which JSON has and
// YAML has not.
const badEscape = "found invalid Unicode character escape code"

var surrogates = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

// joined is what joinSurrogates makes of a pair.
var joined = regexp.MustCompile(`\\U00(0[1-9a-f]|10)[0-9a-f]{4}`)

// joinSurrogates writes surrogate pairs in YAML's form, which is two bytes shorter, and remembers where.
func joinSurrogates(text string, start int) *places {
	var out strings.Builder
	var pairs []int
	done := 0
	for _, match := range surrogates.FindAllStringIndex(text, -1) {
		out.WriteString(text[done:match[0]])
		pairs = append(pairs, out.Len())
		pair := text[match[0]:match[1]]
		high, _ := strconv.ParseUint(pair[2:6], 16, 32)
		low, _ := strconv.ParseUint(pair[8:12], 16, 32)
		hex := strconv.FormatUint(0x10000+(high-0xd800)<<10+(low-0xdc00), 16)
		out.WriteString(`\U` + strings.Repeat("0", 8-len(hex)) + hex)
		done = match[1]
	}
	out.WriteString(text[done:])
	p := newPlaces(out.String(), start)
	p.pairs = pairs
	return p
}
