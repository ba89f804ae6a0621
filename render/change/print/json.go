package print

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/change/limits"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// JSON writes all changes for programs, as one JSON object with each change on a line of its own; the README.md of
// package change describes its fields. Values are JSON values and are not shortened. Secrets in them are the string
// "(hidden)".
//
// It holds one change at a time as JSON, and returns the first error of the writer.
func JSON(w io.Writer, c change.Changes, o Options) error {
	out := bufio.NewWriter(w)
	j := jsonPrinter{out: out}
	j.field("{", "apiVersion", kinds.Changes.APIVersion)
	j.field(",", "kind", kinds.Changes.Name)
	j.field(",", "digest", limits.Digest(c))
	j.field(",\n", "summary", summaryJSON(c))
	j.field(",\n", "limits", append(finding.Findings{}, o.Limits...))
	groups := groupsJSON(c)
	j.list("groups", len(groups), func(i int) any { return groups[i] })
	j.list("changes", len(c.List), func(i int) any { return changeJSON(&c.List[i]) })
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
