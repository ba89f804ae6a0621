package reader

import (
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
)

// splitWithJSON is splitJSON for a stream, whatever is in it.
func splitWithJSON(text string) (pieces []Piece) {
	if trimmed := strings.TrimLeft(text, " \t\r\n"); trimmed == "" || trimmed[0] != '{' {
		return nil
	}
	for values := json.NewDecoder(strings.NewReader(text)); ; {
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			return pieces
		}
		if err != nil {
			return nil
		}
		end := int(values.InputOffset())
		pieces = append(pieces, Piece{end - len(value), end, true})
	}
}

func checkSplitJSON(t *testing.T, text string) {
	t.Helper()
	got, want := splitJSON([]byte(text), 0), splitWithJSON(text)
	assert.Assert(t, slices.Equal(got, want), "%q: %v, want %v", text, got, want)
}

func TestSplitJSON(t *testing.T) {
	for _, value := range []string{
		"{}", "[]", "{ }", "[ ]", "[1,2]", "[1,]", "[,1]", "[1 2]", `{"a":1,}`, `{"a" : 1 , "b":[ ]}`, `{a:1}`, `{"a"}`,
		`{"a":}`, `{1:2}`, "[1}", "{]",
		"true", "false", "null", "tru", "nul", "True", "truefalse", "0", "-0", "01", "-", "+1", "1.", ".1", "1.5", "1e",
		"1e5", "1E+5", "1e-5", "1e+",
		"--1", "1-2", "0x1", `""`, `"a`, `"a\"b"`, `"\`, `"\a"`, `"\/\b\f\n\r\t\\"`, `"\u00e9"`, `"\u00E9\ud83d"`, `"\u00g0"`,
		"\"\\u001\x11\"", `"\u00`, "\"\t\"", "\"\x00\"",
		"\"\x7f\xff\"", "\"\ud7ff\"", "{}\x00", "{}\ufeff", "\x00", "", " ", "{}\n---\n{}", "# c",
		strings.Repeat("[", 9999) + strings.Repeat("]", 9999), strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
	} {
		for _, around := range []string{"%", "{}%", "{} %\n{}", `{"a":%}`, ` {"a":[%, % ]} `, "{}%%", "{}%{}1"} {
			checkSplitJSON(t, strings.ReplaceAll(around, "%", value))
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		text := yamltest.JSON(r)
		checkSplitJSON(t, string(text))
		at := r.IntN(len(text) + 1)
		const bytes = `{}[]",:\ u019-+.eEtn/` + "\n\t\r\x00\x1f\xff"
		checkSplitJSON(t, string(text[:at])+string(bytes[r.IntN(len(bytes))])+string(text[min(at+r.IntN(2), len(text)):]))
		checkSplitJSON(t, string(text[:at]))
	}
}
