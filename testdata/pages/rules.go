package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

// rule is the text of the page about a code.
type rule struct {
	// Code is the rule.
	Code string `json:"code"`
	// Name, Package, Means and Remark are for the constant that program codes writes. A rule without a name has a constant
	// in the package that reports it.
	Name    string `json:"name,omitempty"`
	Package string `json:"package,omitempty"`
	Means   string `json:"means,omitempty"`
	Remark  bool   `json:"remark,omitempty"` // it can be ignored: it reports warnings or notes
	// Why is the reason for the rule.
	Why string `json:"why"`
	mistake
	// Cases are the cases of a rule that means several, in the place of the one example; each has a title.
	Cases []mistake `json:"cases,omitempty"`

	code
}

// mistake shows what is wrong, and what to write in its place.
type mistake struct {
	// Title is the case in a few words.
	Title string `json:"title,omitempty"`
	// Case is a folder of testdata/cases, with its area. Wrong are lines of its document, which the rule refuses or
	// remarks on, and Right what to write in their place; without it they are removed, and Instead is what to do. A line
	// "# …" replaces lines that are not shown.
	Case  string `json:"case,omitempty"`
	Wrong string `json:"wrong,omitempty"`
	Right string `json:"right,omitempty"`

	// Situation and Instead are the same in words, for what no document alone shows. The message is the message of Case,
	// or the one that a test expects: Test is its file, and Like a part of the message where the file has several.
	Situation string `json:"situation,omitempty"`
	Instead   string `json:"instead,omitempty"`
	Test      string `json:"test,omitempty"`
	Like      string `json:"like,omitempty"`
}

// examples returns the rule with each of its examples.
func (r rule) examples() []rule {
	if len(r.Cases) == 0 {
		return []rule{r}
	}
	all := make([]rule, len(r.Cases))
	for i, one := range r.Cases {
		all[i] = r
		all[i].mistake = one
	}
	return all
}

//go:embed rules.yaml
var rulesData []byte

// rules returns all rules in the order of their codes, with their texts in rules.yaml.
func rules(root string) ([]rule, error) {
	all, err := codes(root)
	if err != nil {
		return nil, err
	}
	texts := map[string]rule{}
	if err := readRules(texts); err != nil {
		return nil, err
	}
	list := make([]rule, len(all))
	for i, c := range all {
		list[i] = texts[c.value]
		list[i].code = c
		delete(texts, c.value)
	}
	for code := range texts {
		return nil, fmt.Errorf("rules.yaml has %s, which is no code", code)
	}
	return list, nil
}

func readRules(texts map[string]rule) error {
	var list []rule
	if err := yaml.UnmarshalStrict(rulesData, &list); err != nil {
		return fmt.Errorf("rules.yaml: %w", err)
	}
	for _, r := range list {
		if _, twice := texts[r.Code]; twice {
			return fmt.Errorf("rules.yaml has %s twice", r.Code)
		}
		texts[r.Code] = r
	}
	return nil
}

// document returns the document of the rule's case.
func (r rule) document(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, "testdata", "cases", r.Case, "in.yaml"))
	return string(data), err
}

// messages returns what is printed for the rule: by its case at the lines that are shown or, where there is only one
// finding of the rule, this one; without a case, by its test.
func (r rule) messages(root string) (found []string, err error) {
	if r.Case == "" {
		message, err := r.expected(root)
		return []string{message}, err
	}
	shown, err := r.shown(root)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", r.value, r.Case, err)
	}
	all := findings(root, r.Case, r.value)
	for _, f := range all {
		if shown.hold(f.line) || len(all) == 1 || r.Situation != "" {
			found = append(found, f.message)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: the case %s has no finding of the rule at the lines of wrong", r.value, r.Case)
	}
	return found, nil
}

// shown returns where the wrong lines are in the document of the case.
func (r rule) shown(root string) (spans, error) {
	in, err := r.document(root)
	if err != nil || r.Situation != "" {
		return spans{}, err
	}
	return locate(in, r.Wrong)
}
