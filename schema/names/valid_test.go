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

// TestValid compares with apimachinery what names, labels and keys are, for each byte at each end and inside, and
// around the limits of length. What is plainly valid may be less.
func TestValid(t *testing.T) {
	var texts []string
	for c := range 256 {
		letter := string([]byte{byte(c)})
		texts = append(texts, letter, letter+"a", "a"+letter, "a"+letter+"a", "a/"+letter, "a/b"+letter, letter+"/a",
			"b"+letter+"/a", "a.b"+letter+"c/d", "a/b"+letter+"c")
	}
	for _, length := range []int{62, 63, 64, 65, 252, 253, 254, 255} {
		long := strings.Repeat("a", length)
		texts = append(texts, long, long+".a", "a."+long, "a-"+long, long+"/a", "a/"+long, long+"/"+long,
			strings.Repeat("a.", length/2)+"b", strings.Repeat("a.", length/2)+"b/c")
	}
	texts = append(texts, "", "/", "a/", "/a", "a/b/c", "a..b", "a..b/c", ".a", "a.", "a.-b", "a-.b", "-", ".", "_", "é",
		"a/é", "é/a", "a\nb", "..", "..a", "...", ".a.", "a..")
	for _, text := range texts {
		assert.Equal(t, Valid(text), len(validation.IsDNS1123Subdomain(text)) == 0, "%q", text)
		assert.Equal(t, ValidLabel(text), len(validation.IsDNS1123Label(text)) == 0, "%q", text)
		assert.Equal(t, ValidDataKey(text), len(validation.IsConfigMapKey(text)) == 0, "%q", text)
		assert.Check(t, !PlainlyLabelValue(text) || len(validation.IsValidLabelValue(text)) == 0 &&
			len(validation.IsQualifiedName(text)) == 0, "%q", text)
		assert.Check(t, !PlainlyKey(text) || len(validation.IsQualifiedName(text)) == 0, "%q", text)
	}
	for _, plain := range []string{"a", "stage", "App.kubernetes_io-name", "a/b", "kubernetes.io/arch", "9.a-z/A"} {
		assert.Check(t, PlainlyKey(plain), plain)
	}
}

// TestNearest checks how far a word may be from the one that is meant: a third of its letters, and at least one.
func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"a": "", "ab": "abc", "abd": "abc", "acb": "abc", "aXX": "", "ABC": "abc", "intervall": "interval",
		"INTERVAL": "interval", "itnerval": "interval",
		"intervXX": "interval", "interXXX": "", "xxinterval": "interval", "xxxinterval": "interval",
		"xxxxinterval": "interval", "xxxxxinterval": "",
		"erval": "", "nterval": "interval", "terval": "interval", "inetrvla": "interval", "chart": "chart", "charts": "chart",
		"cahrt": "chart", "hcatr": "",
	} {
		assert.Check(t, Nearest(word, []string{"abc", "interval", "chart", "chars"}) == want, "%s: %q", word,
			Nearest(word, []string{"abc", "interval", "chart", "chars"}))
	}
	assert.Equal(t, Nearest("charx", []string{"chart", "chars"}), "chart", "the first of two as near")
	assert.Equal(t, Nearest("a", nil), "")
	for _, d := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "cab", 2},
		{"abcd", "badc", 2}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abc", "bac", 1}} {
		assert.Equal(t, distance(d.a, d.b), d.want, "%s %s", d.a, d.b)
		assert.Equal(t, distance(d.b, d.a), d.want, "%s %s", d.b, d.a)
	}
	assert.Equal(t, Differ("List", "LIST", 1), 0)
	assert.Equal(t, Differ("List", "Lits", 0), 1)
	assert.Check(t, Differ("List", "Listing", 2) > 2)
	assert.Equal(t, Differ("List", "Lists", 1), 1)
}

// TestOr checks how words are listed.
func TestOr(t *testing.T) {
	assert.Equal(t, Or([]string{"a"}), "a")
	assert.Equal(t, Or([]string{"a", "b"}), "a or b")
	assert.Equal(t, Or([]string{"a", "b", "c"}), "a, b or c")
}

// TestMeans checks which applications a name means.
func TestMeans(t *testing.T) {
	for name, want := range map[string]string{"web": "web apps/web", "apps/web": "apps/web", "eb": "", "/web": "", "": "",
		"apps/": "", "apps": ""} {
		var found []string
		for _, application := range []string{"web", "apps/web", "apps/web-api", "aweb"} {
			if Means(name, application) {
				found = append(found, application)
			}
		}
		assert.Equal(t, strings.Join(found, " "), want, name)
	}
}
