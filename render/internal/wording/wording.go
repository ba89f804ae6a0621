package wording

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// span is a name, or names that follow each other and differ in their numbers only: store-007 to store-042.
type span struct {
	text  string
	names int
}

// Spans are names for people.
type Spans []span

// fewestJoined is how many names become one span at least.
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

// cutNumber cuts off the digits at the end of a name.
func cutNumber(name string) (head, number string) {
	head = strings.TrimRight(name, "0123456789")
	return head, name[len(head):]
}

// Short joins the first spans, and counts the names of the others.
func (s Spans) Short(most int) string {
	if len(s) <= most+1 { // "and 1 more" is not shorter
		most = len(s)
	}
	texts := make([]string, most)
	for i := range texts {
		texts[i] = s[i].text
	}
	list := strings.Join(texts, ", ")
	if more := s[most:].Names(); more > 0 {
		list = fmt.Sprintf("%s and %s more", list, names.Number(more))
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

// Capped returns the first characters of a text, and marks that there are more.
func Capped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Visible escapes characters that a terminal would act on or that nobody would see. Invalid UTF-8 becomes U+FFFD.
func Visible(line string) string {
	if utf8.ValidString(line) && !strings.ContainsFunc(line, isInvisible) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if isInvisible(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isInvisible(r rune) bool { return !unicode.IsPrint(r) }

// OwnName is what stands for the name of the cluster in a text: no text of an object has this byte.
const OwnName = "\x00"

// WithoutOwn returns a text with a mark in the place of each name of its cluster. The texts of two clusters are then
// equal exactly when they differ in the clusters' names only, so that different texts stay different.
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

// isWholeWord reports whether a part of a text has no letter or digit beside it. The letter of a JSON escape is none.
func isWholeWord(text string, begin, end int) bool {
	escape := begin > 1 && text[begin-2] == '\\'
	return (begin == 0 || escape || !isWordByte(text[begin-1])) && (end == len(text) || !isWordByte(text[end]))
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// shortName stands for a shortened name in an effect.
const shortName = "\x01"

// people replaces the marks by what people read in their place.
var people = strings.NewReplacer(OwnName, "$(cluster.name)", shortName, "(a shortened name)")

// OwnValue is WithoutOwn for a value as JSON. A number or a boolean that is equal to a name is none.
func OwnValue(value, cluster string) string {
	if cluster == "true" || cluster == "false" || cluster == "null" || !strings.ContainsFunc(cluster, isLetter) {
		return value
	}
	return WithoutOwn(value, cluster)
}

// OwnSentence is WithoutOwn for an effect. Shortened names there, with a part of the cluster's name, are marked too.
func OwnSentence(effect, cluster string) string {
	words := strings.Split(WithoutOwn(effect, cluster), " ")
	for i, word := range words {
		if name := strings.TrimRight(word, ",;"); isShortened(name) {
			words[i] = shortName + word[len(name):]
		}
	}
	return strings.Join(words, " ")
}

// isShortened reports whether a name is as long as shortened ones are, and ends in a digest like them.
func isShortened(name string) bool {
	// the length of a Helm release whose name helm-controller has shortened; shortened names of objects are longer
	const release = 53
	digest := name[strings.LastIndexByte(name, '-')+1:]
	return len(name) >= release && (len(digest) == 8 || len(digest) == 12) &&
		strings.Trim(digest, "0123456789abcdef") == ""
}

func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// ShownFor returns a text of several objects for people: with the name of the cluster when it is the text of one only.
func ShownFor(text string, clusters []string) string {
	if len(clusters) == 1 {
		return strings.ReplaceAll(text, OwnName, clusters[0])
	}
	return people.Replace(text)
}
