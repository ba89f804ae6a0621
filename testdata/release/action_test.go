package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// action is a composite action of GitHub.
type action struct {
	Name, Description string
	Inputs            map[string]struct {
		Description, Default string
		Required             bool
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []struct {
			Name, ID, If, Shell, Run string
			Env                      map[string]string
		}
	}
}

// runner is what GitHub gives to a job.
type runner struct {
	os, arch, base string // base is the branch of a pull request; empty for a push
	workspace      string
	inputs         map[string]string

	outcome                string // of the steps: ran, failed or skipped
	log                    string
	summary, output, paths string // the files that steps write to
}

// TestAction runs the action of this repository step by step, as GitHub does, with archives of the program as it is now
// in a folder, where it else downloads a release.
func TestAction(t *testing.T) {
	need(t, "curl", "shasum", "unzip")
	releases := t.TempDir()
	all, finals := binaries{}, binaries{} // each has what starts on this machine; to pack a large program takes seconds
	for _, p := range platforms {
		all[p], finals[p] = built, []byte("#!/bin/sh\necho fluxapp-final v1.2.3\n")
	}
	finals[native] = builtFinal
	r := release{clone, "1.2.3", filepath.Join(releases, "v1.2.3")}
	assert.NilError(t, os.MkdirAll(r.dir, 0o755))
	archives, err := r.archives(command.name, all, nil)
	assert.NilError(t, err)
	more, err := r.archives(final.name, finals, nil)
	assert.NilError(t, err)
	assert.NilError(t, r.checksums(command.name, append(archives, more...)))
	inputs := map[string]string{"version": "v1.2.3", "documents": "documents", "config": "fluxapp.yaml",
		"releases": "file://" + releases}

	for name, c := range map[string]struct {
		old, new string // the change of documents/app.yaml
		base     string
		outcome  string
		shown    string // in the summary, or without one in the log
	}{
		"harmless": {"replicas: 2", "replicas: 4", "main", "ran ran ran", "spec.values.replicas"},
		"a limit":  {"interval: 1h", "interval: 1h\n        releaseName: shop", "main", "ran ran failed", "FA603"},
		"wrong": {"replicas: 2", "replicas: 2\n        intervall: 2h", "main", "ran failed skipped",
			"::error file=documents/app.yaml,line="},
		"a push":       {"replicas: 2", "replicas: 4", "", "ran ran skipped", "fluxapp v1.2.3 built with go1."},
		"another base": {"replicas: 2", "replicas: 4", "none", "ran ran failed", "origin/none"},
	} {
		t.Run(name, func(t *testing.T) {
			on := &runner{os: "Linux", arch: "X64", base: c.base, inputs: inputs, workspace: pullRequest(t, c.old, c.new)}
			on.run(t)
			assert.Equal(t, on.outcome, c.outcome, on.log)
			shown := on.summary
			if shown == "" {
				shown = on.log
			}
			assert.Assert(t, strings.Contains(shown, c.shown), "no %q in %s", c.shown, shown)
			if file, found := strings.CutPrefix(on.output, "file="); found && on.summary != "" {
				diff, err := os.ReadFile(strings.TrimSpace(file))
				assert.NilError(t, err)
				assert.Equal(t, string(diff), on.summary)
			}
		})
	}

	withFinal := maps.Clone(inputs)
	withFinal["final"] = "true"
	objects := &runner{os: "Linux", arch: "X64", base: "main", inputs: withFinal,
		workspace: pullRequest(t, "replicas: 2", "replicas: 4")}
	objects.run(t)
	assert.Equal(t, objects.outcome, "ran ran ran", objects.log)
	assert.Assert(t, strings.Contains(objects.summary, "spec.values.replicas"), objects.summary)
	assert.Assert(t, strings.Contains(objects.summary, "\n### final objects: "), objects.summary)

	only := map[string]string{"version": "1.2.3", "final": "true", "releases": "file://" + releases}
	machines := map[string]string{"X64": "amd64", "ARM64": "arm64"}
	for _, on := range []runner{{os: "Linux", arch: "X64"}, {os: "Linux", arch: "ARM64"}, {os: "macOS", arch: "X64"},
		{os: "macOS", arch: "ARM64"}, {os: "Windows", arch: "X64"}, {os: "Windows", arch: "ARM64"}} {
		on.inputs, on.workspace = only, t.TempDir()
		on.run(t)
		assert.Equal(t, on.outcome, "ran skipped skipped", on.log)
		entries := strings.Join(names(t, strings.TrimSpace(on.paths)), " ")
		system := strings.ToLower(strings.Replace(on.os, "macOS", "darwin", 1))
		for _, p := range []program{command, final} {
			archive := p.name + "_1.2.3_" + system + "_" + machines[on.arch] + "."
			assert.Assert(t, strings.Contains(entries, archive), entries)
			assert.Assert(t, strings.Contains("\n"+on.log, "\n"+p.name+" v1.2.3"), on.log)
		}
	}
	other := runner{os: "Linux", arch: "ARM", inputs: only, workspace: t.TempDir()}
	other.run(t)
	assert.Equal(t, other.outcome+other.paths, "failed skipped skipped", other.log)

	archive := filepath.Join(r.dir, "fluxapp_1.2.3_linux_amd64.tar.gz")
	changed, err := os.ReadFile(archive)
	assert.NilError(t, err)
	changed[len(changed)/2]++
	assert.NilError(t, os.WriteFile(archive, changed, 0o600))
	tampered := runner{os: "Linux", arch: "X64", inputs: only, workspace: t.TempDir()}
	tampered.run(t)
	assert.Equal(t, tampered.outcome+tampered.paths, "failed skipped skipped", tampered.log)
	assert.Assert(t, strings.Contains(tampered.log, "fluxapp_1.2.3_linux_amd64.tar.gz: FAILED"), tampered.log)
}

// need skips a test whose programs are not on the machine, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			assert.Assert(t, os.Getenv("FLUXAPP_REQUIRE_CLIENTS") != "1", "this test must run: %v", err)
			fmt.Fprintf(os.Stderr, "SKIPPED: the action was not run: %v\n", err) // go test does not print why
			t.Skip(err)
		}
	}
}

// pullRequest returns a checkout of a merge, as GitHub makes it, of main and a change of documents/app.yaml.
func pullRequest(t *testing.T, old, new string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "checkout")
	assert.NilError(t, os.CopyFS(dir, os.DirFS("../../examples/pull-request")))
	text, err := os.ReadFile(filepath.Join(dir, "documents", "app.yaml"))
	assert.NilError(t, err)
	change := strings.Replace(string(text), old, new, 1)
	assert.Assert(t, change != string(text))
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", out)
	}
	git("init", "-q", "-b", "change")
	git("add", "-A")
	git("commit", "-qm", "main")
	git("update-ref", "refs/remotes/origin/main", "HEAD")
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "documents", "app.yaml"), []byte(change), 0o600))
	git("commit", "-qam", "change")
	return dir
}

// run runs the steps of the action.
func (on *runner) run(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile("../../.github/actions/fluxapp/action.yml")
	assert.NilError(t, err)
	var a action
	assert.NilError(t, yaml.UnmarshalStrict(data, &a))
	assert.Equal(t, a.Runs.Using, "composite")
	values := map[string]string{}
	for name, input := range a.Inputs {
		value, given := on.inputs[name]
		assert.Assert(t, given || !input.Required, name)
		if !given {
			value = input.Default
		}
		values["${{ inputs."+name+" }}"] = value
	}
	for name := range on.inputs {
		_, known := a.Inputs[name]
		assert.Assert(t, known, name)
	}
	temp, path := t.TempDir(), os.Getenv("PATH")
	file := func(name string) string { return filepath.Join(temp, name) }
	env := append(os.Environ(), "RUNNER_OS="+on.os, "RUNNER_ARCH="+on.arch, "RUNNER_TEMP="+temp,
		"GITHUB_BASE_REF="+on.base, "GITHUB_PATH="+file("path"), "GITHUB_OUTPUT="+file("output"),
		"GITHUB_STEP_SUMMARY="+file("summary"))
	var outcomes []string
	failed := false
	for _, s := range a.Runs.Steps {
		assert.Equal(t, s.Shell, "bash")
		assert.Assert(t, !strings.Contains(s.Run, "${{"), "%s: an expression in a script runs what others write", s.Name)
		reads := values["${{ inputs.documents }}"] != ""
		isRun, known := map[string]bool{"": true, "${{ inputs.documents != '' }}": reads,
			"${{ inputs.documents != '' && github.base_ref != '' }}": reads && on.base != ""}[s.If]
		assert.Assert(t, known, "the test does not know %s", s.If)
		if failed || !isRun {
			outcomes = append(outcomes, "skipped")
			continue
		}
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		cmd.Dir, cmd.Env = on.workspace, append(env, "PATH="+strings.TrimSpace(on.paths)+string(os.PathListSeparator)+path)
		for name, expression := range s.Env {
			value, known := values[expression]
			assert.Assert(t, known, "the test does not know %s", expression)
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		on.log += string(out)
		failed = err != nil
		outcomes = append(outcomes, map[bool]string{false: "ran", true: "failed"}[failed])
		on.paths, on.output = readIfThere(t, file("path")), readIfThere(t, file("output"))
		on.summary = readIfThere(t, file("summary"))
	}
	on.outcome = strings.Join(outcomes, " ")
}

func readIfThere(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if !os.IsNotExist(err) {
		assert.NilError(t, err)
	}
	return string(data)
}
