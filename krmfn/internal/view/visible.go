package view

import (
	"fmt"
	"strings"
	"unicode"
)

// unseen are characters that nobody sees, and those that change the direction of others: a text with them could look
// like another one. krmfn/internal/page/app/src/parts/visible.ts has the same.
var unseen = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0000, 0x0008, 1}, {0x000b, 0x001f, 1}, {0x007f, 0x009f, 1}, {0x00ad, 0x00ad, 1}, {0x061c, 0x061c, 1},
		{0x115f, 0x1160, 1}, {0x180e, 0x180e, 1}, {0x200b, 0x200f, 1}, {0x2028, 0x202e, 1}, {0x2060, 0x206f, 1},
		{0x2800, 0x2800, 1}, {0x3164, 0x3164, 1}, {0xfeff, 0xfeff, 1}, {0xffa0, 0xffa0, 1}, {0xfff9, 0xfffb, 1},
	},
	R32:         []unicode.Range32{{0xe0000, 0xe007f, 1}},
	LatinOffset: 4,
}

func isUnseen(c rune) bool { return unicode.Is(unseen, c) }

// Visible returns a text with YAML's escapes in the place of characters that nobody sees. Tabs and line breaks stay.
func Visible(text string) string {
	if !strings.ContainsFunc(text, isUnseen) {
		return text
	}
	var b strings.Builder
	for _, c := range text {
		switch {
		case !isUnseen(c):
			b.WriteRune(c)
		case c > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, c)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.String()
}
