// Package scalar knows YAML scalars as sigs.k8s.io/yaml reads and writes them, which is YAML 1.1: the meaning of plain
// scalars, the doubts about it, the style of strings, and the order of keys.
//
// It works on text alone and knows no tree.
package scalar

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
)

// Kind is what a value is. No value has the zero Kind.
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

// StartsLikeNumber reports whether a text begins with a byte that numbers and dates begin with.
func StartsLikeNumber(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'
}

// Resolve returns the kind of a plain scalar, and its text as JSON has it. A number that is JSON keeps its digits.
func Resolve(plain string) (Kind, string) {
	if kind, text, ok := word(plain); ok {
		return kind, text
	}
	if !StartsLikeNumber(plain) || strings.IndexByte(numberEnds, plain[len(plain)-1]) < 0 {
		return String, plain
	}
	if text, ok := number(plain); ok {
		return Number, text
	}
	return String, plain
}

// A scalar that ends in another byte is no number; most scalars that begin with a digit end so: 10m, 64Mi.
const numberEnds = "0123456789abcdefABCDEF_."

// word resolves what YAML 1.1, read by sigs.k8s.io/yaml, takes for a boolean, null, infinity or not a number.
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
	format := byte('f') // as encoding/json writes numbers
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strings.Replace(strconv.FormatFloat(f, format, -1, 64), "e-0", "e-", 1), true
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

// isDecimal matches [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)? in less time than a regular expression.
func isDecimal(s string) bool {
	whole, rest := leadingDigits(withoutSign(s))
	fraction := 0
	if strings.HasPrefix(rest, ".") {
		fraction, rest = leadingDigits(rest[1:])
	}
	if whole+fraction == 0 || rest == "" {
		return rest == "" && whole+fraction > 0
	}
	exponent, end := leadingDigits(withoutSign(rest[1:]))
	return (rest[0] == 'e' || rest[0] == 'E') && exponent > 0 && end == ""
}

func withoutSign(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return s
}

func leadingDigits(s string) (count int, rest string) {
	for count < len(s) && '0' <= s[count] && s[count] <= '9' {
		count++
	}
	return count, s[count:]
}

// integer resolves integers of up to 64 bits, with Go's prefixes and with underscores.
func integer(plain string) (string, bool) {
	if isJSONInteger(plain) && len(plain) < 19 {
		return plain, true
	}
	if !StartsLikeNumber(plain) || plain[0] == '.' {
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

// KeyText returns the text of a plain key as sigs.k8s.io/yaml converts it, or false and why it cannot.
func KeyText(plain string) (text string, ok bool) {
	kind, text := Resolve(plain)
	return ResolvedKey(kind, text, plain)
}

// ResolvedKey is KeyText of a key that is resolved: kind and text are those that Resolve returns.
func ResolvedKey(kind Kind, text, plain string) (key string, ok bool) {
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

// Doubt is why other readers may read a plain scalar otherwise.
type Doubt uint8

// The doubts about a plain scalar.
const (
	NoDoubt    Doubt = iota
	NotJSON          // .inf, .nan: JSON has no form for it
	YAML11           // on, 0123, 2001-01-01, 1:30: readers of YAML 1.1 and 1.2 differ
	LostDigits       // 1.10: a reader that stores floats prints 1.1
)

// DoubtOf returns the doubt about a plain scalar. Kind and text are those that Resolve returns.
func DoubtOf(kind Kind, text, plain string) Doubt {
	switch {
	case kind == String && !StartsLikeNumber(plain): // most scalars
	case kind == Number && YAMLNumber(text) != text:
		return NotJSON
	case isYAML11(kind, text, plain):
		return YAML11
	case kind == Number && text == plain && losesDigits(text):
		return LostDigits
	}
	return NoDoubt
}

func isYAML11(kind Kind, text, plain string) bool {
	switch kind {
	case Bool:
		return !strings.EqualFold(text, plain)
	case Number:
		return text != plain && !isDecimal(plain) || hasLeadingZero(plain)
	}
	return kind == String && (isDate(plain) || isBase60(plain) || isHuge(plain))
}

// hasLeadingZero is true of 0123, an octal number in YAML 1.1.
func hasLeadingZero(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9'
}

// losesDigits reports whether a number comes back from a float with other digits, as 1.10, which mostly is a version.
func losesDigits(text string) bool {
	if isJSONInteger(text) {
		return len(text) > 18 && !fitsInteger(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && strconv.FormatFloat(f, 'f', -1, 64) != text && !strings.ContainsAny(text, "eE")
}

func fitsInteger(text string) bool {
	_, signed := strconv.ParseInt(text, 10, 64)
	_, unsigned := strconv.ParseUint(text, 10, 64)
	return signed == nil || unsigned == nil
}

// isDate reports whether readers of YAML 1.1 take a plain scalar for a timestamp; kubectl and Flux read a string.
func isDate(s string) bool {
	if years, _ := leadingDigits(s); len(s) < 8 || years != 4 || s[4] != '-' {
		return false
	}
	for _, layout := range []string{
		"2006-1-2", "2006-1-2 15:4:5.999999999", "2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

var base60 = pattern.Of(`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`)

// isBase60 is true of 1:30, which readers of YAML 1.1 take for 90, and kubectl and Flux for a string.
func isBase60(s string) bool { return strings.IndexByte(s, ':') > 0 && base60().MatchString(s) }

// isHuge is true of a float beyond the range: a string to kubectl and Flux, infinity to other readers.
func isHuge(s string) bool {
	f, ok := float(s)
	return ok && math.IsInf(f, 0)
}
