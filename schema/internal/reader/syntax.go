package reader

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
)

// maxSearch is the size up to which the line of an error is searched for.
const maxSearch = 4 << 20

var errorLine = pattern.Of(`^yaml: (?:line (\d+): )?(.*)$`)

// splitMessage returns the line of the list or map around the error, or one before it.
func splitMessage(err error) (words string, line int) {
	match := errorLine().FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if match == nil {
		return err.Error(), 1
	}
	line, _ = strconv.Atoi("0" + match[1])
	return match[2], max(line, 1)
}

// syntaxProblem names a tab that causes the mistake, because no message of the library does.
func syntaxProblem(x *lineIndex, err error) record.Problem {
	words, line := splitMessage(err)
	directive := strings.Contains(words, "incompatible YAML document")
	if at := notUTF8At(x.text); at >= 0 && strings.Contains(words, "UTF-8") { // the words depend on the next line, too
		line = 1 + strings.Count(x.text[:at], "\n")
	} else if directive {
		line = max(1, 1+strings.Count(x.text[:max(0, strings.Index(x.text, "%YAML"))], "\n"))
	} else if len(x.text) <= maxSearch {
		line = 1 + sort.Search(len(x.lines)-1, func(i int) bool { return breaks(x.text[:x.lines[i+1]], words) })
	}
	line = min(line, len(x.lines))
	needsKey := strings.HasPrefix(words, missingColon) || strings.HasPrefix(words, "mapping values are not allowed")
	above := x.above(line) // between two documents, it has no word
	if isWord := oneWord().MatchString(x.lineAt(above)) && strings.TrimRight(x.lineAt(above), " ") != "---"; isWord &&
		needsKey && keyOfLine().MatchString(x.lineAt(line)) {
		line, words = above, missingColon
	}
	text := x.lineAt(line)
	found, at := explainMistake(text, x.lineAt(x.above(line)), words)
	if tab := tabIndent().FindString(text); tab != "" && strings.Contains(words, "token") {
		at, found = len(tab)-1, tabs
	}
	if fields := strings.Fields(text + " %YAML"); directive {
		found = "the line " + strings.Join(fields[:min(2, len(fields)-1)], " ") + " is not supported; remove it"
	}
	if anchor := unknownAnchor().FindStringSubmatch(words); anchor != nil {
		at = max(strings.Index(text, "*"+anchor[1]), at)
	}
	rule := record.Syntax
	if strings.HasPrefix(words, "exceeded max depth") {
		rule, found = record.TooLarge, tooDeep
	}
	return record.Problem{Rule: rule, At: x.inSource(min(x.lines[line-1]+at, len(x.text))), Detail: found}
}

var unknownAnchor = pattern.Of(`^unknown anchor '(.+)' referenced$`)

// missingColon are the library's words for a key without a colon. Often it has others.
const missingColon = "could not find expected ':'"

var (
	oneWord   = pattern.Of(`^ *(?:- +)*[A-Za-z0-9_./-]+ *$`)
	keyOfLine = pattern.Of(`^ *(?:- +)*[^ #"'][^#"']*:( |$)`)
	tabIndent = pattern.Of(`^ *(?:- +)*\t`)
)

func breaks(text, words string) bool {
	_, err := nodesOf(text)
	if err == nil {
		return false
	}
	found, _ := splitMessage(err)
	return found == words
}

// lineIndex turns lines and columns into offsets. It keeps the last: nodes come in order, and JSON is one long line.
type lineIndex struct {
	text  string
	start int   // offset of the text in the source
	lines []int // where each line begins in the text

	line, column, at int // the last answer
}

func newLineIndex(text string, start int) *lineIndex {
	x := &lineIndex{text: text, start: start, lines: []int{0}}
	for at, r := range text {
		if scalar.IsBreak(r) && !strings.HasPrefix(text[at:], "\r\n") { // whose second half is the break
			x.lines = append(x.lines, at+utf8.RuneLen(r))
		}
	}
	return x
}

// offset returns the offset in the source of a line and a column. Both count from one, the column in characters.
func (x *lineIndex) offset(line, column int) uint32 {
	switch {
	case line < 1 || line > len(x.lines):
		return x.inSource(len(x.text))
	case line != x.line:
		x.line, x.column, x.at = line, 1, x.lines[line-1]
	}
	for x.column < column && x.at < len(x.text) {
		_, size := utf8.DecodeRuneInString(x.text[x.at:])
		x.at += size
		x.column++
	}
	for x.column > column && x.at > 0 {
		_, size := utf8.DecodeLastRuneInString(x.text[:x.at])
		x.at -= size
		x.column--
	}
	return x.inSource(x.at)
}

func (x *lineIndex) inSource(at int) uint32 { return uint32(x.start + at) }

func (x *lineIndex) lineAt(number int) string {
	text, _, _ := strings.Cut(x.text[x.lines[number-1]:], "\n")
	return strings.TrimSuffix(text, "\r")
}

// above returns the number of the last line above one that is not empty; the line's own number when there is none.
func (x *lineIndex) above(number int) int {
	for above := number - 1; above > 0; above-- {
		if strings.TrimSpace(x.lineAt(above)) != "" {
			return above
		}
	}
	return number
}
