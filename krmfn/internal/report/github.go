package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// WriteGitHub writes a workflow command of GitHub for each finding, in a line: GitHub shows it at the line of the
// file. File names count from the folder of the run, which must be the root of the repository.
func WriteGitHub(w io.Writer, findings finding.Findings) error {
	out := bufio.NewWriter(w)
	for _, f := range findings {
		fmt.Fprintf(out, "::%s %s::%s\n", commands[f.Severity], strings.Join(properties(f), ","),
			dataEscapes.Replace(printable(message(f))))
	}
	return out.Flush()
}

var commands = map[finding.Severity]string{finding.SeverityError: "error", finding.SeverityWarning: "warning",
	finding.SeverityInfo: "notice"}

// properties returns the place of a finding and, as the title, its rule.
func properties(f finding.Finding) (all []string) {
	if f.File != "" {
		all = append(all, "file="+propertyEscapes.Replace(printable(f.File)))
	}
	if f.Line > 0 {
		all = append(all, fmt.Sprintf("line=%d", f.Line), fmt.Sprintf("col=%d", f.Column))
	}
	return append(all, "title="+propertyEscapes.Replace(string(f.Code)))
}

// The escapes of workflow commands. A text and a property end at different characters.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// printable replaces what would change the log of a terminal. Keys of a document may hold anything.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\r' && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

func message(f finding.Finding) string {
	if f.Path == "" {
		return f.Detail
	}
	return f.Path + ": " + f.Detail
}
