package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestItemsThatNoTextHolds checks items whose own text cannot be read without an error: one of ours must not pass as
// somebody else's.
func TestItemsThatNoTextHolds(t *testing.T) {
	const ours = "fluxapp.dev/v1alpha1"
	for name, c := range map[string]struct {
		items []string
		want  string // in the results
	}{
		"the anchor is in another " +
			"item": {[]string{"a: &k FluxApplication\n", "apiVersion: " + ours + "\nkind: *k\nmetadata: {name: x}\n"},
			"[FA001]"},
		"in a list of lists": {
			[]string{"a: &k FluxApplication\n", "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: " +
				"[{apiVersion: " + ours + ", kind: *k}]}]\n"}, "[FA001]"},
		"the second kind": {[]string{"apiVersion: " + ours + "x\nkind: A\nkind: FluxApplication\n"},
			"[FA002]"},
		"the second apiVersion": {[]string{"apiVersion: v1\napiVersion: " + ours + "\nkind: A\n"}, "[FA002]"},
		"the second of a list": {
			[]string{"apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: A, kind: FluxApplication}]\n"}, "[FA002]"},
		"another field twice": {[]string{"apiVersion: v1\nkind: A\nspec: 1\nspec: 2\n"},
			"no application among the items [FA009]"},
		"the anchor of somebody's item": {[]string{"a: &k B\n", "apiVersion: v1\nkind: *k\n"},
			"no application among the items [FA009]"},
		"a list that holds itself": {[]string{"apiVersion: v1\nkind: List\nitems: &x [*x]\n"},
			"no application among the items [FA009]"},
		"ours in a list that holds " +
			"itself": {[]string{"apiVersion: v1\nkind: List\nitems: &x [*x, {kind: FluxApplication}]\n"}, "[FA007]"},
	} {
		t.Run(name, func(t *testing.T) {
			list := resourceList("", c.items...)
			rl := answerTo(t, list)
			assert.Assert(t, strings.Contains(strings.Join(said(rl), "\n"), c.want), "%q", said(rl))
			assert.DeepEqual(t, printed(t, rl), printed(t, read(t, list)))
		})
	}
}
