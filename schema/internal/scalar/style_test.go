package scalar

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestClasses compares the table of bytes with the rules that it was written from.
func TestClasses(t *testing.T) {
	for b, got := range classes {
		want := 0
		switch {
		case b >= 0x80:
			want = wide
		case b == ' ' || b == '\n':
			want = space
		case b < ' ' || b == 0x7f:
			want = control
		case b == ':' || b == '#':
			want = mark
		case strings.IndexByte(",[]{}&*!|>'\"%@`?-", byte(b)) >= 0:
			want = indicator
		}
		if StartsLikeNumber(string([]byte{byte(b)})) || b == '<' { // << is special as a key
			want |= numberStart
		}
		assert.Equal(t, int(got), want, "%q", b)
	}
}

// TestPlainSafe compares the fast check with the table of bytes, for each byte at each place of strings of each length.
func TestPlainSafe(t *testing.T) {
	for length := 1; length <= 25; length++ {
		for at := range length {
			for c := range 256 {
				text := []byte(strings.Repeat("a", length))
				text[at] = byte(c)
				kind, _ := Resolve(string(text))
				want := classes[text[0]] == 0 && kind == String && (at == 0 || classes[c]&(withinString&^indicator) == 0)
				assert.Equal(t, PlainSafe(string(text)), want, "%q", text)
			}
		}
	}
	assert.Assert(t, !PlainSafe(""))
}
