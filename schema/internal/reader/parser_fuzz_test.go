package reader

import (
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
)

// FuzzParser compares both ways to read anything.
func FuzzParser(f *testing.F) {
	for _, text := range yamltest.Seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var c comparison
		c.check(t, data)
	})
}

// TestParserShapes reads each shape, its parts, and it within other texts.
func TestParserShapes(t *testing.T) {
	var c comparison
	n, step := 0, 1
	if testing.Short() {
		step = 4
	}
	for _, shape := range yamltest.Shapes() {
		for _, text := range yamltest.Surroundings(shape.Text) {
			if n++; n%step == 0 {
				c.check(t, []byte(text))
			}
		}
		for _, text := range partsOf(shape.Text) {
			if n++; n%step > 0 {
				continue
			}
			c.check(t, []byte(text))
			c.check(t, []byte("x:\n  "+strings.ReplaceAll(text, "\n", "\n  ")+"\ny: 1\n"))
		}
		checkWhole(t, []byte(shape.Text))
	}
	t.Logf("%d of %d pieces are read by the parser of our own", c.taken, c.pieces)
}
