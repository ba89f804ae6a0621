package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// app returns a FluxApplication of namespace apps with an entry for each cluster; hub is the hub.
func app(name string, clusters ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: %[1]s}}
  config:
    kustomization:
`, name)
	for _, cluster := range clusters {
		destination := fmt.Sprintf("{kubeConfig: {secretRef: {name: %s-kubeconfig}}, targetNamespace: web}", cluster)
		if cluster == "hub" {
			destination = "{targetNamespace: web}"
		}
		fmt.Fprintf(&b, "    - {destination: %s, path: ./deploy, prune: true, interval: 10m}\n", destination)
	}
	return b.String()
}

// inFolder makes a folder with files, given as name and content in turn, and moves there. It returns the folder.
func inFolder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for i := 0; i < len(files); i += 2 {
		put(t, files[i], files[i+1])
	}
	return dir
}

// unlimited returns the flag of a run whose deletions no limit holds.
func unlimited(t *testing.T) string {
	t.Helper()
	put(t, "unlimited.yaml", renderConfig+"  limits: {maxDeleted: 100%}\n")
	return "--config=unlimited.yaml"
}

func put(t *testing.T, name, content string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	assert.NilError(t, os.WriteFile(name, []byte(content), 0o644))
}

// fluxapp runs a command line.
func fluxapp(stdin string, args ...string) (out, errs string, code int) {
	var stdout, stderr bytes.Buffer
	args = append([]string{}, args...) // for nil, cobra would take the arguments of the test
	code = run(args, strings.NewReader(stdin), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

// good runs a command line that must report nothing but what it did to a folder, and returns its output.
func good(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := fluxapp("", args...)
	assert.Equal(t, withoutSummary(errs), "")
	assert.Equal(t, code, 0)
	return out
}

// done are the lines of a run that writes a folder: its deletions and its numbers.
var done = regexp.MustCompile(`(?m)^(.* (info|warning): .* \[FA41[67]\]|[\d,]+ written, [\d,]+ changed, [\d,]+ ` +
	`unchanged, [\d,]+ deleted)\n`)

// withoutSummary leaves out what a run did to a folder.
func withoutSummary(errs string) string { return done.ReplaceAllString(errs, "") }

// snapshot returns what a folder holds: a line for each file with its content, folders and links included.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			fmt.Fprintf(&b, "%s/\n", name)
		case entry.Type() == fs.ModeSymlink:
			fmt.Fprintf(&b, "%s@\n", name)
		default:
			data, err := os.ReadFile(name)
			if errors.Is(err, fs.ErrPermission) {
				fmt.Fprintf(&b, "%s: %v\n", name, err)
				return nil
			}
			fmt.Fprintf(&b, "%s: %s\n", name, data)
			return err
		}
		return nil
	})
	assert.NilError(t, err)
	return b.String()
}

// filesIn returns the names of the files of a folder.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	for line := range strings.Lines(snapshot(t, dir)) {
		if name, _, isFile := strings.Cut(line, ": "); isFile && strings.HasPrefix(name, dir+"/") {
			names = append(names, name)
		}
	}
	return names
}

// utf16 returns a text as Windows saves it.
func utf16(text string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, c := range []byte(text) { // ASCII
		b.Write([]byte{c, 0})
	}
	return b.String()
}
