package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDeliveryExample runs what the workflow of examples/oci-delivery runs: the folder that it pushes holds the
// objects of the documents and nothing else, whatever was delivered before, and a second run leaves every byte as it
// is.
func TestDeliveryExample(test *testing.T) {
	test.Parallel()
	dir, err := filepath.Abs(filepath.Join(root, "examples", "oci-delivery"))
	assert.NilError(test, err)
	commands := regexp.MustCompile(`- run: fluxapp (.*)\n`).
		FindAllStringSubmatch(readSource(test, filepath.Join(dir, "ci.yaml")), -1)
	assert.Equal(test, len(commands), 2)
	t := inFolder(test, "documents/old.yaml", app("old", "berlin"))
	runAll := func() map[string]string {
		for _, command := range commands {
			_, errs, code := fluxapp(t, "", strings.Fields(command[1])...)
			assert.Equal(t, code, exitGood, errs)
		}
		files := map[string]string{}
		for _, file := range filesIn(t, "deploy") {
			files[filepath.ToSlash(file)] = read(t, file)
		}
		return files
	}
	assert.Equal(t, len(runAll()), 1)

	assert.NilError(t, os.RemoveAll(t.path("documents")))
	assert.NilError(t, os.Symlink(dir, t.path("documents")))
	delivered := runAll()
	var objects strings.Builder
	for _, file := range []string{
		"deploy/podinfo/ocirepository-podinfo.yaml",
		"deploy/podinfo/berlin/helmrelease-podinfo-berlin-podinfo.yaml",
		"deploy/podinfo/tokyo/helmrelease-podinfo-tokyo-podinfo.yaml",
	} {
		objects.WriteString("---\n" + delivered[file])
	}
	assert.Equal(t, objects.String(), read(t, filepath.Join(dir, ".expected", "out.yaml")))
	assert.Equal(t, len(delivered), 3)
	assert.DeepEqual(t, runAll(), delivered)
}

// TestDeliveryPull runs the step of the workflow that pulls what is delivered, with a flux that fails: only an artifact
// that does not exist lets the workflow go on, because compared with an empty folder no limit holds.
func TestDeliveryPull(test *testing.T) {
	test.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		test.Skipf("SKIPPED, this machine has no bash: %v", err)
	}
	workflow := readSource(test, filepath.Join(root, "examples", "oci-delivery", "ci.yaml"))
	step := regexp.MustCompile(`(?s)- name: pull\n      run: \|\n(.*?)\n    - run`).FindStringSubmatch(workflow)
	assert.Equal(test, len(step), 2)
	for message, want := range map[string]int{
		"": 0,
		"pulling artifact failed: GET https://ghcr.io/v2/example/fleet/manifests/main: MANIFEST_UNKNOWN: manifest unknown": 0,
		"GET https://example.com/v2/fleet/manifests/main: NAME_UNKNOWN: repository name not known to registry":             0,
		"GET https://ghcr.io/token: DENIED: denied":                         1,
		"dial tcp: lookup ghcr.io: no such host":                            1,
		"context deadline exceeded":                                         1,
		"GET https://ghcr.io/v2/: unexpected status code 503":               1,
		"unexpected end of the archive, and the word manifest, and unknown": 1,
	} {
		t := inFolder(test, "flux", "#!/bin/sh\nif [ -n \"$MESSAGE\" ]; then echo \"✗ $MESSAGE\" >&2; exit 1; fi\n")
		assert.NilError(t, os.Chmod(t.path("flux"), 0o755))
		run := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step[1]) // as GitHub runs it
		run.Dir = t.path(".")
		run.Env = append(os.Environ(), "PATH="+t.path(".")+":"+os.Getenv("PATH"), "MESSAGE="+message,
			"ARTIFACT=oci://x/y:main")
		out, _ := run.CombinedOutput()
		assert.Equal(t, run.ProcessState.ExitCode(), want, "%s\n%s", message, out)
		assert.Assert(t, strings.Contains(string(out), message), "%s", out)
	}
}
