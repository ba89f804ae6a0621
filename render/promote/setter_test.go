package promote_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestSetterComments promotes over values that image automation writes, in each form that YAML has for them. The
// comment stays where it is and marks the new value, and the comment of the promoted value, if it has one, stays where
// that one is.
func TestSetterComments(t *testing.T) {
	const comment = `# {"$imagepolicy": "apps:shop:tag"}`
	for _, target := range []string{
		"values:\n        tag: «v1» " + comment, "values:\n        tag: «'v1'» " + comment,
		"values:\n        tag: «\"v1\"»   " + comment, "values:\n        tag: «1» " + comment,
		"values:\n        tag:\n          «v1» " + comment,
		"values: {\n        tag: «v1» " + comment + "\n        }",
		"values: {\n        tag: «v1», " + comment + "\n        more: 1}",
		"values: {\n        tag: «v1» " + comment + "\n        , more: 1}",
	} {
		for i, source := range []string{"v2", "'v2'", "\"v2\"", "2", "true", "v2, v3", "v2", "2"} {
			setters := []string{`# {"$imagepolicy": "apps:shop-test:tag"}`, comment}
			if i >= 6 {
				setters = setters[1:]
			}
			other := strings.TrimSuffix(" "+setters[0], " "+comment)
			text := frame + "    - clusterSelector: {matchLabels: {stage: test}}\n      values:\n        tag: " + source +
				other + "\n    - clusterSelector: {matchLabels: {stage: staging}}\n      " + target + "\n"
			before, rest, _ := strings.Cut(text, "«")
			old, after, _ := strings.Cut(rest, "»")
			got, _, wrong := promoted(t, before+old+after, request(t, "stage=test stage=staging values.tag"))
			assert.Equal(t, wrong, "", text)
			spelling := strings.TrimSuffix(strings.TrimPrefix(got, before), after)
			assert.Assert(t, got == before+spelling+after && strings.Trim(spelling, `"'`) == strings.Trim(source, `"'`), got)
			trees, _ := tree.Parse("app.yaml", []byte(got))
			marked := trees[0].Marked()
			assert.Equal(t, len(marked), len(setters), got)
			for i, setter := range setters {
				assert.Equal(t, marked[i].Setter(), setter)
				assert.Equal(t, marked[i].Text(), strings.Trim(source, `"'`))
			}
		}
	}
}
