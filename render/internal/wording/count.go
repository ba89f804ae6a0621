package wording

import (
	"strconv"
	"strings"
)

// Counted returns a number and a thing, in the plural where there are more.
func Counted(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return Thousands(n) + " " + strings.TrimSuffix(thing, "y") + "ies"
	}
	return Thousands(n) + " " + thing + "s"
}

// Thousands prints a number with commas.
func Thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
