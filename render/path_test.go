package render_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func TestJoinPath(t *testing.T) {
	for want, parts := range map[string][]string{
		"a/b/c.yaml": {"b", "c.yaml"}, "a/..b/c..": {"..b", "c.."}, "a": nil, "a/${x}": {"${x}"}, "a/x y/…": {"x y", "…"},
		"a/console/com/com0/lpt-1/aux-1.nul": {"console", "com", "com0", "lpt-1", "aux-1.nul"},
	} {
		got, err := render.JoinPath("a", parts...)
		assert.NilError(t, err)
		assert.Equal(t, got, want)
	}
	for folder, want := range map[string]string{"": "b", ".": "b", "..": "../b", "/": "/b", "/x/": "/x/b",
		"../x": "../x/b"} {
		got, err := render.JoinPath(folder, "b")
		assert.NilError(t, err)
		assert.Equal(t, got, want)
	}
	for part, problem := range map[string]string{
		"": "it is empty", ".": "it means another folder", "..": "it means another folder",
		"/": "it holds a separator of folders", "/etc": "it holds a separator of folders",
		"a/b":  "it holds a separator of folders",
		"../a": "it holds a separator of folders", `a\b`: "it holds a separator of folders",
		`..\a`: "it holds a separator of folders",
		"a\n":  "it holds a control character", "a\x00b": "it holds a control character",
		"a\u0085": "it holds a control character",
		"\xff":    "it is not UTF-8",
		"aux":     "Windows has a device of this name", "Con": "Windows has a device of this name",
		"nul.yaml": "Windows has a device of this name", "com1": "Windows has a device of this name",
		"LPT9.b.c": "Windows has a device of this name", "prn.": "Windows has a device of this name",
	} {
		for _, parts := range [][]string{{part}, {"x", part}, {part, "x"}} {
			got, err := render.JoinPath("a", parts...)
			assert.Error(t, err, fmt.Sprintf("%q cannot be the name of a file or folder: %s", part, problem))
			assert.Equal(t, got, "")
		}
	}
}

// FuzzJoinPath joins anything. What comes out is below the folder, one step deeper for each part.
func FuzzJoinPath(f *testing.F) {
	for _, seed := range [][3]string{
		{"a", "b", "c.yaml"}, {".", "..", "x"}, {"a", "../../..", "q"}, {"/a", "b", "/etc/passwd"}, {"..", ".", ""},
		{"a", `..\..`, "x"}, {"a", "b\x00", "c"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, folder, one, two string) {
		got, err := render.JoinPath(folder, one, two)
		if err != nil {
			assert.Equal(t, got, "")
			return
		}
		below := one + "/" + two
		assert.Assert(t, fs.ValidPath(below) && strings.Count(below, "/") == 1, "%q", below)
		assert.Equal(t, got, path.Join(folder, below))
		back, err := filepath.Rel(filepath.FromSlash(path.Join(folder, ".")), filepath.FromSlash(got))
		assert.NilError(t, err)
		assert.Equal(t, filepath.ToSlash(back), below)
	})
}

// TestDeliveredFolder checks what objects of delivery are for, in a rendered folder anywhere.
func TestDeliveredFolder(t *testing.T) {
	for _, c := range []struct{ file, delivers, folder, server string }{
		{"delivery/k.yaml", "group-1", "group-1", ""},
		{"delivery/k.yaml", "hub", "hub", ""},
		{"delivery/k.yaml", ".", ".", ""},
		{"a/delivery/k.yaml", "a", "a", "a"},
		{"hub/delivery/k.yaml", "hub", "hub", ""},
		{"delivery/k.yaml", "ordered/apps/web/a", "ordered/apps/web/a", ""},
		{"ordered/delivery/k.yaml", "ordered/apps/web/a", "ordered/ordered/apps/web/a", ""},
		{"a/delivery/k.yaml", "a/ordered/apps/web", "a/ordered/apps/web", "a"},
		{"ordered/delivery/k.yaml", "ordered/ordered/apps/web", "ordered/ordered/apps/web", "ordered"},
		{"hub/delivery/k.yaml", "ordered/apps/web/hub", "ordered/apps/web/hub", ""},
	} {
		for _, above := range []string{"", "x", "x/deploy"} {
			folder, server := render.DeliveredFolder(path.Join(above, c.file), c.delivers)
			assert.Equal(t, folder, path.Join(above, c.folder), "%+v", c)
			assert.Equal(t, server, c.server, "%+v", c)
		}
	}
}

// TestPathsAreJoinedInOnePlace holds that JoinPath makes every path that is written, so that no other code has to
// think of bad names. Package adopt joins paths too, to find what others wrote, and writes none.
func TestPathsAreJoinedInOnePlace(t *testing.T) {
	for _, file := range goFiles(t, "..") {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		assert.NilError(t, err)
		if strings.HasPrefix(file, "render/adopt/") {
			continue
		}
		joins := strings.Contains(string(text), "path.Join(") || strings.Contains(string(text), "filepath.Join(")
		assert.Assert(t, joins == (file == "render/path.go"), "%s joins a path itself: %v", file, joins)
	}
}

// TestBadNamesAreRefused renders documents with names that would lead to another folder, or to no file.
func TestBadNamesAreRefused(t *testing.T) {
	const in = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - {destination: {targetNamespace: x}, path: ./deploy, prune: true, interval: 10m}
`
	for _, name := range []string{"..", "../../q", "a/b", "", "/etc", "a\nb", `a\b`} {
		docs := schema.Parse("in.yaml",
			[]byte(strings.Replace(in, "name: web, namespace", fmt.Sprintf("name: %q, namespace", name), 1)))
		result, err := render.Render(docs, render.Options{})
		assert.ErrorContains(t, err, "in.yaml:3:18: metadata.name: ", "%q", name)
		assert.Equal(t, len(result.Objects), 0)
	}
}
