package tree

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestClasses holds the table of bytes to the rules that it was written from.
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
			want = starts
		}
		assert.Equal(t, int(got), want, "%q", b)
	}
}

func TestFirsts(t *testing.T) {
	for b, got := range firsts {
		want := certain
		switch {
		case classes[b] != 0, strings.IndexByte(numberStarts+"<", byte(b)) >= 0: // << is special as a key
			want = ambiguous
		case strings.IndexByte(wordStarts, byte(b)) >= 0:
			want = wordStart
		}
		assert.Equal(t, int(got), want, "%q", b)
	}
}

// TestEveryday holds that a string that is taken for an everyday one at a glance is one by the table of bytes too, and that names are.
func TestEveryday(t *testing.T) {
	for length := 1; length <= 25; length++ {
		for at := range length {
			for c := range 256 {
				text := []byte(strings.Repeat("a", length))
				text[at] = byte(c)
				want := at > 0 && classes[c]&^starts == 0 || firsts[c] == certain || firsts[c] == wordStart && !isWord(string(text))
				got := everyday(string(text))
				assert.Assert(t, want || !got, "%q", text)
				assert.Assert(t, got || !want || c < '$', "%q", text)
			}
		}
	}
}
