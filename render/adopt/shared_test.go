package adopt_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt"
)

// sharedDir returns a folder of the material that lies beside the repository: documents of others, which are read
// where they are and never copied. Without it a test is skipped, or fails where FLUXAPP_REQUIRE_SHARED is 1: see
// testdata/README.md.
func sharedDir(t *testing.T, path ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "..", "shared"}, path...)...))
	assert.NilError(t, err)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
			t.Fatalf("NOTHING WAS TESTED: %v", err)
		}
		t.Skipf("NOTHING WAS TESTED: %v", err)
	}
	return dir
}

// filesBelow returns the files of a folder that a command would read: YAML and JSON, and no hidden ones.
func filesBelow(t *testing.T, dir string) (files []adopt.File) {
	t.Helper()
	assert.NilError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		isHidden := strings.HasPrefix(entry.Name(), ".") && name != "."
		switch extension := filepath.Ext(name); {
		case err != nil:
		case isHidden && entry.IsDir():
			return fs.SkipDir
		case extension == ".yaml" || extension == ".yml" || extension == ".json":
			var data []byte
			data, err = os.ReadFile(filepath.Join(dir, name))
			files = append(files, adopt.File{Name: name, Data: data})
		}
		return err
	}))
	return files
}
