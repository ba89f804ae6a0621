// Package scalar knows YAML scalars as sigs.k8s.io/yaml reads and writes them, which is YAML 1.1: what a plain scalar means, where readers
// differ, in which style a string is written, and in which order the keys of a map are.
//
// It works on text alone and knows no tree.
package scalar

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Kind is what a value is. The zero Kind is that of no value.
type Kind uint8

// The kinds of a value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	List
	Map
)

// The first bytes of the words of YAML, and of numbers and dates. A scalar that ends in a byte that is not in numberEnds is no number; most
// scalars that begin with a digit end so: 10m, 64Mi.
const (
	wordStarts   = "~nNtTfFyYoO.+-"
	numberStarts = "0123456789+-."
	numberEnds   = "0123456789abcdefABCDEF_."
)

// StartsLikeNumber reports whether a text begins with a byte that numbers and dates begin with.
func StartsLikeNumber(text string) bool {
	return text != "" && strings.IndexByte(numberStarts, text[0]) >= 0
}

// Resolve returns the kind of a plain scalar and its text in the form that JSON has for it. A number that is valid JSON keeps its digits.
func Resolve(plain string) (Kind, string) {
	if plain == "" {
		return Null, ""
	}
	first := plain[0]
	if strings.IndexByte(wordStarts, first) >= 0 {
		if kind, text, ok := word(plain); ok {
			return kind, text
		}
	}
	if strings.IndexByte(numberStarts, first) < 0 || strings.IndexByte(numberEnds, plain[len(plain)-1]) < 0 {
		return String, plain
	}
	if text, ok := number(plain); ok {
		return Number, text
	}
	return String, plain
}

// word resolves the plain scalars that YAML 1.1, as sigs.k8s.io/yaml reads it, takes for a boolean, null, infinity or not a number.
func word(plain string) (kind Kind, text string, ok bool) {
	switch plain {
	case "", "~", "null", "Null", "NULL":
		return Null, "", true
	case "true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return Bool, "true", true
	case "false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return Bool, "false", true
	case ".nan", ".NaN", ".NAN":
		return Number, "NaN", true
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return Number, "+Inf", true
	case "-.inf", "-.Inf", "-.INF":
		return Number, "-Inf", true
	}
	return String, "", false
}

// maxWord is the length of the longest word.
const maxWord = 5

func isWord(plain string) bool {
	_, _, ok := word(plain)
	return ok
}

// YAMLNumber returns the YAML form of a number's text: JSON has none for infinity and not a number.
func YAMLNumber(text string) string {
	switch text {
	case "NaN":
		return ".nan"
	case "+Inf":
		return ".inf"
	case "-Inf":
		return "-.inf"
	}
	return text
}

// number resolves what sigs.k8s.io/yaml takes for a number: integers and decimal floats.
func number(plain string) (string, bool) {
	if text, ok := integer(plain); ok {
		return text, true
	}
	f, ok := float(plain)
	if !ok || math.IsInf(f, 0) {
		return "", false
	}
	if json.Valid([]byte(plain)) {
		return plain, true
	}
	return jsonFloat(f), true
}

// float parses a decimal float. It is infinite beyond the range.
func float(plain string) (f float64, ok bool) {
	decimal := plain
	if plain[0] != '.' {
		decimal = strings.ReplaceAll(plain, "_", "")
		if !isDecimal(decimal) {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(decimal, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// isDecimal matches [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?.
func isDecimal(s string) bool {
	whole, s := leadingDigits(withoutSign(s))
	if rest, found := strings.CutPrefix(s, "."); found {
		var fraction int
		if fraction, s = leadingDigits(rest); whole+fraction == 0 {
			return false
		}
	} else if whole == 0 {
		return false
	}
	if s != "" && s[0]|0x20 == 'e' {
		var exponent int
		if exponent, s = leadingDigits(withoutSign(s[1:])); exponent == 0 {
			return false
		}
	}
	return s == ""
}

func withoutSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

// leadingDigits counts the digits that s begins with, and returns what follows them.
func leadingDigits(s string) (count int, rest string) {
	for count < len(s) && s[count] >= '0' && s[count] <= '9' {
		count++
	}
	return count, s[count:]
}

// integer resolves integers of up to 64 bits, with Go's prefixes and with underscores.
func integer(plain string) (string, bool) {
	if isJSONInteger(plain) && len(plain) < 19 {
		return plain, true
	}
	if strings.IndexByte(numberStarts, plain[0]) < 0 || plain[0] == '.' {
		return "", false
	}
	digits := strings.ReplaceAll(plain, "_", "")
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil {
		return strconv.FormatInt(i, 10), true
	}
	if u, err := strconv.ParseUint(digits, 0, 64); err == nil {
		return strconv.FormatUint(u, 10), true
	}
	if bits, ok := strings.CutPrefix(digits, "0b"); ok { // a sign may follow the prefix: 0b-101
		i, err := strconv.ParseInt(bits, 2, 64)
		return strconv.FormatInt(i, 10), err == nil
	}
	return "", false
}

// IsInteger reports whether a plain scalar, which is not empty, is an integer.
func IsInteger(plain string) bool {
	_, ok := integer(plain)
	return ok
}

// isJSONInteger matches -?(0|[1-9][0-9]*), which most numbers are.
func isJSONInteger(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] == '0' && len(s) > 1 {
		return false
	}
	_, rest := leadingDigits(s)
	return rest == ""
}

func jsonFloat(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.FormatFloat(f, 'g', -1, 64) // NaN, +Inf, -Inf: JSON has no form for them
	}
	text, err := json.Marshal(f)
	if err != nil {
		return ""
	}
	return string(text)
}

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
