package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// rehearse makes a dry run of a command line that writes a folder. It returns what the run itself should print and
// its exit code.
func rehearse(t testFolder, args ...string) string {
	t.Helper()
	files := snapshot(t, ".")
	out, errs, code := fluxapp(t, "", append(args[:len(args):len(args)], "--dry-run")...)
	for line := range strings.Lines(out) {
		do, name, found := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "would "), " ")
		_, err := os.Stat(t.path(name))
		assert.Assert(t, found && (do == "write") == os.IsNotExist(err), out)
	}
	assert.Equal(t, snapshot(t, "."), files)
	assert.Assert(t, !claims.MatchString(errs), "the dry run says that it did something: %s", errs)
	return outcomeOf(wouldHave.Replace(errs), code)
}

// claims are the words of a run that did something.
var claims = regexp.MustCompile(`(?m): (deleted|moved|replaced) the |this folder (is gone|holds)|^[\d,]+ written`)

// wouldHave has the words of a dry run, and of the run itself.
var wouldHave = strings.NewReplacer("would delete", "deleted", "would move", "moved", "would replace", "replaced",
	"would be gone", "is gone", "would hold", "holds", "dry run: ", "", " would be written", " written")

func outcomeOf(errs string, code int) string { return fmt.Sprintf("%s\nexit code %d", errs, code) }

// TestDryRun checks the words of a dry run: of a new folder, of changes, and of what the run refuses.
func TestDryRun(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "in/a.yaml", app("a", "hub", "one", "two"), "in/b.yaml", app("b", "one"))
	out := ""
	dryRun := func(args ...string) (errs string, code int) {
		t.Helper()
		files := snapshot(t, ".")
		out, errs, code = fluxapp(t, "", append([]string{"render", "in", "--dry-run", "-o", "dir=new/out"}, args...)...)
		assert.Equal(t, snapshot(t, "."), files)
		return errs, code
	}
	errs, code := dryRun()
	assert.Equal(t, outcomeOf(errs, code),
		outcomeOf("dry run: 4 would be written, 0 changed, 0 unchanged, 0 deleted\n", exitGood))
	assert.Equal(t, out, "would write new/out/a/hub/kustomization-a-web.yaml\n"+
		"would write new/out/a/one/kustomization-a-one-web.yaml\nwould write new/out/a/two/kustomization-a-two-web.yaml\n"+
		"would write new/out/b/one/kustomization-b-one-web.yaml\n")
	good(t, "in", "-o", "dir=new/out")
	put(t, "in/a.yaml", strings.Replace(app("a", "two", "three"), "10m", "20m", 1))
	errs, code = dryRun()
	assert.Equal(t, outcomeOf(errs, code), outcomeOf(
		"new/out/a/hub/kustomization-a-web.yaml: info: would delete the Kustomization apps/a-web; when it leaves the hub, "+
			"Flux deletes what it applied [FA416]\n"+
			"new/out/a/one/kustomization-a-one-web.yaml: info: would delete the Kustomization apps/a-one-web; when it leaves "+
			"the hub, Flux deletes what it applied [FA416]\n"+
			"dry run: 1 would be written, 1 changed, 1 unchanged, 2 deleted\n", exitGood))
	assert.Equal(t, out, "would delete new/out/a/hub/kustomization-a-web.yaml\n"+
		"would delete new/out/a/one/kustomization-a-one-web.yaml\n"+
		"would write new/out/a/three/kustomization-a-three-web.yaml\n"+
		"would change new/out/a/two/kustomization-a-two-web.yaml\n")
	put(t, "new/out/a/three/kustomization-a-three-web.yaml", "mine: true\n")
	errs, code = dryRun()
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, out == "" && strings.Contains(errs, "[FA403]") && !strings.Contains(errs, "dry run"), errs)
}

// TestDryRunNeedsAFolder checks that --dry-run with any other output is a wrong command line.
func TestDryRunNeedsAFolder(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for _, args := range [][]string{{"a.yaml"}, {"render", "a.yaml", "-o", "json"}, {"-o", "yaml", "a.yaml"}} {
		out, errs, code := fluxapp(t, "", append(args, "--dry-run")...)
		assert.Equal(t, out, "")
		assert.Equal(t, outcomeOf(errs, code),
			outcomeOf("fluxapp: --dry-run needs -o dir=PATH; other outputs write no files\n", exitCommand))
	}
	_, errs, code := fluxapp(t, "", "check", "a.yaml", "--dry-run")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.Contains(errs, "unknown flag: --dry-run"), errs)
}

// TestDryRunBesideAnotherRun checks that what another run left behind stops the dry run too, where the run would write.
func TestDryRunBesideAnotherRun(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"))
	told(t, "a.yaml")
	put(t, "out/"+staging+"/old-0", "the only copy")
	told(t, "a.yaml") // nothing to write
	put(t, "a.yaml", app("a", "hub", "one"))
	args := []string{"render", "-o", "dir=out", "a.yaml"}
	rehearsed := rehearse(t, args...)
	_, errs, code := fluxapp(t, "", args...)
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, rehearsed, outcomeOf(errs, code))
	assert.Equal(t, read(t, "out/"+staging+"/old-0"), "the only copy")
	assert.NilError(t, os.RemoveAll(t.path("out/"+staging)))
	told(t, "a.yaml")
}

// TestDryRunOfWrongFolders checks that the dry run refuses what cannot be a folder, or cannot be read.
func TestDryRunOfWrongFolders(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", "hub"), "locked/a/x.yaml", "a: b\n")
	dirs := []string{"a.yaml", "a.yaml/below"}
	if os.Getuid() != 0 { // root reads anything
		assert.NilError(t, os.Chmod(t.path("locked/a"), 0))
		t.Cleanup(func() { os.Chmod(t.path("locked/a"), 0o755) })
		dirs = append(dirs, "locked")
	}
	for _, dir := range dirs {
		args := []string{"render", "a.yaml", "-o", "dir=" + dir}
		_, rehearsed, rehearsedCode := fluxapp(t, "", append(args, "--dry-run")...)
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitCommand)
		assert.Equal(t, outcomeOf(rehearsed, rehearsedCode), outcomeOf(errs, code))
	}
}

// TestDisableTellsTheSame checks that a check tells of an override that disables a cluster what a run tells of the
// deletion. The check does not know whether the object was suspended before.
func TestDisableTellsTheSame(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	effect := regexp.MustCompile(`(?m) leaves the (?:hub|cluster|cluster one), (.*?)(?:; .*)? \[FA(?:910|522|416)\]$`)
	for name, document := range map[string]string{
		"release":           helmApp("one"),
		"suspended release": strings.Replace(helmApp("one"), "interval", "suspend: true, interval", 1),
		"prune":             app("a", "one"),
		"no prune":          strings.Replace(app("a", "one"), "prune: true", "prune: false", 1),
		"orphan":            strings.Replace(app("a", "one"), "prune: true", "prune: true, deletionPolicy: Orphan", 1),
		"own Flux":          strings.Replace(app("a", "one"), "spec:\n", "spec:\n  topology: Standalone\n", 1),
	} {
		t.Run(name, func(test *testing.T) {
			document = strings.Replace(document, "{kubeConfig", "{cluster: one, kubeConfig", 1)
			t := inFolder(test, "a.yaml", document)
			fluxapp(t, "", "-o", "dir=out", "a.yaml")
			put(t, "a.yaml", strings.Replace(document, "  config:\n",
				"  config:\n    overrides: [{cluster: one, disable: true}]\n", 1))
			_, checked, code := fluxapp(t, "", "check", "a.yaml")
			assert.Equal(t, code, exitGood, checked)
			_, run, _ := fluxapp(t, "", "-o", "dir=out", "a.yaml")
			told := effect.FindAllStringSubmatch(run, -1)
			assert.Equal(t, len(told), 2, run) // by the check that the run makes, and by the deletion
			deleted, reason, _ := strings.Cut(told[1][1], ", because ")
			if reason == "it is suspended" {
				reason = " only if an earlier commit suspended it"
			} else {
				deleted, reason = told[1][1], ""
			}
			assert.Equal(t, told[0][1], deleted+reason)
			assert.Equal(t, effect.FindStringSubmatch(checked)[1], told[0][1])
		})
	}
}
