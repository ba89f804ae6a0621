package final_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// chart is a chart on the disk.
type chart struct{ name, path string }

// charts returns all charts: the public ones, which the go command fetches where they are not here yet, and our own.
func charts(t testing.TB) (all []chart) {
	t.Helper()
	data, err := os.ReadFile("charts.txt")
	assert.NilError(t, err)
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		assert.Equal(t, len(fields), 5, line)
		all = append(all, chart{fields[0], filepath.Join(fetched(t, fields[1], fields[2], fields[3]), fields[4])})
	}
	folders, err := os.ReadDir("charts")
	assert.NilError(t, err)
	for _, folder := range folders {
		path, err := filepath.Abs(filepath.Join("charts", folder.Name()))
		assert.NilError(t, err)
		all = append(all, chart{folder.Name(), path})
	}
	return all
}

// fetched returns the folder of a module in the cache of the go command. The module belongs to no build, so no go.sum
// has its checksum: charts.txt has.
func fetched(t testing.TB, module, version, sum string) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = t.TempDir() // outside of any module
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	assert.NilError(t, err, "%s: %s%s", module, out, told.String())
	var found struct{ Dir, Sum string }
	assert.NilError(t, json.Unmarshal(out, &found))
	assert.Equal(t, found.Sum, sum, fmt.Sprintf("%s %s is not what it was", module, version))
	return found.Dir
}
