package shape

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type hint struct{ field, remedy string }

// moved is the field of a word that belongs to another place of the document.
const moved = "moved"

//go:embed words.txt
var wordsText string

// hints are the words of words.txt, by type. They are read when the first field is unknown.
var hints = sync.OnceValue(func() map[string]map[string]hint {
	index := map[string]map[string]hint{}
	for _, row := range rowsOf(wordsText, 4) {
		for _, name := range strings.Fields(row[0]) {
			for _, word := range strings.Fields(row[1]) {
				remedy := strings.ReplaceAll(cmp.Or(row[3], "write "+row[2]), "KEY", word)
				each.Below(index, name)[word] = hint{row[2], remedy}
			}
		}
	}
	return index
})

// hint returns what a word means in this type; zero when it is a field or the table does not have it.
func (s *Shape) hint(word string) hint {
	if s.Fields[word].Shape != nil {
		return hint{}
	}
	if own, found := s.overrideHints()[word]; found {
		return own
	}
	return s.words()[word]
}

func (s *Shape) words() map[string]hint {
	sameWords := wordsLike[s.Name]
	if sameWords == "" {
		return hints()[s.Name]
	}
	all := maps.Clone(hints()[sameWords])
	maps.Copy(all, hints()[s.Name])
	return all
}

func (s *Shape) overrideHints() map[string]hint {
	if s.IsOverride() {
		return hints()["Override"]
	}
	return nil
}

// knownWords returns the words that the table has for this type. The nearest of a misspelt word depends on their order.
func (s *Shape) knownWords() []string {
	var misplaced, unknown []string
	known := s.words()
	for _, word := range slices.Sorted(maps.Keys(known)) {
		if known[word].field == moved {
			misplaced = append(misplaced, word)
		} else {
			unknown = append(unknown, word)
		}
	}
	return slices.Concat(misplaced, slices.Sorted(maps.Keys(s.overrideHints())), unknown)
}

var lastResort = map[string]string{
	"HelmReleaseEntry": "leave it out, or write it below values if it is one of the chart's",
	"PostBuild":        "write variables below substitute",
	"LabelSelector":    "write labels below matchLabels",
	"ObjectMeta":       "write it below labels or annotations if it is one of them",
	"Cluster":          "write it below labels, for selectors, or below params, for references",
}

//go:embed remedies.txt
var remediesText string

// typeRemedies are the rows of remedies.txt.
var typeRemedies = sync.OnceValue(func() [][]string { return rowsOf(remediesText, 4) })

func (c *checker) typeRemedy(n tree.Node) string {
	if len(c.maps) == 0 {
		return ""
	}
	at, field := c.maps[len(c.maps)-1], n.Key()
	if field == "valuesFiles" && isFileList(n) {
		return "write valuesFiles: " + FileList(n.Text())
	}
	if at.shape.Kind == List && len(c.maps) > 1 {
		at, field = c.maps[len(c.maps)-2], at.node.Key()+"[]"
	}
	for _, row := range typeRemedies() {
		types, remedy := strings.Fields(row[0]), row[3]
		if row[1] != field || row[2] != n.Kind().String() ||
			!slices.Contains(types, at.shape.Name) && !(at.shape.IsOverride() && slices.Contains(types, "Override")) {
			continue
		}
		if strings.Contains(remedy, "NAME") && !names.Valid(n.Text()) ||
			strings.Contains(remedy, "URL") && !plainURL().MatchString(n.Text()) {
			return ""
		}
		text := n.Text()
		if n.Kind() == tree.String && tree.ParseValue([]byte(text)).Kind() != tree.String {
			text = strconv.Quote(text)
		}
		return strings.ReplaceAll(strings.ReplaceAll(remedy, "NAME", text), "URL", text)
	}
	return ""
}

// plainURL matches a URL that can be written in a message and in a map of one line: it has no credentials.
var plainURL = pattern.Of(`^[a-z]+://(git@)?[\w./:-]+\w$`)
