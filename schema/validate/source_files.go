package validate

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// keyOfYAML matches a line that begins with a key of YAML, with or without the mark of an item before it.
var keyOfYAML = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:- +)?([A-Za-z][A-Za-z_-]*):(?: +(.*))?$`)
})

// ignoreText reports YAML: Flux reads the text as a file .sourceignore, whose lines are patterns.
func (c *validator) ignoreText(n tree.Node) {
	number := 0
	for line := range strings.Lines(n.Text()) {
		number++
		line = strings.TrimSpace(line)
		pattern, yaml := patternInYAML(line)
		if !yaml {
			continue
		}
		if pattern == "" {
			pattern = "docs/"
		}
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeIgnoreText, Node: n, Proposed: pattern,
			Detail: fmt.Sprintf("line %d is YAML, and Flux reads this text as a .gitignore, where the line matches no file; "+
				"write one pattern in each line, for example %s", number, pattern)})
		return
	}
}

// patternInYAML also returns the pattern that a line of YAML most likely means; empty when it has none.
func patternInYAML(line string) (pattern string, yaml bool) {
	if key := keyOfYAML().FindStringSubmatch(line); key != nil {
		return unquoted(key[2]), true
	}
	item, isItem := strings.CutPrefix(line, "- ")
	if isItem || strings.HasPrefix(line, `["`) || strings.HasPrefix(line, "['") {
		first, _, _ := strings.Cut(strings.Trim(item, "[]"), ",")
		return unquoted(first), true
	}
	return "", false
}

func unquoted(scalar string) string { return strings.Trim(strings.TrimSpace(scalar), `"'`) }

// valuesFiles reports several files in one text, as a form of KubeSphere's console takes them.
func (c *validator) valuesFiles(chart tree.Node) {
	for item := range chart.Get("valuesFiles").Children() {
		files, known := reference.PlainText(item)
		if !known || !strings.Contains(files, shape.FileSeparator) {
			continue
		}
		list, remedy := shape.FileList(files),
			"Flux looks for one file of this name, with the semicolons; write the files as items of valuesFiles"
		c.Report(finding.Problem{Code: finding.CodeJoinedList, Node: item, Current: files, Proposed: list,
			Detail: remedy + ": " + list, Hiding: remedy})
	}
}
