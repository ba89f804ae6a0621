package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

func TestGoldens(t *testing.T) {
	total := 0
	for _, pattern := range []string{"../*/out.yaml", "../../examples/*/.expected/out.yaml"} {
		files, err := filepath.Glob(pattern)
		assert.NilError(t, err)
		for _, f := range files {
			data, err := os.ReadFile(f)
			assert.NilError(t, err)
			n, err := checker.Check(data, Options{Fill: true, Namespace: "given"})
			total += n
			if err != nil {
				t.Errorf("%s: %v", f, err)
			}
		}
	}
	t.Log(total)
}
