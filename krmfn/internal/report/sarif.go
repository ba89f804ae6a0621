// Package report writes a run's findings in forms that programs read: JSON, SARIF and GitHub's workflow commands. For
// people, [Print] writes them as lines, and only counts those that repeat others.
//
// All forms hold every finding, in the order of the run, and nothing that a finding does not show: no value that may
// be a secret. The package reads no files and prints nothing by itself.
package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// WriteSARIF writes a log of SARIF 2.1.0 with the findings, their rules and certain fixes. Columns count characters.
// Version is that of the program, and failure why it could not finish; empty for mere wrong documents.
func WriteSARIF(w io.Writer, findings finding.Findings, version, failure string) error {
	rules := each.Of(findings, func(f finding.Finding) finding.Code { return f.Code })
	slices.Sort(rules)
	rules = slices.Compact(rules)
	return encode(w, fields{
		"$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", []fields{{
			"tool", fields{"driver", fields{"name", "fluxapp", "version", version,
				"informationUri", "https://github.com/fluxapp-dev/fluxapp", "rules", sarifRules(rules, version)}},
			"invocations", []fields{invocation(findings, rules, failure)},
			"results", sarifResults(findings, rules),
			"columnKind", "unicodeCodePoints",
		}},
	})
}

// fields are keys and values of an object, in their order. One without a value is left out: readers refuse a null.
type fields []any

// MarshalJSON returns the object.
func (f fields) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	values := json.NewEncoder(&text)
	values.SetEscapeHTML(false)
	for before, i := '{', 0; i < len(f); i += 2 {
		if f[i+1] == nil {
			continue
		}
		fmt.Fprintf(&text, "%c%q:", before, f[i])
		_ = values.Encode(f[i+1]) // it has nothing that is no JSON
		before = ','
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

func textOf(text string) fields { return fields{"text", text} }

func sarifRules(codes []finding.Code, version string) []fields {
	rules := []fields{}
	for _, code := range codes {
		name, means := ruleName(code)
		heading := strings.ToLower(string(code) + "-" + name) // of which GitHub makes the anchor
		rules = append(rules, fields{"id", code, "name", name, "shortDescription", textOf(means),
			"help", fields{"text", RuleText(code, "", version), "markdown", withAddresses(schema.RuleText(code), version)},
			"helpUri", RulesPage(version) + "#" + heading})
	}
	return rules
}

func invocation(findings finding.Findings, rules []finding.Code, failure string) fields {
	var notes []fields
	for _, f := range findings {
		if f.File == "" {
			index, _ := slices.BinarySearch(rules, f.Code)
			notes = append(notes, fields{"level", levels[f.Severity], "message", textOf(message(f)),
				"associatedRule", fields{"id", f.Code, "index", index}})
		}
	}
	if failure != "" {
		notes = append(notes, fields{"level", "error", "message", textOf(failure)})
	}
	i := fields{"executionSuccessful", failure == ""}
	if len(notes) > 0 {
		i = append(i, "toolExecutionNotifications", notes)
	}
	return i
}

// sarifResults returns the findings about files. GitHub refuses a log with a result that has no file.
func sarifResults(findings finding.Findings, rules []finding.Code) []fields {
	results := []fields{}
	for _, f := range findings {
		if f.File != "" {
			index, _ := slices.BinarySearch(rules, f.Code)
			results = append(results, fields{"ruleId", f.Code, "ruleIndex", index, "level", levels[f.Severity],
				"message", textOf(message(f)), "locations", []fields{location(f)}, "fixes", fixes(f)})
		}
	}
	return results
}

var levels = map[finding.Severity]string{finding.SeverityError: "error", finding.SeverityWarning: "warning",
	finding.SeverityInfo: "note"}

func location(f finding.Finding) fields {
	var region, logical any
	if f.Line > 0 {
		region = fields{"startLine", f.Line, "startColumn", f.Column}
	}
	if f.Path != "" {
		logical = []fields{{"fullyQualifiedName", f.Path}}
	}
	artifact := fields{"uri", fileURI(f.File)}
	return fields{"physicalLocation", fields{"artifactLocation", artifact, "region", region}, "logicalLocations", logical}
}

// fixes returns the change of the file that a finding proposes, where that is certain.
func fixes(f finding.Finding) any {
	fix, ok := f.Fix()
	if !ok {
		return nil
	}
	deleted := fields{"startLine", fix.Line, "startColumn", fix.Column, "endColumn", fix.EndColumn}
	return []fields{{"description", textOf("write " + fix.Text), "artifactChanges", []fields{{
		"artifactLocation", fields{"uri", fileURI(f.File)},
		"replacements", []fields{{"deletedRegion", deleted, "insertedContent", textOf(fix.Text)}},
	}}}}
}

// fileURI returns the URI of a file, relative and percent-encoded. An absolute name stays one, with the scheme file.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	var b strings.Builder
	if strings.HasPrefix(name, "/") {
		b.WriteString("file://")
	}
	for i := range len(name) {
		c := name[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// WriteJSON writes findings as a JSON array, which may be empty: severity, code, file, line, column, path, detail,
// current, proposed, and the document with its apiVersion, kind, namespace and name. Empty fields are left out.
func WriteJSON(w io.Writer, findings finding.Findings) error {
	if findings == nil {
		findings = finding.Findings{}
	}
	return encode(w, findings)
}

// encode writes a value as JSON for programs and for people: indented, and without escapes for HTML.
func encode(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

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
