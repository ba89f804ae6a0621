package wording

import "strings"

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
