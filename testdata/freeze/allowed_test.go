package main

import "testing"

func TestAllowed(t *testing.T) {
	var all []*allowance
	for _, paragraph := range []string{
		"# a comment\nname:  moved\nreason: r\nrun: ^dir\nold: there: (\\w+)\nnew: here: $1\n",
		"name: taken\nreason: r\nbefore: ^refused\nignore: .+\n",
		"name: lines\nreason: r\ntext: ^exit code 1\nignore: :\\d+\n",
	} {
		a, err := parseAllowance(paragraph)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	for _, c := range []struct {
		run, before, after string
		want               bool
	}{
		{"dir again", "it is there: x", "it is here: x", true},
		{"dir again", "it is there: x", "it is here: x and more", false},
		{"render", "it is there: x", "it is here: x", false},
		{"render", "exit code 1 a:1", "exit code 1 a:2", true},
		{"render", "exit code 1 a:1", "exit code 1 b:2", false},
		{"render", "exit code 1 a:1", "exit code 0 a:2", false},
		{"render", "refused", "taken", true},
		{"render", "taken", "refused", false},
		{"render", "--- panic\nx", "better", true},
		{"render", "fine", "--- panic\nx", false},
		{"dir", "exit code 1 there: x a:1", "exit code 1 here: x a:2", true},
	} {
		if got := allows(all, difference{step: step{Name: c.run}, before: c.before, after: c.after}); got != c.want {
			t.Errorf("%s: %q and %q are allowed: %v", c.run, c.before, c.after, got)
		}
	}
	for _, paragraph := range []string{"name: n\nold: x\n", "name: n\nreason: r\n", "name\n",
		"name: n\nreason: r\nold: (\n"} {
		if _, err := parseAllowance(paragraph); err == nil {
			t.Errorf("%q is read", paragraph)
		}
	}
}
