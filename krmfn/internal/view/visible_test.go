package view

import (
	"fmt"
	"os"
	"regexp"
	"testing"
	"unicode"
	"unicode/utf8"

	"gotest.tools/v3/assert"
)

// TestVisible escapes the same characters as the scripts of the page do, and in the same way.
func TestVisible(t *testing.T) {
	script, err := os.ReadFile("../page/app/src/parts/visible.ts")
	assert.NilError(t, err)
	class := regexp.MustCompile(`const unseen = /(\[.*\])/gu;`).FindSubmatch(script)
	assert.Assert(t, class != nil, "%s", script)
	unseen := regexp.MustCompile(regexp.MustCompile(`\\u\{?([0-9a-f]{4,5})\}?`).ReplaceAllString(string(class[1]),
		`\x{$1}`))
	for c := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(c) {
			continue
		}
		want := string(c)
		if unseen.MatchString(want) {
			want = fmt.Sprintf(`\u%04x`, c)
			if c > 0xffff {
				want = fmt.Sprintf(`\U%08x`, c)
			}
		}
		assert.Equal(t, Visible(string(c)), want)
	}
	assert.Equal(t, Visible("a\u202eb\tc\n\U000e0041\u2800"), "a\\u202eb\tc\n\\U000e0041\\u2800")
}
