package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDiffRendered compares with a folder that an earlier run wrote, from app.yaml and other.yaml.
func TestDiffRendered(t *testing.T) {
	t.Parallel()
	hub := app("a", "berlin", "tokyo")
	inline := strings.NewReplacer("sourceRef: {kind: GitRepository, name: a}",
		"gitRepository: {url: https://example.com/a, interval: 10m}").Replace
	members := inline(standalone("a", "berlin", "tokyo"))
	slower := strings.NewReplacer("10m", "20m").Replace
	const both = "changed: 2 GitRepositories apps/a of apps/a on 2 clusters\n\n" +
		"changed: 2 Kustomizations apps/a-$(cluster.name)-web of apps/a on 2 clusters"
	for name, c := range map[string]struct {
		app, other string
		change     func(t testFolder)
		args       string
		want       string // the text without its first line, and with the groups without lines that are indented
		errs       string
	}{
		"nothing":                {app: hub, change: func(testFolder) {}},
		"nothing of a cluster's": {app: members, change: func(testFolder) {}},
		"every cluster": {app: hub, change: func(t testFolder) { put(t, "apps/app.yaml", slower(hub)) },
			want: "changed: 2 Kustomizations apps/a-$(cluster.name)-web of apps/a on 2 clusters"},
		"the Flux of every cluster": {app: members, change: func(t testFolder) { put(t, "apps/app.yaml", slower(members)) },
			want: both},
		"a file that its user took out of the list": {app: members, change: func(t testFolder) {
			put(t, "apps/app.yaml", slower(members))
			list := read(t, "deploy/berlin/kustomization.yaml")
			put(t, "deploy/berlin/kustomization.yaml", regexp.MustCompile(`(?m)^- .*\n`).ReplaceAllString(list, ""))
		}, want: both},
		"a cluster that is gone": {app: hub, change: func(t testFolder) { put(t, "apps/app.yaml", app("a", "tokyo")) },
			want: "deleted: Kustomization apps/a-berlin-web of apps/a on berlin"},
		"a cluster with Flux that is gone": {app: members,
			change: func(t testFolder) { put(t, "apps/app.yaml", inline(standalone("a", "tokyo"))) },
			want: "deleted: GitRepository apps/a of apps/a on berlin\n\ndeleted: Kustomization apps/a-berlin-web of apps/a " +
				"on berlin"},
		"a file that somebody changed": {app: hub, change: func(t testFolder) {
			file := "deploy/a/berlin/kustomization-a-berlin-web.yaml"
			put(t, file, slower(read(t, file)))
		}, want: "changed: Kustomization apps/a-berlin-web of apps/a on berlin"},
		"a file that somebody deleted": {app: hub,
			change: func(t testFolder) { assert.NilError(t, os.RemoveAll(t.path("deploy/a/tokyo"))) },
			want:   "created: Kustomization apps/a-tokyo-web of apps/a on tokyo (apps/app.yaml:9:7)"},
		"files of others": {app: hub, change: func(t testFolder) {
			put(t, "deploy/a/berlin/other.yaml", "kind: ConfigMap\n")
			put(t, "deploy/a/berlin/copy.txt", read(t, "deploy/a/berlin/kustomization-a-berlin-web.yaml"))
			put(t, "deploy/.hidden/a.yaml", read(t, "deploy/a/berlin/kustomization-a-berlin-web.yaml"))
		}},
		"an orphan": {app: hub, other: app("b", "berlin"),
			change: func(t testFolder) { assert.NilError(t, os.Remove(t.path("apps/other.yaml"))) },
			errs: "deploy: warning: left b/berlin/kustomization-b-berlin-web.yaml of apps/b, which was not read; " +
				"--prune-orphans removes them [FA405]\n"},
		"an orphan to delete": {app: hub, other: app("b", "berlin"),
			change: func(t testFolder) { assert.NilError(t, os.Remove(t.path("apps/other.yaml"))) },
			args:   "--prune-orphans", want: "deleted: Kustomization apps/b-berlin-web of apps/b on berlin"},
		"an orphan that the RenderConfig deletes": {app: hub, other: app("b", "berlin"), change: func(t testFolder) {
			assert.NilError(t, os.Remove(t.path("apps/other.yaml")))
			put(t, "config.yaml", renderConfig+"  pruneOrphans: true\n")
		}, args: "--config config.yaml", want: "deleted: Kustomization apps/b-berlin-web of apps/b on berlin"},
		"everything": {app: hub, change: func(t testFolder) { put(t, "apps/app.yaml", "kind: ConfigMap\n") },
			args: "--prune-orphans", want: "deleted: 2 Kustomizations apps/a-$(cluster.name)-web of apps/a on 2 clusters"},
		"another application": {app: hub, other: app("b", "berlin"),
			change: func(t testFolder) { put(t, "config.yaml", renderConfig+"  applications: [a]\n") },
			args:   "--config config.yaml"},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "apps/app.yaml", c.app)
			if c.other != "" {
				put(t, "apps/other.yaml", c.other)
			}
			_, _, code := fluxapp(t, "", "render", "apps", "-o", "dir=deploy")
			assert.Equal(t, code, exitGood)
			c.change(t)
			before := snapshot(t, ".")
			out, errs, code := fluxapp(t, "",
				append([]string{"diff", "--ignore=FA904", "--rendered", "deploy", "apps"}, strings.Fields(c.args)...)...)
			_, groups, _ := strings.Cut(out, "\n")
			assert.Equal(t, strings.TrimSpace(regexp.MustCompile(`(?m)^ .*\n`).ReplaceAllString(groups, "")), c.want, errs)
			assert.Equal(t, regexp.MustCompile(`(?m)^ignored .*\n`).ReplaceAllString(errs, ""), c.errs)
			assert.Equal(t, code == exitDocuments, c.want != "", out)
			assert.Equal(t, snapshot(t, "."), before)
		})
	}
}

// TestDiffExamples holds that each example is equal to itself, as documents and as files.
func TestDiffExamples(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	readmes, err := filepath.Glob(root + "/examples/*/README.md")
	assert.NilError(t, err)
	t.chdir(repositoryRoot(t))
	deploy := t.TempDir()
	for _, readme := range readmes {
		dir := "examples/" + filepath.Base(filepath.Dir(readme))
		rendered := filepath.Join(deploy, filepath.Base(dir))
		if _, errs, code := fluxapp(t, "", "render", dir, "-o", "dir="+rendered); code != exitGood {
			t.Fatalf("%s: %s", dir, errs)
		}
		documents, errs, code := fluxapp(t, "", "diff", dir, dir)
		assert.Equal(t, code, exitGood, "%s%s", documents, errs)
		files, errs, code := fluxapp(t, "", "diff", "--rendered", rendered, dir)
		assert.Equal(t, code, exitGood, "%s%s", files, errs)
		assert.Equal(t, documents, files, dir)
	}
}
