package tree

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// word knows the plain scalars that YAML 1.1, as sigs.k8s.io/yaml reads it, takes for a boolean, null or no finite number.
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

// wordStarts are the first bytes of those words, numberStarts those of numbers and dates. What ends in another one than
// numberEnds is no number, as most that begins with a digit: 10m, 64Mi.
const (
	wordStarts   = "~nNtTfFyYoO.+-"
	numberStarts = "0123456789+-."
	numberEnds   = "0123456789abcdefABCDEF_."
)

// resolve returns what a plain scalar is to kubectl and Flux, and its text in the form that JSON has for it. A number
// that is valid JSON keeps its digits.
func resolve(plain string) (Kind, string) {
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

// PlainKind returns what kubectl and Flux read a text as that is a whole value of a YAML document, without quotes around it.
func PlainKind(text string) Kind {
	kind, _ := resolve(strings.TrimSpace(text))
	return kind
}

// number reads what sigs.k8s.io/yaml takes for a number: integers, or decimal floats.
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

// float reads decimal floats; those beyond the range are infinite.
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

// isDecimal is true of [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?.
func isDecimal(s string) bool {
	s = withoutSign(s)
	whole, s := leadingDigits(s)
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

// integer reads integers of up to 64 bits, with Go's prefixes and with underscores.
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
	if bits, ok := strings.CutPrefix(digits, "0b"); ok { // with a sign behind the prefix: 0b-101
		i, err := strconv.ParseInt(bits, 2, 64)
		return strconv.FormatInt(i, 10), err == nil
	}
	return "", false
}

// isJSONInteger is true of the many: -?(0|[1-9][0-9]*).
func isJSONInteger(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
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

// keyText returns the text of a map's key as sigs.k8s.io/yaml makes a string of it; false, with the reason, if it does not.
func keyText(plain string) (string, bool) {
	kind, text := resolve(plain)
	switch kind {
	case Null:
		return "a key must not be null", false
	case Number:
		return numberKey(plain, text)
	}
	return text, true
}

func numberKey(plain, text string) (string, bool) {
	if _, ok := integer(plain); ok {
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return "a key must not be a number of more than 63 bits", false
		}
		return strconv.FormatInt(i, 10), true // -0 is 0
	}
	f, _ := strconv.ParseFloat(text, 64)
	return yamlNumber(strconv.FormatFloat(f, 'g', -1, 32)), true // 32 bits, as sigs.k8s.io/yaml rounds it
}

// losesDigits reports whether a number with this text would come back from a float with other digits, as 1.10 does: mostly
// it is a version.
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

// isDate reports whether readers of YAML 1.1 take a plain scalar for a timestamp; kubectl and Flux read the string.
func isDate(s string) bool {
	if len(s) < 8 || s[4] != '-' || strings.IndexFunc(s[:4], func(r rune) bool { return r < '0' || r > '9' }) >= 0 {
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

var base60 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`)
})

// isBase60 reports whether readers of YAML 1.1 take a plain scalar for a number with the base 60: 1:30 is 90. kubectl and
// Flux read the string.
func isBase60(s string) bool {
	return strings.IndexByte(s, ':') > 0 && base60().MatchString(s)
}

// isHuge reports whether a plain scalar is a float beyond the range. kubectl and Flux read the string, others infinity.
func isHuge(s string) bool {
	if strings.IndexByte(numberStarts, s[0]) < 0 {
		return false
	}
	f, ok := float(s)
	return ok && math.IsInf(f, 0)
}
