package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"
)

// TestDiffRefuses has each wrong command line and each input that cannot be compared. Nothing is printed to stdout
// then, and no file is changed.
func TestDiffRefuses(test *testing.T) {
	test.Parallel()
	good := app("a", "berlin")
	wrong := strings.Replace(good, "path:", "pth:", 1)
	for name, c := range map[string]struct {
		make  func(t testFolder) // in a repository with apps/a.yaml, which is committed
		args  string
		stdin string
		want  string // part of stderr
	}{
		"nothing to compare": {args: "", want: "fluxapp: name what to compare: fluxapp diff BEFORE AFTER, fluxapp " +
			"diff --base BASE, or fluxapp diff --rendered DIR\n"},
		"one side":                {args: "apps", want: "fluxapp: name what to compare: "},
		"three sides":             {args: "apps apps apps", want: "there are 3 arguments; name two"},
		"stdin twice":             {args: "- -", want: "stdin cannot be both BEFORE and AFTER"},
		"a revision and rendered": {args: "--base HEAD --rendered apps apps", want: "write one of them"},
		"the revision of stdin":   {args: "--base HEAD -", want: "stdin has no revisions"},
		"no revision":             {args: "--base= apps", want: "--base is empty"},
		"a revision with a dash":  {args: "--base=--all apps", want: `"--all" is no revision of Git; write a branch`},
		"an unknown revision": {args: "--base nope apps",
			want: "--base nope: the repository has no revision nope; write a branch, a tag or a commit that git log shows\n"},
		"no folder": {args: "--rendered= apps", want: "--rendered\" flag: it is empty; write a folder"},
		"a base that is stdin": {args: "--base - apps",
			want: "--base cannot be stdin; name a file, a folder or a revision"},
		"a base that is no path": {args: "--base ./nope apps",
			want: "there is no file or folder ./nope; name one for --base"},
		"a missing folder": {args: "--rendered nowhere apps",
			want: "there is no file or folder nowhere; to compare with nothing, make an empty one for --rendered"},
		"orphans of documents": {args: "--prune-orphans --base HEAD apps", want: "--prune-orphans needs --rendered DIR"},
		"an unknown format": {args: "-o yaml --base HEAD apps",
			want: "-o yaml is unknown; write text, json or markdown"},
		"a missing file": {args: "apps nowhere", want: "there is no file or folder nowhere"},
		"in neither": {args: "--base HEAD nowhere",
			want: "there is no file or folder nowhere, neither in HEAD nor in the work tree"},
		"outside":                   {args: "--base HEAD ..", want: ".. is outside of the repository "},
		"outside by its whole path": {args: "--base HEAD " + os.TempDir(), want: "compare with a folder instead"},
		"no application": {
			make: func(t testFolder) { put(t, "none/x.yaml", "kind: ConfigMap\n") },
			args: "none none", want: "none none: there is no FluxApplication; read ",
		},
		"an empty stdin":        {args: "- apps", want: "- apps: there is no FluxApplication"},
		"an empty stdin behind": {args: "apps -", want: "apps -: there is no FluxApplication"},
		"wrong after": {
			make: func(t testFolder) { put(t, "apps/a.yaml", wrong) },
			args: "--base HEAD apps", want: "apps/a.yaml:8:97: spec.config.kustomization[0].pth: unknown field",
		},
		"wrong before": {
			make: func(t testFolder) { put(t, "apps/a.yaml", wrong); commit(t); put(t, "apps/a.yaml", good) },
			args: "--base main apps", want: "main:apps/a.yaml:8:97: spec.config.kustomization[0].pth: unknown field; did you " +
				"mean \"path\"? [FA101]\n" +
				"fluxapp: the documents of main have errors, so there is nothing to compare with; if an older fluxapp took them, " +
				"compare with what it rendered (fluxapp diff --rendered DIR PATH), or with a corrected copy of them (fluxapp " +
				"diff COPY PATH)\n",
		},
		"wrong on stdin": {stdin: wrong, args: "- apps", want: "fluxapp: the documents of <stdin> have errors"},
		"wrong on both sides": {stdin: wrong, make: func(t testFolder) { put(t, "apps/a.yaml", wrong) }, args: "- apps",
			want: "\napps/a.yaml:8:97: "},
		"warnings of after, with --strict": {
			make: func(t testFolder) { put(t, "apps/a.yaml", strings.Replace(good, ", interval: 10m", "", 1)) },
			args: "--strict --base HEAD apps", want: "apps/a.yaml:8:7: spec.config.kustomization[0].interval: Flux requires it",
		},
		"a wrong RenderConfig": {
			make: func(t testFolder) { put(t, "config.yaml", renderConfig+"  fluxVersion: '9'\n") },
			args: "--config config.yaml --base HEAD apps", want: "config.yaml:5:16: spec.fluxVersion: ",
		},
		"an application on no side": {
			make: func(t testFolder) { put(t, "config.yaml", renderConfig+"  applications: [b]\n") },
			args: "--config config.yaml --base HEAD apps", want: `there is no application "b" among the documents`,
		},
		"an application that is gone": {
			make: func(t testFolder) {
				put(t, "config.yaml", renderConfig+"  applications: [a, b]\n")
				put(t, "apps/b.yaml", app("b", "berlin"))
				commit(t)
				assert.NilError(t, os.Remove(t.path("apps/b.yaml")))
			},
			args: "--config config.yaml --base HEAD apps", want: `there is no application "b" among the documents`,
		},
		"a wrong document beside an application that is new": {
			make: func(t testFolder) {
				put(t, "apps/a.yaml", good+"---\n}\n")
				commit(t)
				put(t, "config.yaml", renderConfig+"  applications: [b]\n")
				put(t, "apps/a.yaml", good)
				put(t, "apps/b.yaml", app("b", "berlin"))
			},
			args: "--config config.yaml --base HEAD apps", want: "HEAD:apps/a.yaml:10:1: ",
		},
		"a file of somebody else in the folder": {
			make: func(t testFolder) { put(t, "deploy/a/berlin/kustomization-a-berlin-web.yaml", "a: 1\n") },
			args: "--rendered deploy apps", want: "is there, and fluxapp did not write it",
		},
		"no repository": {make: func(t testFolder) { t.chdir(t.TempDir()) }, args: "--base HEAD",
			want: "run fluxapp in a clone, or compare with a folder instead of a revision; git: fatal: not a git repository"},
		"the folder of git": {make: func(t testFolder) { t.chdir(".git") }, args: "--base main",
			want: "the current folder is in no work tree of Git"},
		"a bare repository": {make: func(t testFolder) {
			git(t, "clone", "-q", "--bare", ".", "bare.git")
			t.chdir("bare.git")
		}, args: "--base main", want: "run fluxapp in a clone that is not bare"},
		"in a submodule": {make: submodule, args: "--base HEAD sub/x.yaml",
			want: "HEAD:sub/x.yaml: sub is a submodule, which is a repository of its own; run fluxapp there"},
		"a sparse checkout": {
			make: func(t testFolder) {
				put(t, "b/b.yaml", app("b", "berlin"))
				commit(t)
				git(t, "sparse-checkout", "set", "b")
			},
			args: "--base HEAD", want: "HEAD:apps/a.yaml is not in this sparse checkout; run git sparse-checkout add apps, or " +
				"name files and folders that are checked out\n",
		},
		"a shallow clone": {make: clone("--depth=1"), args: "--base HEAD~1",
			want: "this clone is shallow and may lack it: run git fetch --unshallow, or give fetch-depth: 0 to " +
				"actions/checkout"},
		"no local branch": {make: clone("--no-local"), args: "--base feature",
			want: "write origin/feature: there is no local branch of this name"},
		"no commit yet": {make: func(t testFolder) { t.chdir(t.TempDir()); git(t, "init", "-q") }, args: "--base HEAD",
			want: "the repository has no revision HEAD"},
		"a partial clone": {make: clone("--filter=blob:none"), args: "--base HEAD~1 apps",
			want: "HEAD~1:apps/a.yaml: git: "},
		"the link to nobody": {make: func(t testFolder) { assert.NilError(t, os.Symlink("gone", t.path("l.yaml"))) },
			args: "--base HEAD l.yaml", want: "there is no file or folder l.yaml"},
	} {
		test.Run(name, func(test *testing.T) {
			test.Parallel()
			t := repository(test, "apps/a.yaml", good)
			if c.make != nil {
				c.make(t)
			}
			before := snapshot(t, ".")
			args := strings.Fields("diff " + c.args)
			out, errs, code := fluxapp(t, c.stdin, args...)
			assert.Assert(t, strings.Contains(errs, c.want), errs)
			assert.Equal(t, out, "")
			assert.Equal(t, code, exitCommand)
			_, _, code = fluxapp(t, c.stdin, append(args, "--exit-code=false")...)
			assert.Equal(t, code, exitCommand)
			assert.Equal(t, snapshot(t, "."), before)
		})
	}
}

// submodule adds a submodule with a file to the repository.
func submodule(t testFolder) {
	git(t, "update-index", "--add", "--cacheinfo", "160000,"+git(t, "rev-parse", "HEAD")+",sub")
	git(t, "commit", "-q", "-m", "a submodule")
	put(t, "sub/x.yaml", app("x", "berlin"))
}

// TestDiffEnvironment refuses a machine without git, and a repository that git does not trust.
func TestDiffEnvironment(test *testing.T) {
	for name, c := range map[string]struct{ value, want string }{
		"PATH":                            {test.TempDir(), "there is no program git in PATH; install it"},
		"GIT_TEST_ASSUME_DIFFERENT_OWNER": {"1", "git config --global --add safe.directory"},
	} {
		test.Run(name, func(test *testing.T) {
			t := repository(test, "apps/a.yaml", app("a", "berlin"))
			t.Setenv(name, c.value)
			out, errs, code := fluxapp(t, "", "diff", "--base", "HEAD")
			assert.Assert(t, strings.Contains(errs, c.want) && out == "" && code == exitCommand, errs)
		})
	}
}

// clone returns what changes the repository in a second commit, clones it and moves into the clone.
func clone(option string) func(t testFolder) {
	return func(t testFolder) {
		git(t, "branch", "feature")
		git(t, "config", "uploadpack.allowFilter", "true")
		put(t, "apps/a.yaml", app("a", "berlin", "tokyo"))
		commit(t)
		dir := *t.dir
		t.chdir(t.TempDir())
		git(t, "clone", "-q", option, "file://"+filepath.ToSlash(dir), "clone")
		t.chdir("clone")
	}
}

// TestDiffGit compares with a revision in all sorts of repositories.
func TestDiffGit(test *testing.T) {
	test.Parallel()
	berlin, tokyo := app("a", "berlin"), app("a", "berlin", "tokyo")
	created, deleted := "created: Kustomization apps/a-tokyo-web of apps/a on tokyo",
		"deleted: Kustomization apps/a-tokyo-web of apps/a on tokyo"
	for name, c := range map[string]struct {
		make func(t testFolder) // in a repository with apps/a.yaml, for berlin, which is committed
		args string
		want string // the last group of the text
		errs string
	}{
		"the current folder":    {make: edit(tokyo), args: "--base HEAD", want: created},
		"a file":                {make: edit(tokyo), args: "--base HEAD apps/a.yaml", want: created},
		"a file and its folder": {make: edit(tokyo), args: "--base HEAD apps/a.yaml apps", want: created},
		"an earlier commit": {make: func(t testFolder) { edit(tokyo)(t); commit(t) }, args: "--base HEAD~1 .",
			want: created},
		"the other way": {make: func(t testFolder) { edit(tokyo)(t); commit(t); edit(berlin)(t) },
			args: "--base HEAD", want: deleted + " (HEAD:apps/a.yaml:9:7)\n  Flux deletes what it applied"},
		"a subfolder": {make: func(t testFolder) { edit(tokyo)(t); t.chdir("apps") }, args: "--base HEAD a.yaml",
			want: created + " (a.yaml:9:7)"},
		"above a subfolder": {make: func(t testFolder) { edit(tokyo)(t); put(t, "x/y", ""); t.chdir("x") },
			args: "--base HEAD ../apps", want: created + " (../apps/a.yaml:9:7)"},
		"a worktree": {make: func(t testFolder) {
			git(t, "worktree", "add", "-q", "../linked")
			t.chdir("../linked")
			edit(tokyo)(t)
		}, args: "--base main apps", want: created},
		"the folder of a sparse checkout": {make: func(t testFolder) {
			put(t, "b/b.yaml", app("b", "berlin"))
			commit(t)
			git(t, "sparse-checkout", "set", "apps")
			edit(tokyo)(t)
		}, args: "--base HEAD apps", want: created},
		"a new file": {make: func(t testFolder) { put(t, "apps/b.yaml", app("b", "tokyo")) }, args: "--base HEAD apps/b.yaml",
			want: "created: Kustomization apps/b-tokyo-web of apps/b on tokyo"},
		"a deleted file": {make: func(t testFolder) { assert.NilError(t, os.Remove(t.path("apps/a.yaml"))) },
			args: "--base HEAD apps/a.yaml",
			want: "deleted: Kustomization apps/a-berlin-web of apps/a on berlin"},
		"a deleted folder": {make: func(t testFolder) { assert.NilError(t, os.RemoveAll(t.path("apps"))) },
			args: "--base HEAD apps",
			want: "deleted: Kustomization apps/a-berlin-web of apps/a on berlin"},
		"a moved file": {make: func(t testFolder) {
			assert.NilError(t, os.Rename(t.path("apps/a.yaml"), t.path("new name.yaml")))
		}, args: "--base HEAD", want: "no change; 1 object unchanged"},
		"a file for a folder": {make: func(t testFolder) {
			assert.NilError(t, os.RemoveAll(t.path("apps")))
			put(t, "apps", tokyo)
		}, args: "--base HEAD apps", want: created},
		"a full clone": {make: func(t testFolder) { clone("--no-local")(t); edit(berlin)(t) }, args: "--base origin/feature",
			want: "no change; 1 object unchanged"},
		"a shallow clone": {make: func(t testFolder) { clone("--depth=2")(t) }, args: "--base HEAD~1",
			want: "created: Kustomization apps/a-tokyo-web of apps/a on tokyo"},
		"an application on one side": {make: func(t testFolder) {
			put(t, "apps/b.yaml", app("b", "tokyo"))
			put(t, "config.yaml", renderConfig+"  applications: [b]\n")
		}, args: "--config config.yaml --base HEAD apps", want: "created: Kustomization apps/b-tokyo-web of apps/b on tokyo"},
		"one more application": {make: func(t testFolder) {
			put(t, "apps/b.yaml", app("b", "tokyo"))
			put(t, "config.yaml", renderConfig+"  applications: [a, apps/b]\n")
		}, args: "--config config.yaml --base HEAD apps", want: "created: Kustomization apps/b-tokyo-web of apps/b on tokyo"},
		"warnings of before": {make: func(t testFolder) {
			edit(strings.Replace(berlin, ", interval: 10m", "", 1))(t)
			commit(t)
			edit(berlin)(t)
		}, args: "--base HEAD", want: "no change; 1 object unchanged"},
		"warnings of before, with --strict": {make: func(t testFolder) {
			edit(strings.Replace(berlin, ", interval: 10m", "", 1))(t)
			commit(t)
			edit(berlin)(t)
		}, args: "--base HEAD --strict", want: "no change; 1 object unchanged"},
		"warnings of both sides": {make: func(t testFolder) {
			warned := strings.Replace(berlin, ", interval: 10m", "", 1)
			edit(warned)(t)
			commit(t)
			edit("# moved by a line\n" + warned)(t)
		}, args: "--base HEAD", want: "no change; 1 object unchanged"},
		"information whose text grew": {make: func(t testFolder) { // it names the clusters
			standalone := strings.Replace(app("s", "hub"), "spec:\n",
				"spec:\n  topology: Standalone\n  clusters: [{name: oslo}]\n", 1)
			standalone = strings.Replace(standalone, "{targetNamespace: web}", "{clusterSelector: {}}", 1)
			put(t, "apps/s.yaml", standalone)
			commit(t)
			put(t, "apps/s.yaml", strings.Replace(standalone, "{name: oslo}", "{name: oslo}, {name: rome}", 1))
		}, args: "--base HEAD", want: "created: Kustomization apps/s-rome"},
		"warnings of after": {make: func(t testFolder) { edit(strings.Replace(berlin, ", interval: 10m", "", 1))(t) },
			args: "--base HEAD", want: "no change; 1 object unchanged",
			errs: "apps/a.yaml:8:7: warning: spec.config.kustomization[0].interval: Flux requires it; fluxapp sets interval: " +
				"10m [FA504]\n"},
		"a RenderConfig with another acknowledgement": {make: func(t testFolder) {
			put(t, "config.yaml", renderConfig+"  fluxVersion: '2.8'\n")
			commit(t)
			put(t, "config.yaml", renderConfig+"  {fluxVersion: '2.8', strict: true, ignore: [FA505]}\n")
		}, args: "--base HEAD --config config.yaml apps", want: "no change; 1 object unchanged"},
		"a RenderConfig with another namespace": {make: func(t testFolder) {
			put(t, "config.yaml", renderConfig+"  namespace: one\n")
			commit(t)
			put(t, "config.yaml", renderConfig+"  namespace: two\n")
		}, args: "--base HEAD --config config.yaml apps", want: "no change; 1 object unchanged",
			errs: "config.yaml: warning: the options differ from those in HEAD; both sides are rendered with the new ones, so " +
				"their effect is not shown: compare with rendered files (fluxapp diff --rendered DIR) to see it [FA606]\n"},
		"a RenderConfig that was broken": {make: func(t testFolder) {
			put(t, "config.yaml", "a: [")
			commit(t)
			put(t, "config.yaml", renderConfig+"  namespace: two\n")
		}, args: "--base HEAD --config config.yaml apps", want: "no change; 1 object unchanged",
			errs: "config.yaml: warning: the options differ from those in HEAD; "},
		"a submodule": {make: submodule, args: "--base HEAD",
			want: "created: Kustomization apps/x-berlin-web of apps/x on berlin",
			errs: "HEAD:sub: warning: a submodule, whose files are in a repository of its own; run fluxapp diff there " +
				"[FA406]\n"},
		"a template on both sides": {make: func(t testFolder) {
			put(t, "t/t.yaml", "{{ if .x }}\nkind: FluxApplication\n{{ end }}\n")
			commit(t)
			t.chdir("apps")
		}, args: "--base HEAD ..", want: "no change; 1 object unchanged",
			errs: "../t/t.yaml: warning: a template of Helm, which is not read; render its chart, or name the file itself " +
				"[FA406]\n"},
		"a pointer of LFS": {make: func(t testFolder) {
			put(t, "apps/b.yaml", "version https://git-lfs.github.com/spec/v1\noid sha256:2f01\nsize 12345\n")
			put(t, "apps/data.json", "version https://git-lfs.github.com/spec/v1\noid sha256:2f01\nsize 12345\n")
			commit(t)
			put(t, "apps/b.yaml", app("b", "tokyo"))
			put(t, "apps/data.json", "{}\n")
		}, args: "--base HEAD", want: "created: Kustomization apps/b-tokyo-web of apps/b on tokyo",
			errs: "HEAD:apps/b.yaml: warning: a pointer of Git LFS, whose file is not here; run git lfs pull, or keep " +
				"documents out of LFS [FA406]\n"},
		"a link": {make: func(t testFolder) {
			assert.NilError(t, os.Symlink("apps/a.yaml", t.path("link.yaml")))
			commit(t)
			edit(tokyo)(t)
		}, args: "--base HEAD link.yaml", want: created},
	} {
		test.Run(name, func(test *testing.T) {
			test.Parallel()
			t := repository(test, "apps/a.yaml", berlin)
			c.make(t)
			out, errs, code := fluxapp(t, "", strings.Fields("diff "+c.args)...)
			groups := strings.Split(strings.TrimSuffix(out, "\n"), "\n\n")
			assert.Assert(t, strings.HasPrefix(groups[len(groups)-1], c.want), "%s%s", out, errs)
			assert.Assert(t, len(groups) <= 2, out)
			assert.Assert(t, strings.HasPrefix(errs, c.errs) && (c.errs != "" || errs == ""), errs)
			assert.Assert(t, strings.Count(errs, "\n") <= 1, errs)
			want := exitDocuments
			if strings.HasPrefix(c.want, "no change") {
				want = exitGood
			}
			assert.Equal(t, code, want)
		})
	}
}

// edit returns what writes another text into apps/a.yaml.
func edit(text string) func(t testFolder) {
	return func(t testFolder) { put(t, "apps/a.yaml", text) }
}

// TestDiffCompletion completes the revisions of the repository; none outside of one.
func TestDiffCompletion(test *testing.T) {
	test.Parallel()
	t := repository(test, "apps/a.yaml", app("a", "berlin"))
	git(t, "branch", "feature/b")
	git(t, "tag", "v1.0.0")
	words, _, _ := fluxapp(t, "", cobra.ShellCompNoDescRequestCmd, "diff", "--base", "")
	assert.Equal(t, words, "feature/b\nmain\nv1.0.0\n:0\n")
	t.chdir(t.TempDir())
	words, _, _ = fluxapp(t, "", cobra.ShellCompNoDescRequestCmd, "diff", "--base", "")
	assert.Equal(t, words, ":0\n")
}

// TestDiffPage checks that what the page of diff shows is what the run prints.
func TestDiffPage(test *testing.T) {
	test.Parallel()
	const command = "fluxapp diff --base main apps"
	web := func(clusters ...string) string {
		return strings.NewReplacer("name: a,", "name: web,", "name: a}", "name: web}").Replace(helmApp(clusters...))
	}
	t := repository(test, "apps/web.yaml", web("berlin", "tokyo"))
	put(t, "apps/web.yaml", strings.Replace(web("berlin", "paris"), "10m", "30m", 1))
	out, errs, code := fluxapp(t, "", strings.Fields(command)[1:]...)
	assert.Equal(t, out, shownRun(t, "diff", command), errs)
	assert.Equal(t, code, exitDocuments)
}
