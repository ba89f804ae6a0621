package finding_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

const many = 2*finding.MaxRemarks + 5_000

// remarksOf returns a remark about each item of a list in a file, and one error.
func remarksOf(file string, number int) []finding.Problem {
	trees, _ := tree.Parse(file, []byte(strings.Repeat("- x\n", number)))
	var problems []finding.Problem
	for item := range trees[0].Root().Children() {
		problems = append(problems,
			finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: item, Detail: "x"})
	}
	return append(problems, finding.Problem{Code: codes.Name, Node: trees[0].Root().First(), Detail: "wrong"})
}

// TestAppend checks that the same findings come of problems in any order, in one list and in several, and also when
// remarks are repeated: the first ones in file order, a count of the others, and all errors.
func TestAppend(t *testing.T) {
	all := slices.Concat(remarksOf("b.yaml", many), remarksOf("a.yaml", 3))
	want := []string{
		fmt.Sprintf("info: FA507 is found %d times, and only the first 10000 are reported, in the order of the files; "+
			"correct what they have in common, or ignore the rule [FA919]", many+3),
		"a.yaml:1:3: [0]: wrong [FA210]", "a.yaml:1:3: warning: [0]: x [FA507]", "a.yaml:2:3: warning: [1]: x [FA507]",
		"a.yaml:3:3: warning: [2]: x [FA507]",
		"b.yaml:1:3: [0]: wrong [FA210]",
	}
	for i := range finding.MaxRemarks - 3 {
		want = append(want, fmt.Sprintf("b.yaml:%d:3: warning: [%d]: x [FA507]", i+1, i))
	}
	random, rounds := rand.New(rand.NewPCG(1, 2)), 3
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		repeated := slices.Concat(all, all[:many/2], all[:many/2])
		random.Shuffle(len(repeated), func(i, j int) { repeated[i], repeated[j] = repeated[j], repeated[i] })
		var lists [2][]finding.Problem
		for _, p := range repeated {
			l := &lists[random.IntN(2)]
			*l = finding.Append(*l, p)
			assert.Assert(t, cap(*l) < 6*finding.MaxRemarks)
		}
		before := slices.Clone(lists[0])
		both := finding.Append(slices.Clip(lists[0]), slices.Concat(lists[1], lists[1])...)
		assert.Assert(t, finding.Locate(both).String() == strings.Join(want, "\n"))
		for i := range before { // other runs have the list too
			assert.Assert(t, before[i] == lists[0][i])
		}
	}
	assert.Assert(t, finding.Locate(all).String() == strings.Join(want, "\n"))
}

// TestAppendFew checks that nothing is lost, or counted, up to the limit of each rule.
func TestAppendFew(t *testing.T) {
	var list []finding.Problem
	for i, p := range remarksOf("a.yaml", 3*finding.MaxRemarks) {
		if p.Severity != "" {
			p.Code = []finding.Code{codes.NoEffect, codes.Filled, codes.YAML11}[i%3]
		}
		list = finding.Append(list, p)
	}
	found := finding.Locate(list)
	assert.Equal(t, len(found), 3*finding.MaxRemarks+1) // with the error
}

// TestAppendErrors checks that errors are never dropped, whatever their number.
func TestAppendErrors(t *testing.T) {
	var list []finding.Problem
	for _, p := range remarksOf("a.yaml", many) {
		p.Severity, p.Code = "", codes.Name
		list = finding.Append(list, p)
	}
	found := finding.Locate(list)
	assert.Equal(t, len(found), many+1)
	assert.Equal(t, len(found.Only(finding.SeverityError)), many+1)
}

// TestAppendWithoutPlaces checks the order of remarks that no file has: the order of paths, and of documents.
func TestAppendWithoutPlaces(t *testing.T) {
	b := tree.NewBuilder()
	one := tree.ParseValue([]byte("[" + strings.Repeat("1,", many) + "1]"))
	other := tree.ParseValue([]byte(`{"metadata": {"name": "z"}, "l": [1, 2]}`))
	first, second := finding.NewSubject("", one), finding.NewSubject("", other)
	var problems []finding.Problem
	for item := range one.Children() {
		problems = append(problems,
			finding.Problem{Severity: finding.SeverityInfo, Code: "FA507", Subject: &first, Node: item, Detail: "x"})
	}
	for item := range other.Get("l").Children() {
		problems = append(problems,
			finding.Problem{Severity: finding.SeverityInfo, Code: "FA507", Subject: &second, Node: item, Detail: "x"})
	}
	problems = append(problems,
		finding.Problem{Severity: finding.SeverityInfo, Code: "FA507", Node: b.String("built", tree.Node{}), Detail: "x"})
	want := finding.Locate(problems)
	assert.Equal(t, len(want), finding.MaxRemarks+1)
	last := want[finding.MaxRemarks].Detail
	assert.Assert(t, strings.Contains(last, fmt.Sprintf(" %d times", many+4)), last)
	slices.Reverse(problems)
	var list []finding.Problem
	for _, p := range problems {
		list = finding.Append(list, p)
	}
	assert.Equal(t, finding.Locate(list).String(), want.String())
}

// TestCountOfCascade checks that remarks that follow from an error are not counted either.
func TestCountOfCascade(t *testing.T) {
	trees, _ := tree.Parse("a.yaml", []byte("default: {}\nl:\n"+strings.Repeat("- x\n", many)))
	root := trees[0].Root()
	subject := finding.NewSubject("a.yaml", root)
	var list []finding.Problem
	for item := range root.Get("l").Children() {
		list = finding.Append(list, finding.Problem{Severity: finding.SeverityWarning, Code: codes.Filled,
			Subject: &subject, Node: item, Detail: "x"})
	}
	wrong := finding.Problem{Code: codes.UnknownField, Subject: &subject, Node: root.Get("default"), OnKey: true,
		Proposed: "defaults", Detail: "unknown"}
	assert.Equal(t, finding.Locate(append(list, wrong)).String(), "a.yaml:1:1: default: unknown [FA101]")
	assert.Equal(t, len(finding.Locate(list)), finding.MaxRemarks+1)
}

// TestIgnoreCounts checks that what was not kept is ignored too.
func TestIgnoreCounts(t *testing.T) {
	found := finding.Locate(remarksOf("a.yaml", many))
	kept, ignored := found.Ignore([]finding.Code{codes.NoEffect})
	assert.Equal(t, kept.String(), "a.yaml:1:3: [0]: wrong [FA210]")
	assert.DeepEqual(t, ignored, map[finding.Code]int{codes.NoEffect: many})

	kept, ignored = found.Ignore([]finding.Code{codes.ManyFindings})
	assert.Equal(t, len(kept), finding.MaxRemarks+1)
	assert.DeepEqual(t, ignored, map[finding.Code]int{codes.ManyFindings: 1})
}
