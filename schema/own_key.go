package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// misspeltKeys refuses labels or annotations whose key is nearly one that fluxapp reads, or whose value is "True". Such a slip would
// change what is rendered, for example which Secret has the kubeconfig of a cluster. All other keys belong to others.
func misspeltKeys(fields tree.Node, own ...string) (problems []Problem) {
	for field := range fieldsOf(fields) {
		if slices.Contains(own, field.Key()) && isNearTrue(field) {
			problems = append(problems, Problem{Code: CodeUnsupported, Node: field, Current: field.Text(), Proposed: "true",
				Detail: fmt.Sprintf("this label does not take %q; write \"true\"", field.Text())})
		}
		near := slices.IndexFunc(own, func(name string) bool { return differs(field.Key(), name, slackKey) <= slackKey })
		if near >= 0 && !slices.Contains(own, field.Key()) {
			problems = append(problems, misspeltField(field, own[near]))
		}
	}
	return problems
}

// isNearTrue reports whether a label is "true" in another case, which counts as false. The label of the hub needs no value.
func isNearTrue(label tree.Node) bool {
	return label.Key() != LabelHost && label.Kind() == tree.String && label.Text() != "true" && strings.EqualFold(label.Text(), "true")
}

// slackKey is how many letters a key may differ from one that fluxapp reads. Keys of others differ in more.
const slackKey = 2
