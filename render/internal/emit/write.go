package emit

import (
	"bufio"
	"io"
	"iter"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// flushSize is how many bytes are printed before they are written: what stays in the first cache of a processor.
const flushSize = 16 << 10

// WriteYAML writes the objects of placements as a stream of YAML documents with --- before each.
func WriteYAML(w io.Writer, placements iter.Seq[*plan.Placement]) error {
	p := newPrinter()
	for placed := range placements {
		p.out = append(p.out, "---\n"...)
		p.object(placed)
		if len(p.out) > flushSize {
			if _, err := w.Write(p.out); err != nil {
				return err
			}
			p.out = p.out[:0]
		}
	}
	_, err := w.Write(p.out)
	return err
}

// WriteJSON writes the objects of placements as one JSON document, a v1 List, an object to a line.
func WriteJSON(w io.Writer, placements iter.Seq[*plan.Placement]) error {
	out := bufio.NewWriterSize(w, flushSize)
	b := tree.NewBuilder()
	buf := []byte(`{"apiVersion":"v1","kind":"List","items":[`)
	separator := "\n"
	for placed := range placements {
		b.Reset()
		buf = tree.AppendJSON(append(buf, separator...), Object(placed, b))
		if _, err := out.Write(buf); err != nil {
			return err
		}
		buf, separator = buf[:0], ",\n"
	}
	if separator != "\n" {
		buf = append(buf, '\n')
	}
	if _, err := out.Write(append(buf, "]}\n"...)); err != nil {
		return err
	}
	return out.Flush()
}
