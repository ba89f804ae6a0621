package adoption

import (
	"slices"
	"strings"
)

// field is a key with its value, as an author writes it: with comments above the key and behind the value.
type field struct {
	key    string
	value  any // scalar, block, fields or list
	above  []string
	behind string
}

type (
	// scalar is the text of a value in one line: plain, quoted, in flow style, an anchor with its value, or an alias.
	scalar string
	// block is the text of a literal: the lines behind "|".
	block string
	// fields are the keys of a map, in the author's order.
	fields []field
	// list has the items of a list.
	list []any
)

// word returns a name as a text of YAML 1.1: it is quoted where it would be a number or a boolean.
func word(name string) scalar {
	isOdd := slices.Contains([]string{"no", "on", "off", "yes", "null", "y", "n", "true", "false"}, name)
	if isOdd || strings.Trim(name, "0123456789") == "" {
		return scalar(`"` + name + `"`)
	}
	return scalar(name)
}

// with returns fields with one more at the end.
func (f fields) with(key string, value any) fields { return append(f, field{key: key, value: value}) }

// habits are what an author always does.
type habits struct {
	deep    bool // items of lists are two columns deeper than their key
	dashes  bool // each document begins with ---
	schemas bool // each document begins with a comment for the language server
	flow    bool // metadata is in one line
}

// print writes fields as YAML, in block style.
func (h habits) print(b *strings.Builder, indent string, all fields) {
	for _, f := range all {
		for _, comment := range f.above {
			b.WriteString(indent + "# " + comment + "\n")
		}
		b.WriteString(indent + f.key + ":")
		h.value(b, indent, f.value, f.behind)
	}
}

// value writes what is behind a key, from the colon on.
func (h habits) value(b *strings.Builder, indent string, value any, behind string) {
	if behind != "" {
		behind = " # " + behind
	}
	switch value := value.(type) {
	case scalar:
		b.WriteString(strings.TrimRight(" "+string(value), " ") + behind + "\n")
	case block:
		b.WriteString(" |" + behind + "\n")
		writeBlock(b, indent+"  ", string(value))
	case fields:
		b.WriteString(behind + "\n")
		h.print(b, indent+"  ", value)
	case list:
		b.WriteString(behind + "\n")
		if h.deep {
			indent += "  "
		}
		for _, item := range value {
			h.item(b, indent, item)
		}
	}
}

func (h habits) item(b *strings.Builder, indent string, item any) {
	switch item := item.(type) {
	case fields:
		var inner strings.Builder
		h.print(&inner, indent+"  ", item)
		lines := strings.SplitAfter(inner.String(), "\n")
		first := 0
		for strings.HasPrefix(strings.TrimSpace(lines[first]), "#") { // a comment above an item is above its dash
			b.WriteString(indent + strings.TrimLeft(lines[first], " "))
			first++
		}
		b.WriteString(indent + "- " + strings.TrimPrefix(lines[first], indent+"  "))
		b.WriteString(strings.Join(lines[first+1:], ""))
	case block:
		b.WriteString(indent + "- |\n")
		writeBlock(b, indent+"  ", string(item))
	case scalar:
		b.WriteString(indent + "- " + string(item) + "\n")
	}
}

func writeBlock(b *strings.Builder, indent, text string) {
	for line := range strings.Lines(text) {
		if strings.TrimSuffix(line, "\n") != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
}
