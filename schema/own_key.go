package schema

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// misspeltKeys refuses labels or annotations whose key is nearly one that fluxapp reads. Such a key would change what is rendered, for
// example which Secret has the kubeconfig of a cluster. All other keys belong to others.
func misspeltKeys(fields tree.Node, own ...string) (problems []Problem) {
	for field := range fieldsOf(fields) {
		near := slices.IndexFunc(own, func(name string) bool { return differs(field.Key(), name, slackKey) <= slackKey })
		if near >= 0 && !slices.Contains(own, field.Key()) {
			problems = append(problems, misspeltField(field, own[near]))
		}
	}
	return problems
}

// slackKey is how many letters a key may differ from one that fluxapp reads. Keys of others differ in more.
const slackKey = 2
