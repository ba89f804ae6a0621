package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPoliciesInFolders holds that a setter comment finds its ImagePolicy in any file of the folder, and in one that
// the command line names, and that such files are no output, no application and no error.
func TestPoliciesInFolders(test *testing.T) {
	test.Parallel()
	const policy = "apiVersion: image.toolkit.fluxcd.io/v1\nkind: ImagePolicy\nmetadata: {name: web, namespace: apps}\n"
	marked := func(name string) string {
		return strings.Replace(app("web", "hub"), "{destination:", "{serviceAccountName: web, # {\"$imagepolicy\": \"apps:"+
			name+"\"}\n       destination:", 1)
	}
	t := inFolder(test, "in/good.yaml", marked("web"), "in/images/policy.yaml", policy, "in/images/broken.yaml",
		"a: {{ x }}\n"+policy, "wrong.yaml", marked("wep"), "policies/web.yaml", policy)
	assert.Assert(t, strings.Contains(good(t, "in"), `serviceAccountName: web # {"$imagepolicy": "apps:web"}`))
	good(t, "wrong.yaml")
	for _, where := range []string{"in/images", "policies/web.yaml", "policies"} {
		_, errs, code := fluxapp(t, "", "wrong.yaml", where)
		assert.Equal(t, errs, "wrong.yaml:8:28: warning: spec.config.kustomization[0].serviceAccountName: the setter "+
			"comment names the ImagePolicy apps/wep, which is not in the input; did you mean \"apps:web\"? [FA529]\n", where)
		assert.Equal(t, code, 0)
	}
	_, errs, code := fluxapp(t, "", "policies")
	assert.Assert(t, strings.Contains(errs, "there is no FluxApplication; read 1 ImagePolicy"), errs)
	assert.Equal(t, code, 1)
	good(t, "in", "-o", "dir=in")
	assert.Equal(t, read(t, "in/images/policy.yaml"), policy)
}
