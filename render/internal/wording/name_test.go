package wording

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/util/validation"
)

// shortened is helm-controller's own function (internal/release/name.go, ShortenName), told again from its
// description: a name of more than 53 characters is its first 40, a hyphen, and the first 12 hex digits of its
// SHA-256.
func shortened(name string) string {
	if len(name) < 54 {
		return name
	}
	return fmt.Sprintf("%.40s-%.12s", name, fmt.Sprintf("%x", sha256.Sum256([]byte(name))))
}

func TestReleaseName(t *testing.T) {
	// measured on helm-controller
	assert.Equal(t, ReleaseName("", "a-very-lengthy-target-namespace", "with-a-nice-object-name"),
		"a-very-lengthy-target-namespace-with-a-n-97af5d7f41f3")
	// a name that the author gives has no namespace before it
	assert.Equal(t, ReleaseName("given", "app", "object"), "given")
	assert.Equal(t, ReleaseName("", "app", "object"), "app-object")
	assert.Equal(t, ReleaseName("", "", "object"), "object")
	// nobody knows how long a placeholder will be
	long := "${NAMESPACE}-" + strings.Repeat("x", 60)
	assert.Equal(t, ReleaseName(long, "", ""), long)
	for length := 50; length <= 60; length++ {
		full := "app-" + strings.Repeat("x", length-4)
		want := shortened(full)
		assert.Equal(t, ReleaseName("", "app", full[4:]), want)
		assert.Equal(t, ReleaseName(full, "app", "object"), want)
		assert.Assert(t, len(want) <= 53, want)
	}
}

func TestObjectName(t *testing.T) {
	assert.Equal(t, ObjectName("app", "member-1", "web"), "app-member-1-web")
	assert.Equal(t, ObjectName("app", "", "web"), "app-web")
	assert.Equal(t, ObjectName("app", "", ""), "app")
	full := strings.Repeat("a", 40) + "-" + strings.Repeat("b", 22)
	assert.Equal(t, ObjectName(full[:40], full[41:]), full, "63 characters fit")
	sum := sha256.Sum256([]byte(full[:40] + "//" + full[41:] + "b"))
	assert.Equal(t, ObjectName(full[:40], "", full[41:]+"b"), full[:54]+"-"+fmt.Sprintf("%x", sum[:4]), "64 do not")
}

// TestNamesDiffer takes names apart at random hyphens. Two lists of parts may have one name only if it says them in
// full: then plan refuses the second object. A digest never hides that.
func TestNamesDiffer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	made, digests := map[string][]string{}, 0
	for range 2000 {
		full := randomName(r, 20+r.IntN(70))
		for range 20 {
			parts := apart(r, full)
			name := ObjectName(parts...)
			assert.Assert(t, len(name) <= 63, name)
			assert.Equal(t, len(validation.IsDNS1123Subdomain(name)), 0, "%q of %q", name, parts)
			assert.Equal(t, len(validation.IsValidLabelValue(name)), 0, "%q of %q", name, parts)
			if name != full {
				digests++
			}
			if first, ok := made[name]; ok && !slices.Equal(first, parts) {
				assert.Equal(t, name, full, "made of %q and of %q", first, parts)
			}
			made[name] = parts
		}
	}
	assert.Assert(t, digests > 10_000, "only %d names were shortened", digests)
}

// randomName is a name with many places to take it apart.
func randomName(r *rand.Rand, length int) string {
	const letters = "ab--."
	text := make([]byte, length)
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	for i := range text { // no hyphen or dot at an end or beside another one
		if text[i] != 'b' && (i == 0 || i == len(text)-1 || text[i-1] == '.' || text[i-1] == '-') {
			text[i] = 'a'
		}
	}
	return string(text)
}

// apart cuts a name at two hyphens, or one, or none: an empty part is one that is left out.
func apart(r *rand.Rand, name string) []string {
	words := strings.Split(name, "-")
	i, j := r.IntN(len(words)+1), r.IntN(len(words)+1)
	i, j = min(i, j), max(i, j)
	parts := []string{strings.Join(words[:i], "-"), strings.Join(words[i:j], "-"), strings.Join(words[j:], "-")}
	if parts[0] == "" { // an application has a name
		parts = []string{name, "", ""}
	}
	return parts
}
