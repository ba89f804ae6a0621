package tree

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// PlainKind returns what kubectl and Flux read a text as that is a whole value of a YAML document, without quotes around it.
func PlainKind(text string) Kind {
	kind, _ := scalar.Resolve(strings.TrimSpace(text))
	return Kind(kind)
}

// PairRune returns the character that a surrogate pair such as \ud83d\ude00 stands for.
func PairRune(pair string) rune {
	high, _ := strconv.ParseUint(pair[2:6], 16, 32)
	low, _ := strconv.ParseUint(pair[8:12], 16, 32)
	return utf16.DecodeRune(rune(high), rune(low))
}
