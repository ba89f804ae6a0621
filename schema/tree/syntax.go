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
	if strings.Contains(words, "incompatible YAML document") {
		line = max(1, 1+strings.Count(p.text[:max(0, strings.Index(p.text, "%YAML"))], "\n"))
	} else if len(p.text) <= maxSearch {
		line = 1 + sort.Search(len(p.starts)-1, func(i int) bool { return breaks(p.text[:p.starts[i+1]], words) })
	}
	line = min(line, len(p.starts))
	if above := p.above(line); needsKey(words) && keyOfLine().MatchString(p.lineAt(line)) && noKey().MatchString(p.lineAt(above)) {
		line, words = above, missingColon
	}
	text := p.lineAt(line)
	found, at := mistakeIn(text, p.lineAt(p.above(line)), words)
	if tab := tabIndent().FindString(text); tab != "" && strings.Contains(words, "token") {
		at, found = len(tab)-1, tabs
	}
	if directive := strings.Fields(text + " %YAML"); strings.Contains(words, "incompatible YAML document") {
		found = "the line " + strings.Join(directive[:min(2, len(directive)-1)], " ") + " is not supported; remove it"
	}
	if anchor := unknownAnchor().FindStringSubmatch(words); anchor != nil {
		at = max(strings.Index(text, "*"+anchor[1]), at)
	}
	at += p.starts[line-1]
	rule := Syntax
	if strings.HasPrefix(words, "exceeded max depth") {
		rule, found = TooLarge, tooDeep
	}
	return Problem{Rule: rule, Position: src.position(p.inSource(min(at, len(p.text)))), Detail: found}
}

var unknownAnchor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^unknown anchor '(.+)' referenced$`) })

// missingColon are the parser's words for a key without a colon. Often it has others.
const missingColon = "could not find expected ':'"

// needsKey reports whether the line above may be a key without a colon.
func needsKey(words string) bool {
	return strings.HasPrefix(words, missingColon) || strings.HasPrefix(words, "mapping values are not allowed")
}

// noKey recognises a line of one word.
var noKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *(?:- +)*[A-Za-z0-9_./-]+ *$`) })

// keyOfLine recognises a line that begins with a key.
var keyOfLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *(?:- +)*[^ #"'][^#"']*:( |$)`) })

// lineAt returns the text of a line, without its line break.
func (p *places) lineAt(number int) string {
	text, _, _ := strings.Cut(p.text[p.starts[number-1]:], "\n")
	return strings.TrimSuffix(text, "\r")
}

// above returns the number of the last line above one that is not empty; that of the line itself when there is none.
func (p *places) above(number int) int {
	for above := number - 1; above > 0; above-- {
		if strings.TrimSpace(p.lineAt(above)) != "" {
			return above
		}
	}
	return number
}

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
