package blocks

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Long values are shortened to what differs, with some text around it.
const (
	maxWidth  = 120 // characters of a value, or of a line of one
	around    = 20  // characters on each side of what differs
	maxInline = 60  // characters of a map or list that is printed on one line
	// maxDistance is how many lines are looked at for one that both texts have. Behind it all lines are printed.
	maxDistance = 200
)

const none = "(none)"

// difference is what people see of two values: each on one line, or the lines that differ.
type difference struct {
	before, after string
	lines         []string // begin with "- ", "+ " or, for what is left out between them, "  "
}

func differenceOf(before, after string) difference {
	if before == after { // their secrets differ
		return difference{before: finding.Hidden, after: finding.Hidden}
	}
	if hasLines(before) || hasLines(after) {
		return difference{lines: differingLines(linesOf(before, after), linesOf(after, before))}
	}
	old, new := shortened(TextOf(before), TextOf(after))
	return difference{before: onOneLine(before, old), after: onOneLine(after, new)}
}

func hasLines(value string) bool {
	if strings.HasPrefix(value, `"`) {
		return strings.Contains(value, `\n`) && strings.Contains(TextOf(value), "\n")
	}
	return len(value) > maxInline && (value[0] == '{' || value[0] == '[')
}

func linesOf(value, other string) (lines []string) {
	text := TextOf(value)
	switch {
	case value == "":
		return nil
	case value[0] == '{' || value[0] == '[':
		node := tree.NewBuilder().Verbatim(tree.ParseValue([]byte(value)))
		text = string(tree.AppendYAML(nil, node))
	case !strings.Contains(text, "\n"):
		return []string{onOneLine(value, text)}
	}
	lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if !strings.HasSuffix(text, "\n") && strings.HasSuffix(TextOf(other), "\n") {
		lines = append(lines, "(no newline at the end)")
	}
	return lines
}

// onOneLine returns the text of a value for people: in quotes when it is a string that is not plainly one.
func onOneLine(value, text string) string {
	switch {
	case value == "":
		return none
	case value[0] != '"' || isPlainlyText(TextOf(value)):
		return wording.Visible(text)
	}
	return strconv.Quote(text)
}

// isPlainlyText reports whether people take a text without quotes for itself, and for one word.
func isPlainlyText(text string) bool {
	if text == finding.Hidden {
		return true
	}
	var other any
	isOther := json.Unmarshal([]byte(text), &other) == nil
	odd := strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-/:@+$()", r)
	})
	return text != "" && text != none && !isOther && !odd &&
		!slices.Contains([]string{"yes", "no", "on", "off", "y", "n"}, strings.ToLower(text))
}

// shortened returns two texts of one line without most of what they have in common at the beginning and at the end.
func shortened(before, after string) (old, new string) {
	a, b := []rune(before), []rune(after)
	if len(a) <= maxWidth && len(b) <= maxWidth {
		return before, after
	}
	begin, end := commonEnds(a, b)
	begin, end = max(0, begin-around), max(0, end-around)
	return cut(a, begin, end), cut(b, begin, end)
}

func commonEnds[T comparable](a, b []T) (begin, end int) {
	shorter := min(len(a), len(b))
	for begin < shorter && a[begin] == b[begin] {
		begin++
	}
	for end < shorter-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return begin, end
}

// cut returns a text without its first and last characters, and not longer than a line.
func cut(text []rune, begin, end int) string {
	if len(text) == 0 {
		return ""
	}
	kept := text[begin : len(text)-end]
	shown := string(kept)
	if more := len(kept) - maxWidth; more > 0 {
		shown = fmt.Sprintf("%s… (%s more characters) …%s", string(kept[:maxWidth-around]), names.Number(more),
			string(kept[len(kept)-around:]))
	}
	if begin > 0 {
		shown = "…" + shown
	}
	if end > 0 {
		shown += "…"
	}
	return shown
}

// differingLines returns the lines that two texts do not have in common, with "- " or "+ " before each.
func differingLines(before, after []string) (lines []string) {
	begin, end := commonEnds(before, after)
	before, after = before[begin:len(before)-end], after[begin:len(after)-end]
	for isFirst := true; len(before)+len(after) > 0; isFirst = false {
		if !isFirst {
			lines = append(lines, "  …")
		}
		i, j := nextCommon(before, after)
		lines = append(lines, replacedLines(before[:i], after[:j])...)
		same, _ := commonEnds(before[i:], after[j:])
		before, after = before[i+same:], after[j+same:]
	}
	return lines
}

// nextCommon returns the nearest line that two texts have in common; their ends where it is too far away.
func nextCommon(a, b []string) (i, j int) {
	for lines := range min(len(a)+len(b), maxDistance) {
		for i := min(lines, len(a)-1); i >= max(0, lines-len(b)+1); i-- {
			if a[i] == b[lines-i] {
				return i, lines - i
			}
		}
	}
	return len(a), len(b)
}

// replacedLines returns lines that replace each other, shortened to what differs.
func replacedLines(removed, added []string) (lines []string) {
	longer := max(len(removed), len(added))
	olds := append(slices.Clone(removed), make([]string, longer-len(removed))...)
	news := append(slices.Clone(added), make([]string, longer-len(added))...)
	for i := range longer {
		olds[i], news[i] = shortened(olds[i], news[i])
	}
	for _, line := range olds[:len(removed)] {
		lines = append(lines, "- "+wording.Visible(line))
	}
	for _, line := range news[:len(added)] {
		lines = append(lines, "+ "+wording.Visible(line))
	}
	return lines
}

// TextOf returns the text of a value that is a string, and any other value as it is.
func TextOf(value string) (text string) {
	if strings.HasPrefix(value, `"`) && json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return value
}
