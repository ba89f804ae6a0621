package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Run is what a SARIF log holds of a run.
type Run struct {
	Findings finding.Findings
	// Version is the version of the program.
	Version string
	// Failure is why the program could not finish, as an output that cannot be written; empty for mere wrong documents.
	Failure string
}

// WriteSARIF writes a log in the Static Analysis Results Interchange Format, version 2.1.0: the findings, the rules
// of these, and the value to write where there is only one. Columns count characters.
func WriteSARIF(w io.Writer, run Run) error {
	rules := codesOf(run.Findings)
	return encode(w, sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "fluxapp", Version: run.Version, InformationURI: "https://github.com/fluxapp-dev/fluxapp",
				Rules: sarifRules(rules, run.Version),
			}},
			Invocations: []sarifInvocation{invocation(run, rules)},
			Results:     sarifResults(run.Findings, rules),
			ColumnKind:  "unicodeCodePoints",
		}},
	})
}

func codesOf(findings finding.Findings) (codes []finding.Code) {
	for _, f := range findings {
		codes = append(codes, f.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func sarifRules(codes []finding.Code, version string) []sarifRule {
	rules := make([]sarifRule, len(codes))
	for i, code := range codes {
		name, means := ruleName(code)
		heading := strings.ToLower(string(code) + "-" + name) // of which GitHub makes the anchor
		rules[i] = sarifRule{ID: string(code), Name: name, ShortDescription: sarifText{means},
			HelpURI: RulesPage(version) + "#" + heading, Help: sarifHelp{Text: RuleText(code, "", version),
				Markdown: withAddresses(schema.RuleText(code), version)}}
	}
	return rules
}

func invocation(run Run, rules []finding.Code) sarifInvocation {
	i := sarifInvocation{ExecutionSuccessful: run.Failure == ""}
	for _, f := range run.Findings {
		if f.File == "" {
			rule := ruleOf(f, rules)
			i.Notifications = append(i.Notifications,
				sarifNotification{Level: levels[f.Severity], Message: sarifText{message(f)}, Rule: &rule})
		}
	}
	if run.Failure != "" {
		i.Notifications = append(i.Notifications, sarifNotification{Level: "error", Message: sarifText{run.Failure}})
	}
	return i
}

func ruleOf(f finding.Finding, rules []finding.Code) sarifRuleRef {
	index, _ := slices.BinarySearch(rules, f.Code)
	return sarifRuleRef{ID: string(f.Code), Index: index}
}

// sarifResults returns the findings about files. GitHub refuses a log with a result that has no file.
func sarifResults(findings finding.Findings, rules []finding.Code) []sarifResult {
	results := []sarifResult{}
	for _, f := range findings {
		if f.File != "" {
			rule := ruleOf(f, rules)
			results = append(results, sarifResult{RuleID: rule.ID, RuleIndex: rule.Index, Level: levels[f.Severity],
				Message: sarifText{message(f)}, Locations: []sarifLocation{location(f)}, Fixes: fixes(f)})
		}
	}
	return results
}

var levels = map[finding.Severity]string{finding.SeverityError: "error", finding.SeverityWarning: "warning",
	finding.SeverityInfo: "note"}

func location(f finding.Finding) sarifLocation {
	at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(f.File)}}}
	if f.Line > 0 {
		at.Physical.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column}
	}
	if f.Path != "" {
		at.Logical = []sarifLogical{{f.Path}}
	}
	return at
}

// fixes returns the change of the file that a finding proposes, where that is certain.
func fixes(f finding.Finding) []sarifFix {
	fix, ok := f.Fix()
	if !ok {
		return nil
	}
	return []sarifFix{{Description: sarifText{"write " + fix.Text}, Changes: []sarifChange{{
		Artifact: sarifArtifact{fileURI(f.File)},
		Replacements: []sarifReplacement{{
			Deleted:  sarifRegion{StartLine: fix.Line, StartColumn: fix.Column, EndColumn: fix.EndColumn},
			Inserted: sarifText{fix.Text},
		}},
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

// The parts of a SARIF log that findings fill. An object without content is left out: readers refuse an empty one.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		Name             string    `json:"name"`
		ShortDescription sarifText `json:"shortDescription"`
		Help             sarifHelp `json:"help"`
		HelpURI          string    `json:"helpUri"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string        `json:"level"`
		Message sarifText     `json:"message"`
		Rule    *sarifRuleRef `json:"associatedRule,omitempty"`
	}
	sarifRuleRef struct {
		ID    string `json:"id"`
		Index int    `json:"index"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndColumn   int `json:"endColumn,omitempty"` // in the same line; none is the end of the line
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
)

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
