package divide

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

const ClusterName = "$(cluster.name)"

// Source is a reference with its value on each cluster.
type Source struct {
	Reference string
	Values    []string
	asWord    bool // the values are found in a text as words of their own only
}

// pattern returns the text that is texts[i] where the reference has its value i; false where all are equal.
func (s Source) pattern(texts []string) (string, bool) {
	other := 0
	for other < len(texts) && texts[other] == texts[0] {
		other++
	}
	if other == len(texts) {
		return "", false
	}
	found, ok := s.align(texts[0], texts[other], s.Values[0], s.Values[other])
	if !ok {
		return "", false
	}
	for i := range texts {
		if s.Values[i] == "" || strings.ReplaceAll(found, s.Reference, s.Values[i]) != texts[i] {
			return "", false
		}
	}
	return found, names.WithoutEscapes(found) == found // else there is a $ in front of the reference
}

// align returns the text that is a for one value, and b for another one.
func (s Source) align(a, b, valueA, valueB string) (string, bool) {
	if valueA == valueB || valueA == "" || valueB == "" || names.MayHaveReference(a) || names.MayHaveReference(b) {
		return "", false
	}
	var found strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case s.isWord(a, i, valueA) && s.isWord(b, j, valueB):
			found.WriteString(s.Reference)
			i, j = i+len(valueA), j+len(valueB)
		case i < len(a) && j < len(b) && a[i] == b[j]:
			found.WriteByte(a[i])
			i, j = i+1, j+1
		default:
			return "", false
		}
	}
	return found.String(), true
}

// General returns the text of one cluster with references, the first that fits, wherever it has their values.
func General(sources []Source, text string, cluster int) string {
	if names.MayHaveReference(text) {
		return text
	}
	var found strings.Builder
	for i := 0; i < len(text); {
		at := slices.IndexFunc(sources, func(s Source) bool { return s.isWord(text, i, s.Values[cluster]) })
		if at < 0 {
			found.WriteByte(text[i])
			i++
			continue
		}
		found.WriteString(sources[at].Reference)
		i += len(sources[at].Values[cluster])
	}
	if names.WithoutEscapes(found.String()) != found.String() { // there is a $ in front of a reference
		return text
	}
	return found.String()
}

// resolved returns a text with the values that the references have for a member.
func (d *Divider) resolved(text string, member int) string {
	for _, s := range d.Sources {
		text = strings.ReplaceAll(text, s.Reference, s.Values[member])
	}
	for _, p := range d.Params {
		text = strings.ReplaceAll(text, p.Reference(), p.Values[member].Text())
	}
	return text
}

// patternOfAll is pattern for references of several sources.
func patternOfAll(sources []Source, texts []string) (string, bool) {
	first := General(sources, texts[0], 0)
	for i, text := range texts {
		if General(sources, text, i) != first {
			return "", false
		}
	}
	return first, true
}

// shortName is the length up to which a cluster's name must be a whole word of a text: inside a word it may be chance.
const shortName = 3

// isWord reports whether a value is in a text at some place.
func (s Source) isWord(text string, at int, value string) bool {
	if value == "" || !strings.HasPrefix(text[at:], value) {
		return false
	}
	end := at + len(value)
	return len(value) > shortName && !s.asWord ||
		(at == 0 || !isAlphanumeric(text[at-1])) && (end == len(text) || !isAlphanumeric(text[end]))
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
