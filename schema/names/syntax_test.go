package names_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSyntax compares with testdata/syntax.txt how texts are read that are references, nearly references, or none.
func TestSyntax(t *testing.T) {
	var texts []string
	for _, brackets := range []string{"$(%s)", "$$(%s)", "$(%s", "${%s}", "{{%s}}", "{{ .%s }}", "{{- %s -}}",
		"a $(%s) b $$(cluster. c", "${%s"} {
		for _, inner := range []string{
			"cluster.name", "app.namespace", "cluster.labels['stage']", "cluster.labels.stage", `cluster.labels["a b"]`,
			"cluster.labels[stage]",
			"cluster.annotations['a/b']", "cluster.annotations.a", "cluster.params.size", "cluster.params.a-b_9Z.c['d']",
			"cluster.param.size",
			"cluster.parameters.size", "clusters.name", "Cluster.Name", "apps.name", "application.namespace", "cluster",
			"cluster.", "cluster.x", "app.x",
			"params.x", "param.x or 'y'", "labels.region", "labels['a/b']", "annotations.a", "metadata.labels.a",
			"metadata.name", "metadata.params.x", "name",
			"clusterName", "cluster-name", "cluster_name", "CLUSTER_NAME", "cluster/name", " cluster.name ", "(cluster.name",
			"cluster .name", "cluster. name",
			"cluster.labels.a/b", "cluster.labels.app.kubernetes.io/name or 'x'", "cluster.params.a/b", "cluster.labels[a b]",
			"cluster.params[a]", "cluster[a]",
			"cluster.name.x", "cluster.name x", "clstr.name", "other.name", ".name", "", "cluster.labels['a",
			"cluster.labels['']", "cluster.params.{",
			"cluster.params.a[b", "cluster.params.a:b", "cluster.params./", "cluster.params.a@b", "cluster.label",
			"app.labels.x", "cluster.namespace",
		} {
			texts = append(texts, fmt.Sprintf(brackets, inner))
		}
	}
	for _, or := range []string{
		" or 'x'", " or  'x' ", "  or 'x'", " or ''", " or'x'", "or 'x'", " or 'x", " or 'x' y", " or 'a) b'", " or 3",
		" or -1.5e3", " or 3 ", " or 03", " or 1.", " or true",
		" or false", " or truely", " or x", " or ", " or", " orx", " or null", " or cluster.params.b",
		" or cluster.params.b or app.name", " or cluster.params.b or 'x'",
		" or []", " or {}", " or [] ", " or []]", " or [a]", " or {a: b}", " or cluster.params.b or []",
		" or app.name", " or cluster.", " or apps.name", " or (x", " and 'x'", " ",
	} {
		texts = append(texts, "$(cluster.params.a"+or+")", "$(cluster.labels['a']"+or+")", "$(cluster.params.a"+or)
	}
	for _, text := range []string{"a%s", "%sa", "%s%s", "$$(app.name)%s"} {
		for _, or := range []string{"[]", "{}", "cluster.name or []", "'x'"} {
			texts = append(texts, strings.ReplaceAll(text, "%s", "$(cluster.params.a or "+or+")"))
		}
	}
	long := strings.Repeat("x", 300)
	texts = append(texts, "$", "$$", "$$$", "$(", "$$(cluster.name)$$(app.name)", "$$$(cluster.name)",
		"$(cluster.name)$(app.name)", "${a}", "${a", "$a}", "a${b}c", "{{", "}}",
		"$(cluster.secret=hunter2", "$(cluster.secret hunter2)", "$(cluster."+strings.Repeat("x", 29),
		"$(cluster."+strings.Repeat("x", 30), "$(cluster."+strings.Repeat("x", 31),
		"$(cluster."+strings.Repeat("x", 30)+"=", "$(cluster."+strings.Repeat("x", 29)+"é", "$(cluster.labels["+long,
		"$(cluster.labels["+long+")", "${"+long+"cluster.name}",
		"${cluster.name"+strings.Repeat(" ", 240)+"}", "${cluster.name"+strings.Repeat(" ", 241)+"}",
		"${cluster.name"+strings.Repeat(" ", 242)+"}",
		"${x} {{cluster.name}} ${cluster.name}", "$cluster.name", "$cluster.name.", "a $cluster.labels.x/y", "$cluster.x",
		"$cluster", "$clusters.name",
		"$[cluster.name]", "$$cluster.name", "$cluster.params.a.b-c, d", "$cluster.labels['a']", "$app.name",
		"$$${cluster.name}", "$${cluster.name}", "\\$(cluster.name)", "$(cluster.name)\n${cluster.name}")
	var out strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&out, "%s\n", shorten(fmt.Sprintf("%q", text)))
		parts, err := names.SplitReferences(text)
		switch {
		case err != nil:
			fmt.Fprintf(&out, "    error: %s\n", shorten(err.Error()))
		case len(parts) > 1 || parts[0].Reference != nil || parts[0].Text != text:
			for _, part := range parts {
				fmt.Fprintf(&out, "    %s\n", shorten(describe(part)))
			}
		}
		written, right := names.ReferenceSlip(text, false, false)
		if written != "" || right != "" {
			fmt.Fprintf(&out, "    %q is nearly %s\n", shorten(written), right)
		}
		if again, beside := names.ReferenceSlip(text, true, true); again != written || beside != right {
			fmt.Fprintf(&out, "    beside references %q is nearly %s\n", shorten(again), beside)
		}
		assert.Equal(t, names.MayHaveReference(text),
			strings.Contains(text, "$(cluster.") || strings.Contains(text, "$(app."), text)
		if names.Placeholder(text) {
			fmt.Fprintf(&out, "    placeholder\n")
		}
		if plain := names.WithoutEscapes(text); plain != text {
			fmt.Fprintf(&out, "    without escapes %q\n", plain)
		}
	}
	golden.Assert(t, out.String(), "syntax.txt")
}

// describe returns what a part of a text is.
func describe(p names.Part) string {
	if p.Reference == nil {
		return fmt.Sprintf("text %q", p.Text)
	}
	s := fmt.Sprintf("%s: %q", p.Reference, p.Reference.Steps)
	for d := p.Reference.Default; d != nil; {
		if d.Reference == nil {
			return fmt.Sprintf("%s or %s %q", s, d.Kind, d.Text)
		}
		s += fmt.Sprintf(" or %s: %q", d.Reference, d.Reference.Steps)
		d = d.Reference.Default
	}
	return s
}

// shorten writes how often a letter is repeated that is there more than ten times.
func shorten(s string) string {
	for _, letter := range []string{"x", " "} {
		for n := len(s); n > 10; n-- {
			s = strings.ReplaceAll(s, strings.Repeat(letter, n), fmt.Sprintf("<%d times %q>", n, letter))
		}
	}
	return s
}

// TestExample checks what messages show as references.
func TestExample(t *testing.T) {
	for step, want := range map[string]string{"labels": "$(cluster.labels['stage'])",
		"annotations": "$(cluster.annotations['contact'])", "params": "$(cluster.params.size)", "name": ""} {
		assert.Equal(t, names.ReferenceExample(step), want)
	}
}

// TestEscape expects every text back that was escaped, as a part of an entry and as a value that may be a removal.
func TestEscape(t *testing.T) {
	for _, text := range []string{
		"", "$", "a", "$(cluster.name)", "$$(cluster.name)", "a $(cluster.labels['a']) $(app.name) b", "$$$(app.",
		"$(cluster", "${cluster.name}", "$(other.x)",
		"$(remove)", "$$(remove)", "(remove)", " $(remove)", "a $(remove)",
	} {
		escaped := tree.NewBuilder().String(names.EscapeReferences(text), tree.Node{})
		assert.Assert(t, !names.IsRemoval(escaped), text)
		got := escaped.Text()
		if removal, ok := names.UnescapedRemoval(escaped); ok {
			got = removal
		}
		parts, err := names.SplitReferences(got)
		assert.NilError(t, err, text)
		assert.Equal(t, len(parts), 1, text)
		assert.Equal(t, parts[0].Text, text)
	}
}
