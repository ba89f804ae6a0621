package checks

import (
	"testing"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/charttest"
)

// FuzzArchive reads any bytes as an archive.
func FuzzArchive(f *testing.F) {
	files := charttest.Files("a", "1.0.0", "a: 1", `{"type":"object"}`)
	files["charts/b/Chart.yaml"] = "name: b\nversion: 1.0.0\n"
	whole := charttest.Packed(f, "a", files)
	files["charts/c-1.0.0.tgz"] = whole
	f.Add([]byte(whole))
	f.Add([]byte(charttest.Packed(f, "a", files)))
	f.Add([]byte(whole[:len(whole)/2]))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var c Charts
		bad := len(c.Add(charttest.Folder(map[string]string{"x.tgz": string(data)}), "charts", ""))
		if bad+len(c.byName) != 1 {
			t.Fatalf("%d problems and %v", bad, c.byName)
		}
		for name := range c.byName {
			check, problems := c.Find(render.Chart{SourceKind: "HelmRepository", Name: name, Version: ">=0.0.0-0"})
			if (check.Problems == nil) != (len(problems) > 0) {
				t.Fatal(problems)
			}
			if check.Problems != nil {
				check.Problems(render.Values{})
			}
		}
	})
}
