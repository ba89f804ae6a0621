package schema

import (
	"embed"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// schemaFiles are the JSON Schemas and CustomResourceDefinitions. "make generate" writes them.
//
//go:embed application.json fluxapplication.json fluxapplicationbase.json renderconfig.json crd/*.yaml
var schemaFiles embed.FS

// JSONSchema returns the JSON Schema (draft-07) of the documents of a kind, Application, FluxApplication,
// FluxApplicationBase or RenderConfig, for editors and other checkers of documents: closed objects, and the comments
// of fluxapp's and of Flux's types as descriptions. It reports what [Parse] reports, and those rules about a whole
// application that a JSON Schema can express. It allows null wherever a field may be absent, and a string with ${…}
// wherever a string is allowed. For any other kind it returns an error.
func JSONSchema(kind string) ([]byte, error) {
	return schemaFile(kind, ownKinds(kinds.Group, kinds.KubeSphereGroup), strings.ToLower(kind)+".json")
}

// CRD returns a CustomResourceDefinition of a kind, Application, FluxApplication or FluxApplicationBase, as YAML, for
// clusters that hold documents of fluxapp without KubeSphere. A document that such a cluster stores renders the same
// objects: nulls stay, and a reference or a $(remove) may be in the place of a value. fluxapp reports more, for example
// unknown fields below a field of an entry. KubeSphere brings a definition of Application of its own, which takes fewer
// fields: never replace it. For any other kind it returns an error.
func CRD(kind string) ([]byte, error) {
	var known []string
	var name string
	for k := range kinds.With(kinds.Read) {
		if k.Plural != "" {
			known = append(known, k.Name)
		}
		if k.Name == kind {
			name = "crd/" + k.Group + "_" + k.Plural + ".yaml"
		}
	}
	return schemaFile(kind, known, name)
}

func schemaFile(kind string, known []string, name string) ([]byte, error) {
	near := names.Nearest(kind, known)
	switch {
	case slices.Contains(known, kind):
		return schemaFiles.ReadFile(name)
	case near != "":
		return nil, fmt.Errorf("there is no schema of kind %q; did you mean %s?", kind, near)
	}
	return nil, fmt.Errorf("there is no schema of kind %q; write %s", kind, names.Or(known))
}

// rulesPage explains all rules. The linker leaves it out of programs that do not call RuleText.
//
//go:embed RULES.md
var rulesPage string

// RuleText returns what RULES.md says of a rule, as Markdown that begins with its heading: what it means, why it is
// there, what is wrong and what is right. Empty is no such rule. The function and the command have rules too.
func RuleText(code finding.Code) string {
	_, text, found := strings.Cut(rulesPage, "\n### "+string(code)+" ")
	if !found {
		return ""
	}
	for _, next := range []string{"\n### ", "\n## "} {
		text, _, _ = strings.Cut(text, next)
	}
	return "### " + string(code) + " " + strings.TrimSpace(text) + "\n"
}

var ruleHeading = pattern.Of(`(?m)^### (FA\d{3}) `)

// RuleCodes returns the codes of all rules that RuleText explains, in their order.
func RuleCodes() []finding.Code {
	headings := ruleHeading().FindAllStringSubmatch(rulesPage, -1)
	return each.Of(headings, func(heading []string) finding.Code { return finding.Code(heading[1]) })
}

var codeOfErrors = pattern.Of(`^FA[0-4]\d\d$`)

// ParseRemark reads the code of a rule whose warnings and notes a run can ignore, for example FA505. Any other
// text, also the code of a rule that reports errors only, is an error.
func ParseRemark(text string) (finding.Code, error) {
	remarks := codes.Remarks()
	if code := finding.Code(text); slices.Contains(remarks, code) {
		return code, nil
	}
	known := each.Of(remarks, func(code finding.Code) string { return string(code) })
	switch near := names.Nearest(text, known); {
	case text == "":
		return "", errors.New("a code is empty; write the code of a warning or a note, for example FA505")
	case text == string(codes.Acknowledged), text == string(codes.RunConfig):
		return "", fmt.Errorf("%s decides about limits, and cannot be ignored; leave it out", text)
	case codeOfErrors().MatchString(text):
		return "", fmt.Errorf("%s is the code of no warning and no note, and errors cannot be ignored; leave it "+
			"out", text)
	case near != "":
		return "", fmt.Errorf("there is no rule %q; did you mean %q?", text, near)
	}
	return "", fmt.Errorf("there is no rule %q; write the code of a warning or a note, for example FA505", text)
}
