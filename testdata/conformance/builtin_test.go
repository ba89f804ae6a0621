package conformance

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBuiltins spoils objects of the kinds that have no CRD, one thing at a time.
func TestBuiltins(t *testing.T) {
	const objects = `apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: shop}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: deployer.shop, namespace: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: berlin-kubeconfig, namespace: shop}
data: {provider: gcp, ca.crt: x}
binaryData: {other: eA==}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: "shop:developer", namespace: shop}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: "shop:developer", namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "shop:developer"}
subjects:
- {kind: ServiceAccount, name: ci, namespace: shop}
- {kind: User, name: jane}
`
	count, err := checker.Check([]byte(objects), Options{})
	assert.NilError(t, err)
	assert.Equal(t, count, 5)
	for _, c := range []struct{ old, new, says string }{
		{"{name: shop, labels", "{name: shop.a, labels", "must not contain dots"},
		{"{name: shop, labels", "{name: shop, namespace: shop, labels", "namespace"},
		{"team: shop", "team: a b", "a valid label must be"},
		{"{name: deployer.shop, namespace: shop}", "{name: Deployer, namespace: shop}", "RFC 1123 subdomain"},
		{"{name: deployer.shop, namespace: shop}", "{name: deployer}", "namespace: Required value"},
		{"{name: deployer.shop, namespace: shop}", "{name: deployer, namespace: shop}\nspec: {}", `unknown field "spec"`},
		{"{name: berlin-kubeconfig, namespace: shop}", "{name: Berlin, namespace: shop}", "RFC 1123 subdomain"},
		{"{name: berlin-kubeconfig, namespace: shop}", "{name: berlin}", "namespace: Required value"},
		{"provider: gcp", "cluster: [a]", "cannot unmarshal"},
		{"provider: gcp", "a/b: gcp", "a valid config key must consist of"},
		{"provider: gcp", "other: gcp", "duplicate of key present in binaryData"},
		{"other: eA==", "o/r: eA==", "binaryData[o/r]"},
		{"provider: gcp", "provider: " + strings.Repeat("a", 1<<20), "Too long"},
		{`{name: "shop:developer", namespace: shop}` + "\nrules", "{name: a/b, namespace: shop}\nrules",
			"may not contain '/'"},
		{`apiGroups: [""], `, "", "at least one api group"},
		{"resources: [pods], ", "", "at least one resource"},
		{"verbs: [get]", "verbs: []", "at least one value"},
		{"verbs: [get]", "verbs: get", "cannot unmarshal"},
		{"verbs: [get]", "verbs: [get], nonResourceURLs: [/a]", "non-resource URLs"},
		{"roleRef: {apiGroup: rbac.authorization.k8s.io", "roleRef: {apiGroup: rbac", "roleRef.apiGroup"},
		{"kind: Role, name", "kind: Rule, name", "roleRef.kind"},
		{`kind: Role, name: "shop:developer"`, "kind: Role", "roleRef.name"},
		{"name: ci, namespace: shop", "name: Ci, namespace: shop", "subjects[0].name"},
		{"name: ci, namespace: shop", "name: ci, namespace: Shop", "subjects[0].namespace"},
		{"name: ci, namespace: shop", "name: ci, apiGroup: rbac.authorization.k8s.io", "subjects[0].apiGroup"},
		{"kind: User, name: jane", "kind: User", "subjects[1].name"},
		{"kind: User, name: jane", "kind: Users, name: jane", "subjects[1].kind"},
		{"kind: User, name: jane", "kind: User, name: jane, apiGroup: v1", "subjects[1].apiGroup"},
	} {
		spoilt := strings.Replace(objects, c.old, c.new, 1)
		assert.Assert(t, spoilt != objects, c.old)
		_, err := checker.Check([]byte(spoilt), Options{})
		assert.ErrorContains(t, err, c.says, c.new)
	}
}
