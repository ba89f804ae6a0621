package tree

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestResolve asks sigs.k8s.io/yaml about all that readers of YAML 1.1 and 1.2 have ever taken for something else than a
// string, as a value and as a key.
func TestResolve(t *testing.T) {
	all := append([]string(nil), nasty...)
	for _, word := range []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "nil", "none", "t", "f", "nan", "inf", ".nan", ".inf", "+.inf", "-.inf", "+.nan", "infinity", ".infinity", "undefined"} {
		all = append(all, word, strings.ToUpper(word), strings.ToUpper(word[:1])+word[1:], word+"x", "x"+word)
		if len(word) > 2 {
			all = append(all, word[:1]+strings.ToUpper(word[1:2])+word[2:], word[:2]+strings.ToUpper(word[2:3])+word[3:])
		}
	}
	for _, digits := range []string{"0", "00", "1", "7", "8", "07", "08", "09", "10", "0o7", "0o8", "0O7", "0x1f", "0X1F", "0xg", "0b1", "0B1", "0b2", "0b", "0b-1", "0b+1", "0b_1", "1_", "1__0", "0_7", "1_000", "1,000", "1e3", "1E3", "1e+3", "1e-3", "1e", "1e+", "1.", "1.0", "1.5", "1.5.1", ".5", ".5e1", "5e", "1._5", "1.5_", "._5", "1:30", "1:60", "190:20:30", "190:20:30.15", "1:2:3:4", "1 2", "1d", "0x1p4", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e308", "1e309", "1.0e400", "1.0E+400", "1_0.0e400", "1.e400", ".5e400", "1.7976931348623157e308", "1.7976931348623159e308", "1e-400", "4.9e-324", "0.1", "0.30000000000000004", "100000000000000000000000", "1e21", "123456.7", "1234567.8", "16777217.5", "٣"} {
		all = append(all, digits, "-"+digits, "+"+digits, "_"+digits, digits+"e", digits+".")
	}
	all = append(all, "2001-01-01", "2001-1-1", "2001-13-01", "2001-01-01T", "2001-01-01T00:00:00Z", "2001-01-01t0:0:0Z", "2001-01-01 00:00:00", "2001-01-01 00:00:00 Z", "2001-01-01T00:00:00.5+01:00", "2001-01-01T00:00:00,5Z", "01-01-2001", "12001-01-01", "=", "<", "<<<", ".", "..", "+", "-", "+-1", "--1", "-.", "+.", "-_", "0.0", "-0.0", "-00")
	for _, s := range all {
		checkResolve(t, s)
		if t.Failed() {
			t.Fatalf("of %q", s)
		}
		b := NewBuilder()
		value := map[string]any{s: s}
		if !differs(value) {
			got := string(AppendYAML(nil, built(t, b, value)))
			want, ok := sigsYAML(map[string]any{strings.ToValidUTF8(s, "\ufffd"): s})
			assert.Assert(t, ok)
			assert.Equal(t, got, want, "of %q", s)
		}
	}
}

func TestKeyText(t *testing.T) {
	for plain, want := range map[string]string{
		"a": "a", "yes": "true", "Off": "false", "0x10": "16", "010": "8", "1_0": "10", "1.50": "1.5", "-0": "0", "1e3": "1000",
		"1000000.": "1e+06", "3.14159265358979": "3.1415927", ".INF": ".inf", "-.inf": "-.inf", ".nan": ".nan", "2001-01-01": "2001-01-01",
		"<<": "<<", "=": "=", "9223372036854775807": "9223372036854775807", "123456789012345678901234567890": "1.2345679e+29",
	} {
		got, ok := keyText(plain)
		assert.Assert(t, ok)
		assert.Equal(t, got, want, plain)
	}
	for _, plain := range []string{"~", "null", "", "9223372036854775808", "0xffffffffffffffff"} {
		_, ok := keyText(plain)
		assert.Assert(t, !ok, plain)
	}
}
