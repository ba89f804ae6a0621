package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// policy is an ImagePolicy apps/web.
const policy = `apiVersion: image.toolkit.fluxcd.io/v1
kind: ImagePolicy
metadata:
  name: web # the page
  namespace: apps
spec: {imageRepositoryRef: {name: web}, policy: {numerical: {order: asc}}}
`

// TestPoliciesAreSeen holds that ImagePolicies among the items are known to setter comments, for all applications and
// for the one of a functionConfig, and that nothing else of them is read: they come back as they were.
func TestPoliciesAreSeen(t *testing.T) {
	marked := strings.Replace(app, "path: ./deploy #", "serviceAccountName: web # {\"$imagepolicy\": \"apps:wep\"}\n"+
		"      path: ./deploy #", 1)
	list := "apiVersion: v1\nkind: List\nitems:\n- " + strings.TrimSpace(strings.ReplaceAll(policy, "\n", "\n  ")) + "\n"
	broken := strings.Replace(policy, "kind:", "status: {a: 1, a: 2}\nkind:", 1)
	const unknown = `spec.config.kustomization[1].serviceAccountName: the setter comment names the ImagePolicy ` +
		`apps/wep, which is not in the input; did you mean "apps:web"? [FA529]`
	for name, item := range map[string]string{"alone": policy, "in a list": list, "with a key twice": broken} {
		for _, config := range []string{"", marked} {
			rl := process(t, config, marked, item, foreign)
			assert.Equal(t, strings.Join(said(rl), "\n"), "FluxApplication apps/hello: warning: "+unknown, name)
			assert.Assert(t, strings.Contains(strings.Join(printed(t, rl), ""), item), name)
			assert.DeepEqual(t, said(process(t, config, app, item)), []string(nil))
		}
	}
	assert.DeepEqual(t, said(process(t, "", marked, foreign)), []string(nil))
	ours := strings.Replace(policy, "namespace: apps\n", "namespace: apps\n  annotations: {"+rendered+"}\n", 1)
	assert.Assert(t, !strings.Contains(strings.Join(said(process(t, "", marked, ours)), "\n"), "FA529"),
		"an object of an earlier run is no input")
}
