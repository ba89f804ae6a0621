package tree

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sortKeys sorts by bytes, so that equal keys are neighbours, in the order in which they came.
func sortKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return strings.Compare(key(a), key(b)) })
}

// orderKeys brings what sortKeys has sorted into the order of compareKeys. That rule goes in circles (9, 10, 1b, 9), where
// chance decides what sigs.k8s.io/yaml prints; here it is one order of one set of keys, whatever order they came in.
func orderKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return compareKeys(key(a), key(b)) })
}

// compareKeys orders keys as sigs.k8s.io/yaml prints them (the rule is go.yaml.in/yaml/v2's): letters by code point and
// before them everything else, runs of digits by their value.
func compareKeys(a, b string) int {
	digitsBefore := false // a digit other than 0 stands right before
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra == rb {
			digitsBefore = unicode.IsDigit(ra) && (digitsBefore || ra != '0')
			a, b = a[na:], b[nb:]
			continue
		}
		letterA, letterB := unicode.IsLetter(ra), unicode.IsLetter(rb)
		switch {
		case letterA && letterB:
			return cmp.Compare(ra, rb)
		case letterA:
			return 1
		case letterB:
			return -1
		}
		var start int64
		if digitsBefore && (ra == '0' || rb == '0') {
			start = 1
		}
		valueA, lenA := leadingNumber(a, start)
		valueB, lenB := leadingNumber(b, start)
		return cmp.Or(cmp.Compare(valueA, valueB), cmp.Compare(lenA, lenB), cmp.Compare(ra, rb))
	}
	return cmp.Compare(len(a), len(b))
}

// leadingNumber reads the digits that s starts with behind those of start, and says how many there are. It may overflow,
// as the original does.
func leadingNumber(s string, start int64) (value int64, digits int) {
	value = start
	for _, r := range s {
		if !unicode.IsDigit(r) {
			break
		}
		value = value*10 + int64(r-'0')
		digits++
	}
	if digits == 0 {
		value = start
	}
	return value, digits
}
