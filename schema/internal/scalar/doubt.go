package scalar

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

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

var base60 = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`)
})

// isBase60 is true of 1:30, which readers of YAML 1.1 take for 90, and kubectl and Flux for a string.
func isBase60(s string) bool { return strings.IndexByte(s, ':') > 0 && base60().MatchString(s) }

// isHuge is true of a float beyond the range: a string to kubectl and Flux, infinity to other readers.
func isHuge(s string) bool {
	f, ok := float(s)
	return ok && math.IsInf(f, 0)
}
