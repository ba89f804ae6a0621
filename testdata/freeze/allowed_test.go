package main

import "testing"

func TestAllowed(t *testing.T) {
	a, err := parseAllowance("# a comment\nname:  n\nreason: r\nrun: ^dir\nold: there: (\\w+)\nnew: here: $1\n")
	if err != nil {
		t.Fatal(err)
	}
	d := difference{step: step{Name: "dir again"}, before: "it is there: x\n", after: "it is here: x\n"}
	if !a.allows(d) {
		t.Error("the difference is not allowed")
	}
	for name, other := range map[string]difference{
		"another run":  {step: step{Name: "render"}, before: d.before, after: d.after},
		"another text": {step: d.step, before: d.before, after: d.after + "more"},
	} {
		if a.allows(other) {
			t.Error(name, "is allowed")
		}
	}
	lines, err := parseAllowance("name: n\nreason: r\nignore: :\\d+")
	if err != nil {
		t.Fatal(err)
	}
	if d := (difference{before: "a:1 b", after: "a:2 b"}); !lines.allows(d) {
		t.Error("what is ignored counts")
	}
	if d := (difference{before: "a:1 b", after: "a:2 c"}); lines.allows(d) {
		t.Error("what is not ignored does not count")
	}
	if _, err := parseAllowance("name: n\nold: x\n"); err == nil {
		t.Error("an allowance without a reason is read")
	}
}
