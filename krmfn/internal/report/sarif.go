package report

import (
	"io"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Run is what a SARIF log holds of a run.
type Run struct {
	Findings finding.Findings
	// Version is that of the program.
	Version string
	// Failure is why the program could not finish, for example an output that cannot be written. It is empty for a run that reported that
	// documents are wrong.
	Failure string
}

// WriteSARIF writes a log in the Static Analysis Results Interchange Format, version 2.1.0: the findings, the rules of these, and the value
// to write where there is only one. Columns count characters.
func WriteSARIF(w io.Writer, run Run) error {
	rules := codesOf(run.Findings)
	return encode(w, sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "fluxapp", Version: run.Version, InformationURI: "https://github.com/fluxapp-dev/fluxapp", Rules: sarifRules(rules),
			}},
			Invocations: []sarifInvocation{invocation(run.Failure)},
			Results:     sarifResults(run.Findings, rules),
			ColumnKind:  "unicodeCodePoints",
		}},
	})
}

// codesOf returns the rules of findings, in their order.
func codesOf(findings finding.Findings) (codes []finding.Code) {
	seen := map[finding.Code]bool{}
	for _, f := range findings {
		if !seen[f.Code] {
			seen[f.Code] = true
			codes = append(codes, f.Code)
		}
	}
	slices.Sort(codes)
	return codes
}

func sarifRules(codes []finding.Code) []sarifRule {
	rules := make([]sarifRule, len(codes))
	for i, code := range codes {
		name, means := ruleName(code)
		rules[i] = sarifRule{
			ID: string(code), Name: name, ShortDescription: sarifText{means}, HelpURI: ruleURI(code, name),
			Help: sarifHelp{Text: RuleText(code), Markdown: ruleMarkdown(code)},
		}
	}
	return rules
}

func invocation(failure string) sarifInvocation {
	if failure == "" {
		return sarifInvocation{ExecutionSuccessful: true}
	}
	return sarifInvocation{Notifications: []sarifNotification{{Level: "error", Message: sarifText{failure}}}}
}

func sarifResults(findings finding.Findings, rules []finding.Code) []sarifResult {
	results := make([]sarifResult, len(findings))
	for i, f := range findings {
		index, _ := slices.BinarySearch(rules, f.Code)
		results[i] = sarifResult{
			RuleID: string(f.Code), RuleIndex: index, Level: levels[f.Severity], Message: sarifText{message(f)}, Locations: locations(f), Fixes: fixes(f),
		}
	}
	return results
}

var levels = map[finding.Severity]string{
	finding.SeverityError: "error", finding.SeverityWarning: "warning", finding.SeverityInfo: "note",
}

// locations returns the place of a finding: its file, the line where it has one, and its field. A finding without both has none.
func locations(f finding.Finding) []sarifLocation {
	var at sarifLocation
	if f.File != "" {
		at.Physical = &sarifPhysical{Artifact: sarifArtifact{fileURI(f.File)}}
		if f.Line > 0 {
			at.Physical.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column}
		}
	}
	if f.Path != "" {
		at.Logical = []sarifLogical{{f.Path}}
	}
	if at.Physical == nil && at.Logical == nil {
		return []sarifLocation{}
	}
	return []sarifLocation{at}
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
			Deleted: sarifRegion{StartLine: fix.Line, StartColumn: fix.Column, EndColumn: fix.EndColumn}, Inserted: sarifText{fix.Text},
		}},
	}}}}
}
