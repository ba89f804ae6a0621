package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const (
	nothingDeleted = renderConfig + "  limits: {maxDeleted: 0}\n"
	isUsed         = "fluxapp.yaml: info: the options and limits of this file are used"
	isNotUsed      = "warning: kind: a RenderConfig among the documents is ignored, with its limits"
)

// TestConfigIsFound runs commands beside a RenderConfig that is called fluxapp.yaml, where a change deletes from one
// cluster of two, which only that RenderConfig refuses.
func TestConfigIsFound(test *testing.T) {
	test.Parallel()
	both, one := app("a", "berlin", "tokyo"), app("a", "berlin")
	for name, c := range map[string]struct {
		files []string
		args  string
		code  int
		want  []string // in the output and in the messages
		not   string
	}{
		"in the folder that is read": {files: []string{"old/a.yaml", both, "new/a.yaml", one, "new/fluxapp.yaml",
			nothingDeleted}, args: "diff old new", code: exitCommand, want: []string{"[FA601]"},
			not: isNotUsed},
		"in the working folder": {files: []string{"old/a.yaml", both, "new/a.yaml", one, "fluxapp.yaml", nothingDeleted},
			args: "diff old new", code: exitCommand, want: []string{"fluxapp.yaml:5:24: ", "[FA601]"}, not: isUsed},
		"in the working folder, for a file": {files: []string{"old.yaml", both, "new.yaml", one, "fluxapp.yaml",
			nothingDeleted}, args: "diff old.yaml new.yaml", code: exitCommand, want: []string{"[FA601]"}, not: isUsed},
		"the folder's before the working folder's": {files: []string{"old/a.yaml", both, "new/a.yaml", one,
			"new/fluxapp.yaml", renderConfig + "  {}\n", "old/fluxapp.yaml", renderConfig + "  {}\n", "fluxapp.yaml",
			nothingDeleted}, args: "diff old new", code: exitDocuments, not: "FA601"},
		"of before only": {files: []string{"old/a.yaml", both, "new/a.yaml", one, "old/fluxapp.yaml", nothingDeleted},
			args: "diff old new", code: exitCommand,
			want: []string{"old/fluxapp.yaml:5:24: ", "and before this change the limit allows none"}},
		"not with stdin": {files: []string{"old/a.yaml", both, "fluxapp.yaml", nothingDeleted}, args: "diff old -",
			code: exitDocuments, not: "FA601"},
		"not with --config": {files: []string{"old/a.yaml", both, "new/a.yaml", one, "new/fluxapp.yaml", nothingDeleted,
			"other.yaml", renderConfig + "  {}\n"}, args: "diff old new --config other.yaml", code: exitDocuments,
			want: []string{"new/fluxapp.yaml:2:7: " + isNotUsed}, not: "FA601"},
		"another name": {files: []string{"old/a.yaml", both, "old/limits.yaml", nothingDeleted, "new/a.yaml", one,
			"new/limits.yaml", nothingDeleted}, args: "diff old new", code: exitDocuments,
			want: []string{"new/limits.yaml:2:7: " + isNotUsed}, not: "FA601"},
		"another name, for check": {files: []string{"new/a.yaml", one, "new/limits.yaml", nothingDeleted},
			args: "check new", want: []string{isNotUsed}},
		"another name, for render": {files: []string{"new/a.yaml", one, "new/limits.yaml", nothingDeleted},
			args: "render new -o dir=out", want: []string{isNotUsed}},
		"two folders with the same": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", nothingDeleted, "y/b.yaml",
			app("b", "berlin"), "y/fluxapp.yaml", nothingDeleted}, args: "check x y", want: []string{"x/" + isUsed}},
		"two folders that differ": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", nothingDeleted, "y/b.yaml",
			app("b", "berlin"), "y/fluxapp.yaml", renderConfig + "  {}\n"}, args: "check x y", code: exitCommand,
			want: []string{"x/fluxapp.yaml and y/fluxapp.yaml differ; write --config with one of them"}},
		"something else": {files: []string{"x/fluxapp.yaml", one}, args: "render x", want: []string{"name: a-berlin-web"},
			not: "FA903"},
		"broken": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", nothingDeleted + "a: [\n"}, args: "check x",
			code: exitDocuments, want: []string{"x/fluxapp.yaml:", "[FA001]"}},
		"without its group": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", "kind: RenderConfig\nspec: {limits: " +
			"{maxDeleted: 0}}\n"}, args: "check x", code: exitCommand, want: []string{"x/fluxapp.yaml is no RenderConfig; " +
			"write apiVersion: fluxapp.dev/v1alpha1 and kind: RenderConfig, alone in its file"}},
		"empty": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", "# nothing\n"}, args: "render x -o dir=out",
			code: exitCommand, want: []string{"x/fluxapp.yaml is no RenderConfig; "}},
		"a conflict": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", "<<<<<<< HEAD\n"}, args: "diff x x",
			code: exitCommand, want: []string{"x/fluxapp.yaml is no RenderConfig; "}},
		"no text": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", "\x00\x01"}, args: "check x", code: exitDocuments,
			want: []string{"x/fluxapp.yaml:1:1: ", "[FA001]"}},
		"only a spec": {files: []string{"x/a.yaml", one, "fluxapp.yaml", "spec: {limits: {maxDeleted: 0}}\n"},
			args: "check x", code: exitCommand, want: []string{"fluxapp.yaml is no RenderConfig; "}},
		"of another tool": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", "apiVersion: v1\nkind: ConfigMap\n"},
			args: "check x", not: "RenderConfig"},
		"a wrong limit": {files: []string{"x/a.yaml", one, "x/fluxapp.yaml", renderConfig + "  limits: {maxDeleted: -1}\n"},
			args: "check x", code: exitDocuments, want: []string{"x/fluxapp.yaml:5:24: spec.limits.maxDeleted"}},
		"protects nobody": {files: []string{"x/a.yaml", carried("Hunter2xq9", "1.0.0"), "x/fluxapp.yaml", renderConfig +
			"  limits: {protected: {clusterSelector: {matchLabels: {stage: production}}}}\n"}, args: "check x",
			want: []string{"x/fluxapp.yaml:5:24: info: spec.limits.protected.clusterSelector: matches no cluster of the "}},
		"protects some": {files: []string{"x/a.yaml", carried("Hunter2xq9", "1.0.0"), "x/fluxapp.yaml", renderConfig +
			"  limits: {protected: {clusterSelector: {matchLabels: {stage: prod}}}}\n"}, args: "check x", not: "FA221"},
		"its options": {files: []string{"x/a.yaml", strings.Replace(one, ", namespace: apps", "", 1), "fluxapp.yaml",
			renderConfig + "  namespace: elsewhere\n"}, args: "render x", want: []string{"namespace: elsewhere", isUsed}},
		"flags over its options": {files: []string{"x/a.yaml", strings.Replace(one, ", namespace: apps", "", 1),
			"fluxapp.yaml", renderConfig + "  namespace: elsewhere\n"}, args: "render x --namespace here",
			want: []string{"namespace: here"}, not: "elsewhere"},
	} {
		test.Run(name, func(test *testing.T) {
			test.Parallel()
			t := inFolder(test, c.files...)
			out, errs, code := fluxapp(t, one, strings.Fields(c.args)...)
			assert.Equal(t, code, c.code, "%s\n%s", out, errs)
			for _, text := range c.want {
				assert.Assert(t, strings.Contains(out+errs, text), "%q is not in\n%s\n%s", text, out, errs)
			}
			assert.Assert(t, c.not == "" || !strings.Contains(out+errs, c.not), "%s\n%s", out, errs)
		})
	}
}

// TestConfigAbove reads documents below a RenderConfig that is called fluxapp.yaml: it is told, once, and not used.
func TestConfigAbove(test *testing.T) {
	test.Parallel()
	const isAbove = "fluxapp.yaml: info: this fluxapp.yaml is above the folder that is read, so its options and limits " +
		"do not hold; name it with --config [FA927]\n"
	t := inFolder(test, "fluxapp.yaml", nothingDeleted, "repo/README", "", "repo/fleet/fluxapp.yaml", nothingDeleted,
		"repo/before/a.yaml", app("a", "berlin", "tokyo"), "repo/fleet/apps/new/a.yaml", app("a", "berlin"),
		"repo/other/fluxapp.yaml", "apiVersion: v1\nkind: ConfigMap\n", "repo/other/apps/b.yaml", app("b", "berlin"))
	t.chdir("repo")
	told := func(want string, args ...string) {
		t.Helper()
		out, errs, code := fluxapp(t, app("a", "berlin"), args...)
		assert.Assert(t, code == exitGood || args[0] == "diff" && code == exitDocuments, "%s\n%s", out, errs)
		assert.Assert(t, want != "" || !strings.Contains(out+errs, "FA927"), "%q: %s%s", args, out, errs)
		assert.Assert(t, want == "" || strings.Count(out+errs, "fluxapp.yaml: info: ") == 1 &&
			strings.Contains("\n"+out+errs, "\n"+want), "%q: %s%s", args, out, errs)
	}
	told("", "check", "fleet/apps/new") // in no work tree, nobody knows where to stop
	put(t, ".git/HEAD", "")
	for _, arg := range []string{"fleet/apps/new", "fleet/apps/new/", "./fleet/apps/../apps/new",
		"fleet/apps/new/a.yaml"} {
		told("fleet/"+isAbove, "check", arg)
	}
	told("fleet/"+isAbove, "diff", "before", "fleet/apps/new")
	told("fleet/"+isAbove, "render", "other/apps", "fleet/apps", "-o", "dir=out", "--ignore", "FA505")
	told(t.path("fleet/")+isAbove, "check", t.path("fleet/apps/new"))
	told("", "check", "other/apps") // a ConfigMap, and what is above .git
	told("", "check", "fleet")
	told("", "check", "-")
	told("", "check", "fleet/apps/new", "--config", "fleet/fluxapp.yaml")
	for folder, want := range map[string]bool{".": true, "fleet": false, "fleet/apps": false} { // the agent's
		arg := strings.TrimPrefix("fleet/apps/new", strings.TrimPrefix(folder+"/", "./"))
		text, failed := serve(t, folder).call("check", `{"paths": ["`+arg+`"]}`)
		assert.Check(t, !failed && strings.Contains(text, "FA927") == want, "%s: %s", folder, text)
	}
	put(t, "fluxapp.yaml", nothingDeleted)
	told("", "check", "fleet/apps/new") // it uses that one
	t.chdir("fleet/apps/new")
	told("../../"+isAbove, "check")
	put(t, "fluxapp.yaml", renderConfig+"  {}\n")
	told("", "check")
}

// TestConfigOfRevision compares with a revision that has another RenderConfig: each side has its own.
func TestConfigOfRevision(test *testing.T) {
	test.Parallel()
	t := repository(test, "apps/a.yaml", app("a", "berlin", "tokyo"), "apps/fluxapp.yaml", nothingDeleted)
	commit(t)
	put(t, "apps/a.yaml", app("a", "berlin"))
	put(t, "apps/fluxapp.yaml", renderConfig+"  namespace: x\n")
	out, errs, code := fluxapp(t, "", "diff", "--base", "HEAD", "apps")
	assert.Equal(t, code, exitCommand, errs)
	assert.Assert(t, strings.Contains(out, "HEAD:apps/fluxapp.yaml:5:24: spec.limits.maxDeleted: this change deletes "+
		"workloads on 1 of 2 clusters of all applications (tokyo), and before this change the limit allows none"), out)
	digest := digestIn(t, out)
	put(t, "apps/fluxapp.yaml", renderConfig+"  acknowledge: "+digest+"\n")
	out, errs, code = fluxapp(t, "", "diff", "--base", "HEAD", "apps")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(out, "this is acknowledged with "+digest), out)

	put(t, "config.yaml", nothingDeleted)
	commit(t)
	put(t, "config.yaml", renderConfig+"  {}\n")
	put(t, "apps/a.yaml", app("a", "paris"))
	out, errs, code = fluxapp(t, "", "diff", "--base", "HEAD", "apps", "--config", "config.yaml")
	assert.Equal(t, code, exitCommand, errs)
	assert.Assert(t, strings.Contains(out, "HEAD:config.yaml:5:24: spec.limits.maxDeleted"), out)
}
