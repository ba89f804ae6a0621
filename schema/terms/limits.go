package terms

import (
	"fmt"
	"regexp"
	"sync"

	"k8s.io/apimachinery/pkg/api/validate/content"
)

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything
// that they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = content.LabelValueMaxLength

// CheckDigest refuses a text that is not the digest of a change: 16 hexadecimal digits. An empty text is none, and
// valid.
func CheckDigest(text string) error {
	if text == "" || digest().MatchString(text) {
		return nil
	}
	return fmt.Errorf("%q is no digest of a change; write the 16 characters that the error about the limit prints", text)
}

var digest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[0-9a-f]{16}$") })
