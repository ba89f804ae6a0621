package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"
)

// TestInit shows that init writes the files of examples/getting-started, which render without an error or a warning,
// from the current folder and from documents, and that a second run changes nothing.
func TestInit(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	example, err := filepath.Abs(filepath.Join(root, "examples", "getting-started"))
	assert.NilError(t, err)
	_, errs, code := fluxapp(t, "", "init")
	assert.Equal(t, code, exitGood, errs)
	files, err := fs.Sub(beginning, "init")
	assert.NilError(t, err)
	written := 0
	assert.NilError(t, fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			written++
			assert.Assert(t, strings.Contains(errs, "wrote "+name+"\n"), errs)
			golden.Assert(t, read(t, name), filepath.Join(example, name))
		}
		return err
	}))
	assert.Equal(t, written, 4)

	before := snapshot(t, ".")
	_, errs, code = fluxapp(t, "", "init", ".")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, strings.Count(errs, " exists, and stays as it is\n"), written, errs)
	assert.Equal(t, snapshot(t, "."), before)

	for _, args := range [][]string{{"check"}, {"render", "-o", "dir=one"}, {"check", "documents"},
		{"render", "documents", "-o", "dir=two"}} {
		_, errs, code := fluxapp(t, "", append(args, "--strict")...)
		assert.Equal(t, code, exitGood, errs)
	}
}

// TestInitHolds holds that the limits of init hold a change that installs the release of one cluster anew.
func TestInitHolds(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, args := range [][]string{{"init"}, {"render", "-o", "dir=deploy"}} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitGood, errs)
	}
	const production = "stage: production}}\n      chart"
	written := read(t, "documents/podinfo.yaml")
	for _, field := range []string{"releaseName: other", "storageNamespace: other", "name: new-$(cluster.name)",
		"releaseName: $(remove)\n      name: new-$(cluster.name)"} {
		put(t, "documents/podinfo.yaml", strings.Replace(written, production, production[:len(production)-len("chart")]+field+
			"\n      chart", 1))
		_, errs, code := fluxapp(t, "", "render", "-o", "dir=deploy")
		assert.Equal(t, code, 1, field)
		assert.Assert(t, strings.Contains(errs, " workloads on 1 of 2 clusters of all applications (tokyo)"), errs)
		assert.Equal(t, strings.Count(errs, "[FA603]"), 1, errs)
	}
}

// TestInitLinks shows that init writes through no link, wherever in the folder it is and wherever it leads.
func TestInitLinks(test *testing.T) {
	test.Parallel()
	for _, link := range []string{"documents", "clusters", "clusters/hub", ".github", ".github/workflows"} {
		for _, to := range []string{"/elsewhere", "/fleet/inside", "/nowhere"} {
			t := inFolder(test, "elsewhere/mine", "", "fleet/inside/mine", "")
			assert.NilError(t, os.MkdirAll(filepath.Dir(t.path("fleet/"+link)), 0o755))
			assert.NilError(t, os.Symlink(t.path(to), t.path("fleet/"+link)))
			_, errs, code := fluxapp(t, "", "init", "fleet")
			assert.Equal(t, code, exitCommand, errs)
			assert.Assert(t, strings.Contains(errs, "fluxapp: fleet/"+link+" is a link, and init writes through none; put a "+
				"folder in its place\n"), errs)
			assert.DeepEqual(t, slices.Concat(filesIn(t, "elsewhere"), filesIn(t, "fleet/inside")),
				[]string{"elsewhere/mine", "fleet/inside/mine"})
			assert.Assert(t, !exists(t.path("nowhere")))
		}
	}
	t := inFolder(test, "elsewhere/mine", "")
	for link, to := range map[string]string{"linked": "elsewhere", "elsewhere/fluxapp.yaml": "../nowhere"} {
		assert.NilError(t, os.Symlink(to, t.path(link)))
	}
	_, errs, code := fluxapp(t, "", "init", "linked") // the author names it
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "linked/fluxapp.yaml exists, and stays as it is\n"), errs)
	assert.Assert(t, exists(t.path("elsewhere/documents/podinfo.yaml")) && !exists(t.path("nowhere")))
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// TestInitKeeps shows that init overwrites nothing, also where a link leads nowhere, and says what keeps it from
// writing.
func TestInitKeeps(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "fleet/fluxapp.yaml", "mine", "file", "mine")
	_, errs, code := fluxapp(t, "", "init", "fleet")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "podinfo.yaml\nfleet/fluxapp.yaml exists, and stays as it is\nnext: "), errs)
	assert.Equal(t, read(t, "fleet/fluxapp.yaml"), "mine")
	_, errs, code = fluxapp(t, "", "init", "file")
	assert.Equal(t, code, exitCommand, errs)
	assert.Equal(t, errs, "fluxapp: file: not a directory\n")
	_, _, code = fluxapp(t, "", "init", "a", "b")
	assert.Equal(t, code, exitCommand)
}

// TestInitWorkflow holds that the workflow of init has steps of the one in examples/pull-request, word by word. Comment
// has no link to a site, and only init has the step Rendered.
func TestInitWorkflow(t *testing.T) {
	t.Parallel()
	type workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct{ Steps []map[string]any }
	}
	steps := func(text string) map[any]map[string]any {
		var w workflow
		assert.NilError(t, yaml.Unmarshal([]byte(text), &w))
		assert.DeepEqual(t, w.Permissions, map[string]string{"contents": "read", "pull-requests": "write"})
		found := map[any]map[string]any{}
		for _, step := range w.Jobs["fluxapp"].Steps {
			name := step["name"]
			if name == nil {
				name = step["uses"]
			}
			found[name] = step
		}
		return found
	}
	text, err := fs.ReadFile(beginning, "init/.github/workflows/fluxapp.yaml")
	assert.NilError(t, err)
	example := filepath.Join(root, "examples", "pull-request")
	of := steps(readSource(t, filepath.Join(example, ".github", "workflows", "pull-request.yaml")))
	comment := of["Comment"]["run"].(string)
	of["Comment"]["run"] = strings.TrimSpace(strings.Replace(comment[strings.Index(comment, "gh pr "):], "comment.md",
		"diff.md", 1))
	for name, step := range steps(string(text)) {
		if name != "Rendered" {
			assert.DeepEqual(t, step, of[name])
		}
	}
}
