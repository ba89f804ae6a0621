package wording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// The colors of a terminal.
const (
	Red    = "\x1b[31m"
	Yellow = "\x1b[33m"
	Green  = "\x1b[32m"
	plain  = "\x1b[0m"
)

// Text writes lines.
type Text struct {
	out   *bufio.Writer
	color bool
}

// NewText returns a Text with or without colors. Its Flush must be called.
func NewText(w io.Writer, color bool) Text { return Text{bufio.NewWriter(w), color} }

// Line writes the parts of a line.
func (t Text) Line(parts ...string) {
	for _, part := range parts {
		_, _ = t.out.WriteString(part) // Flush returns the error
	}
	_ = t.out.WriteByte('\n')
}

// Colored returns a text in a color, or as it is where there are no colors or the color is empty.
func (t Text) Colored(text, color string) string {
	if !t.color || color == "" {
		return text
	}
	return color + text + plain
}

// Flush returns the first error of the writer.
func (t Text) Flush() error { return t.out.Flush() }

// JSON writes pieces of JSON. After an error it writes nothing more.
type JSON struct {
	out *bufio.Writer
	err error
}

// NewJSON returns a JSON. Its Flush must be called.
func NewJSON(w io.Writer) *JSON { return &JSON{out: bufio.NewWriter(w)} }

// Print writes texts as they are at even places, and values as JSON at odd ones.
func (j *JSON) Print(pieces ...any) {
	var value bytes.Buffer
	e := json.NewEncoder(&value)
	e.SetEscapeHTML(false)
	for i, piece := range pieces {
		if j.err != nil {
			return
		}
		if text, isText := piece.(string); i%2 == 0 && isText {
			_, j.err = j.out.WriteString(text)
			continue
		}
		value.Reset()
		if j.err = e.Encode(piece); j.err == nil {
			_, j.err = j.out.Write(bytes.TrimSuffix(value.Bytes(), []byte("\n")))
		}
	}
}

// Separator is what is in front of an item of a list whose items are on lines of their own.
func Separator(i int) string {
	if i == 0 {
		return "\n"
	}
	return ",\n"
}

// Flush returns the first error.
func (j *JSON) Flush() error {
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}
