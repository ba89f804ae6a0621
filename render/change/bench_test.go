package change_test

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
)

// BenchmarkPrint prints 10,000 changes: the same one, except two clusters, and changes of which no two are the same.
func BenchmarkPrint(b *testing.B) {
	for name, c := range map[string]change.Changes{"same": fleet(10_000), "different": different(10_000, 50)} {
		for form, write := range map[string]func(io.Writer, change.Changes, change.PrintOptions) error{
			"text": change.WriteText, "markdown": change.WriteMarkdown, "json": change.WriteJSON,
		} {
			b.Run(name+"/"+form, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					assert.NilError(b, write(io.Discard, c, change.PrintOptions{}))
				}
			})
		}
	}
}
