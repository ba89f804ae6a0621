package folderlist

import (
	"regexp"
	"strings"
	"sync"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type lines struct {
	all  []string // with their ends, and with the new lines behind them; empty for those that are dropped
	eol  string
	root tree.Node
}

func readLines(text string) (*lines, bool) {
	l := &lines{all: strings.SplitAfter(text, "\n"), eol: "\n"}
	if strings.HasSuffix(l.all[0], "\r\n") {
		l.eol = "\r\n"
	}
	if last := len(l.all) - 1; l.all[last] == "" {
		l.all = l.all[:last]
	}
	trees, _ := tree.Parse("", []byte(text))
	if len(trees) != 1 {
		return l, false
	}
	l.root = trees[0].Root()
	return l, true
}

func (l *lines) from(n tree.Node) (line int, before, text string) {
	at := n.Position()
	runes := []rune(l.all[at.Line-1])
	column := min(at.Column-1, len(runes))
	return at.Line - 1, string(runes[:column]), string(runes[column:])
}

func (l *lines) isFlow(n tree.Node) bool {
	if n.Kind() < tree.List {
		return false
	}
	_, _, text := l.from(n)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
}

// add puts a new line behind others.
func (l *lines) add(behind int, line string) {
	if before := l.all[behind]; before != "" && !strings.HasSuffix(before, "\n") {
		l.all[behind] += l.eol
	}
	l.all[behind] += line + l.eol
}

func (l *lines) setAnnotation(old, new string) bool {
	value := l.root.At("metadata", "annotations", kinds.AnnotationRenderedFrom)
	if !value.Exists() {
		return false
	}
	line, before, text := l.from(value)
	for _, quote := range []string{`"`, `'`, ""} {
		if rest, found := strings.CutPrefix(text, quote+old+quote); found {
			l.all[line] = before + l.quoted(new, quote) + rest
			return true
		}
	}
	return false
}

// quoted puts a value into the quotes of the old value, or into those that it needs.
func (l *lines) quoted(value, quote string) string {
	metadata := l.root.Get("metadata")
	switch {
	case quote != "":
		return quote + value + quote
	case l.isFlow(l.root) || l.isFlow(metadata) || l.isFlow(metadata.Get("annotations")):
		return `"` + value + `"` // a comma would end it
	}
	return strings.TrimPrefix(listItem(value), "- ")
}

func (l *lines) editResources(e edit) bool {
	if len(e.add) == 0 && !e.removes() {
		return true
	}
	resources := l.root.Find("resources")
	if resources.Kind() != tree.List || !resources.First().Exists() {
		return l.setResources(e.add)
	}
	if l.isFlow(resources) {
		return false
	}
	indent, _, _ := strings.Cut(l.all[resources.First().Position().Line-1], "-")
	var at []int
	for item := range resources.Children() {
		line := item.Position().Line - 1
		if e.entries[len(at)].remove {
			l.all[line] = ""
		}
		at = append(at, line)
	}
	for _, file := range e.add {
		l.add(e.lineBefore(file, at, l.all), indent+listItem(file))
	}
	return !e.leavesNone() || l.setResources(nil)
}

// lineBefore returns the line behind which a new entry belongs: in the order of our own entries, or else behind all.
func (e edit) lineBefore(file string, at []int, all []string) int {
	before, next := -1, -1
	for i, one := range e.entries {
		switch {
		case !one.isOwn:
		case one.path < file && (before < 0 || one.path > e.entries[before].path):
			before = i
		case one.path > file && next < 0:
			next = i
		}
	}
	switch {
	case before >= 0:
		return at[before]
	case next < 0:
		return at[len(at)-1]
	}
	line := at[next] - 1
	for line >= 0 && strings.HasPrefix(strings.TrimSpace(all[line]), "#") { // the comment is about that entry
		line--
	}
	return line
}

var emptyResources = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s*)(["']?resources["']?):[ \t]*(?:\[\s*\]|null|~)?[ \t]*(#.*?)?(\r?\n)?$`)
})

// setResources replaces resources without an entry by new entries. Without new entries it writes an empty list.
func (l *lines) setResources(entries []string) bool {
	key := l.root.Find("resources").KeyPosition().Line - 1
	if key < 0 {
		l.all = append(l.all, "resources:"+l.eol)
		if key = len(l.all) - 1; key > 0 && !strings.HasSuffix(l.all[key-1], "\n") {
			l.all[key-1] += l.eol
		}
	}
	found := emptyResources().FindStringSubmatch(l.all[key])
	if found == nil {
		return false
	}
	value, eol := ": ", l.eol
	if len(entries) == 0 {
		value, eol = ": [] ", found[4]
	}
	l.all[key] = strings.TrimRight(found[1]+found[2]+value+found[3], " ") + eol
	for _, file := range entries {
		l.add(key, found[1]+listItem(file))
	}
	return true
}

// listItem prints an entry, quoted where YAML needs it. An error would leave it out, and isDone would refuse the edit.
func listItem(file string) string {
	text, _ := sigsyaml.Marshal([]string{file})
	return strings.TrimSuffix(string(text), "\n")
}
