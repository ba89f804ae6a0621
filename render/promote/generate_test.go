package promote_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// field is a scalar of a layer that the generator has written.
type field struct {
	path     string // from the layer
	spelling string
	offset   int  // in the document
	braces   bool // it is in braces, where a plain text ends at a comma
}

// stageLayers are the fields of a layer, by their paths.
type stageLayer struct {
	selector string // for the command line
	fields   map[string]field
}

// writer writes a document with stages in mixed styles, and knows where it has written each scalar.
type writer struct {
	strings.Builder
	*rand.Rand
	json bool
}

// Scalars of each kind of field, in all spellings that people use.
var (
	someVersions = []string{"1.2.0", "'1.2.1'", `"1.2.2"`, "1.10.0", "v2", "0.0.1-rc.1+b"}
	someTimes    = []string{"10m", `"1h"`, "'30m'", "1h30m"}
	someLabels   = []string{"blue", "'green'", `"red"`, "a.b"}
	someBooleans = []string{"true", "false", "on", "no", "True"}
	someTexts    = []string{
		"plain", "two words", "a, b", "a]b", "x}", "'it''s'", `"quote \" and \\"`, `"\u00fc # no comment"`, "漢字", "a#b",
		"http://example.com:80/x?y=z", "''", `""`,
		"1.10", "0x1F", "1_000", "0123", "-7", "true", "~x", "2026-11-23", "'a: b'", `"1"`, "$(cluster.name)-x",
		`"$(cluster.labels['stage'])"`, "🚀 {",
		"${VAR}", "'[x]'", "yes", ".5", "a\\nb", `"a\nb"`, "key:value", "-x", "x-", "a b  c",
	}
)

// scalar returns a spelling of a value for a field that fits to the style of the layer.
func (w *writer) scalar(path string, braces bool) string {
	for {
		of := someTexts
		switch path {
		case "chart.version":
			of = someVersions
		case "interval":
			of = someTimes
		case "metadata.labels[example.com/team]":
			of = someLabels
		case "suspend":
			of = someBooleans
		}
		text := of[w.IntN(len(of))]
		isJSON := text[0] == '"' || text == "true" || text == "false" || text == "-7"
		switch {
		case w.json && (!isJSON || strings.Contains(text, `\u`)):
			if path == "suspend" || text == "1.10" {
				continue
			}
			if !strings.ContainsAny(text, `"\'`) {
				return `"` + text + `"`
			}
		case braces && needsBlock(text):
		default:
			return text
		}
	}
}

// needsBlock reports whether a text is another one in braces.
func needsBlock(text string) bool {
	return text[0] != '"' && text[0] != '\'' && (strings.ContainsAny(text, ",[]{}?") || strings.Contains(text, "${"))
}

// layerFields are the fields that a layer may have: each is a path.
var layerFields = []string{"chart.version", "interval", "suspend", "values.text", "values.image.tag",
	"values.image.name", "metadata.labels[example.com/team]"}

// layer writes a layer for a stage behind the dash of its item.
func (w *writer) layer(selector string, stage string) stageLayer {
	l := stageLayer{selector: selector, fields: map[string]field{}}
	of := &fieldTree{}
	for _, i := range w.Perm(len(layerFields))[:1+w.IntN(len(layerFields))] {
		of.add(layerFields[i])
	}
	w.WriteString("    - ")
	switch w.IntN(3) {
	case 0:
		w.braces(of, stage, l)
		w.end()
	default:
		fmt.Fprintf(w, "clusterSelector: %s", stage)
		w.end()
		w.block(of, 6, l)
	}
	return l
}

// fieldTree is a map of the document.
type fieldTree struct {
	key      string
	path     string // of a scalar
	children []*fieldTree
}

// add adds the field of a path.
func (f *fieldTree) add(path string) {
	at := f
	head, bracket, _ := strings.Cut(path, "[")
	keys := strings.Split(head, ".")
	if bracket != "" {
		keys = append(keys, strings.TrimSuffix(bracket, "]"))
	}
	for _, key := range keys {
		var next *fieldTree
		for _, child := range at.children {
			if child.key == key {
				next = child
			}
		}
		if next == nil {
			next = &fieldTree{key: key}
			at.children = append(at.children, next)
		}
		at = next
	}
	at.path = path
}

// block writes the fields of a map, a line each, or nested maps in braces.
func (w *writer) block(of *fieldTree, indent int, l stageLayer) {
	for _, child := range of.children {
		if w.IntN(8) == 0 {
			fmt.Fprintf(w, "%*s# ü %s: 1.1.1\n", w.IntN(9), "", child.key)
		}
		fmt.Fprintf(w, "%*s%s:", indent, "", w.key(child.key))
		switch {
		case child.path != "":
			w.WriteString(strings.Repeat(" ", 1+w.IntN(3)))
			w.value(child.path, false, l)
			w.end()
		case w.IntN(3) == 0:
			w.WriteString(" ")
			w.braces(child, "", l)
			w.end()
		default:
			w.end()
			w.block(child, indent+2+2*w.IntN(2), l)
		}
	}
}

// braces writes a map on one line.
func (w *writer) braces(of *fieldTree, selector string, l stageLayer) {
	w.WriteString("{")
	if selector != "" {
		fmt.Fprintf(w, "%s: %s, ", w.key("clusterSelector"), selector)
	}
	for i, child := range of.children {
		if i > 0 {
			w.WriteString("," + strings.Repeat(" ", 1+w.IntN(2)))
		}
		w.WriteString(w.key(child.key) + ": ")
		if child.path != "" {
			w.value(child.path, true, l)
		} else {
			w.braces(child, "", l)
		}
	}
	w.WriteString("}")
}

func (w *writer) value(path string, braces bool, l stageLayer) {
	spelling := w.scalar(path, braces)
	l.fields[path] = field{path, spelling, w.Len(), braces}
	w.WriteString(spelling)
}

// key spells a key.
func (w *writer) key(key string) string {
	if w.json || w.IntN(6) == 0 {
		return `"` + key + `"`
	}
	return key
}

// end ends a line, perhaps with a comment.
func (w *writer) end() {
	w.WriteString([]string{"", "", "", " ", " # 1.2.0 \"x\" ü", "\t# tab", "   #"}[w.IntN(7)] + "\n")
}
