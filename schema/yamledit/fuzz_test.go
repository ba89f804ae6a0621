package yamledit_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/internal/yamltest"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// FuzzUpdate updates texts to what other texts say: either exactly this, or not at all.
func FuzzUpdate(f *testing.F) {
	for _, c := range updates {
		f.Add([]byte(c.text), []byte(c.want))
	}
	seeds := yamltest.Seeds(f)
	for i := 0; i+1 < len(seeds); i += 10 { // all of them take too long
		f.Add(seeds[i], seeds[i+1])
		f.Add(seeds[i], append([]byte("a: b\n"), seeds[i]...))
	}
	f.Fuzz(func(t *testing.T, text, want []byte) {
		docs := yamledit.Split(text)
		assert.Equal(t, string(yamledit.Join(docs)), string(text))
		wanted, _ := tree.Parse("", want)
		for i, d := range docs {
			if len(wanted) == 0 || i > 2 {
				return
			}
			checkUpdate(t, d.Text, wanted[0].Root())
		}
	})
}
