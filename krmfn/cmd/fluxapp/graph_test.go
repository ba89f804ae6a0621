package main

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGraph draws files, an application and a cluster of them.
func TestGraph(test *testing.T) {
	test.Parallel()
	waits := strings.Replace(app("b", "one", "two"), "prune: true", "prune: true, dependsOn: [{application: a}]", 1)
	awaited := strings.ReplaceAll(app("a", "hub", "one", "two"), "prune: true", "prune: true, wait: true")
	t := inFolder(test, "a.yaml", awaited, "in/b.yaml", waits)
	out := good(t, "graph", ".")
	assert.Assert(t, strings.HasPrefix(out, "flowchart LR\n"), out)
	assert.Assert(t, strings.Contains(out, `["apps/a<br/>3 Kustomizations<br/>`), out)
	assert.Equal(t, strings.Count(out, " ==>|then| "), 1, out)
	assert.Assert(t, strings.Contains(good(t, "graph", "apps/b", "."),
		`["apps/a<br/>Kustomization a-one-web<br/>path ./deploy<br/>on one"]`), "what b waits for")
	assert.Assert(t, !strings.Contains(good(t, "graph", "a", "a.yaml", "in"), "apps/b"), "a waits for nothing")
	assert.Assert(t, strings.Contains(good(t, "graph", "a.yaml", "--cluster", "hub"),
		`["apps/a<br/>Kustomization a-web`))
	assert.Assert(t, strings.HasPrefix(good(t, "graph", "in/b.yaml", "a.yaml"), "flowchart LR\n"),
		"the first of two files is no application")

	assert.Assert(t, strings.HasPrefix(good(t, "graph", "a.yaml", "--cluster", "hub", "-o", "json"),
		`{"frames":[],"boxes":[{"shape":"workload","lines":["apps/a",`))

	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"c", "."}, "fluxapp: the files have no application c; did you mean a?\n", exitCommand},
		{[]string{"b", ".", "--cluster", "hub"},
			"fluxapp: the application b has no object on cluster hub; write one of one or two\n", exitCommand},
		{[]string{".", "--cluster", "three"},
			"fluxapp: no application has an object on cluster three; write one of hub, one or two\n", exitCommand},
		{[]string{"nowhere.yaml"}, "fluxapp: there is no file or folder nowhere.yaml\n", exitCommand},
		{[]string{".", "-o", "svg"}, "fluxapp: -o svg is unknown; write mermaid or json\n", exitCommand},
		{[]string{"c"}, "fluxapp: the files have no application c; did you mean a?\n", exitCommand},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"graph"}, c.args...)...)
		assert.Equal(t, errs, c.want)
		assert.Assert(t, out == "" && code == c.code, c.args)
	}

	put(t, "c.yaml", strings.Replace(app("c", "one"), "kubeConfig: {secretRef: {name: one-kubeconfig}}",
		"clusterSelector: {}, allowEmpty: true", 1))
	all, errs, code := fluxapp(t, "", "graph", ".")
	assert.Assert(t, all == out && code == exitGood, all)
	assert.Equal(t, errs, "left out, because they have no objects: apps/c\n")

	put(t, "a.yaml", strings.Replace(app("a", "one"), "prune", "prun", 1))
	out, errs, code = fluxapp(t, "", "graph", ".")
	assert.Assert(t, out == "" && code == exitDocuments && strings.Contains(errs, "[FA101]"), errs)
	piped, errs, code := fluxapp(t, app("p", "one"), "graph", "p", "-")
	assert.Assert(t, code == exitGood && strings.Contains(piped, "apps/p"), errs)
}

// TestGraphPages checks that the pictures in pages are those that the commands above them print.
func TestGraphPages(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for file, least := range map[string]int{"krmfn/cmd/fluxapp/help/graph.md": 1} {
		page := readSource(t, filepath.Join(root, file))
		t.chdir(repositoryRoot(t))
		shown := strings.Split(page, "<!-- graph: ")
		assert.Assert(t, len(shown) > least, "%s shows %d pictures", file, len(shown)-1)
		for _, part := range shown[1:] {
			command, rest, _ := strings.Cut(part, " -->\n")
			_, rest, _ = strings.Cut(rest, "```mermaid\n")
			picture, _, found := strings.Cut(rest, "```")
			assert.Assert(t, found, command)
			out, errs, code := fluxapp(t, "", strings.Fields(command)[1:]...)
			assert.Equal(t, code, exitGood, errs)
			assert.Equal(t, out, picture, command)
		}
	}
}
