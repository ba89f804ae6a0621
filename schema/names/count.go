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
	if strings.HasSuffix(thing, "s") {
		return thing + "es"
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

// List joins the first words, and counts the others: a, b and 12 more. One more is as short as its number, and listed.
func List(words []string, most int) string {
	if len(words) <= most+1 {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + " and " + Number(len(words)-most) + " more"
}

// More joins the first of so many words, and counts the others, without commas in the number.
func More(first []string, count int) string {
	text := strings.Join(first, ", ")
	if more := count - len(first); more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
}

// Sentence joins words as a, b and c. Of many it has the first three, and counts the others.
func Sentence(words []string) string {
	const most = 3
	if len(words) > most+1 {
		return List(words, most)
	}
	return And(words)
}

// And joins words as a, b and c.
func And(words []string) string { return joined(words, " and ") }

// Or joins words as a, b or c.
func Or(words []string) string { return joined(words, " or ") }

func joined(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + last + words[n]
}
