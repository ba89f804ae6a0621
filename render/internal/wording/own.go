package wording

import "strings"

// OwnName is what stands for the name of the cluster in a text: no text of an object has this byte.
const OwnName = "\x00"

// WithoutOwn returns a text with a mark in the place of each name of its cluster. Two texts of two clusters are equal
// then exactly when one becomes the other by putting the other cluster's name in the place of its own, so that
// different texts stay different.
func WithoutOwn(text, cluster string) string {
	if cluster == "" || !strings.Contains(text, cluster) {
		return text
	}
	var b strings.Builder
	done := 0
	for at := 0; ; {
		i := strings.Index(text[at:], cluster)
		if i < 0 {
			break
		}
		begin, end := at+i, at+i+len(cluster)
		if at = begin + 1; isWholeWord(text, begin, end) {
			b.WriteString(text[done:begin] + OwnName)
			done, at = end, end
		}
	}
	return b.String() + text[done:]
}

// isWholeWord reports whether a part of a text has no letter and no digit beside it. The letter of an escape in JSON
// is none.
func isWholeWord(text string, begin, end int) bool {
	escape := begin > 1 && text[begin-2] == '\\'
	return (begin == 0 || escape || !isWordByte(text[begin-1])) && (end == len(text) || !isWordByte(text[end]))
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}
