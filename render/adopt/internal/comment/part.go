package comment

import "strings"

// Part returns the lines of a text that have one of its objects, which begins at an offset: its document, with the
// comments in front of it, also in documents without content, or an item of a list without what is around it.
func Part(text string, at int, isItem bool) (start, end int) {
	if isItem {
		return item(text, at)
	}
	start = documentAt(text, at)
	for start > 0 {
		before := documentAt(text, start-1)
		if !isEmpty(text[before:start]) {
			break
		}
		start = before
	}
	for end = at; end < len(text); {
		if end = nextLine(text, end); isMarker(text[end:]) {
			break
		}
	}
	if isEmpty(text[end:]) {
		end = len(text)
	}
	return start, end
}

// documentAt returns where the document of an offset begins.
func documentAt(text string, at int) int {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	for start > 0 && !isMarker(text[start:]) {
		start = strings.LastIndexByte(text[:start-1], '\n') + 1
	}
	return start
}

// nextLine returns the offset of the line behind that of an offset.
func nextLine(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

func item(text string, at int) (start, end int) {
	start = strings.LastIndexByte(text[:at], '\n') + 1
	for end = nextLine(text, at); end < len(text); end = nextLine(text, end) {
		line := strings.TrimLeft(text[end:nextLine(text, end)], " ")
		if strings.TrimSpace(line) != "" && nextLine(text, end)-end-len(line) < at-start {
			break
		}
	}
	return start, end
}

func isMarker(rest string) bool {
	return (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && (len(rest) == 3 || isBlank(rest[3]))
}

// isEmpty reports whether a text has only comments and markers.
func isEmpty(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(strings.TrimLeft(line, "\ufeff")); line != "" && line[0] != '#' && !isMarker(line) {
			return false
		}
	}
	return true
}
