package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestRenderSelection prints the objects that all flags select, in every format on stdout, and validates the others
// too.
func TestRenderSelection(test *testing.T) {
	test.Parallel()
	withSource := strings.Replace(app("web", "hub", "one"), "sourceRef: {kind: GitRepository, name: web}",
		"gitRepository: {url: https://example.com/web, interval: 1m}", 1)
	t := inFolder(test, "web.yaml", withSource, "shop.yaml", app("shop", "one", "two"),
		"other.yaml", strings.Replace(app("shop", "two"), "namespace: apps", "namespace: other", 1))
	all := good(t, "render", ".")
	for flags, want := range map[string]string{
		"":                                 "",
		"--application web":                "GitRepository web, Kustomization web-web, Kustomization web-one-web",
		"--application apps/shop":          "Kustomization shop-one-web, Kustomization shop-two-web",
		"--application shop --cluster two": "Kustomization shop-two-web, Kustomization shop-two-web",
		"--cluster hub":                    "GitRepository web, Kustomization web-web",
		"--cluster hub,two --kind Kustomization --application other/shop --application web": "Kustomization web-web, " +
			"Kustomization shop-two-web",
		"--kind gitrepository": "GitRepository web",
	} {
		out := good(t, append([]string{"render", "."}, strings.Fields(flags)...)...)
		if flags == "" {
			assert.Equal(t, out, all)
			continue
		}
		assert.Equal(t, kindsAndNames(out), want, flags)
		for document := range strings.SplitSeq(out, "---\n") {
			assert.Assert(t, strings.Contains(all, document))
		}
		assert.Equal(t, good(t, append([]string{"."}, strings.Fields(flags)...)...), out)
	}
	lines := good(t, "render", ".", "--cluster", "hub", "-o", "jsonl")
	assert.Assert(t, strings.Count(lines, "\n") == 2 && strings.Contains(lines, `"cluster":"hub"`), lines)
	list := good(t, "render", ".", "--kind", "GitRepository", "-o", "json")
	assert.Equal(t, strings.Count(list, `"kind":"`), 2, list) // the list and the object
	put(t, "wrong.yaml", strings.Replace(app("wrong", "three"), "path:", "pth:", 1))
	out, errs, code := fluxapp(t, "", "render", ".", "--application", "web")
	assert.Assert(t, out == "" && code == exitDocuments && strings.HasPrefix(errs, "wrong.yaml:"), errs)
}

// TestSelectionOfHub holds that hub means the objects of no cluster too, in each command with the flag.
func TestSelectionOfHub(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "web.yaml", strings.Replace(app("web", "one"), "sourceRef: {kind: GitRepository, name: web}",
		"gitRepository: {url: https://example.com/web, interval: 1m}", 1))
	assert.Equal(t, kindsAndNames(good(t, "render", "--cluster", "hub")), "GitRepository web")
	explained := good(t, "explain", "web", ".", "--cluster", "hub")
	assert.Assert(t, strings.HasPrefix(explained, "GitRepository apps/web\n") && !strings.Contains(explained, "one"),
		explained)
	compared := good(t, "explain", "web", ".", "--cluster", "hub", "--against", "one")
	assert.Equal(t, compared, "only on hub: GitRepository apps/web (web.yaml:5:27)\n"+
		"only on one: Kustomization apps/web-one-web (web.yaml:8:7)\n")
	for _, args := range [][]string{{"graph", "--cluster", "hub"}, {"graph", "web", ".", "--cluster", "hub"}} {
		drawn := good(t, args...)
		assert.Assert(t, strings.Contains(drawn, "GitRepository") && !strings.Contains(drawn, "Kustomization"), drawn)
	}
}

// kindsAndNames returns the kinds and names of printed objects.
func kindsAndNames(printed string) string {
	var all []string
	for document := range strings.SplitSeq(printed, "---\n") {
		_, kind, _ := strings.Cut(document, "\nkind: ")
		kind, rest, _ := strings.Cut(kind, "\n")
		_, name, found := strings.Cut(rest, "\n  name: ")
		if name, _, _ = strings.Cut(name, "\n"); found {
			all = append(all, kind+" "+name)
		}
	}
	return strings.Join(all, ", ")
}

// TestRenderSelectionErrors proposes what there is, and refuses to write a folder, from which the rest would be
// deleted.
func TestRenderSelectionErrors(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "web.yaml", app("web", "hub", "one"), "shop.yaml", app("shop", "one", "two"))
	for flags, want := range map[string]string{
		"--application shap":      "--application shap: no object has it; did you mean shop?",
		"--application apps/shap": "--application apps/shap: no object has it; did you mean apps/shop?",
		"--application other/web,web": "--application other/web: no object has it; write one of apps/shop or " +
			"apps/web",
		"--application shop --cluster hub":    "--cluster hub: no object has it; write one of one or two",
		"--cluster one,tow":                   "--cluster tow: no object has it; did you mean two?",
		"--kind Kustomisation":                "--kind Kustomisation: no object has it; did you mean Kustomization?",
		"--cluster hub -o dir=deploy":         "--cluster cannot select what -o dir=PATH writes: it would delete the rest",
		"--kind HelmRelease -o dir=deploy -q": "--kind cannot select what -o dir=PATH writes: it would delete the rest",
	} {
		out, errs, code := fluxapp(t, "", append([]string{"render", "."}, strings.Fields(flags)...)...)
		assert.Equal(t, errs, "fluxapp: "+want+"\n")
		assert.Assert(t, out == "" && code == exitCommand, flags)
	}
	_, errs, code := fluxapp(t, "", "render", ".", "--cluster", "one,")
	assert.Assert(t, strings.Contains(errs, "a name is empty; write a name, or leave the flag out"), errs)
	assert.Equal(t, code, exitCommand)
	for line, want := range map[string]string{"--application": "shop web", "--cluster": "hub one two",
		"--kind": "Kustomization"} {
		out, _, _ := fluxapp(t, "", "__completeNoDesc", "render", ".", line, "")
		assert.Equal(t, strings.Join(strings.Fields(out), " "), want+" :4")
	}
}
