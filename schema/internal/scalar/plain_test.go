package scalar

import (
	"regexp"
	"testing"

	"gotest.tools/v3/assert"
)

func TestKeyText(t *testing.T) {
	for plain, want := range map[string]string{
		"a": "a", "yes": "true", "Off": "false", "0x10": "16", "010": "8", "1_0": "10", "1.50": "1.5", "-0": "0",
		"1e3":      "1000",
		"1000000.": "1e+06", "3.14159265358979": "3.1415927", ".INF": ".inf", "-.inf": "-.inf", ".nan": ".nan",
		"2001-01-01": "2001-01-01",
		"<<":         "<<", "=": "=", "9223372036854775807": "9223372036854775807",
		"123456789012345678901234567890": "1.2345679e+29",
	} {
		got, ok := KeyText(plain)
		assert.Assert(t, ok)
		assert.Equal(t, got, want, plain)
	}
	for _, plain := range []string{"~", "null", "", "9223372036854775808", "0xffffffffffffffff"} {
		_, ok := KeyText(plain)
		assert.Assert(t, !ok, plain)
	}
}

// TestIsDecimal compares isDecimal with the pattern in its comment, for all short texts.
func TestIsDecimal(t *testing.T) {
	pattern := regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	texts := []string{""}
	for range 5 {
		for _, text := range texts {
			assert.Equal(t, isDecimal(text), pattern.MatchString(text), text)
		}
		texts = longer(texts, "7.eE+-x")
	}
}

func longer(texts []string, letters string) (all []string) {
	for _, text := range texts {
		for _, letter := range letters {
			all = append(all, text+string(letter))
		}
	}
	return all
}
