package report

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// print returns what a format makes of findings.
func print(t *testing.T, write func(*strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, write(&b))
	return b.String()
}

func TestJSON(t *testing.T) {
	docs := schema.Parse("a.yaml",
		[]byte("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\n"))
	findings := finding.Findings{
		{
			Severity: finding.SeverityError, Code: "FA104", File: "a.yaml", Line: 3, Column: 5, Path: "spec.x",
			Detail:  "<5> is a number",
			Current: "5", Proposed: `"5"`, Subject: docs[0].Subject(),
		},
		{Severity: finding.SeverityInfo, Code: "FA311", Detail: "ignored 1 finding"},
	}
	assert.Equal(t, print(t, func(b *strings.Builder) error { return WriteJSON(b, findings) }), `[
  {
    "severity": "error",
    "code": "FA104",
    "file": "a.yaml",
    "line": 3,
    "column": 5,
    "path": "spec.x",
    "detail": "<5> is a number",
    "current": "5",
    "proposed": "\"5\"",
    "document": {
      "apiVersion": "fluxapp.dev/v1alpha1",
      "kind": "FluxApplication",
      "namespace": "apps",
      "name": "web"
    }
  },
  {
    "severity": "info",
    "code": "FA311",
    "detail": "ignored 1 finding"
  }
]
`)
	assert.Equal(t, print(t, func(b *strings.Builder) error { return WriteJSON(b, nil) }), "[]\n")
}

// TestGitHub checks the escapes: what ends a property must not end it, and no text may begin another command.
func TestGitHub(t *testing.T) {
	findings := finding.Findings{
		{Severity: finding.SeverityError, Code: "FA101", File: "a,b:c%.yaml", Line: 3, Column: 5, Path: "a.b",
			Detail: "100%, no: field\r\n::error::x"},
		{Severity: finding.SeverityWarning, Code: "FA505", File: "b.yaml", Detail: "w\x1b[31m"},
		{Severity: finding.SeverityInfo, Code: "FA311", Detail: "i"},
	}
	assert.Equal(t, print(t, func(b *strings.Builder) error { return WriteGitHub(b, findings) }),
		"::error file=a%2Cb%3Ac%25.yaml,line=3,col=5,title=FA101::a.b: 100%25, no: field%0D%0A::error::x\n"+
			"::warning file=b.yaml,title=FA505::w�[31m\n"+
			"::notice title=FA311::i\n")
	assert.Equal(t, print(t, func(b *strings.Builder) error { return WriteGitHub(b, nil) }), "")
}

// logOf returns the log of a run as a program reads it.
func logOf(t *testing.T, findings finding.Findings, version, failure string) (log sarifLog) {
	t.Helper()
	text := print(t, func(b *strings.Builder) error { return WriteSARIF(b, findings, version, failure) })
	assert.NilError(t, json.Unmarshal([]byte(text), &log))
	return log
}

func TestSARIF(t *testing.T) {
	log := logOf(t, finding.Findings{
		{Severity: finding.SeverityWarning, Code: "FA507", File: "b c.yaml", Line: 3, Column: 5, Path: "a.b", Detail: "x"},
		{Severity: finding.SeverityError, Code: "FA101", File: "a.yaml", Detail: "y"},
		{Severity: finding.SeverityInfo, Code: "FA507", Detail: "z"},
	}, "v1.2.3", "")
	run := log.Runs[0]
	assert.DeepEqual(t, run.Results, []sarifResult{
		{RuleID: "FA507", RuleIndex: 1, Level: "warning", Message: sarifText{"a.b: x"}, Locations: []sarifLocation{{
			Physical: sarifPhysical{sarifArtifact{"b%20c.yaml"}, &sarifRegion{StartLine: 3, StartColumn: 5}},
			Logical:  []sarifLogical{{"a.b"}},
		}}},
		{RuleID: "FA101", RuleIndex: 0, Level: "error", Message: sarifText{"y"},
			Locations: []sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{"a.yaml"}}}}},
	})
	assert.Equal(t, run.Tool.Driver.Version, "v1.2.3")
	assert.Equal(t, len(run.Tool.Driver.Rules), 2)
	rule := run.Tool.Driver.Rules[1]
	assert.Equal(t, rule.ID+" "+rule.Name+" "+rule.ShortDescription.Text, "FA507 NoEffect Flux ignores the field.")
	assert.Equal(t, rule.HelpURI, "https://github.com/fluxapp-dev/fluxapp/blob/v1.2.3/schema/RULES.md#fa507-noeffect")
	assert.Assert(t, strings.Contains(rule.Help.Text, "\nWrong:\n") && !strings.Contains(rule.Help.Text, "```"),
		rule.Help.Text)
	const documents = "](https://github.com/fluxapp-dev/fluxapp/blob/v1.2.3/testdata/"
	assert.Assert(t, strings.Contains(rule.Help.Markdown, documents),
		rule.Help.Markdown)
	assert.DeepEqual(t, run.Invocations, []sarifInvocation{{ // a result must have a file
		ExecutionSuccessful: true,
		Notifications:       []sarifNotification{{Level: "note", Message: sarifText{"z"}, Rule: &sarifRuleRef{"FA507", 1}}},
	}})
}

// TestSARIFWithoutFindings checks that a run without findings has an empty list and not none: that would mean that
// nothing was looked for.
func TestSARIFWithoutFindings(t *testing.T) {
	text := print(t, func(b *strings.Builder) error { return WriteSARIF(b, nil, "", "") })
	assert.Assert(t, strings.Contains(text, `"results": []`) && strings.Contains(text, `"rules": []`), text)
}

func TestSARIFOfFailure(t *testing.T) {
	log := logOf(t, nil, "", "out: permission denied")
	assert.DeepEqual(t, log.Runs[0].Invocations, []sarifInvocation{{
		Notifications: []sarifNotification{{Level: "error", Message: sarifText{"out: permission denied"}}},
	}})
}

// TestRules checks that each rule has all that a log holds of it.
func TestRules(t *testing.T) {
	for _, code := range schema.RuleCodes() {
		name, means := ruleName(code)
		assert.Check(t, name != "" && !strings.Contains(name, " ") && means != "" && !strings.Contains(means, "\n\n"), code)
		assert.Check(t, !strings.Contains(withAddresses(schema.RuleText(code), ""), "](.."), code)
	}
	assert.Equal(t, RuleText("FA999", "", ""), "")
}

// TestOwnCase finds for each message on the page of a rule with several cases the case that it is shown for.
func TestOwnCase(t *testing.T) {
	messages := 0
	for _, code := range schema.RuleCodes() {
		for _, one := range strings.Split(schema.RuleText(code), "\n#### ")[1:] {
			title, _, _ := strings.Cut(one, "\n")
			for line := range strings.Lines(one) {
				if message, found := strings.CutSuffix(line, " ["+string(code)+"]\n"); found {
					messages++
					explained := RuleText(code, message, "")
					assert.Check(t, strings.Contains(explained, "\n"+title+"\n\n"), "%s\n%s", message, explained)
					assert.Check(t, strings.Contains(explained, "\nThis is one of "), message)
				}
			}
		}
	}
	assert.Assert(t, messages >= 20, "%d", messages)
}

// TestPage leads to the files of a release, and to the newest ones for a version that has no tag.
func TestPage(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3": "v1.2.3", "v1.2.3-rc.1": "v1.2.3-rc.1", "": "main", "(devel)": "main",
		"v1.2.4-0.20261128003306-a98e2edbe000": "main", "v1.2.3+dirty": "main",
	} {
		assert.Equal(t, Page(version, "a.md"), "https://github.com/fluxapp-dev/fluxapp/blob/"+want+"/a.md")
	}
}

// TestCases finds the case that a message of FA224 in the cases is about, from the whole line and from its end.
func TestCases(t *testing.T) {
	type title struct{ says, title string }
	titles := []title{
		{"there is no application", "The application is not among the documents"},
		{"one topology", "The applications have different topologies"},
		{"waits for", "The application is of another kind"},
	}
	files, err := filepath.Glob("../../../testdata/cases/*/*/err.txt")
	assert.NilError(t, err)
	met := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		for line := range strings.Lines(string(text)) {
			message, found := strings.CutSuffix(line, "[FA224]\n")
			if !found {
				continue
			}
			_, end, _ := strings.Cut(message, ".application: ")
			i := slices.IndexFunc(titles, func(one title) bool { return strings.Contains(message, one.says) })
			if i < 0 {
				continue
			}
			met[titles[i].title] = true
			for _, part := range []string{message, cmp.Or(end, message)} {
				explained := RuleText("FA224", part, "")
				for _, one := range titles {
					assert.Check(t, strings.Contains(explained, "\n"+one.title+"\n") == (one == titles[i]), "%s\n%s", part, explained)
				}
				assert.Check(t, strings.HasSuffix(explained, "\nThis is one of 4 cases; fluxapp explain FA224 has all.\n"))
			}
		}
	}
	assert.Equal(t, len(met), len(titles))
	assert.Equal(t, RuleText("FA224", "of something else", ""), RuleText("FA224", "", ""))
}

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"apps/a.yaml":    "apps/a.yaml",
		"../a b#1?.yaml": "../a%20b%231%3F.yaml",
		"c:d.yaml":       "c%3Ad.yaml", // no scheme
		"ü.yaml":         "%C3%BC.yaml",
		"<stdin>":        "%3Cstdin%3E",
		"100%.yaml":      "100%25.yaml",
		"/etc/a.yaml":    "file:///etc/a.yaml",
	} {
		assert.Equal(t, fileURI(name), want)
	}
}

// The parts of a SARIF log.
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
