package patch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestOf(t *testing.T) {
	t.Parallel()
	lines := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	text := strings.Join(lines, "\n")
	patch := string(Of("a.yaml", text, strings.NewReplacer("b", "B", "i", "I", "q\n", "", "z", "z\n").Replace(text)))
	assert.Equal(t, patch, strings.TrimPrefix(`
--- a/a.yaml
+++ b/a.yaml
@@ -1,12 +1,12 @@
 a
-b
+B
 c
 d
 e
 f
 g
 h
-i
+I
 j
 k
 l
@@ -14,7 +14,6 @@
 n
 o
 p
-q
 r
 s
 t
@@ -23,4 +22,4 @@
 w
 x
 y
-z
\ No newline at end of file
+z
`, "\n"))
	assert.Equal(t, string(Of("b.yaml", "", "a\n")),
		"--- /dev/null\n+++ b/b.yaml\n@@ -0,0 +1,1 @@\n+a\n")
	assert.Equal(t, string(Of("b.yaml", text, text)), "")
}

// TestApply lets git apply patches of random texts with few different lines, below the top of a repository. Each makes
// one text the other.
func TestApply(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(58, 1))
	textOf := func() string {
		text := ""
		for range 1 + random.IntN(30) {
			text += fmt.Sprintf("%d\n", random.IntN(4))
		}
		return text[:len(text)-random.IntN(2)]
	}
	dir, before, after := filepath.Join(t.TempDir(), "sub"), map[string]string{}, map[string]string{}
	assert.NilError(t, exec.CommandContext(t.Context(), "git", "init", "-q", filepath.Dir(dir)).Run())
	assert.NilError(t, os.Mkdir(dir, 0o700))
	for i := range 300 {
		name := fmt.Sprintf("ü %d.yaml", i)
		before[name], after[name] = textOf(), textOf()
		if i%2 == 0 { // some lines of a longer text, as of a document
			before[name] = textOf() + "\n" + textOf() + "\n" + textOf()
			after[name] = strings.Replace(before[name], "1\n2\n", "1\n5\n", 1+random.IntN(2))
		}
		if i == 0 {
			before[name] = "" // a new file
		} else {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(before[name]), 0o600))
		}
		apply := exec.CommandContext(t.Context(), "git", "apply")
		apply.Dir, apply.Stdin = dir, strings.NewReader(string(Of(name, before[name], after[name])))
		if before[name] == after[name] {
			continue
		}
		out, err := apply.CombinedOutput()
		assert.NilError(t, err, "%s\n%s", out, Of(name, before[name], after[name]))
		got, err := os.ReadFile(filepath.Join(dir, name))
		assert.NilError(t, err)
		assert.Equal(t, string(got), after[name])
	}
}
