package shape

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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
var plainURL = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+://(git@)?[\w./:-]+\w$`) })
