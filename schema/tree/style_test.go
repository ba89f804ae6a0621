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
