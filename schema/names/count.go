package names

import (
	"strconv"
	"strings"
)

// Counted returns a number and a thing, in the plural where there is not one: 1 cluster, 12,345 entries.
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Number(n) + " " + Plural(thing)
}

// Plural returns a word for several things.
func Plural(thing string) string {
	if stem, found := strings.CutSuffix(thing, "y"); found {
		return stem + "ies"
	}
	return thing + "s"
}

// Number prints a number with commas.
func Number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// List joins the first words of a list, and counts the others. One more is listed too: it is not longer than its
// number.
func List(words []string, most int) string {
	if len(words) <= most+1 {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + " and " + Number(len(words)-most) + " more"
}
