package rendering

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
)

// TestBelow names places from the folder of a RenderConfig. A folder may have a = in its name.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"/config/charts", "/config/a=b"} {
		assert.NilError(t, os.MkdirAll(dir+name, 0o755))
	}
	files := disk.Disk{Folder: dir}
	for _, c := range []struct{ place, below, url, path string }{
		{"charts", "config/charts", "", "config/charts"},
		{"../charts", "charts", "", "charts"},
		{"gone", "config/gone", "", "config/gone"},
		{dir + "/charts", dir + "/charts", "", dir + "/charts"},
		{"https://a.example.com=charts", "https://a.example.com=config/charts", "https://a.example.com", "config/charts"},
		{"https://a.example.com?b=c=charts", "https://a.example.com?b=c=config/charts", "https://a.example.com?b=c",
			"config/charts"},
		{"a=b", "config/a=b", "", "config/a=b"},
	} {
		below := chartsBelow(files, "config", c.place)
		assert.Equal(t, below, c.below)
		url, path := splitPlace(files, below)
		assert.Equal(t, url, c.url)
		assert.Equal(t, path, c.path)
	}
}

// TestReadNothing refuses a place that is not there.
func TestReadNothing(t *testing.T) {
	_, _, err := ReadCharts(disk.Disk{Folder: t.TempDir()}, []string{"oci://a.example.com=gone"})
	assert.Error(t, err, "the charts oci://a.example.com=gone cannot be read: there is no file or folder gone")
}
