package names

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
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

// span is a name, or names that follow each other and differ in their numbers only: store-007 to store-042.
type span struct {
	text  string
	names int
}

// Spans are names for people.
type Spans []span

const fewestJoined = 3

// SpansOf joins names that have each number from the first to the last one, in the order of the numbers.
func SpansOf(names []string) (all Spans) {
	names = slices.Clone(names)
	slices.SortStableFunc(names, byNumber)
	for begin := 0; begin < len(names); {
		end := begin + 1
		for end < len(names) && follows(names[end-1], names[end]) {
			end++
		}
		if end-begin >= fewestJoined {
			all = append(all, span{names[begin] + " to " + names[end-1], end - begin})
		} else {
			for _, name := range names[begin:end] {
				all = append(all, span{name, 1})
			}
		}
		begin = end
	}
	return all
}

// byNumber orders names: by what is before their number, then by the number, so that store-9 is before store-10.
func byNumber(a, b string) int {
	head, number := cutNumber(a)
	otherHead, otherNumber := cutNumber(b)
	return cmp.Or(strings.Compare(head, otherHead), cmp.Compare(len(number), len(otherNumber)),
		strings.Compare(number, otherNumber))
}

// follows reports whether a name is another one with the next number, of as many digits.
func follows(name, next string) bool {
	if len(name) != len(next) {
		return false
	}
	head, number := cutNumber(name)
	nextHead, nextNumber := cutNumber(next)
	a, err := strconv.ParseUint(number, 10, 63)
	b, nextErr := strconv.ParseUint(nextNumber, 10, 63)
	return head == nextHead && err == nil && nextErr == nil && b == a+1
}

func cutNumber(name string) (head, number string) {
	head = strings.TrimRight(name, "0123456789")
	return head, name[len(head):]
}

// Short joins the first spans, and counts the names of the others.
func (s Spans) Short(most int) string {
	if len(s) <= most+1 { // "and 1 more" is not shorter
		most = len(s)
	}
	list := strings.Join(each.Of(s[:most], func(one span) string { return one.text }), ", ")
	if more := s[most:].Names(); more > 0 {
		list = fmt.Sprintf("%s and %s more", list, Number(more))
	}
	return list
}

// Names returns how many names the spans have.
func (s Spans) Names() (n int) {
	for _, one := range s {
		n += one.names
	}
	return n
}

// Fitting returns how many spans have at most so many characters together, at least one.
func (s Spans) Fitting(room int) int {
	for i, one := range s {
		if room -= utf8.RuneCountInString(one.text) + len(", "); room < 0 {
			return max(1, i)
		}
	}
	return len(s)
}
