package check

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Selector reads a label selector as Kubernetes does. Without problems there is a selector.
func Selector(n tree.Node) (LabelSelector, []finding.Problem) {
	selector, err := readSelector(n)
	if err == nil {
		return selector, nil
	}
	problems := selectorProblems(n)
	if len(problems) == 0 { // a value of another type, which is reported where the types of documents are validated
		problems = []finding.Problem{
			{Code: finding.CodeSelector, Node: n, OnKey: true, Detail: fmt.Sprintf("is no label selector: %v; correct it", err)}}
	}
	return nil, problems
}

var operators = map[string]string{
	"in": "In", "equals": "In", "equal": "In", "eq": "In", "=": "In", "==": "In",
	"notin": "NotIn", "notequals": "NotIn", "notequal": "NotIn", "ne": "NotIn", "!=": "NotIn", "not in": "NotIn",
	"exists": "Exists", "exist": "Exists",
	"doesnotexist": "DoesNotExist", "notexists": "DoesNotExist", "notexist": "DoesNotExist", "!": "DoesNotExist",
}

func selectorProblems(n tree.Node) (problems []finding.Problem) {
	for label := range n.Get("matchLabels").Children() {
		problems = append(problems, selectorKey(label, label.Key(), true)...)
		problems = append(problems, selectorValue(label)...)
	}
	for item := range n.Get("matchExpressions").Children() {
		problems = append(problems, expressionProblems(item)...)
	}
	return problems
}

func expressionProblems(item tree.Node) (problems []finding.Problem) {
	key, operator, values := item.Get("key"), item.Get("operator"), item.Get("values")
	if key.Exists() {
		problems = selectorKey(key, key.Text(), false)
	} else {
		problems = append(problems, finding.Problem{Code: finding.CodeSelector, Node: item, Child: "key",
			Detail: "is required; write the name of a label"})
	}
	switch operator.Text() {
	case "In", "NotIn":
		if values.Len() == 0 {
			problems = append(problems, finding.Problem{Code: finding.CodeSelector, Node: item, Child: "values",
				Detail: fmt.Sprintf("%s needs values; add them, for example values: [prod]", operator.Text())})
		}
		for value := range values.Children() {
			problems = append(problems, selectorValue(value)...)
		}
	case "Exists", "DoesNotExist":
		if values.Len() > 0 {
			problems = append(problems, finding.Problem{Code: finding.CodeSelector, Node: values,
				Detail: fmt.Sprintf("%s takes no values; leave them out, or write operator: In", operator.Text())})
		}
	default:
		problems = append(problems, operatorProblem(item, operator))
	}
	return problems
}

func operatorProblem(item, operator tree.Node) finding.Problem {
	if !operator.Exists() {
		return finding.Problem{Code: finding.CodeSelector, Node: item, Child: "operator",
			Detail: "is required; write In, NotIn, Exists or DoesNotExist"}
	}
	p := finding.Problem{Code: finding.CodeSelector, Node: operator, Current: operator.Text(),
		Proposed: operators[strings.ToLower(operator.Text())]}
	meant := p.Proposed
	if meant == "" {
		meant = "In, NotIn, Exists or DoesNotExist"
	}
	p.Detail = fmt.Sprintf("%q is no operator; write %s", p.Current, meant)
	return p
}

func selectorKey(n tree.Node, key string, onKey bool) []finding.Problem {
	if len(content.IsLabelKey(key)) == 0 {
		return nil
	}
	return []finding.Problem{{Code: finding.CodeSelector, Node: n, OnKey: onKey, Current: key, Detail: fmt.Sprintf(
		"%q is no valid key of a label; write [prefix/]name with at most 63 letters, digits, '-', '_' and '.' in the name",
		key)}}
}

func selectorValue(n tree.Node) []finding.Problem {
	if len(content.IsLabelValue(n.Text())) == 0 {
		return nil
	}
	return []finding.Problem{{Code: finding.CodeSelector, Node: n, Current: n.Text(), Detail: fmt.Sprintf(
		"%q is no valid label value; write at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends",
		n.Text())}}
}
