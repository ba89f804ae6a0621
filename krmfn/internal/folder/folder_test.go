package folder_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

const app = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: NAME}\n"

const lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:2f01\nsize 12345\n"

// TestRead has each way in which a file of a folder is read, skipped, or left out with a warning.
func TestRead(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"b.yaml": app, "a/c.YML": app, "a/d.json": `{"apiVersion": "v1", "kind": "ConfigMap"}`, "e.txt": app, ".f.yaml": app,
		".git/g.yaml":      app,
		"templates/h.yaml": "{{ if .Values.x }}\n" + "kind: FluxApplication\n{{ end }}\n",
		"utf16.yaml":       "a\x00p\x00p\x00:\x00",
		"lfs.yaml":         lfs, "long.yaml": lfs + strings.Repeat("#", 1024),
		"other.yaml": strings.Replace(lfs, "git-lfs.github", "example", 1),
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	for link, to := range map[string]string{"l.yaml": "e.txt", "m": "a", "n.yaml": "gone", "o": "b.yaml"} {
		assert.NilError(t, os.Symlink(to, filepath.Join(root, link)))
	}
	found, err := readAll(os.DirFS(root))
	assert.NilError(t, err)
	var files []string
	for _, d := range found.documents {
		files = append(files, d.File())
	}
	assert.DeepEqual(t, files, []string{"a/c.YML", "b.yaml", "l.yaml"})
	assert.DeepEqual(t, found.skipped, []string{"a/d.json", "long.yaml", "other.yaml", "utf16.yaml"})
	assert.Equal(t, found.warnings.String(),
		`m: warning: a link to a folder, which is not followed; name the folder itself to read it [FA406]
n.yaml: warning: a link to no file that can be read; fix or remove it [FA406]
lfs.yaml: warning: a pointer of Git LFS, whose file is not here; run git lfs pull, or keep documents out of LFS [FA406]
templates/h.yaml: warning: a template of Helm, which is not read; render its chart, or name the file itself [FA406]`)
}

// TestReadPolicies holds that ImagePolicies, which setter comments name, are read from files that hold nothing else
// for fluxapp; what else is in them, and what is wrong there, does not matter.
func TestReadPolicies(t *testing.T) {
	const policy = "apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImagePolicy\nmetadata: {name: NAME, namespace: apps}\n"
	const definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n" +
		"spec: {group: image.toolkit.fluxcd.io, names: {kind: ImagePolicy}}\n"
	found, err := readAll(fstest.MapFS{
		"app.yaml": {Data: []byte(app)},
		"crd.yaml": {Data: []byte(definition)},
		"list.yaml": {Data: []byte("apiVersion: v1\nkind: List\nitems:\n" +
			"- {apiVersion: image.toolkit.fluxcd.io/v1beta2, kind: ImagePolicy, metadata: {name: listed}}\n")},
		"other.yaml":    {Data: []byte(strings.ReplaceAll(policy, "toolkit", "example"))},
		"policy.yaml":   {Data: []byte("a: [\n---\n" + policy + "---\nkind: ConfigMap\nkind: Secret\n")},
		"template.yaml": {Data: []byte("{{ if .x }}\n" + policy + "{{ end }}\n")},
	})
	assert.NilError(t, err)
	var read []string
	for _, d := range found.documents {
		read = append(read, d.File()+" "+d.String())
	}
	assert.DeepEqual(t, read,
		[]string{"app.yaml FluxApplication NAME", "list.yaml ImagePolicy listed", "policy.yaml ImagePolicy apps/NAME"})
	assert.DeepEqual(t, found.skipped, []string{"crd.yaml", "other.yaml", "template.yaml"})
	assert.Equal(t, found.warnings.String(), "")
	assert.NilError(t, found.documents.Findings().Err())
}

func TestTemplate(t *testing.T) {
	for text, want := range map[string]bool{
		"kind: HelmRelease\nspec:\n  interval: {{ .Values.interval }}\n": true,
		"{{- if .Values.on }}\nkind: HelmRelease\n{{- end }}\n":          true,
		"kind: HelmRelease\nspec:\n  text: \"{{ .Values.interval }}\"\n": false,
		"kind: HelmRelease\nspec: [\n":                                   false,
		"apiVersion: fluxapp.dev/v1alpha1\nkind: {{ x }}\n":              false,
	} {
		assert.Equal(t, len(folder.Template("x.yaml", []byte(text))) == 1, want, text)
	}
}

// read is what a folder holds for fluxapp, read as package input does.
type read struct {
	documents schema.Documents
	warnings  finding.Findings
	skipped   []string
}

func readAll(fsys fs.FS) (found read, err error) {
	names, warnings, err := folder.Names(fsys)
	found.warnings = warnings
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return found, err
		}
		pointer, beside := folder.Pointer(name, data), folder.Beside(name, data)
		switch {
		case len(pointer) > 0:
			found.warnings = append(found.warnings, pointer...)
		case schema.MayHold(data):
			docs, warnings := folder.Parse(name, data)
			found.documents, found.warnings = append(found.documents, docs...), append(found.warnings, warnings...)
		case len(beside) > 0:
			found.documents = append(found.documents, beside...)
		default:
			found.skipped = append(found.skipped, name)
		}
	}
	return found, err
}
