package wording

import (
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestText(t *testing.T) {
	var b strings.Builder
	for _, color := range []bool{true, false} {
		out := NewText(&b, color)
		out.Line(out.Colored("a", Red), out.Colored("b", ""), "c")
		assert.NilError(t, out.Flush())
	}
	assert.Equal(t, b.String(), "\x1b[31ma\x1b[0mbc\nabc\n")
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	out := NewJSON(&b)
	out.Print(`{"a":`, "x", `,"b":`, []string{"<&>"}, `,"c":[`)
	for i := range 2 {
		out.Print(Separator(i), i)
	}
	out.Print("]}")
	assert.NilError(t, out.Flush())
	assert.Equal(t, b.String(), `{"a":"x","b":["<&>"],"c":[`+"\n0,\n1]}")

	out = NewJSON(failing{})
	out.Print("x")
	assert.Error(t, out.Flush(), "full")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
