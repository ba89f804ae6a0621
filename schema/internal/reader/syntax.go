package reader

import (
	"sort"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
)

// maxSearch is the size up to which the line of an error is searched for.
const maxSearch = 4 << 20

var errorLine = pattern(`^yaml: (?:line (\d+): )?(.*)$`)

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
	if above := x.above(line); needsKey(words) && keyOfLine().MatchString(x.lineAt(line)) && isOneWord(x.lineAt(above)) {
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

var unknownAnchor = pattern(`^unknown anchor '(.+)' referenced$`)

// missingColon are the library's words for a key without a colon. Often it has others.
const missingColon = "could not find expected ':'"

func needsKey(words string) bool {
	return strings.HasPrefix(words, missingColon) || strings.HasPrefix(words, "mapping values are not allowed")
}

// isOneWord reports whether a line has one word. The line between two documents has none.
func isOneWord(line string) bool {
	return oneWord().MatchString(line) && strings.TrimRight(line, " ") != "---"
}

var oneWord = pattern(`^ *(?:- +)*[A-Za-z0-9_./-]+ *$`)

var keyOfLine = pattern(`^ *(?:- +)*[^ #"'][^#"']*:( |$)`)

var tabIndent = pattern(`^ *(?:- +)*\t`)

func breaks(text, words string) bool {
	_, err := nodesOf(text)
	if err == nil {
		return false
	}
	found, _ := splitMessage(err)
	return found == words
}
