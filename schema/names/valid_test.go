package names

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/util/validation"
)

// TestSurelyLabel holds that what is taken for a label without asking apimachinery is one.
func TestSurelyLabel(t *testing.T) {
	alphabet, sure := "a0-.A_é \n", 0
	texts := []string{"", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 62) + "-"}
	for _, first := range alphabet {
		for _, second := range alphabet {
			for _, third := range alphabet {
				texts = append(texts, string(first), string([]rune{first, second}), string([]rune{first, second, third}))
			}
		}
	}
	for _, text := range texts {
		if PlainlyValid(text) {
			sure++
			assert.Equal(t, len(validation.IsDNS1123Label(text))+len(validation.IsDNS1123Subdomain(text)), 0, "%q", text)
		} else {
			assert.Assert(t, len(validation.IsDNS1123Label(text)) > 0, "%q", text)
		}
	}
	assert.Assert(t, sure > 10)
}
