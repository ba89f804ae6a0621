package render

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/util/validation"
)

// shortened is helm-controller's own function (internal/release/name.go, ShortenName), told again from its description: a
// name of more than 53 characters is its first 40, a hyphen, and the first 12 hex digits of its SHA-256.
func shortened(name string) string {
	if len(name) < 54 {
		return name
	}
	return fmt.Sprintf("%.40s-%.12s", name, fmt.Sprintf("%x", sha256.Sum256([]byte(name))))
}

func TestReleaseName(t *testing.T) {
	// measured on helm-controller
	assert.Equal(t, releaseName("", "a-very-lengthy-target-namespace", "with-a-nice-object-name"), "a-very-lengthy-target-namespace-with-a-n-97af5d7f41f3")
	// a name that the author gives has no namespace before it
	assert.Equal(t, releaseName("given", "app", "object"), "given")
	assert.Equal(t, releaseName("", "app", "object"), "app-object")
	assert.Equal(t, releaseName("", "", "object"), "object")
	// nobody knows how long a placeholder will be
	long := "${NAMESPACE}-" + strings.Repeat("x", 60)
	assert.Equal(t, releaseName(long, "", ""), long)
	for length := 50; length <= 60; length++ {
		full := "app-" + strings.Repeat("x", length-4)
		want := shortened(full)
		assert.Equal(t, releaseName("", "app", full[4:]), want)
		assert.Equal(t, releaseName(full, "app", "object"), want)
		assert.Assert(t, len(want) <= 53, want)
	}
}

func TestObjectName(t *testing.T) {
	assert.Equal(t, objectName("app", "member-1", "web"), "app-member-1-web")
	assert.Equal(t, objectName("app", "", "web"), "app-web")
	assert.Equal(t, objectName("app", "", ""), "app")
	full := strings.Repeat("a", 40) + "-" + strings.Repeat("b", 22)
	assert.Equal(t, objectName(full[:40], full[41:]), full, "63 characters fit")
	sum := sha256.Sum256([]byte(full[:40] + "//" + full[41:] + "b"))
	assert.Equal(t, objectName(full[:40], "", full[41:]+"b"), full[:54]+"-"+fmt.Sprintf("%x", sum[:4]), "64 do not")
}

// TestNamesDiffer makes names of random parts. Two lists of parts may have one name only if it says them in full: then plan
// refuses the second object. A digest never hides that.
func TestNamesDiffer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	made, digests := map[string][]string{}, 0
	for range 50_000 {
		parts := []string{"a" + randomPart(r, 20), randomPart(r, 30), randomPart(r, 30)} // an application has a name
		name := objectName(parts...)
		assert.Assert(t, len(name) <= 63, name)
		assert.Equal(t, len(validation.IsDNS1123Subdomain(name)), 0, "%q of %q", name, parts)
		assert.Equal(t, len(validation.IsValidLabelValue(name)), 0, name)
		full := strings.Join(strings.FieldsFunc(strings.Join(parts, "/"), func(c rune) bool { return c == '/' }), "-")
		if name != full {
			digests++
		}
		if first, ok := made[name]; ok && strings.Join(first, "/") != strings.Join(parts, "/") {
			assert.Equal(t, name, full, "made of %q and of %q", first, parts)
		}
		made[name] = parts
	}
	assert.Assert(t, digests > 3_000, "only %d names were shortened", digests)
}

// randomPart is a name of few letters, so that different parts often look alike once they are joined.
func randomPart(r *rand.Rand, longest int) string {
	const letters = "ab--."
	text := make([]byte, r.IntN(longest+1))
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	for i := range text { // no hyphen or dot at an end or beside a dot
		if text[i] != 'b' && (i == 0 || i == len(text)-1 || text[i-1] == '.' || text[i-1] == '-') {
			text[i] = 'a'
		}
	}
	return string(text)
}
