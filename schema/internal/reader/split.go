package reader

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// Piece is where a document of a stream lies, with its marker and comments.
type Piece struct {
	Start, End int
	json       bool
}

// split cuts a stream, as kubectl does, at lines that begin with a document marker: an error in one document does not
// hide the next one. A stream of JSON values is cut between them.
func split(text string, data []byte) []Piece {
	start := record.SkipMarks(text, 0)
	if pieces := splitJSON(data, start); pieces != nil {
		return pieces
	}
	pieces := make([]Piece, 0, strings.Count(text, "\n---")+1)
	for at := start; ; {
		i := strings.Index(text[at:], "---")
		if i < 0 {
			return append(pieces, Piece{Start: skipPrefix(text, start), End: len(text)})
		}
		at += i
		marker := len(strings.TrimRight(text[:at], record.ByteOrderMark))
		if marker > start && text[marker-1] == '\n' && isMarker(text[at:]) {
			end := start + beforeDirectives(text[start:marker])
			pieces = append(pieces, Piece{Start: skipPrefix(text[:end], start), End: end})
			if start = end; end == marker {
				start = at
			}
		}
		at += len("---")
	}
}

func isMarker(line string) bool { return len(line) == 3 || strings.IndexByte(" \t\r\n", line[3]) >= 0 }

// skipPrefix skips a byte order mark behind a marker, comments or directives: the library would read it as of a key.
func skipPrefix(text string, start int) int {
	for at := start; at < len(text); {
		if found := record.SkipMarks(text, at); found > at {
			start, at = found, found
		}
		line, _, _ := strings.Cut(text[at:], "\n")
		if !isPrefix(line) {
			break
		}
		at += len(line) + 1
	}
	return start
}

func isPrefix(line string) bool {
	if rest, found := strings.CutPrefix(line, "---"); found && isMarker(line) {
		line = rest
	}
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line[0] == '%'
}

// beforeDirectives returns where the next document's directives (%YAML 1.1) begin at a piece's end; or its end.
func beforeDirectives(text string) int {
	if !strings.HasPrefix(text, "%") && !strings.Contains(text, "\n%") {
		return len(text)
	}
	at := 0
	if i := strings.LastIndex(text, "\n..."); i >= 0 {
		at = i + len("\n...")
	}
	for line := range strings.Lines(text[at:]) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line[0] != '%' {
			return len(text)
		}
	}
	return at
}

// splitJSON cuts a stream of JSON values between them. It returns nothing if the text does not begin with an object.
func splitJSON(text []byte, start int) (pieces []Piece) {
	const space = " \t\r\n"
	text = bytes.TrimRight(text, space)
	start = len(text) - len(bytes.TrimLeft(text[start:], space))
	switch {
	case !bytes.HasPrefix(text[start:], []byte("{")):
		return nil
	case json.Valid(text[start:]): // most texts are one value, which a decoder would copy
		return []Piece{{start, len(text), true}}
	}
	for start < len(text) {
		end := start + lenJSON(text[start:])
		if !json.Valid(text[start:end]) { // YAML in flow style
			return nil
		}
		pieces = append(pieces, Piece{start, end, true})
		start = len(text) - len(bytes.TrimLeft(text[end:], space))
	}
	return pieces
}

// bare are the values of JSON that nothing encloses.
var bare = pattern.Of(`^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)`)

// lenJSON returns the length of the value that a text begins with, where that is one of JSON.
func lenJSON(text []byte) int {
	if !bytes.ContainsAny(text[:1], `{["`) {
		return len(bare().Find(text))
	}
	for i, depth, quoted := 0, 0, false; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		if !quoted && depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

// isBlank reports whether a piece has only markers, comments and space. In doubt it is false, and the library decides.
func isBlank(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		if content := strings.TrimLeft(line, " "); content != "" && line != "---" && content[0] != '#' ||
			strings.ContainsFunc(line, func(c rune) bool { return !scalar.Printable(c) }) {
			return false
		}
	}
	return utf8.ValidString(text)
}
