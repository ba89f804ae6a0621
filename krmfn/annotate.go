package krmfn

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// annotation is an annotation of a client. Without a value there is none.
type annotation struct{ name, value string }

// annotationsHead begins the annotations in the text of a rendered object or list: both are rendered-from something.
const annotationsHead = "\nmetadata:\n  annotations:\n"

// withLegacy adds the older annotations of the file and the index, which other functions read.
func withLegacy(annotations []annotation) []annotation {
	for _, a := range slices.Clone(annotations) {
		if name := resource.Legacy[a.name]; a.name == resource.Path || a.name == resource.Index {
			annotations = append(annotations, annotation{name, a.value})
		}
	}
	return annotations
}

func annotated(o render.Object, annotations []annotation) []byte {
	n := o.Tree()
	text := tree.AppendYAML(nil, n)
	if slices.ContainsFunc(annotations, func(a annotation) bool { return bytes.Contains(text, []byte(a.name)) }) {
		return rebuilt(n, annotations)
	}
	return annotate(text, annotations)
}

// annotate adds annotations of a client behind those that fluxapp has written into a text.
func annotate(text []byte, annotations []annotation) []byte {
	end := bytes.Index(text, []byte(annotationsHead)) + len(annotationsHead)
	for end < len(text) && (text[end] == '\n' || bytes.HasPrefix(text[end:], []byte("    "))) {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	out := append(make([]byte, 0, len(text)+100*len(annotations)), text[:end]...)
	for _, a := range annotations {
		if a.value != "" {
			out = append(append(append(out, "    "...), a.name...), ": "...)
			out = append(append(out, quotedValue(a.value)...), '\n')
		}
	}
	return append(out, text[end:]...)
}

// quotedValue quotes the value of an annotation as kyaml does, in single quotes where that is possible in one line.
func quotedValue(value string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		text, _ := json.Marshal(value) // no error: it is a string
		return string(text)
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// rebuilt prints an object whose author has written an annotation of a client too. The client's annotation counts.
func rebuilt(n tree.Node, annotations []annotation) []byte {
	b, metadata := tree.NewBuilder(), n.Get("metadata")
	fields := metadata.Get("annotations").Fields()
	for _, a := range annotations {
		if a.value != "" {
			fields = append(fields, tree.Field{Key: a.name, Value: b.String(a.value, tree.Node{})})
		}
	}
	annotated := b.Map(metadata, append(metadata.Fields(),
		tree.Field{Key: "annotations", Value: b.Map(metadata, fields...)})...)
	return tree.AppendYAML(nil, b.Map(n, append(n.Fields(), tree.Field{Key: "metadata", Value: annotated})...))
}
