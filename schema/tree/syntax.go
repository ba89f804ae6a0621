package tree

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// maxSearch is the size up to which the place of an error is searched for.
const maxSearch = 4 << 20

var errorLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`) })

// detail takes the parser's message apart. Its line is that of the list or map around the error, or one before it.
func detail(err error) (words string, line int) {
	match := errorLine().FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if match == nil {
		return err.Error(), 1
	}
	line, _ = strconv.Atoi("0" + match[1])
	return match[2], max(line, 1)
}

// syntaxProblem turns the parser's message into a place: the first line with which the text breaks in this way. Where a tab
// is to blame, it is named, because no message of the parser does.
func syntaxProblem(src *source, p *places, err error) Problem {
	words, line := detail(err)
	if len(p.text) <= maxSearch {
		line = 1 + sort.Search(len(p.starts)-1, func(i int) bool { return breaks(p.text[:p.starts[i+1]], words) })
	}
	line = min(line, len(p.starts))
	start := p.starts[line-1]
	at := start + len(p.text[start:]) - len(strings.TrimLeft(p.text[start:], " "))
	if tab := tabIndent().FindString(p.text[start:]); tab != "" && strings.Contains(words, "token") {
		at, words = start+len(tab)-1, "a tab in the indentation; indent with spaces"
	}
	if anchor := unknownAnchor().FindStringSubmatch(words); anchor != nil {
		at += max(strings.Index(p.text[at:], "*"+anchor[1]), 0)
	}
	rule := Syntax
	if strings.HasPrefix(words, "exceeded max depth") {
		rule, words = TooLarge, tooDeep
	}
	return Problem{Rule: rule, Position: src.position(p.inSource(min(at, len(p.text)))), Detail: words}
}

var unknownAnchor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^unknown anchor '(.+)' referenced$`) })

var tabIndent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *(?:- +)*\t`) })

// breaks reports whether a text breaks with the words of an error.
func breaks(text, words string) bool {
	for documents := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		if err := documents.Decode(&doc); err != nil {
			found, _ := detail(err)
			return found == words
		}
	}
}
