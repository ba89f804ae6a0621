package layout

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// notWithParams are fields whose texts have no params: they name things.
var notWithParams = []string{"chart", "file", "name", "namespace", "source", "sourceRef"}

// longText is the length of a line that may have a param; a shorter one is written as it is for each cluster.
const longText = 60

// param returns a long line with a param in the place where it differs on all clusters, and notes what the clusters
// have there. It is false of texts that have less than half in common.
func (d *divider) param(at []string, values []*value) (*value, bool) {
	isOther := func(v *value) bool { return v == nil || !isLongLine(v) }
	if slices.ContainsFunc(values, isOther) || slices.Contains(notWithParams, at[0]) {
		return nil, false
	}
	name := plainName(at[len(at)-1])
	words := each.Of(values, func(v *value) []string { return wordsIn().FindAllString(v.text(), -1) })
	start, end := commonEnds(words)
	before, behind := strings.Join(words[0][:start], ""), strings.Join(words[0][len(words[0])-end:], "")
	text := before + "$(cluster.params." + name + ")" + behind
	parts := each.Of(words, func(w []string) string { return strings.Join(w[start:len(w)-end], "") })
	isMostlyOther := func(v *value) bool { return 2*len(before+behind) < len(v.text()) }
	if name == "" || d.params.field(name) != nil || slices.Contains(parts, "") ||
		slices.ContainsFunc(values, isMostlyOther) || names.WithoutEscapes(text) != text {
		return nil, false
	}
	d.params.put(name, listOf(each.Of(parts, textOf)...))
	made := textOf(text)
	made.note = sharedNote(values)
	return made, true
}

func isLongLine(v *value) bool {
	return v.kind == tree.String && len(v.text()) >= longText && !strings.Contains(v.text(), "\n") &&
		v.scalar.Setter() == "" && !v.hasReference()
}

// wordsIn matches the parts of a text that differ as a whole.
var wordsIn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN._-]+|(?s:.)`) })

// commonEnds returns how many words all lists begin and end with.
func commonEnds(all [][]string) (start, end int) {
	shortest := len(slices.MinFunc(all, func(x, y []string) int { return len(x) - len(y) }))
	differ := func(at func(w []string) string) bool {
		return slices.ContainsFunc(all, func(w []string) bool { return at(w) != at(all[0]) })
	}
	for start < shortest && !differ(func(w []string) string { return w[start] }) {
		start++
	}
	for end < shortest-start && !differ(func(w []string) string { return w[len(w)-1-end] }) {
		end++
	}
	return start, end
}

// plainName returns a key as the name of a param: loginURL, or dbHost for DB_HOST; empty where it has other characters.
func plainName(key string) string {
	if !plainKey().MatchString(key) {
		return ""
	}
	first, rest, _ := strings.Cut(key, "_")
	if key == strings.ToUpper(key) {
		first, rest = strings.ToLower(first), strings.ToLower(rest)
	}
	for _, word := range strings.Split(rest, "_") {
		if word != "" {
			first += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return first
}

var plainKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`) })
