package krmfn

import (
	"cmp"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/report"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

type functionResult struct {
	Message     string            `yaml:"message"` // what is wrong and what to write instead
	Severity    finding.Severity  `yaml:"severity"`
	ResourceRef resourceRef       `yaml:"resourceRef,omitempty"` // the document
	Field       resultField       `yaml:"field,omitempty"`
	File        resultFile        `yaml:"file,omitempty"`
	Tags        map[string]string `yaml:"tags,omitempty"` // the code of the rule
}

type resourceRef struct {
	APIVersion string `yaml:"apiVersion,omitempty"`
	Kind       string `yaml:"kind,omitempty"`
	Name       string `yaml:"name,omitempty"`
	Namespace  string `yaml:"namespace,omitempty"`
}

// String returns the kind and namespace/name, as far as there are any.
func (r resourceRef) String() string {
	return strings.TrimSpace(r.Kind + " " + strings.Trim(r.Namespace+"/"+r.Name, "/"))
}

type resultField struct {
	Path          string `yaml:"path,omitempty"`
	CurrentValue  string `yaml:"currentValue,omitempty"`
	ProposedValue string `yaml:"proposedValue,omitempty"`
}

// resultFile is where the client keeps a resource. Index counts the documents of the file.
type resultFile struct {
	Path  string `yaml:"path"`
	Index int    `yaml:"index,omitempty"`
}

type functionResults []functionResult

func (rs functionResults) strict() (found bool) {
	for i := range rs {
		if rs[i].Severity == finding.SeverityWarning {
			rs[i].Severity, found = finding.SeverityError, true
		}
	}
	return found
}

func (rs functionResults) failed() bool {
	return slices.ContainsFunc(rs, func(r functionResult) bool { return r.Severity == finding.SeverityError })
}

// sorted sorts the results by file, then by resource, whatever the items' order; within a resource by its text.
func (rs functionResults) sorted() functionResults {
	slices.SortStableFunc(rs, func(a, b functionResult) int {
		about, other := a.ResourceRef, b.ResourceRef
		return cmp.Or(
			cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.File.Index, b.File.Index),
			cmp.Compare(about.Namespace, other.Namespace), cmp.Compare(about.Name, other.Name),
			cmp.Compare(about.Kind, other.Kind), cmp.Compare(about.APIVersion, other.APIVersion))
	})
	return rs
}

// String returns one line: file or resource: path: message [code], with the severity before the path unless an error.
func (r functionResult) String() string {
	severity := string(r.Severity)
	if r.Severity == finding.SeverityError {
		severity = ""
	}
	parts := slices.DeleteFunc([]string{cmp.Or(r.File.Path, r.ResourceRef.String()), severity, r.Field.Path, r.Message},
		func(part string) bool { return part == "" })
	return strings.ReplaceAll(strings.Join(parts, ": ")+" ["+r.Tags["code"]+"]", "\n", " ")
}

// about returns the result with the resource that it is about; nil is no resource.
func (r functionResult) about(item *item) functionResult {
	if item == nil {
		return r
	}
	r.ResourceRef = resourceRef{APIVersion: item.text("apiVersion"), Kind: item.text("kind"),
		Name: item.text("metadata", "name"), Namespace: item.text("metadata", "namespace")}
	if path := item.annotation(resource.Path); path != "" {
		index, _ := strconv.Atoi(item.annotation(resource.Index)) // none is the first
		r.File = resultFile{Path: path, Index: index}
	}
	return r
}

func newResult(severity finding.Severity, code finding.Code, message string) functionResult {
	return functionResult{Message: message, Severity: severity, Tags: map[string]string{"code": string(code)}}
}

func errorResult(code finding.Code, message string) functionResult {
	return newResult(finding.SeverityError, code, message)
}

// ignore drops some rules' warnings and notes, and adds one note that counts them and the earlier ones.
func (rs functionResults) ignore(rules []finding.Code, ignored report.Ignored) functionResults {
	if len(rules) == 0 {
		return rs
	}
	var kept functionResults
	for _, r := range rs {
		if code := finding.Code(r.Tags["code"]); r.Severity != finding.SeverityError && slices.Contains(rules, code) {
			ignored[code]++
		} else {
			kept = append(kept, r)
		}
	}
	if len(ignored) > 0 {
		kept = append(kept, newResult(finding.SeverityInfo, codes.Ignore, ignored.String()))
	}
	return kept
}

func (rs functionResults) text() string {
	if len(rs) == 0 {
		return ""
	}
	var out strings.Builder
	printer := yaml.NewEncoder(&out)
	printer.SetIndent(2)
	printer.CompactSeqIndent()
	_ = printer.Encode(map[string]functionResults{"results": rs}) // no error: they are texts and numbers, in memory
	return out.String()
}

func (rs functionResults) print(w io.Writer) {
	var findings []report.Finding
	for _, r := range rs {
		if r.Severity != finding.SeverityInfo {
			kind := report.KindOf(r.Severity, finding.Code(r.Tags["code"]), r.Field.Path, r.Message)
			findings = append(findings, report.Finding{Kind: kind, Line: r.String()})
		}
	}
	report.Print(w, findings, report.Few, "fluxapp check --all-findings prints them")
}

func (req request) results(findings finding.Findings) functionResults {
	files := slices.Sorted(maps.Keys(each.Once(req.docs, (*schema.Document).File)))
	var results functionResults
	for _, e := range findings {
		r := newResult(e.Severity, e.Code, withoutLines(e.Detail, files))
		if e.Path != "" {
			r.Field = resultField{Path: e.Path, CurrentValue: e.Current, ProposedValue: e.Proposed}
			if c := req.config; c.inData && e.Subject == c.document.Subject() {
				r.Field.Path = "data." + strings.TrimPrefix(e.Path, "spec.")
			}
		}
		results = append(results, r.about(req.from[e.Subject]))
	}
	return results.sorted()
}

var lineAndColumn = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`:[0-9]+:[0-9]+`) })

// withoutLines cuts each file:line:column in a message to the file: they count lines of the client's text.
func withoutLines(message string, files []string) string {
	var out strings.Builder
	end := 0
	for _, at := range lineAndColumn().FindAllStringIndex(message, -1) {
		isFile := func(name string) bool { return strings.HasSuffix(message[:at[0]], name) }
		if slices.ContainsFunc(files, isFile) {
			out.WriteString(message[end:at[0]])
			end = at[1]
		}
	}
	return out.String() + message[end:]
}
