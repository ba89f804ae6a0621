package scalar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// KeyText returns the text of a plain key as sigs.k8s.io/yaml converts it to a string, or false and the reason why it cannot.
func KeyText(plain string) (text string, ok bool) {
	kind, text := Resolve(plain)
	switch kind {
	case Null:
		return "a key must not be null", false
	case Number:
		return numberKey(plain, text)
	}
	return text, true
}

func numberKey(plain, text string) (string, bool) {
	if IsInteger(plain) {
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return "a key must not be a number of more than 63 bits", false
		}
		return strconv.FormatInt(i, 10), true // -0 is 0
	}
	f, _ := strconv.ParseFloat(text, 64)
	return YAMLNumber(strconv.FormatFloat(f, 'g', -1, 32)), true // sigs.k8s.io/yaml rounds to 32 bits
}

// GroupKeys sorts by the bytes of the keys. Equal keys become neighbours and keep their order.
func GroupKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return strings.Compare(key(a), key(b)) })
}

// OrderKeys sorts what GroupKeys has sorted as CompareKeys compares. That rule is circular for some keys (9, 10, 1b, 9), where
// sigs.k8s.io/yaml prints them by chance. Here one set of keys has one order, because GroupKeys comes first.
func OrderKeys[E any](s []E, key func(E) string) {
	slices.SortStableFunc(s, func(a, b E) int { return CompareKeys(key(a), key(b)) })
}

// CompareKeys compares keys as sigs.k8s.io/yaml prints them (the rule is go.yaml.in/yaml/v2's): letters by code point, everything else
// before letters, and sequences of digits by their value.
func CompareKeys(a, b string) int {
	digitsBefore := false // the equal part ends in digits, of which one is not 0
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

// leadingNumber reads the digits that s begins with as if those of start preceded them, and counts them. Like the original it may
// overflow.
func leadingNumber(s string, start int64) (value int64, digits int) {
	value = start
	for _, r := range s {
		if !unicode.IsDigit(r) {
			break
		}
		value = value*10 + int64(r-'0')
		digits++
	}
	return value, digits
}
