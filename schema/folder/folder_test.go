package folder_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

const app = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: FluxApplication\nmetadata: {name: NAME}\n"

// TestRead has each way in which a file of a folder is read, skipped, or left out with a warning.
func TestRead(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"b.yaml": app, "a/c.YML": app, "a/d.json": `{"apiVersion": "v1", "kind": "ConfigMap"}`, "e.txt": app, ".f.yaml": app, ".git/g.yaml": app,
		"templates/h.yaml": "{{ if .Values.x }}\n" + "kind: FluxApplication\n{{ end }}\n", "utf16.yaml": "a\x00p\x00p\x00:\x00",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	for link, to := range map[string]string{"l.yaml": "e.txt", "m": "a", "n.yaml": "gone", "o": "b.yaml"} {
		assert.NilError(t, os.Symlink(to, filepath.Join(root, link)))
	}
	found, err := folder.Read(os.DirFS(root))
	assert.NilError(t, err)
	var files []string
	for _, d := range found.Documents {
		files = append(files, d.File())
	}
	assert.DeepEqual(t, files, []string{"a/c.YML", "b.yaml", "l.yaml"})
	assert.DeepEqual(t, found.Skipped, []string{"a/d.json", "utf16.yaml"})
	assert.Equal(t, found.Warnings.String(), `m: warning: a link to a folder, which is not followed; name the folder itself to read it [FA406]
n.yaml: warning: a link to no file that can be read; fix or remove it [FA406]
templates/h.yaml: warning: a template of Helm, which is not read; render its chart, or name the file itself [FA406]`)
}

// TestReadMemory reads a folder that is no folder of a disk.
func TestReadMemory(t *testing.T) {
	found, err := folder.Read(fstest.MapFS{"x/app.yaml": {Data: []byte(app)}})
	assert.NilError(t, err)
	assert.Equal(t, found.Documents[0].File(), "x/app.yaml")
	assert.Equal(t, found.Documents[0].Name(), "NAME")
	_, err = folder.Read(broken{})
	assert.ErrorIs(t, err, fs.ErrPermission)
}

type broken struct{}

func (broken) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}
