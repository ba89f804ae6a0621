package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// piece is a part of a text that is read by itself.
type piece struct {
	start, end int
	json       bool
}

// pieces cuts a stream where a line begins with the document marker, as kubectl does, so that one broken document does not
// hide the next; a stream of JSON values is cut between them.
func pieces(text string) []piece {
	start := behindMarks(text, 0)
	if cut := jsonPieces(text, start); cut != nil {
		return cut
	}
	var cut []piece
	for at := start; ; {
		i := strings.Index(text[at:], "---")
		if i < 0 {
			return append(cut, piece{start: behindPrefix(text, start), end: len(text)})
		}
		at += i
		if marker := beforeMarks(text, at); marker > start && text[marker-1] == '\n' && isMarker(text[at:]) {
			end := start + beforeDirectives(text[start:marker])
			cut = append(cut, piece{start: behindPrefix(text[:end], start), end: end})
			if start = end; end == marker {
				start = at
			}
		}
		at += len("---")
	}
}

// isMarker reports whether a line that begins with three dashes is a document marker.
func isMarker(line string) bool {
	return len(line) == 3 || strings.IndexByte(" \t\r\n", line[3]) >= 0
}

// A byte order mark is no part of what a document says, and each file of a stream may have begun with one.
const byteOrderMark = "\ufeff"

// behindMarks returns where the text goes on behind the byte order marks at a place.
func behindMarks(text string, at int) int {
	for strings.HasPrefix(text[at:], byteOrderMark) {
		at += len(byteOrderMark)
	}
	return at
}

// beforeMarks returns where the byte order marks begin that stand right before a place.
func beforeMarks(text string, at int) int {
	for strings.HasSuffix(text[:at], byteOrderMark) {
		at -= len(byteOrderMark)
	}
	return at
}

// behindPrefix returns where a document begins behind a byte order mark that follows its marker, comments or directives: the
// parser would take the mark for a part of the first key. Without such a mark it is where the text begins.
func behindPrefix(text string, start int) int {
	for at := start; at < len(text); {
		if found := behindMarks(text, at); found > at {
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

// isPrefix reports whether a line may stand before a document without being a part of it.
func isPrefix(line string) bool {
	if rest, found := strings.CutPrefix(line, "---"); found && isMarker(line) {
		line = rest
	}
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line[0] == '%'
}

// beforeDirectives returns where the directives (%YAML 1.1) begin that stand at the end of a piece and belong to the next
// document: at the start, or behind an end marker. Without directives it is the end.
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

func jsonPieces(text string, start int) []piece {
	if trimmed := strings.TrimLeft(text[start:], " \t\r\n"); trimmed == "" || trimmed[0] != '{' {
		return nil
	}
	var cut []piece
	for values := json.NewDecoder(strings.NewReader(text[start:])); ; {
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			return cut
		}
		if err != nil {
			return nil // YAML in flow style
		}
		end := start + int(values.InputOffset())
		cut = append(cut, piece{end - len(value), end, true})
	}
}

// blank reports whether a piece holds nothing but markers, comments and space. In doubt the parser shall judge: YAML has more
// line breaks than one, and forbids some characters in comments too.
func blank(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		text := strings.TrimLeft(line, " ")
		if text != "" && line != "---" && text[0] != '#' || strings.ContainsFunc(line, func(c rune) bool { return !printable(c) }) {
			return false
		}
	}
	return true
}
