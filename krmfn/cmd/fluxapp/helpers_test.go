package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/transaction"
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

const staging = transaction.Staging

// testFolder is a test, and the folder that its command lines run in.
type testFolder struct {
	*testing.T
	dir *string // which the test and those in it share
}

// inFolder makes a folder with files, given as name and content in turn.
func inFolder(tb testing.TB, files ...string) testFolder {
	tb.Helper()
	t, isTest := tb.(*testing.T)
	if !isTest {
		t = tb.(testFolder).T
	}
	dir := t.TempDir()
	f := testFolder{t, &dir}
	for i := 0; i < len(files); i += 2 {
		put(f, files[i], files[i+1])
	}
	return f
}

// in returns the same folder for a test in the test.
func (f testFolder) in(t *testing.T) testFolder { return testFolder{t, f.dir} }

// path returns the name that the system has for a file of the folder.
func (f testFolder) path(name string) string { return disk.Disk{Folder: *f.dir}.At(name) }

// chdir makes another folder the one that command lines run in.
func (f testFolder) chdir(name string) { *f.dir = f.path(name) }

// unlimited returns the flag of a run whose deletions no limit holds.
func unlimited(t testFolder) string {
	t.Helper()
	put(t, "unlimited.yaml", renderConfig+"  limits: {maxDeleted: 100%}\n")
	return "--config=unlimited.yaml"
}

func put(t testFolder, name, content string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(t.path(name)), 0o755))
	assert.NilError(t, os.WriteFile(t.path(name), []byte(content), 0o644))
}

// fluxapp runs a command line in the folder.
func fluxapp(t testFolder, stdin string, args ...string) (out, errs string, code int) {
	var stdout, stderr bytes.Buffer
	code = t.run(args, strings.NewReader(stdin), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

func (f testFolder) run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	args = append([]string{}, args...) // for nil, cobra would take the arguments of the test
	return execute(environment{disk: disk.Disk{Folder: *f.dir}, in: stdin, out: stdout, errs: stderr}, args)
}

// good runs a command line that must report nothing but what it did to a folder, and returns its output.
func good(t testFolder, args ...string) string {
	t.Helper()
	out, errs, code := fluxapp(t, "", args...)
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
func snapshot(t testFolder, dir string) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(os.DirFS(t.path(dir)), ".", func(name string, entry fs.DirEntry, err error) error {
		switch name = path.Join(dir, name); {
		case err != nil:
			return err
		case entry.IsDir():
			fmt.Fprintf(&b, "%s/\n", name)
		case entry.Type() == fs.ModeSymlink:
			fmt.Fprintf(&b, "%s@\n", name)
		default:
			data, err := os.ReadFile(t.path(name))
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
func filesIn(t testFolder, dir string) (names []string) {
	t.Helper()
	for line := range strings.Lines(snapshot(t, dir)) {
		if name, _, isFile := strings.Cut(line, ": "); isFile && strings.HasPrefix(name, dir+"/") {
			names = append(names, name)
		}
	}
	return names
}

// read returns the text of a file of the folder.
func read(t testFolder, name string) string {
	t.Helper()
	return readSource(t, t.path(name))
}

// readSource returns the text of a file of the repository, named from the folder of the package.
func readSource(t assert.TestingT, name string) string {
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	return string(data)
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
