package checks

import (
	"fmt"
	"testing"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// BenchmarkIndex reads a cache of 500 archives.
func BenchmarkIndex(b *testing.B) {
	files, _ := charttest.Large(b)
	cache := map[string]string{}
	for i := range 500 {
		files["Chart.yaml"] = fmt.Sprintf("name: a\nversion: 1.0.%d\n", i)
		cache[fmt.Sprintf("a-1.0.%d.tgz", i)] = charttest.Packed(b, "a", files)
	}
	fsys := charttest.Folder(cache)
	for b.Loop() {
		var c Charts
		if c.Add(fsys, "cache", "") != nil {
			b.Fatal("not all charts are read")
		}
	}
}
