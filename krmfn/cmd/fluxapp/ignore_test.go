package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// homeless is an application with two findings of FA504, one of FA505 and one of FA506.
func homeless() string {
	text := strings.Replace(app("a", "hub", "one"), ", namespace: apps", "", 1)
	text = strings.ReplaceAll(text, ", interval: 10m", "")
	return strings.Replace(text, "name: a}}", "name: a, namespace: flux-system}}", 1)
}

func TestIgnore(test *testing.T) {
	test.Parallel()
	const config = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {strict: true, ignore: "
	t := inFolder(test, "a.yaml", homeless(), "few.yaml", config+"[FA506]}\n", "all.yaml", config+"[FA504, FA505]}\n")
	for _, c := range []struct {
		args  []string
		said  string // the last line
		lines int
		code  int
	}{
		{nil, "", 4, exitGood},
		{[]string{"--strict"}, "", 4, exitDocuments},
		{[]string{"--strict", "--ignore", "FA505"}, "ignored 1 finding: FA505 (1)", 4, exitDocuments},
		{[]string{"--strict", "--ignore", "FA504,FA505"}, "ignored 3 findings: FA504 (2), FA505 (1)", 2, exitGood},
		{[]string{"--strict", "--ignore", "FA504", "--ignore", "FA505,FA506"},
			"ignored 4 findings: FA504 (2), FA505 (1), FA506 (1)", 1, exitGood},
		{[]string{"--config", "few.yaml"}, "ignored 1 finding: FA506 (1)", 4, exitDocuments},
		{[]string{"--config", "all.yaml"}, "ignored 3 findings: FA504 (2), FA505 (1)", 2, exitGood},
		{[]string{"--config", "few.yaml", "--ignore", "FA505,FA504"}, "ignored 3 findings: FA504 (2), FA505 (1)", 2,
			exitGood},
		{[]string{"--ignore", "FA507"}, "", 4, exitGood},
	} {
		for _, command := range [][]string{{"render"}, {"check"}, {"explain", "a"}, {}} {
			out, errs, code := fluxapp(t, "", append(append(command, "a.yaml"), c.args...)...)
			assert.Equal(t, code, c.code, "%v: %s", c.args, errs)
			assert.Equal(t, out != "", code == exitGood)
			lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
			want := c.lines
			if len(command) > 1 && !strings.Contains(c.said, "FA506") {
				want-- // explain tells no information
			}
			assert.Equal(t, len(lines), want, errs)
			assert.Equal(t, strings.HasPrefix(lines[len(lines)-1], "ignored "), c.said != "", errs)
			assert.Assert(t, strings.HasSuffix(errs, c.said+"\n"), errs)
		}
	}
}

// TestIgnoreOfFolders holds that what a run tells of a folder can be ignored too, and that the last line still counts
// the files.
func TestIgnoreOfFolders(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub", "one"), "b.yaml", app("b", "hub"))
	told(t, "a.yaml", "b.yaml")
	put(t, "a.yaml", app("a", "hub"))
	_, errs, code := fluxapp(t, "", "check", "a.yaml", "--rendered", "out", "--ignore", "FA405")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "out/a/one/kustomization-a-one-web.yaml: is no longer rendered; render into the "+
		"folder again, which removes it [FA405]\n"+
		"ignored 1 finding: FA405 (1)\n")
	assert.DeepEqual(t, told(t, "a.yaml", "--ignore", "FA405,FA416"),
		[]string{"ignored 2 findings: FA405 (1), FA416 (1)", "0 written, 0 changed, 1 unchanged, 1 deleted"})
}

func TestWrongIgnore(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "config.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"spec: {ignore: [FA55]}\n")
	for text, want := range map[string]string{
		"FA102": `invalid argument "FA102" for "--ignore" flag: FA102 is the code of no warning and no note, and ` +
			`errors cannot be ignored; leave it out`,
		"FA55": `there is no rule "FA55"; did you mean "FA505"?`, "": "a code is empty; write the code of a warning or a " +
			"note, for example FA505", "FA505,": "a code is empty",
	} {
		_, errs, code := fluxapp(t, "", "render", "a.yaml", "--ignore", text)
		assert.Equal(t, code, exitCommand)
		assert.Assert(t, strings.HasPrefix(errs, "fluxapp: ") && strings.Contains(errs, want), errs)
	}
	_, errs, code := fluxapp(t, "", "render", "a.yaml", "--config", "config.yaml")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "config.yaml:3:17: spec.ignore[0]: there is no rule \"FA55\"; did you mean \"FA505\"? [FA311]\n")
}
