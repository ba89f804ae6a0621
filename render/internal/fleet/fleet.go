// Package fleet has an application's clusters, selectors of them, and references to them: $(cluster.…) and $(app.…).
package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Fleet is the clusters that an application sees.
type Fleet struct {
	Members []*schema.Member // in the order of their names, each of which is there once
	Hub     *schema.Member   // the cluster that Flux runs on; nil when it is not known

	// labels are those of all clusters with their values. They are collected when a message or a doubt needs them.
	labels func() map[string]map[string]bool
}

// Find returns the cluster of a name; nil when there is none.
func (f *Fleet) Find(name string) *schema.Member {
	if i, ok := slices.BinarySearchFunc(f.Members, name,
		func(m *schema.Member, name string) int { return cmp.Compare(m.Name, name) }); ok {
		return f.Members[i]
	}
	return nil
}

// Selects reports whether a selector matches a cluster.
func (f *Fleet) Selects(s *Selector) bool { return slices.ContainsFunc(f.Members, s.Matches) }

// New returns the fleet of clusters.
func New(all []*schema.Member) (*Fleet, []finding.Problem) {
	f := &Fleet{Members: slices.Clone(all)}
	f.labels = sync.OnceValue(f.allLabels)
	var problems []finding.Problem
	slices.SortStableFunc(f.Members, func(a, b *schema.Member) int { return cmp.Compare(a.Name, b.Name) })
	f.Members = slices.CompactFunc(f.Members, func(again, first *schema.Member) bool {
		if first.Name == again.Name {
			problems = append(problems,
				duplicates(again, first, "cluster "+first.Name+" is already at ", "; write another name for one of them"))
		}
		return first.Name == again.Name
	})
	for _, m := range all {
		if !m.Hub() {
			continue
		}
		switch kept := f.Find(m.Name); {
		case kept.Origin() != m.Origin(), kept == f.Hub: // it is there already, which is refused
		case f.Hub == nil:
			f.Hub = kept
		default:
			problems = append(problems,
				duplicates(m, f.Hub, "cluster "+f.Hub.Name+" at ", " is already the hub; leave hub out of one of them"))
		}
	}
	return f, problems
}

// duplicates refuses a cluster beside another one, whose place is between detail and rest of the message.
func duplicates(m, first *schema.Member, detail, rest string) finding.Problem {
	return finding.Problem{Code: CodeDuplicateCluster, Subject: m.Document().Subject(), Node: m.Origin(),
		Current: m.Name, Detail: detail}.Beside(first.Origin(), rest)
}

// Nearest returns the cluster that a misspelt name most likely means, of the fleet and of some other names; empty when
// none is near. A name with another number means another cluster, and a very short name is near too many.
func (f *Fleet) Nearest(name string, others []string) string {
	const shortest = 3
	if len(name) < shortest {
		return ""
	}
	bare := withoutDigits(name)
	others = append(others, each.Of(f.Members, func(m *schema.Member) string { return m.Name })...)
	return names.Nearest(name, slices.DeleteFunc(others, func(other string) bool { return withoutDigits(other) == bare }))
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
}

// Names lists a few of the clusters, for messages.
func (f *Fleet) Names() string {
	first := each.Of(f.Members[:min(fewNames, len(f.Members))], func(m *schema.Member) string { return m.Name })
	return names.More(first, len(f.Members))
}

const fewNames = 5

// Labels tells for a message about a selector that matches nothing, in brackets, which values there are of the labels
// that it asks for, or else which labels; empty where no cluster has one.
func (f *Fleet) Labels(selector tree.Node) string {
	all := f.labels()
	var values []string
	asked := slices.Concat(each.In(selector.Get("matchLabels").Children(), tree.Node.Key),
		each.In(selector.Get("matchExpressions").Children(), func(n tree.Node) string { return n.Get("key").Text() }))
	for _, key := range slices.Compact(slices.Sorted(slices.Values(asked))) {
		for _, value := range slices.Sorted(maps.Keys(all[key])) {
			values = append(values, key+": "+value)
		}
	}
	if len(values) > 0 {
		return " (the clusters have " + Summarize(values) + ")"
	}
	if len(all) > 0 {
		return " (the clusters have the labels " + Summarize(slices.Sorted(maps.Keys(all))) + ")"
	}
	return ""
}

func (f *Fleet) allLabels() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, m := range f.Members {
		for label := range m.Labels().Children() {
			each.Below(all, label.Key())[label.Text()] = true
		}
	}
	return all
}

// Doubts returns what a selector that matches clusters most likely does not mean: a label that no cluster has, where
// its absence selects, and a value that no cluster has and that is nearly one of theirs.
func (f *Fleet) Doubts(selector tree.Node) (found []finding.Problem) {
	for item := range selector.Get("matchExpressions").Children() {
		key, operator := item.Get("key"), item.Get("operator").Text()
		known := f.labels()[key.Text()]
		if len(known) == 0 && (operator == "NotIn" || operator == "DoesNotExist") {
			found = append(found, f.unknownLabel(key, operator))
		}
		for value := range item.Get("values").Children() {
			isListed := func(known string) bool {
				return item.Get("values").Has(func(n tree.Node) bool { return n.Text() == known })
			}
			near := nearest(value.Text(), slices.DeleteFunc(slices.Sorted(maps.Keys(known)), isListed))
			if near != "" && !known[value.Text()] {
				found = append(found, doubt(value, near, key.Text()+": "+value.Text()+"; did you mean "+near+"?"))
			}
		}
	}
	return found
}

func doubt(n tree.Node, near, what string) finding.Problem {
	return finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoCluster, Node: n, Current: n.Text(),
		Proposed: near, Detail: "no cluster of the fleet has " + what}
}

// unknownLabel only informs where the absence of a label that is near no other one selects: it may come later.
func (f *Fleet) unknownLabel(key tree.Node, operator string) finding.Problem {
	known, remedy := slices.Sorted(maps.Keys(f.labels())), "write a label that they have, or leave the condition out"
	near := cmp.Or(names.Nearest(key.Text(), known), nearest(key.Text(), known))
	if near != "" {
		remedy = "did you mean " + near + "?"
	} else if slices.Contains([]string{"name", "cluster", "cluster.name", "metadata.name"}, strings.ToLower(key.Text())) {
		remedy = "the name is no label: to leave a cluster out, write overrides: [{cluster: NAME, disable: true}]"
	}
	p := doubt(key, near, fmt.Sprintf("the label %s%s, so that %s leaves none out; %s", key.Text(), f.Labels(tree.Node{}),
		operator, remedy))
	if near == "" && operator == "DoesNotExist" {
		p.Severity = finding.SeverityInfo
	}
	return p
}

// nearest returns the word that another one is a form of, in any case: env for Environment, staging for stage, prod for
// prd. A letter in the place of another one makes another word: team-a is not team-b.
func nearest(word string, known []string) string {
	for _, other := range known {
		a, b := strings.ToLower(word), strings.ToLower(other)
		if len(a) > len(b) {
			a, b = b, a
		}
		isWord := strings.Trim(a+b, "abcdefghijklmnopqrstuvwxyz") == "" && len(a) > 2
		isForm := strings.HasPrefix(b, strings.TrimSuffix(a, "e")) || len(a) < len(b) && names.Differ(a, b, 1) == 1
		if a == b || isWord && isForm {
			return other
		}
	}
	return ""
}

// Summarize lists the first of some names, and counts the others.
func Summarize(all []string) string { return names.More(all[:min(fewNames, len(all))], len(all)) }

// Selector selects clusters of a fleet by their labels, as Kubernetes does.
type Selector struct {
	labels validate.LabelSelector
	Chosen map[string]bool // the names of the clusters in the decisions of a placement; nil without one
}

// NewSelector reads a label selector; an absent one selects all clusters. Without problems there is a selector.
func NewSelector(n tree.Node) (*Selector, []finding.Problem) {
	parsed, problems := validate.Selector(n)
	if len(problems) > 0 {
		return nil, problems
	}
	return &Selector{labels: parsed}, nil
}

// Protected returns the label selector of the clusters that limits protect; absent where they protect none.
func Protected(limits tree.Node) tree.Node { return limits.At("protected", "clusterSelector") }

// Matches reports whether the selector selects a cluster.
func (s *Selector) Matches(cluster *schema.Member) bool {
	return (s.Chosen == nil || s.Chosen[cluster.Name]) && s.labels.Matches(cluster.Labels())
}
