package change

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// WriteJSON writes all changes for programs, as one JSON object with each change on a line of its own; README.md
// describes its fields. Values are JSON values and are not shortened. Secrets in them are the string "(hidden)".
//
// It holds one change at a time as JSON, and returns the first error of the writer.
func (c Changes) WriteJSON(w io.Writer, o PrintOptions) error {
	out := bufio.NewWriter(w)
	j := jsonPrinter{out: out}
	j.field("{", "apiVersion", kinds.Changes.APIVersion)
	j.field(",", "kind", kinds.Changes.Name)
	j.field(",", "digest", c.Digest())
	j.field(",\n", "summary", c.summaryJSON())
	j.field(",\n", "limits", append(finding.Findings{}, o.Limits...))
	groups := c.groupsJSON()
	j.list("groups", len(groups), func(i int) any { return groups[i] })
	j.list("changes", len(c.List), func(i int) any { return c.List[i].json() })
	j.print("\n}\n")
	if j.err != nil {
		return j.err
	}
	return out.Flush()
}

// jsonPrinter writes an object field by field. After an error it writes nothing more.
type jsonPrinter struct {
	out *bufio.Writer
	err error
}

func (j *jsonPrinter) print(text string) {
	if j.err == nil {
		_, j.err = j.out.WriteString(text)
	}
}

func (j *jsonPrinter) field(before, name string, value any) {
	j.print(before + `"` + name + `":`)
	j.value(value)
}

// list writes a field with a list, whose items are made one after the other.
func (j *jsonPrinter) list(name string, n int, item func(i int) any) {
	j.print(",\n\"" + name + `":[`)
	for i := range n {
		if i > 0 {
			j.print(",")
		}
		j.print("\n")
		j.value(item(i))
	}
	j.print("]")
}

func (j *jsonPrinter) value(value any) {
	if j.err != nil {
		return
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if j.err = e.Encode(value); j.err == nil {
		_, j.err = j.out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	}
}
