package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMisspelt proposes a command, a flag or a folder in the place of what does not exist.
func TestMisspelt(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for line, want := range map[string]string{
		"redner a.yaml":        "there is no file, folder or command redner; did you mean render?",
		"chekc":                "there is no file, folder or command chekc; did you mean check?",
		"Render a.yaml":        "there is no file, folder or command Render; did you mean render?",
		"prom":                 "there is no file, folder or command prom; did you mean promote?",
		"nowhere":              "there is no file, folder or command nowhere",
		"render nowhere":       "there is no file or folder nowhere",
		"render -o deploy":     "-o deploy is unknown; write yaml, json or jsonl, or, for a folder, -o dir=deploy",
		"render -o ./deploy/":  "-o ./deploy/ is unknown; write yaml, json or jsonl, or, for a folder, -o dir=./deploy/",
		"a.yaml --out deploy":  "unknown flag: --out; write -o dir=PATH",
		"render -f a.yaml":     "unknown shorthand flag: 'f' in -f; files and folders need no flag: fluxapp render FILE",
		"check --file a.yaml":  "unknown flag: --file; files and folders need no flag: fluxapp check FILE",
		"status --out json":    "unknown flag: --out; did you mean --output?",
		"adopt a.yaml -o apps": "unknown shorthand flag: 'o' in -o; did you mean --write?",
		"status --observd x":   "unknown flag: --observd; did you mean --observed?",
		"diff --exit":          "unknown flag: --exit; did you mean --exit-code?",
		"version --out x":      "unknown flag: --out; fluxapp version --help lists the flags",
		"render --zzz":         "unknown flag: --zzz; fluxapp render --help lists the flags",
		"status --observed":    "flag needs an argument: --observed",
		"status a.yaml --now now": `invalid argument "now" for "--now" flag: it is no time; write it with its zone, for ` +
			`example 2026-11-23T04:00:00Z`,
	} {
		out, errs, code := fluxapp(t, "", strings.Fields(line)...)
		assert.Equal(t, errs, "fluxapp: "+want+"\n", line)
		assert.Assert(t, out == "" && code == exitCommand, line)
	}
}

// TestCurrentFolder holds that a command without files and folders reads the current folder.
func TestCurrentFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/a.yaml", staged, "hub.yaml", "apiVersion: v1\nkind: List\nitems: []\n", "old/a.yaml",
		"kind: ConfigMap\n")
	good(t, "render", "-o", "dir=deploy")
	for _, line := range []string{
		"render", "check", "check --rendered deploy", "status --observed hub.yaml", "explain shop",
		"explain shop --cluster berlin", "graph", "graph shop",
		"report -o -", "report -o - --base .", "diff --rendered deploy", "diff --base .",
		"promote shop --from stage=test --to stage=staging",
	} {
		with, errs, code := fluxapp(t, "", append(strings.Fields(line), ".")...)
		assert.Equal(t, code, exitGood, "%s: %s", line, errs)
		without, same, code := fluxapp(t, "", strings.Fields(line)...)
		assert.Equal(t, without, with, line)
		assert.Assert(t, code == exitGood && same == errs, line)
	}
	with, errs, code := fluxapp(t, "", "adopt", ".")
	without, same, codeWithout := fluxapp(t, "", "adopt")
	assert.Assert(t, with == without && errs == same && code == codeWithout)
}

// TestExitCode holds that --exit-code decides, in each command that finds something, whether that is the exit code.
func TestExitCode(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "b.yaml", app("a", "one"), "hub.yaml",
		"apiVersion: v1\nkind: List\nitems: []\n")
	for line, byDefault := range map[string]int{"diff a.yaml b.yaml": exitDocuments,
		"diff --base a.yaml b.yaml": exitDocuments, "status a.yaml --observed hub.yaml": exitGood} {
		for flag, want := range map[string]int{"": byDefault, " --exit-code": exitDocuments,
			" --exit-code=true": exitDocuments, " --exit-code=false": exitGood} {
			_, errs, code := fluxapp(t, "", strings.Fields(line+flag)...)
			assert.Equal(t, code, want, "%s%s: %s", line, flag, errs)
		}
	}
}

// TestApplicationNames holds that a name means the same in each command and in a RenderConfig: all applications that
// are called so, or, with a namespace before it, one.
func TestApplicationNames(test *testing.T) {
	test.Parallel()
	homeless := strings.Replace(app("shop", "one"), ", namespace: apps", "", 1)
	t := inFolder(test, "in/a.yaml", app("shop", "one"), "in/b.yaml",
		strings.ReplaceAll(app("shop", "two"), "namespace: apps", "namespace: web"),
		"in/c.yaml", homeless, "in/d.yaml", app("shop-api", "one"))
	for name, want := range map[string]int{"shop": 3, "apps/shop": 1, "web/shop": 1, "shop-api": 1, "apps/shop-api": 1,
		"web/shop-api": 0, "hop": 0, "ps/shop": 0, "/shop": 0} {
		put(t, "config.yaml", renderConfig+"  applications: ["+name+"]\n")
		rendered, _, _ := fluxapp(t, "", "render", "in", "--config", "config.yaml")
		explained, _, _ := fluxapp(t, "", "explain", name, "in")
		drawn, _, _ := fluxapp(t, "", "graph", name, "in")
		assert.Equal(t, strings.Count(rendered, "kind: Kustomization\n"), want, name)
		assert.Equal(t, strings.Count(explained, "\n  metadata.name: "), want, name)
		assert.Equal(t, strings.Count(drawn, "Kustomization"), want, "%s: %s", name, drawn)
		_, errs, _ := fluxapp(t, "", "promote", name, "in", "--from", "a=b", "--to", "a=c", "--field", "path")
		assert.Equal(t, strings.Contains(errs, "there is no application"), want == 0, errs)
		assert.Equal(t, strings.Contains(errs, "there are "), want > 1, errs)
	}
}
